"""The ports of the domain: a store with transactions, and a task queue.

The Firestore and Cloud Tasks adapters implement them. The domain never imports an adapter.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar

from shared.base.model import Model
from shared.documents.changelog import ChangelogEntry
from shared.documents.forgotten import ForgottenPage
from shared.documents.imports import ImportRecord
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import MemoryDigest, MemoryEntry, MemoryPage, Tier
from shared.documents.purges import Purge
from shared.documents.sessions import Session
from shared.documents.setbacks import Setback
from shared.documents.user import Intake, UserState

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


@dataclass(frozen=True)
class Step:
    """What a job did with one page of due documents.

    Attributes:
        done: how many documents it handled.
        failed: how many it had to leave.
        reason: the type of the last error, if any.
        after: the last document of the page; None if no page follows.
    """

    done: int
    failed: int = 0
    reason: str = ""
    after: Cursor | None = None


class Users(Protocol):
    """The users' own documents.

    Settings that a user did not set are those of the deployment, with which the store was made.
    """

    def get(self, uid: str) -> UserState | None:
        """Returns the user's state, or None if nothing is stored.

        Raises:
            BeingErased: an erasure of the user has begun and is not complete.
            Unauthenticated: nothing is stored, and the request's connection has been cut off.
        """
        ...

    def intake(self, uid: str) -> Intake | None:
        """Returns the part of the state that decides about messages, without reading the rest.

        Raises:
            The errors of `get`.
        """
        ...

    def new(self) -> UserState:
        """Returns the state of somebody about whom nothing is stored."""
        ...

    def get_or_new(self, uid: str) -> UserState:
        """Returns what is stored, or the state of somebody about whom nothing is.

        Raises:
            The errors of `get`.
        """
        ...

    def save_state(self, uid: str, state: UserState) -> None:
        """Writes Rekindle's fields and leaves the app's own fields alone.

        Of the settings, only those that were set are written.
        """
        ...

    def save_learning(self, uid: str, state: Intake) -> None:
        """Writes the learning state, and since when the user is known, and nothing else.

        What follows from the profile or the settings must not change with them.
        """
        ...


class Collection(Protocol[M]):
    """A subcollection that every user has.

    In a transaction, all reads must come before the first write.
    """

    def get(self, uid: str, id_: str) -> M | None:
        """Returns the document, or None."""
        ...

    def get_many(self, uid: str, ids: Sequence[str], *, lenient: bool = False) -> list[M]:
        """Returns the documents that exist, in the order of `ids`, in one round trip.

        Raises:
            Unreadable: a document is malformed; with `lenient`, it is left out instead.
        """
        ...

    def query(
        self,
        uid: str,
        *where: Where,
        order: Order | None = None,
        limit: int | None = None,
        after: Cursor | None = None,
        strict: bool = False,
    ) -> list[M]:
        """Returns the documents that meet all conditions; malformed ones are left out.

        Raises:
            Unreadable: a document is malformed, and `strict` was asked for.
        """
        ...

    def cursors(
        self,
        uid: str,
        *where: Where,
        order: Order,
        limit: int | None = None,
        after: Cursor | None = None,
    ) -> list[Cursor]:
        """Returns where the documents that meet all conditions are, malformed ones included."""
        ...

    def count(self, uid: str, *where: Where) -> int:
        """Returns how many documents meet all conditions, malformed ones included.

        It bills one read for a thousand of them, and is not for transactions.
        """
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


class Spending(Protocol):
    """`spending/{key}`: US dollars booked on one day, kept outside the users' data.

    Keys are hashes, see `shared.learning.spending.spending_key`.
    """

    def get(self, key: str) -> float:
        """Returns the amount, 0 if nothing is stored."""
        ...

    def put(self, key: str, amount: float, expires_at: datetime) -> None:
        """Writes the amount, and when it may be deleted."""
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

    @property
    def setbacks(self) -> Collection[Setback]:
        """`users/{uid}/setbacks`."""
        ...

    @property
    def forgotten(self) -> Collection[ForgottenPage]:
        """`users/{uid}/derived`, the pages of forgotten keys."""
        ...

    @property
    def purges(self) -> Collection[Purge]:
        """`users/{uid}/derived`, the words that are being purged."""
        ...

    @property
    def imports(self) -> Collection[ImportRecord]:
        """`users/{uid}/derived`, how far each import has come."""
        ...

    @property
    def spending(self) -> Spending:
        """`spending`, which belongs to no user."""
        ...

    def learner(self, uid: str, batch_id: str) -> tuple[UserState | None, Batch | None]:
        """Returns the user's document and a batch, read together in one round trip.

        Raises:
            BeingErased: an erasure of the user has begun and is not complete.
        """
        ...

    def overview(self, uid: str) -> tuple[UserState, MemoryDigest]:
        """Returns the user's document and digest, read together in one round trip.

        Raises:
            BeingErased: an erasure of the user has begun and is not complete.
        """
        ...

    def overview_with(
        self, uid: str, notes: Sequence[str]
    ) -> tuple[Intake, MemoryDigest, dict[str, MemoryEntry]]:
        """Returns what decides about a new note, the digest, and those of the notes that exist.

        They are read together in one round trip; the notes come by id.

        Raises:
            BeingErased: an erasure of the user has begun and is not complete.
            Unreadable: a note is malformed.
        """
        ...

    def due_time(self, what: "DueKind", uid: str, id_: str) -> datetime | None:
        """Returns when a user's document of this kind is due, whatever else is in it.

        `id_` names a batch. For the other kinds it is the document that is due first. None if
        there is no such document, or it is not going to be due.
        """
        ...


DueKind = Literal["batches", "erasures", "decay", "memory", "embeddings", "changelog", "sessions"]
"""What can be due: the retry of a batch, the rest of an erasure, the decay of a profile, the
embedding of a note, or the expiry of a note, a changelog entry or a session."""


@dataclass(frozen=True)
class Due:
    """A document that is due.

    Attributes:
        uid: the user; empty if the document is not where Rekindle keeps documents of its kind, as
            when somebody nested it below another one.
        id: its id; empty for the user's own document.
        at: since when it is due.
        path: its full path, which makes it a cursor whatever the document is.
    """

    uid: str
    id: str
    at: datetime
    path: str = field(compare=False)


@dataclass(frozen=True)
class FoundSetback:
    """A stored setback with its user and full path; no setback if it is not readable or ours."""

    uid: str
    path: str
    setback: Setback | None


@dataclass(frozen=True)
class Erasure:
    """What one call of `Store.erase` did.

    Attributes:
        deleted: the number of documents it deleted, by the user's collections. Documents nested
            below others count for the collection they are in; `profile` is the user's own.
        complete: whether nothing is left.
    """

    deleted: dict[str, int]
    complete: bool


class Store(Records, Protocol):
    """The database."""

    def transact(self, work: Callable[[Records], T]) -> T:
        """Runs `work` in a transaction and returns its result.

        On contention `work` runs again, so it must have no side effects outside the database.

        Raises:
            Unavailable: every attempt lost to another transaction; nothing was changed.
        """
        ...

    def create_prompts(
        self, uid: str, prompts: Sequence[Prompt], *, together: bool = False
    ) -> list[bool]:
        """Creates each prompt unless it exists, in one round trip; returns which ones are new.

        With `together`, none is created if one of them exists.

        Raises:
            Unavailable: some prompts may not be stored; repeating the call stores the rest.
        """
        ...

    def mark_used(
        self, uid: str, preferences: Sequence[str], at: datetime, connection: str | None
    ) -> None:
        """Records when preferences were shown to an assistant, and through which connection.

        None is the user's own app. It reads nothing, and never brings back a user who was erased.
        """
        ...

    def erase(
        self,
        uid: str,
        resume_at: datetime,
        has_time: Callable[[], bool],
        *,
        only_begun: bool = False,
    ) -> Erasure:
        """Deletes everything under the user, page by page for as long as there is time.

        The user is marked first. From then on, reading the user's document raises BeingErased, so
        nothing is written by what reads it. The mark goes with the last document, in a transaction
        that finds nothing left. Repeat a call that is interrupted or incomplete.

        Args:
            uid: the user.
            resume_at: when maintenance continues if nobody else does.
            has_time: asked after every page.
            only_begun: whether to do nothing unless an erasure has begun. Without it, a late
                task would erase somebody who has come back.
        """
        ...

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        """Returns a page of the documents that are due, across all users, oldest first.

        The order is by time and full path, so each page is behind the one before.
        """
        ...

    def all_setbacks(self, limit: int, after: str | None) -> list[FoundSetback]:
        """Returns a page of all users' setbacks behind the path `after`, in order of paths."""
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
