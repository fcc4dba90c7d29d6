"""The engine: all databases of one server, their transactions and commits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from emulator.firestore.data.database import Clock, Database
from emulator.firestore.data.documents import Version
from emulator.firestore.data.index_file import DeclaredIndexes
from emulator.firestore.data.storage import Storage
from emulator.firestore.data.write_checks import check_write
from emulator.firestore.data.writes import Batch
from emulator.firestore.locking.lock_parties import Effect
from emulator.firestore.locking.transactions import Transaction, TransactionTable
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill
from emulator.firestore.wire.errors import FirestoreError, invalid_argument
from emulator.firestore.wire.names import check_database, split_name
from emulator.firestore.wire.protos import Message, timestamp_from_micros


class OpenDatabase:
    """One database in use: its documents and its transactions."""

    def __init__(
        self, name: str, clock: Clock, storage: Storage, declared: DeclaredIndexes | None
    ) -> None:
        self.documents = Database(name, clock, declared)
        self.transactions = TransactionTable(self.documents)
        self._storage = storage
        self._expired: list[tuple[str, int]] = []

    async def commit(
        self, writes: Sequence[Message], transaction: Transaction | None, bill: Bill
    ) -> tuple[int, list[Message]]:
        """Apply writes atomically, after waiting for conflicting locks.

        This ends the transaction, whether or not the commit succeeds, except when a write is
        invalid, whatever is stored: that is found before anything else happens.

        Returns:
            The commit time in microseconds since the epoch and the WriteResults.

        Raises:
            FirestoreError: When production refuses the commit; nothing has changed.
        """
        is_reading = transaction is not None and transaction.read_only
        if writes and is_reading:
            raise invalid_argument("Cannot modify entities in a read-only transaction")
        paths = [check_write(self.documents, write) for write in writes]
        party = transaction or self.transactions.outsider()
        locks = self.transactions.locks
        try:
            if not is_reading:
                written = [
                    path
                    for path, write in zip(paths, writes, strict=True)
                    if write.WhichOneof("operation") != "verify"
                ]
                await locks.write(party, written, lambda: self._preview(paths, writes))
            micros = self.documents.clock.commit()
            batch = Batch(self.documents, micros)
            results = [batch.apply(path, write) for path, write in zip(paths, writes, strict=True)]
            updates = batch.finish()
            if updates:
                effects = [
                    (path, self.documents.version(path).fields, version.fields)
                    for path, version in updates
                ]
                self._store(updates)
                locks.overtake(party, effects, micros)
                self.documents.install(micros, updates)
            for write in writes:
                _charge(bill, write)
            return micros, results
        except FirestoreError:
            if transaction is not None and transaction.doomed_at is not None:
                self.transactions.remember_loss(transaction, paths)
            raise
        finally:
            if transaction is not None:
                self.transactions.finish(transaction)

    def _store(self, updates: Sequence[tuple[str, Version]]) -> None:
        """Store new versions, before memory and other transactions see any of them.

        The versions that memory has dropped since the last commit leave the file with them. If
        storing fails, nothing has changed, and they leave with the next commit.
        """
        self._expired += self.documents.prune()
        self._storage.commit(self.documents.name, updates, self._expired)
        self._expired = []

    async def import_writes(self, writes: Sequence[Message]) -> None:
        """Store documents in one unbilled commit.

        Raises:
            FirestoreError: When a document cannot be stored; then none is.
        """
        await self.commit(writes, None, Bill(None))

    def _preview(self, paths: Sequence[str], writes: Sequence[Message]) -> list[Effect]:
        batch = Batch(self.documents, self.documents.clock.read() + 1)
        try:
            for path, write in zip(paths, writes, strict=True):
                copied = protos.Write()
                copied.CopyFrom(write)
                batch.apply(path, copied)
        except FirestoreError:
            return []
        return [
            (path, self.documents.version(path).fields, version.fields)
            for path, version in batch.finish()
        ]

    def clear(self) -> None:
        """Delete all documents and notify listeners; active transactions lose."""
        self.transactions.doom_all()
        micros = self.documents.clock.commit()
        updates = [
            (doc.path, doc.current._replace(update_time=micros, fields=None))
            for doc in list(self.documents.docs.values())
            if doc.fields is not None
        ]
        self._store(updates)
        self.documents.install(micros, updates)


class Engine:
    """All databases of one server, each opened on first use.

    Args:
        storage: Stores the commits.
        now_micros: Returns the current time in microseconds since the epoch.
        declared: The indexes that queries may use; with None, every query is answered.
    """

    def __init__(
        self,
        storage: Storage,
        now_micros: Callable[[], int],
        declared: DeclaredIndexes | None = None,
    ) -> None:
        self.clock = Clock(now_micros)
        self._storage = storage
        self._declared = declared
        self._open: dict[str, OpenDatabase] = {}
        for stored in storage.load():
            self.clock.advance_to(stored.version.update_time)
            self.database(stored.database).documents.restore(stored.path, stored.version)

    def database(self, name: str) -> OpenDatabase:
        """Return the database of this name.

        Raises:
            FirestoreError: INVALID_ARGUMENT when it is not a database name.
        """
        found = self._open.get(name)
        if found is None:
            found = OpenDatabase(check_database(name), self.clock, self._storage, self._declared)
            self._open[name] = found
        return found

    def database_of(self, name: str) -> tuple[OpenDatabase, str]:
        """Return the database of a document or parent name, and the path within it.

        Raises:
            FirestoreError: INVALID_ARGUMENT when the name is malformed.
        """
        database, path = split_name(name)
        return self.database(database), path

    def databases(self) -> list[OpenDatabase]:
        """Return all databases in use."""
        return list(self._open.values())

    def close(self) -> None:
        """Stop timers and close the storage."""
        for database in self._open.values():
            database.transactions.close()
        self._storage.close()


def _charge(bill: Bill, write: Message) -> None:
    operation = write.WhichOneof("operation")
    if operation == "verify":
        bill.read(1)
    else:
        bill.write(deleted=operation == "delete")


def commit_response(micros: int, results: Sequence[Message]) -> Message:
    """Build a CommitResponse."""
    return protos.CommitResponse(write_results=results, commit_time=timestamp_from_micros(micros))
