"""What the domain asks of the world: a store with transactions, and a queue of tasks.

The Firestore and Cloud Tasks adapters implement these; nothing in the domain knows them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar

from shared.base.model import Model
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import MemoryDigest, MemoryEntry, MemoryPage, Tier
from shared.documents.sessions import Session
from shared.documents.user import UserState

M = TypeVar("M", bound=Model)
T = TypeVar("T")

Vector = Sequence[float]
"""The meaning of a text, as a model of embeddings sees it."""

Operator = Literal["==", "<", "<=", ">", ">=", "array_contains", "in"]


@dataclass(frozen=True)
class Where:
    """A condition of a query: field (camelCase, as stored), operator, value."""

    field: str
    op: Operator
    value: Any


@dataclass(frozen=True)
class Order:
    """The order of a query; documents of equal value are ordered by id, in the same direction."""

    field: str
    descending: bool = False


@dataclass(frozen=True)
class Cursor:
    """The last document of a page: its value in the order's field, and its id."""

    value: Any
    id: str


class Users(Protocol):
    """The users' own documents."""

    def get(self, uid: str) -> UserState | None:
        """The user's state, or None where nothing was ever written, or all was erased."""
        ...

    def put(self, uid: str, state: UserState) -> None:
        """Writes Rekindle's fields and leaves an app's own fields alone."""
        ...


class Collection(Protocol[M]):
    """One subcollection of every user. In a transaction, all reads come before the first write."""

    def get(self, uid: str, id_: str) -> M | None:
        """The document, or None."""
        ...

    def get_many(self, uid: str, ids: Sequence[str]) -> list[M]:
        """Those of the documents that exist, in the order asked for, in one round trip."""
        ...

    def find(
        self,
        uid: str,
        *where: Where,
        order: Order | None = None,
        limit: int | None = None,
        after: Cursor | None = None,
    ) -> list[M]:
        """The documents that meet all conditions."""
        ...

    def create(self, uid: str, id_: str, item: M) -> None:
        """Writes a new document; the commit fails if the id is taken."""
        ...

    def put(self, uid: str, id_: str, item: M) -> None:
        """Writes the whole document."""
        ...

    def set_fields(self, uid: str, id_: str, fields: Mapping[str, Any]) -> None:
        """Sets some fields of a document that is there, without reading it; None removes one."""
        ...

    def delete(self, uid: str, id_: str) -> None:
        """Removes the document, if it is there."""
        ...


class Notes(Collection[MemoryEntry], Protocol):
    """`users/{uid}/memory`: the entries, with the meaning of each where it is known."""

    def write(
        self, uid: str, entry: MemoryEntry, vector: Vector | None, *, keep_vector: bool
    ) -> None:
        """Writes the whole entry, and its vector, unless the one that is stored shall stay."""
        ...

    def nearest(
        self, uid: str, vector: Vector, limit: int, tier: Tier | None = None
    ) -> dict[str, float]:
        """The ids of the entries nearest in meaning, with their cosine similarity."""
        ...

    def vectors(self, uid: str, ids: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those of the entries that have one, by id."""
        ...


class PageCollection(Collection[MemoryPage], Protocol):
    """`users/{uid}/pages`."""

    def set_lines(self, uid: str, page: str, lines: Mapping[str, str | None]) -> None:
        """Sets lines of a page without reading it; None removes one."""
        ...


class Records(Protocol):
    """All that is stored, as one snapshot in a transaction, or read piece by piece outside one."""

    @property
    def users(self) -> Users:
        """`users/{uid}`."""
        ...

    @property
    def prompts(self) -> Collection[Prompt]:
        """`users/{uid}/prompts`."""
        ...

    @property
    def batches(self) -> Collection[Batch]:
        """`users/{uid}/batches`."""
        ...

    @property
    def changelog(self) -> Collection[ChangelogEntry]:
        """`users/{uid}/changelog`."""
        ...

    @property
    def memory(self) -> Notes:
        """`users/{uid}/memory`."""
        ...

    @property
    def sessions(self) -> Collection[Session]:
        """`users/{uid}/sessions`."""
        ...

    @property
    def pages(self) -> PageCollection:
        """`users/{uid}/pages`."""
        ...

    @property
    def digests(self) -> Collection[MemoryDigest]:
        """`users/{uid}/derived`."""
        ...

    def overview(self, uid: str) -> tuple[UserState, MemoryDigest]:
        """The user's document and digest, as of one moment, in one round trip."""
        ...


DueKind = Literal["decay", "batches", "memory", "embeddings", "changelog", "sessions"]
"""What becomes due: a profile's decay, a batch's next drive, the end or the embedding of a note,
the end of an entry of the changelog or of a session."""


@dataclass(frozen=True)
class Due:
    """A document whose time has come. `id` is empty where it is the user's own document."""

    uid: str
    id: str
    at: datetime


class Store(Records, Protocol):
    """The database."""

    def transact(self, work: Callable[[Records], T]) -> T:
        """Runs `work` in a transaction, again when it loses against another, and gives its result.

        `work` must not act outside the database: it may run several times.

        Raises:
            Unavailable: the transaction kept losing; nothing was changed.
        """
        ...

    def create_prompts(self, uid: str, prompts: Sequence[Prompt]) -> list[bool]:
        """Creates each prompt on its own, in one round trip; whether it is new, one by one."""
        ...

    def mark_used(self, uid: str, preferences: Sequence[str], at: datetime) -> None:
        """Notes when preferences were told to an assistant, without reading anything.

        A user who was erased meanwhile stays erased.
        """
        ...

    def erase(self, uid: str) -> dict[str, int]:
        """Removes everything under the user; how many documents went, by collection."""
        ...

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        """The documents whose moment has come, of all users, a page at a time, oldest first."""
        ...


class Tasks(Protocol):
    """The queue between counting and analysing, and between maintenance and its parts."""

    def enqueue(
        self, function: str, name: str, body: dict[str, Any], *, at: datetime | None = None
    ) -> None:
        """Hands `body` to the function, once per name, not before `at`.

        A name that was used in the last hours is taken as done already: the call does nothing.

        Raises:
            Unavailable: the queue did not take it; the caller's outbox must keep it.
        """
        ...
