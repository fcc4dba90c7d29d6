"""The ports of operators: figures across all users, who looked at them, and who was erased.

None of them reads content. The Firestore adapter asks the database for the named fields alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from shared.documents.operating import Erased, Look, Run
from shared.documents.setbacks import Setback
from shared.ports import Cursor

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list.

    Attributes:
        items: what could be read of it.
        after: where the next page begins; None if this is the last.
    """

    items: list[T]
    after: Cursor | None = None


@dataclass(frozen=True)
class Account:
    """The size of one user's data, as their documents have it.

    Attributes:
        uid: the user.
        since: when Rekindle first wrote for them; None if it has not.
        written_at: when their document or the digest of their notes was last written.
        version: the version of their profile.
        analyzed: how many prompts were analyzed.
        pending: how many prompts wait for their batch.
        in_flight, waiting, failed: how many batches have a task, wait in line, and failed last.
        archived: how many notes the archive holds.
        size: how many bytes all notes take, as search stores them.
        spent_on: the last day with an analysis, as YYYY-MM-DD; empty if there was none.
        spent: US dollars of that day.
        reserved: US dollars of that day for calls whose cost is not known yet.
        spent_total: US dollars of all days.
        erasing: whether an erasure has begun.
    """

    uid: str
    since: datetime | None = None
    written_at: datetime | None = None
    version: int = 0
    analyzed: int = 0
    pending: int = 0
    in_flight: int = 0
    waiting: int = 0
    failed: int = 0
    archived: int = 0
    size: int = 0
    spent_on: str = ""
    spent: float = 0.0
    reserved: float = 0.0
    spent_total: float = 0.0
    erasing: bool = False


@dataclass(frozen=True)
class FailedBatch:
    """A batch that failed, without what was in it.

    Attributes:
        uid: the user.
        id: its id.
        reason: why it failed, in upper snake case; empty if that is not known.
        trigger: what formed it: `interval` or `refresh`.
        prompts: how many prompts it has.
        attempts: how often a worker has leased it.
        drives: how often it was queued again.
        created_at, finished_at: when it was formed, and when it failed.
        retry_at: when maintenance tries it again; None if it does not.
    """

    uid: str
    id: str
    reason: str
    trigger: str
    prompts: int
    attempts: int
    drives: int
    created_at: datetime | None
    finished_at: datetime
    retry_at: datetime | None


@dataclass(frozen=True)
class Parked:
    """A parked setback with its user."""

    uid: str
    setback: Setback


class OperatorStore(Protocol):
    """Pages across all users. Every method may raise Unavailable.

    A page's cursor holds the value that the list is ordered by and what tells the last document
    from others with that value: the uid, the id, or the full path.
    """

    def accounts(self, limit: int, after: Cursor | None) -> Page[Account]:
        """Returns a page of the users, in the order of their documents' ids.

        A user is whoever has any document, be it notes alone. The cursor belongs to the store.
        """
        ...

    def uids(self, limit: int, after: Cursor | None) -> Page[str]:
        """Returns the uids of such a page."""
        ...

    def account(self, uid: str) -> Account | None:
        """Returns one user, or None if there is no document of theirs."""
        ...

    def spenders(self, day: str, limit: int, after: Cursor | None) -> Page[Account]:
        """Returns a page of the users with an analysis on a day; who spent most comes first.

        Their notes are not counted.
        """
        ...

    def amounts(self, keys: Sequence[str]) -> dict[str, float]:
        """Returns the stored amounts of `shared.ports.Spending`, by key, in one round trip."""
        ...

    def failed_batches(self, limit: int, after: Cursor | None) -> Page[FailedBatch]:
        """Returns a page of failed batches, the last to fail first."""
        ...

    def parked(self, limit: int, after: Cursor | None) -> Page[Parked]:
        """Returns a page of parked work, the longest parked first."""
        ...

    def add_look(self, look: Look) -> None:
        """Stores a look."""
        ...

    def looks(self, limit: int, after: Cursor | None, mark: str | None = None) -> Page[Look]:
        """Returns a page of looks, the newest first; with a mark, those at that user."""
        ...

    def add_erased(self, erased: Erased) -> None:
        """Stores an erasure."""
        ...

    def erased(self, since: datetime, limit: int, after: Cursor | None) -> Page[Erased]:
        """Returns a page of the erasures that began at or after a time, the newest first."""
        ...

    def add_run(self, run: Run) -> None:
        """Stores a run."""
        ...

    def runs(self, limit: int, after: Cursor | None) -> Page[Run]:
        """Returns a page of runs, the newest first."""
        ...


class Seals(Protocol):
    """Turns what identifies somebody into an id that only this deployment can read back."""

    def seal(self, kind: str, *parts: str) -> str:
        """Returns the id, always the same for the same kind and parts; safe in a path."""
        ...

    def open(self, kind: str, sealed: str, parts: int) -> list[str] | None:
        """Returns the parts, or None if this deployment never sealed them as that kind."""
        ...
