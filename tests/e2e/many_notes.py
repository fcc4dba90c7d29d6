"""Fills a user's archive."""

from tests.support.api import Api


def note_many(api: Api, count: int, at_once: int = 100) -> None:
    """Saves `count` different notes to the archive."""
    for first in range(0, count, at_once):
        entries = [
            {
                "content": f"Note {number}: the {number * 7919 % count}th thing that was said.",
                "target": "archive",
            }
            for number in range(first, first + at_once)
        ]
        api.post("/v1/memory/batch", {"entries": entries})
