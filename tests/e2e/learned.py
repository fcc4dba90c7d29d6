"""The export of a user after some weeks of learning, with just what the tests look at."""

from datetime import UTC, datetime, timedelta
from typing import Any

NOW = datetime.now(UTC)


def _ago(days: int) -> str:
    return (NOW - timedelta(days=days)).isoformat()


def _said(text: str) -> list[dict[str, str]]:
    return [{"quote": text, "promptId": "prompt-1", "at": _ago(3)}]


def _habit(name: str, frequency: int, **more: Any) -> dict[str, Any]:
    return {
        "id": name.replace(" ", "-"),
        "description": name,
        "frequency": frequency,
        "lastSeen": _ago(2),
        "evidence": _said(f"Again: {name}."),
        **more,
    }


def _preference(id_: str, type_: str, description: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id_,
        "type": type_,
        "description": description,
        "confidence": 0.9,
        "baseConfidence": 0.9,
        "evidence": _said(f"About {description}."),
        "source": "learned",
        "active": True,
        "createdAt": _ago(9),
        "lastUpdated": _ago(3),
        **more,
    }


SPENT = {"promptTokens": 9000, "completionTokens": 1000, "cost": 0.0123}
"""What all analyses have used, as it is stored."""
EXPORT: dict[str, Any] = {
    "format": "rekindle",
    "schemaVersion": 1,
    "profile": {
        "version": 3,
        "createdAt": _ago(9),
        "lastAnalyzed": _ago(2),
        "totalPromptsAnalyzed": 40,
        "preferences": [
            _preference("tabs", "like", "tabs"),
            _preference("no-tabs", "dislike", "tabs", active=False, supersededBy="tabs"),
        ],
        "patterns": [
            _habit("questions about tests", 2, category="testing"),
            _habit("questions about queries", 7, category="databases"),
            _habit("questions about names", 4, category="naming"),
        ],
        "workflows": [
            _habit("releases", 1, steps=["tag", "publish"]),
            _habit("reviews", 5, steps=["read", "try", "comment"]),
        ],
        "skillLevel": {
            "overall": "intermediate",
            "domains": {"rust": "beginner", "python": "advanced"},
        },
    },
    "batches": [
        {
            "id": "batch-1",
            "state": "failed",
            "promptIds": ["prompt-1"],
            "createdAt": _ago(2),
            "finishedAt": _ago(2),
            "attempts": 5,
            "analyzer": "openai",
            "error": {"reason": "TIMEOUT", "message": "The model did not answer in time."},
            "usage": {"promptTokens": 900, "completionTokens": 100, "cost": 0.0023},
        },
    ],
}
