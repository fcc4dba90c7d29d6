"""Memory entries, and the digest that holds what every request needs of them."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from shared.model import Model, Timestamp

MAX_CONTENT = 2000
"""Characters of one entry."""
RECENT = 20
"""Archive entries that the context block shows (Alik seed: `getRecentMemoryEntries(uid, 20)`)."""
DIGEST_ID = "memory"


class Tier(StrEnum):
    """Where an entry belongs (tiers seed; `archive` is the Alik seed's long-term memory)."""

    MEMORY = "memory"
    USER = "user"
    ARCHIVE = "archive"


Origin = Literal["conversation", "action", "system", "explicit"]
"""How an entry came about (Alik seed, `source`)."""


class MemoryEntry(Model):
    """One note, `users/{uid}/memory/{id}`."""

    id: str
    tier: Tier
    content: str
    source: Origin = "explicit"
    thread_id: str | None = None
    tags: list[str] = []
    confidence: Literal["high", "medium"] = "high"
    created_at: Timestamp
    updated_at: Timestamp
    expires_at: Timestamp | None = None


class DigestedEntry(Model):
    """What the digest keeps of an entry: enough to show, count and compare it."""

    id: str
    content: str
    created_at: Timestamp
    expires_at: Timestamp | None = None


class MemoryDigest(Model):
    """`users/{uid}/derived/memory`: both tiers whole, and the newest of the archive.

    Written in the transaction of every entry, so that one read gives the context block its notes,
    the budgets their sums, and deduplication what it compares with. It stays below 70 kB.

    Attributes:
        version: rises with every change of the user's memory.
        memory, user: the tiers, newest first.
        recent: the newest archive entries, newest first.
        archived: how many entries the archive holds.
    """

    version: int = 0
    memory: list[DigestedEntry] = []
    user: list[DigestedEntry] = []
    recent: Annotated[list[DigestedEntry], Field(max_length=RECENT)] = []
    archived: int = Field(default=0, ge=0)
