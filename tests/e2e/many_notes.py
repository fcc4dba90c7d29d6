"""A user with a long memory."""

from tests.support.api import Api


def note_many(api: Api, count: int, at_once: int = 100) -> None:
    """Puts as many notes into the archive, no two alike."""
    for first in range(0, count, at_once):
        entries = [
            {
                "content": f"Note {number}: the {number * 7919 % count}th thing that was said.",
                "target": "archive",
            }
            for number in range(first, first + at_once)
        ]
        api.post("/v1/memory/batch", {"entries": entries})
