"""The port of access: three collections that belong to no user's documents."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar

from shared.base.model import Model
from shared.documents.access import Client, Code, Connection

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class Table(Protocol[M]):
    """A collection of documents by key. In a transaction, reads come before writes."""

    def get(self, key: str) -> M | None:
        """Returns a document, or None."""
        ...

    def of(self, uid: str) -> dict[str, M]:
        """Returns a user's documents, by key; malformed ones are left out."""
        ...

    def owners(self, limit: int, after: str | None) -> list[tuple[str, str]]:
        """Returns a page of keys, each with the uid of the document; the keys ascend."""
        ...

    def save(self, key: str, item: M) -> None:
        """Writes the whole document."""
        ...

    def delete(self, key: str) -> None:
        """Removes the document if it exists."""
        ...


class AccessRecords(Protocol):
    """All three: one consistent snapshot in a transaction, separate reads outside of one."""

    @property
    def connections(self) -> Table[Connection]:
        """`connections`."""
        ...

    @property
    def codes(self) -> Table[Code]:
        """`codes`."""
        ...

    @property
    def clients(self) -> Table[Client]:
        """`clients`."""
        ...


class AccessStore(AccessRecords, Protocol):
    """The database."""

    def transact(self, work: Callable[[AccessRecords], T]) -> T:
        """Runs `work` in a transaction and returns its result. `work` may run more than once.

        Raises:
            Unavailable: every attempt lost to another transaction; nothing was changed.
        """
        ...

    def count_use(self, key: str, reads: int, at: datetime) -> None:
        """Adds to the use of a connection without reading it; one that is gone stays gone."""
        ...
