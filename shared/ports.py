"""The ports of the domain: a store with transactions, and a task queue.

The Firestore and Cloud Tasks adapters implement them. The domain never imports an adapter.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
"""The embedding of a text."""

Operator = Literal["==", "<", "<=", ">", ">=", "array_contains", "in"]


@dataclass(frozen=True)
class Where:
    """A condition of a query: field (camelCase, as stored), operator, value."""

    field: str
    op: Operator
    value: Any


@dataclass(frozen=True)
class Order:
    """The order of a query. Ties are broken by id, in the same direction."""

    field: str
    descending: bool = False


@dataclass(frozen=True)
class Cursor:
    """The last document of a page: its value in the field the query orders by, and its id."""

    value: Any
    id: str


class Users(Protocol):
    """The users' own documents."""

    def get(self, uid: str) -> UserState | None:
        """Returns the user's state, or None if nothing is stored."""
        ...

    def save_state(self, uid: str, state: UserState) -> None:
        """Writes Rekindle's fields and leaves the app's own fields alone."""
        ...


class Collection(Protocol[M]):
    """A subcollection that every user has.

    In a transaction, all reads must come before the first write.
    """

    def get(self, uid: str, id_: str) -> M | None:
        """Returns the document, or None."""
        ...

    def get_many(self, uid: str, ids: Sequence[str]) -> list[M]:
        """Returns the documents that exist, in the order of `ids`, in one round trip."""
        ...

    def query(
        self,
        uid: str,
        *where: Where,
        order: Order | None = None,
        limit: int | None = None,
        after: Cursor | None = None,
    ) -> list[M]:
        """Returns the documents that meet all conditions."""
        ...

    def create(self, uid: str, id_: str, item: M) -> None:
        """Writes a new document; the commit fails if the id is taken."""
        ...

    def overwrite(self, uid: str, id_: str, item: M) -> None:
        """Writes the whole document."""
        ...

    def update_fields(self, uid: str, id_: str, fields: Mapping[str, Any]) -> None:
        """Sets fields of an existing document without reading it; None removes a field."""
        ...

    def delete(self, uid: str, id_: str) -> None:
        """Removes the document if it exists."""
        ...


class Notes(Collection[MemoryEntry], Protocol):
    """`users/{uid}/memory`: the entries, with their embeddings where those are known."""

    def write_entry(
        self, uid: str, entry: MemoryEntry, vector: Vector | None, *, keep_vector: bool
    ) -> None:
        """Writes the whole entry and its vector, or keeps the stored vector."""
        ...

    def nearest_entries(
        self, uid: str, vector: Vector, limit: int, tier: Tier | None = None
    ) -> dict[str, float]:
        """Returns the cosine similarity of the entries nearest to `vector`, by id."""
        ...

    def vectors_of(self, uid: str, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of the entries that have one, by id."""
        ...


class PageCollection(Collection[MemoryPage], Protocol):
    """`users/{uid}/pages`."""

    def stream(self, uid: str, ids: Sequence[str]) -> Iterator[MemoryPage]:
        """Yields the pages that exist, in any order, in one round trip and one at a time."""
        ...

    def set_lines(self, uid: str, page: str, lines: Mapping[str, str | None]) -> None:
        """Sets lines of a page without reading it; None removes a line."""
        ...


class Records(Protocol):
    """All stored data: one consistent snapshot in a transaction, separate reads outside of one."""

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
        """Returns the user's document and digest, read together in one round trip."""
        ...


DueKind = Literal["decay", "batches", "memory", "embeddings", "changelog", "sessions"]
"""What can be due: the decay of a profile, the retry of a batch, the embedding of a note, or the
expiry of a note, a changelog entry or a session."""


@dataclass(frozen=True)
class Due:
    """A document that is due. `id` is empty for the user's own document."""

    uid: str
    id: str
    at: datetime


class Store(Records, Protocol):
    """The database."""

    def transact(self, work: Callable[[Records], T]) -> T:
        """Runs `work` in a transaction and returns its result.

        On contention `work` runs again, so it must have no side effects outside the database.

        Raises:
            Unavailable: every attempt lost to another transaction; nothing was changed.
        """
        ...

    def create_prompts(self, uid: str, prompts: Sequence[Prompt]) -> list[bool]:
        """Creates each prompt unless it exists, in one round trip; returns which ones are new.

        Raises:
            Unavailable: some prompts may not be stored; repeating the call stores the rest.
        """
        ...

    def mark_used(self, uid: str, preferences: Sequence[str], at: datetime) -> None:
        """Records when preferences were shown to an assistant, without reading anything.

        It never recreates a user who has been erased.
        """
        ...

    def erase(self, uid: str) -> dict[str, int]:
        """Deletes everything under the user; returns the number of documents by collection."""
        ...

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        """Returns a page of the documents that are due, across all users, oldest first."""
        ...


class Tasks(Protocol):
    """The task queue: counting hands batches to analysis, maintenance hands out its jobs."""

    def enqueue(
        self, function: str, name: str, body: dict[str, Any], *, at: datetime | None = None
    ) -> None:
        """Enqueues a call of the function with `body`, once per name and not before `at`.

        Does nothing if the name has been used within the last few hours.

        Raises:
            Unavailable: the queue did not accept the task; the caller must keep it and retry.
        """
        ...
