"""Memory entries, and the digest that holds what every request needs of them."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from shared.base.model import Model, Timestamp

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
    """One note, `users/{uid}/memory/{id}`.

    Attributes:
        position: its place among all that were ever saved, in the order of saving.
        page: the page that holds a copy of it for search; None where none does yet.
        embed_due_at: when to try again to have its meaning embedded; None when that is done.
    """

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
    position: int = 0
    page: int | None = None
    embed_due_at: Timestamp | None = None


INTERNAL = frozenset({"position", "page", "embed_due_at"})
"""Fields of an entry that are bookkeeping, and nobody's business outside."""


class PageFill(Model):
    """How full a page is: its number, its entries, and their size in bytes."""

    number: int
    entries: int
    size: int


class Limits(Model):
    """The tiers' budgets in characters, as the settings have them."""

    memory: int = 2200
    user: int = 1375


class DigestedEntry(Model):
    """What the digest keeps of an entry: enough to show, count and compare it."""

    id: str
    content: str
    created_at: Timestamp
    expires_at: Timestamp | None = None


class MemoryDigest(Model):
    """`users/{uid}/derived/memory`: both tiers whole, and the newest of the archive.

    Written in the transaction of every entry, so that one read gives the context block its notes,
    the budgets their sums, and deduplication what it compares with. It stays below 150 kB.

    Attributes:
        version: rises with every change of the user's memory.
        memory, user: the tiers, newest first.
        recent: the newest archive entries, newest first.
        archived: how many entries the archive holds.
        tail: lines of entries that wait to be written, by the number of their page and by id.
        pages: the pages there are, with what the tail will add to them.
        saved: how many entries were ever saved.
        limits: a copy from the settings, so that a search need not read those.
    """

    version: int = 0
    memory: list[DigestedEntry] = []
    user: list[DigestedEntry] = []
    recent: Annotated[list[DigestedEntry], Field(max_length=RECENT)] = []
    archived: int = Field(default=0, ge=0)
    tail: dict[str, dict[str, str]] = {}
    pages: list[PageFill] = []
    saved: int = 0
    limits: Limits = Limits()


class MemoryPage(Model):
    """`users/{uid}/pages/{number}`: the lines of some hundreds of entries, by id."""

    id: str
    entries: dict[str, str] = {}
