"""Maya, whose dashboard the tests look at: what she said, corrected, and had noted."""

from datetime import UTC, datetime, timedelta

from emulator.demo.conversation import MESSAGES, NOTES
from tests.support.api import Api


def tell_about_maya(api: Api) -> None:
    """A few days of conversation, corrections by hand, notes and sessions."""
    start = datetime.now(UTC) - timedelta(days=4)
    for offset, text in MESSAGES:
        prompt = {"content": text, "createdAt": (start + offset).isoformat()}
        api.post("/v1/prompts", {"prompts": [prompt]})
        api.stack.idle()
    api.post("/v1/profile/refresh")
    api.stack.idle()
    _correct(api)
    _note(api)
    _work(api)
    api.say("I love long walks.", "Which index helps here?", "I prefer tabs over spaces.")
    api.get("/v1/context")


def _correct(api: Api) -> None:
    api.post(
        "/v1/preferences",
        {
            "type": "preference",
            "description": "examples in TypeScript when it is about the web",
            "context": "frontend questions",
        },
    )
    api.post(
        "/v1/preferences",
        {"type": "goal", "description": "speak at a conference", "confidence": 0.55},
    )
    api.call("PATCH", "/v1/profile/about", {"interests": ["event sourcing", "surfing"]})
    liked = [item for item in api.profile()["preferences"] if item["type"] == "dislike"]
    api.post(f"/v1/preferences/{liked[0]['id']}/deactivate")


def _note(api: Api) -> None:
    soon = (datetime.now(UTC) + timedelta(days=20)).isoformat()
    entries = [{"content": content, "target": target} for target, content in NOTES]
    entries[0]["tags"] = ["tests", "docker"]
    entries[3]["tags"] = ["decision", "postgres"]
    entries += [
        {"content": "The staging database is rebuilt every Sunday.", "expiresAt": soon},
        {
            "content": "Maya found the slow Postgres query: a missing index on orders(created_at).",
            "target": "archive",
            "tags": ["postgres"],
            "source": "conversation",
        },
        {"content": "The on-call rota changes on Mondays.", "target": "archive"},
    ]
    api.post("/v1/memory/batch", {"entries": entries})


def _work(api: Api) -> None:
    session = api.post("/v1/sessions", {"projectPath": "/home/maya/orders-service"})["id"]
    api.call(
        "PATCH",
        f"/v1/sessions/{session}",
        {
            "summary": "User authentication is done. The migration of the orders table waits for "
            "a review of the schema.",
            "tasks": [
                {"id": "auth", "title": "Implement user authentication", "status": "completed"},
                {
                    "id": "migration",
                    "title": "Migrate the orders table",
                    "status": "blocked",
                    "blockedBy": "Review of the schema by Priya",
                },
                {"id": "load", "title": "Load test with a copy of production", "notes": "200 GB"},
            ],
            "decisions": [
                {
                    "decision": "Use JWT for auth tokens",
                    "rationale": "Stateless, and fits the gateway",
                    "alternatives": ["session cookies"],
                }
            ],
            "context": ["The project uses PostgreSQL 16.", "bcrypt, not argon2."],
        },
    )
    other = api.post("/v1/sessions", {"projectPath": "/home/maya/talks"})["id"]
    api.call("PATCH", f"/v1/sessions/{other}", {"summary": "First outline of the talk is written."})
