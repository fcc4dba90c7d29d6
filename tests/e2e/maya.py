"""Maya, whose dashboard the tests look at: her messages, corrections and notes."""

from datetime import timedelta
from itertools import pairwise

from emulator.demo.conversation import MESSAGES, NOTES
from tests.support.api import Api

FORGOTTEN = "FastAPI over Django for small services"
LATER = (
    "I prefer FastAPI over Django for small services.",
    "Please always keep your answers short.",
    "The Postgres index is bloated, what now?",
    "I still use Neovim for everything.",
)
SINCE = ("I love long walks.", "Which index helps here?", "I prefer tabs over spaces.")


def tell_about_maya(api: Api) -> None:
    """Plays a few days of conversation, weeks of silence, more messages, corrections and notes."""
    gaps = [after[0] - before[0] for before, after in pairwise(MESSAGES)]
    for (_, text), gap in zip(MESSAGES, [timedelta(0), *gaps], strict=True):
        _wait(api, gap)
        api.say(text)
    api.post("/v1/profile/refresh")
    api.stack.idle()
    api.post("/v1/memory/batch", {"entries": _notes()})
    _wait(api, timedelta(days=34))
    _forget(api, FORGOTTEN)
    api.learn(*LATER)
    _correct(api)
    _wait(api, timedelta(days=1))
    api.post("/v1/memory/batch", {"entries": _recent_notes()})
    _work(api)
    api.get("/v1/context")
    _wait(api, timedelta(hours=5))
    api.say(*SINCE)


def _wait(api: Api, time: timedelta) -> None:
    if time:
        api.stack.control("POST", "clock", {"advanceSeconds": time.total_seconds()})


def _forget(api: Api, description: str) -> None:
    [item] = [item for item in api.profile()["preferences"] if item["description"] == description]
    api.call("DELETE", f"/v1/preferences/{item['id']}")


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
    [dislike] = [item for item in api.profile()["preferences"] if item["type"] == "dislike"]
    api.post(f"/v1/preferences/{dislike['id']}/deactivate")


def _notes() -> list[dict[str, object]]:
    entries: list[dict[str, object]] = [
        {"content": content, "target": target} for target, content in NOTES
    ]
    entries[0]["tags"] = ["tests", "docker"]
    entries[3]["tags"] = ["decision", "postgres"]
    return entries


def _recent_notes() -> list[dict[str, object]]:
    return [
        {
            "content": "The staging database is rebuilt every Sunday.",
            "expiresAt": "2099-12-31T12:00:00Z",
        },
        {
            "content": "Maya found the slow Postgres query: a missing index on orders(created_at).",
            "target": "archive",
            "tags": ["postgres"],
            "source": "conversation",
        },
        {"content": "The on-call rota changes on Mondays.", "target": "archive"},
    ]


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
