"""A commit that cannot be stored changes nothing."""

import asyncio
import sqlite3
from collections.abc import Iterable

import pytest

from emulator.firestore.data.database import HISTORY_MICROS
from emulator.firestore.data.documents import Version
from emulator.firestore.data.storage import MemoryStorage, SqliteStorage
from emulator.firestore.service.engine import Engine, OpenDatabase
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill, Usage

NAME = "projects/p/databases/(default)"


class FullDisk(MemoryStorage):
    """Fails when told to, and otherwise remembers what it was given."""

    def __init__(self) -> None:
        self.fails = False
        self.expired: list[tuple[str, int]] = []

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        expired: Iterable[tuple[str, int]],
    ) -> None:
        if self.fails:
            raise sqlite3.OperationalError("database or disk is full")
        self.expired += expired


class Server:
    """An engine on a disk that can fill up, and a clock."""

    def __init__(self) -> None:
        self.storage = FullDisk()
        self.micros = 1_000_000
        self.usage = Usage()
        self.database: OpenDatabase = Engine(self.storage, lambda: self.micros).database(NAME)

    async def put(self, path: str, number: int, transaction: bytes = b"") -> None:
        document = protos.Document(name=f"{NAME}/documents/{path}")
        document.fields["n"].integer_value = number
        party = self.database.transactions.get(transaction) if transaction else None
        await self.database.commit([protos.Write(update=document)], party, Bill(self.usage))

    async def fail(self, path: str) -> None:
        self.storage.fails = True
        with pytest.raises(sqlite3.OperationalError):
            await self.put(path, 99)
        self.storage.fails = False

    @property
    def state(self) -> object:
        documents = self.database.documents
        held = {
            path: (doc.current, tuple(doc.history or ())) for path, doc in documents.docs.items()
        }
        return held, self.usage.writes


def test_documents_bills_and_listeners_see_nothing_of_it() -> None:
    async def scenario() -> None:
        server = Server()
        await server.put("c/a", 1)
        seen: list[int] = []
        server.database.documents.observers.append(lambda micros, _changes: seen.append(micros))
        before = server.state
        await server.fail("c/a")
        await server.fail("c/new")
        assert (server.state, seen) == (before, [])
        await server.put("c/a", 2)
        assert len(seen) == 1

    asyncio.run(scenario())


def test_old_versions_leave_the_file_with_the_next_commit() -> None:
    async def scenario() -> None:
        server = Server()
        await server.put("c/a", 1)
        await server.put("c/a", 2)
        server.micros += 2 * HISTORY_MICROS
        await server.fail("c/b")
        await server.put("c/b", 1)
        assert [path for path, _ in server.storage.expired] == ["c/a"]

    asyncio.run(scenario())


def test_a_transaction_that_it_would_have_overtaken_goes_on() -> None:
    async def scenario() -> None:
        server = Server()
        await server.put("c/a", 1)
        transactions = server.database.transactions
        options = protos.BeginTransactionRequest(options={"read_write": {}}).options
        first, second = (transactions.begin(options) for _ in range(2))
        for one in (first, second):
            await transactions.locks.read(one, "c/a")
        server.storage.fails = True
        with pytest.raises(sqlite3.OperationalError):
            await server.put("c/a", 2, first.id)
        server.storage.fails = False
        assert second.doomed_at is None
        await server.put("c/a", 3, second.id)

    asyncio.run(scenario())


def test_a_failed_commit_can_be_repeated_on_a_real_file(tmp_path) -> None:
    storage = SqliteStorage(tmp_path / "f.sqlite")
    version = Version(1, 1, b"x")
    storage.commit(NAME, [("c/a", version)], [])
    with pytest.raises(sqlite3.IntegrityError):
        storage.commit(NAME, [("c/b", Version(2, 2, b"y")), ("c/a", version)], [])
    storage.commit(NAME, [("c/b", Version(2, 2, b"y"))], [])
    storage.close()
    again = SqliteStorage(tmp_path / "f.sqlite")
    assert [(item.path, item.version) for item in again.load()] == [
        ("c/a", version),
        ("c/b", Version(2, 2, b"y")),
    ]
    again.close()


def test_a_file_that_still_names_deleted_documents_forgets_the_names(tmp_path) -> None:
    """Earlier versions kept a row of each for an hour, to know when it was deleted."""
    path = tmp_path / "f.sqlite"
    storage = SqliteStorage(path)
    storage.commit(NAME, [("c/kept", Version(1, 1, b"x"))], [])
    rows = [(NAME, "c/harebell", 2, 2, None), (NAME, "c/harebell2", 3, 3, None)]
    storage.file.connection.executemany("INSERT INTO versions VALUES (?, ?, ?, ?, ?)", rows)
    storage.close()
    assert b"harebell" in path.read_bytes()
    again = SqliteStorage(path)
    assert [item.path for item in again.load()] == ["c/kept"]
    assert list(again.deletions()) == [(NAME, 3)]
    again.close()
    assert b"harebell" not in path.read_bytes()
