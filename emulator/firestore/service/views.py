"""Views: the newest versions, those of a past time, or a transaction's snapshot."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.firestore.data.documents import ABSENT, Doc, Version
from emulator.firestore.locking.transactions import Transaction
from emulator.firestore.query.execution import Result, run_plan
from emulator.firestore.query.plans import Plan, Row
from emulator.firestore.query.required_indexes import require_index
from emulator.firestore.service.engine import OpenDatabase
from emulator.firestore.wire.protos import Message, micros_from_timestamp


class View:
    """The consistent state of a database that one request reads.

    Args:
        database: The database.
        request: A request with some of ``transaction``, ``new_transaction``, ``read_time``.

    Raises:
        FirestoreError: When the transaction or the read time is not valid.

    Attributes:
        new_transaction: The id of the transaction that the request began, else empty.
    """

    def __init__(self, database: OpenDatabase, request: Message) -> None:
        self.database = database
        self.new_transaction = b""
        self._transaction: Transaction | None = None
        self._micros: int | None = None
        selector = request.WhichOneof("consistency_selector")
        if selector == "transaction":
            self._transaction = database.transactions.get(request.transaction)
        elif selector == "new_transaction":
            self._transaction = database.transactions.begin(request.new_transaction)
            self.new_transaction = self._transaction.id
        elif selector == "read_time":
            wanted = micros_from_timestamp(request.read_time)
            self._micros = database.documents.check_read_time(wanted)

    @property
    def _locking_transaction(self) -> Transaction | None:
        transaction = self._transaction
        if transaction is None or transaction.read_only or transaction.doomed_at is not None:
            return None
        return transaction

    @property
    def snapshot(self) -> int | None:
        """The past time to read at, in microseconds; None for the newest versions."""
        if self._transaction is not None:
            if self._transaction.read_only:
                return self._transaction.read_time
            return self._transaction.doomed_at
        return self._micros

    def read_time(self) -> int:
        """Return the read time to report, in microseconds."""
        snapshot = self.snapshot
        return self.database.documents.clock.read() if snapshot is None else snapshot

    async def lock(self, paths: Sequence[str]) -> None:
        """Lock documents for reading if this view belongs to a read-write transaction."""
        locks = self.database.transactions.locks
        for path in paths:
            transaction = self._locking_transaction
            if transaction is None:
                return
            await locks.read(transaction, path)

    def version(self, path: str) -> Version:
        """Return a document's version; in a read-write transaction, lock it first."""
        return self.database.documents.version(path, self.snapshot)

    async def run(self, plan: Plan) -> Result:
        """Run a query; in a read-write transaction, lock its result.

        Raises:
            FirestoreError: FAILED_PRECONDITION when it needs an index that is not declared.
        """
        require_index(self.database.documents.declared, plan)
        locks = self.database.transactions.locks
        while True:
            result = run_plan(plan, self.snapshot)
            transaction = self._locking_transaction
            if transaction is None:
                return result
            paths = [row.doc.path for row in result.rows]
            blocked = next((path for path in paths if not locks.can_read(transaction, path)), None)
            if blocked is None:
                for path in paths:
                    await locks.read(transaction, path)
                locks.read_range(transaction, _membership(plan, result))
                return result
            await locks.read(transaction, blocked)


class _Membership:
    """Tells whether a document belongs to the part of a result that a query has read."""

    def __init__(self, plan: Plan, last: Row | None) -> None:
        self._plan = plan
        self._last = last

    def __call__(self, path: str, fields: bytes | None) -> bool:
        if fields is None or not self._plan.in_scope(path):
            return False
        row = Row(Doc(path), ABSENT._replace(fields=fields))
        if not self._plan.matches(row) or not self._plan.is_within(row):
            return False
        if self._last is None:
            return True
        pair = [self._last, row]
        self._plan.sort(pair)
        return pair[0] is row


def _membership(plan: Plan, result: Result) -> _Membership:
    # A query that stopped at its limit has read nothing that sorts after its last row.
    stopped = plan.limit is not None and len(result.rows) >= plan.limit and bool(result.rows)
    return _Membership(plan, result.rows[-1] if stopped else None)
