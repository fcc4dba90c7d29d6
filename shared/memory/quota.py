"""The quota of the archive: how many notes a user may keep, and how many bytes they may take.

Both are counted by the digest, which every change reads and writes anyway. The bytes are those of
the notes as search stores them, which is what a search reads and what the digest's size depends on.
"""

from dataclasses import dataclass

from shared.base.errors import ResourceExhausted

DEFAULT_NOTES = 20_000
DEFAULT_BYTES = 100_000_000
LARGEST_NOTES = 100_000
LARGEST_BYTES = 1_000_000_000
"""A search over the largest archive fits into a function's memory (`shared/memory/search/room.py`),
and the digest, which lists the pages, stays far below its limit."""


@dataclass(frozen=True)
class Quota:
    """What a deployment grants each user.

    Attributes:
        notes: how many notes the archive may hold.
        size: how many bytes all notes may take.
    """

    notes: int = DEFAULT_NOTES
    size: int = DEFAULT_BYTES

    def check(self, notes: int, size: int, more_notes: int, more_bytes: int) -> None:
        """Refuses a change that would exceed the quota. What makes notes smaller always passes.

        Args:
            notes, size: the notes in the archive, and the bytes of all notes.
            more_notes, more_bytes: what the change adds.

        Raises:
            ResourceExhausted: with usage and limit. Waiting does not help.
        """
        exceeded = []
        if more_notes > 0 and notes + more_notes > self.notes:
            exceeded.append(f"{notes:,} of {self.notes:,} notes")
        if more_bytes > 0 and size + more_bytes > self.size:
            exceeded.append(f"{size:,} of {self.size:,} bytes")
        if not exceeded:
            return
        raise ResourceExhausted(
            f"The archive is full: it holds {' and '.join(exceeded)}. Delete notes that are no "
            "longer needed, or ask the operator for a larger quota. Nothing was changed.",
            [
                {
                    "reason": "QUOTA_EXCEEDED",
                    "target": "archive",
                    "usage": {"entries": notes, "bytes": size},
                    "limit": {"entries": self.notes, "bytes": self.size},
                }
            ],
        )
