"""Memory entries, and the digest that holds what most requests need of them."""

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from shared.base.fields import Count, Identifier, Tags
from shared.base.model import Model, Timestamp

MAX_CONTENT = 2000
"""Maximum length of an entry, in characters."""
RECENT = 20
"""How many archive entries the context block shows (M-5)."""
DIGEST_ID = "memory"
MAX_TOUCHED = 100
"""Of how many connections it is known when they last did what stays, the last ones."""


class Tier(StrEnum):
    """The tier of an entry (T-1); `archive` is long-term memory."""

    MEMORY = "memory"
    USER = "user"
    ARCHIVE = "archive"


Origin = Literal["conversation", "action", "system", "explicit"]
"""Where an entry comes from (M-3)."""


Role = Literal["user", "assistant"]
"""Who said what a note keeps word for word."""


class Part(Model):
    """Which part of a long note an entry is.

    Attributes:
        of: the id of the first part, by which the note goes.
        number: its place among the parts, from 1.
        count: how many parts there are.
    """

    of: Identifier
    number: Annotated[int, Field(ge=1)]
    count: Annotated[int, Field(ge=1)]


class Before(Model):
    """What a note was before a connection changed it.

    Attributes:
        at, last_at: when the connection changed it first and last.
    """

    KEPT: ClassVar = (
        *("tier", "content", "source", "thread_id", "part", "tags", "confidence"),
        *("updated_at", "expires_at"),
    )
    """The fields of the note that are kept: those that can be changed."""

    tier: Tier
    content: Annotated[str, Field(max_length=MAX_CONTENT)]
    source: Origin = "explicit"
    thread_id: Identifier | None = None
    part: Part | None = None
    tags: Tags = []
    confidence: Literal["high", "medium"] = "high"
    updated_at: Timestamp
    expires_at: Timestamp | None = None
    at: Timestamp
    last_at: Timestamp


class MemoryEntry(Model):
    """One note, `users/{uid}/memory/{id}`, or a part of a long one.

    Attributes:
        role: who said it, if it is a message.
        part: which part it is, if the note was too long for one entry.
        position: its number in the order in which entries were saved.
        page: the page that holds a copy of it for search; None if none does yet.
        embed_due_at: when to retry embedding it; None if nothing is left to embed.
        request: the digest of the keyed request that created it; see `shared.base.repeats`.
        connection: the id of the connection that made it; None if it was the user's own app.
        made_at: when a connection made it, whatever it claims in `created_at`.
        edited_by: the id of the connection that has changed it last, unless the user did since.
        before: what it was before that connection changed it.
        quarantined: true while it waits for the user's word, because it gives an assistant orders.
        replaces: the id of the note that it takes the place of once the user accepts it.
    """

    id: Identifier
    tier: Tier
    content: Annotated[str, Field(max_length=MAX_CONTENT)]
    source: Origin = "explicit"
    thread_id: Identifier | None = None
    role: Role | None = None
    part: Part | None = None
    tags: Tags = []
    confidence: Literal["high", "medium"] = "high"
    created_at: Timestamp
    updated_at: Timestamp
    expires_at: Timestamp | None = None
    position: Count = 0
    page: Count | None = None
    embed_due_at: Timestamp | None = None
    request: Identifier | None = None
    connection: Identifier | None = None
    made_at: Timestamp | None = None
    edited_by: Identifier | None = None
    before: Before | None = None
    quarantined: bool | None = None
    replaces: Identifier | None = None


INTERNAL = frozenset(
    {"position", "page", "embed_due_at", "request", "made_at", "edited_by", "before"}
)
"""Bookkeeping fields of an entry, which no response includes."""


class EntryBody(Model):
    """An entry as clients and models see it; they call its tier `target`."""

    id: str
    target: Tier
    content: str
    source: Origin
    thread_id: str | None = None
    role: Role | None = None
    part: Part | None = None
    tags: list[str]
    confidence: Literal["high", "medium"]
    created_at: Timestamp
    updated_at: Timestamp
    expires_at: Timestamp | None = None
    connection: str | None = None
    quarantined: bool | None = None
    replaces: str | None = None

    @classmethod
    def of(cls, entry: MemoryEntry) -> "EntryBody":
        """Returns the view of a stored entry."""
        return cls(target=entry.tier, **dict(entry))


class PageFill(Model):
    """How full a page is: its number, its entries, and their size in bytes."""

    number: int
    entries: int
    size: int


class DigestedEntry(Model):
    """The part of an entry that the digest keeps: enough to show, count and compare it.

    Attributes:
        said_at: when it was last changed or confirmed, if it was since it was created.
    """

    id: Identifier
    content: Annotated[str, Field(max_length=MAX_CONTENT)]
    created_at: Timestamp
    said_at: Timestamp | None = None
    expires_at: Timestamp | None = None


class MemoryDigest(Model):
    """`users/{uid}/derived/memory`: both tiers in full, and the newest archive entries.

    It is written in the same transaction as every entry. One read of it serves the context block,
    the budgets and deduplication. It stays below 150 kB.

    Attributes:
        version: increases with every change to the user's memory.
        memory, user: the tiers, newest first.
        recent: the newest archive entries, newest first.
        archived: how many entries the archive holds.
        tail: lines not yet written to their pages, by page number and entry id.
        pages: how full each page is, including its lines in the tail.
        saved: how many entries have ever been saved.
        waiting: how many entries wait for the user's word; they are in no other part.
        touched: when each connection last deleted a note that it had not made, or changed one that
            another connection has changed since: what cannot be taken back.
    """

    version: int = 0
    memory: list[DigestedEntry] = []
    user: list[DigestedEntry] = []
    recent: Annotated[list[DigestedEntry], Field(max_length=RECENT)] = []
    archived: int = Field(default=0, ge=0)
    tail: dict[str, dict[str, str]] = {}
    pages: list[PageFill] = []
    saved: int = 0
    waiting: int = 0
    touched: Annotated[dict[Identifier, Timestamp], Field(max_length=MAX_TOUCHED)] = {}


class MemoryPage(Model):
    """`users/{uid}/pages/{number}`: the lines of up to 1,000 entries, by id."""

    id: str
    entries: dict[str, str] = {}
