"""The port of access without a database; see `in_memory_store`."""

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from shared.access.ports import AccessRecords
from shared.base.reading import readable
from shared.documents.access import Client, Code, Connection

T = TypeVar("T")
Tables = dict[str, dict[str, dict[str, Any]]]


class InMemoryTable:
    """A collection of documents by key."""

    def __init__(self, documents: dict[str, dict[str, Any]], model: Any, *, writable: bool) -> None:
        self._documents = documents
        self._model = model
        self._writable = writable

    def get(self, key: str) -> Any:
        fields = self._documents.get(key)
        return readable(self._model, fields) if fields is not None else None

    def of(self, uid: str) -> dict[str, Any]:
        return {
            key: readable(self._model, fields)
            for key, fields in self._documents.items()
            if fields.get("uid") == uid
        }

    def owners(self, limit: int, after: str | None) -> list[tuple[str, str]]:
        behind = sorted(key for key in self._documents if after is None or key > after)
        return [(key, self._documents[key].get("uid", "")) for key in behind[:limit]]

    def save(self, key: str, item: Any) -> None:
        self._check()
        self._documents[key] = item.model_dump(by_alias=True, exclude_none=True)

    def delete(self, key: str) -> None:
        self._check()
        self._documents.pop(key, None)

    def _check(self) -> None:
        if not self._writable:
            raise RuntimeError("writes belong in a transaction")


class InMemoryAccessRecords:
    """The three collections."""

    def __init__(self, tables: Tables, *, writable: bool) -> None:
        self.connections = InMemoryTable(tables["connections"], Connection, writable=writable)
        self.codes = InMemoryTable(tables["codes"], Code, writable=writable)
        self.clients = InMemoryTable(tables["clients"], Client, writable=writable)


class InMemoryAccess(InMemoryAccessRecords):
    """Implements `shared.access.ports.AccessStore`. Transactions run one after the other."""

    def __init__(self) -> None:
        self.tables: Tables = {"connections": {}, "codes": {}, "clients": {}}
        self._lock = threading.RLock()
        super().__init__(self.tables, writable=False)

    def transact(self, work: Callable[[AccessRecords], T]) -> T:
        with self._lock:
            copy = {name: dict(documents) for name, documents in self.tables.items()}
            result = work(InMemoryAccessRecords(copy, writable=True))
            for name, documents in copy.items():
                self.tables[name].clear()
                self.tables[name].update(documents)
            return result

    def count_use(self, key: str, reads: int, at: datetime) -> None:
        with self._lock:
            fields = self.tables["connections"].get(key)
            if fields is not None:
                counted = {"lastUsedAt": at, "reads": fields.get("reads", 0) + reads}
                self.tables["connections"][key] = {**fields, **counted}
