"""Transactions: begin and end, read times, retries and expiry."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from emulator.firestore.data.database import Database
from emulator.firestore.locking.lock_parties import Party
from emulator.firestore.locking.locks import LockTable
from emulator.firestore.wire.errors import invalid_argument, invalid_transaction
from emulator.firestore.wire.protos import Message, micros_from_timestamp

IDLE_SECONDS = 60.0
TOTAL_SECONDS = 270.0

_REMEMBERED = 10_000
_ID_START = b"\x0a"
_ID_BYTES = 17
_SWEEP_SECONDS = 1.0


class Transaction(Party):
    """One transaction.

    Attributes:
        id: The opaque id clients refer to it by.
        read_time: The time a read-only one reads at, in microseconds since the epoch; else None.
        first_attempt: The id of the first attempt that this one retries, or its own id.
    """

    def __init__(
        self,
        transaction_id: bytes,
        seniority: int,
        started: float,
        read_time: int | None,
        first_attempt: bytes,
        wants_exclusive: frozenset[str],
    ) -> None:
        super().__init__(seniority, wants_exclusive)
        self.id = transaction_id
        self.read_time = read_time
        self.first_attempt = first_attempt
        self.started = started
        self.last_used = started

    @property
    def read_only(self) -> bool:
        """Whether it is read-only."""
        return self.read_time is not None


class TransactionTable:
    """The transactions of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.locks = LockTable(database.clock.read)
        self._active: dict[bytes, Transaction] = {}
        self._attempts: OrderedDict[bytes, tuple[int, frozenset[str]]] = OrderedDict()
        self._ended: OrderedDict[bytes, None] = OrderedDict()
        self._counter = 0
        self._sweep: asyncio.TimerHandle | None = None

    def begin(self, options: Message) -> Transaction:
        """Start a transaction with the given TransactionOptions.

        Raises:
            FirestoreError: When the read time is out of range, or the transaction to retry has a
                malformed id. A well-formed id may be from before a restart, and is taken.
        """
        retried: bytes = options.read_write.retry_transaction
        if retried and not _is_well_formed(retried):
            raise invalid_argument("Invalid transaction.")
        self._counter += 1
        seniority = self._counter
        loop = asyncio.get_running_loop()
        transaction_id = _ID_START + self._database.clock.read().to_bytes(8, "big")
        transaction_id += seniority.to_bytes(8, "big")
        read_time: int | None = None
        first_attempt = transaction_id
        exclusive: frozenset[str] = frozenset()
        if options.WhichOneof("mode") == "read_only":
            if options.read_only.HasField("read_time"):
                wanted = micros_from_timestamp(options.read_only.read_time)
                read_time = self._database.check_read_time(wanted)
            else:
                read_time = self._database.clock.read()
        elif retried:
            first_attempt = retried
            earlier = self._attempts.get(first_attempt)
            if earlier is not None:
                seniority, exclusive = earlier
        transaction = Transaction(
            transaction_id, seniority, loop.time(), read_time, first_attempt, exclusive
        )
        self._active[transaction_id] = transaction
        if self._sweep is None:
            self._sweep = loop.call_later(_SWEEP_SECONDS, self._sweep_and_continue)
        return transaction

    def get(self, transaction_id: bytes) -> Transaction:
        """Return an active transaction and mark it as used.

        Raises:
            FirestoreError: INVALID_ARGUMENT when the id is unknown, finished or expired.
        """
        transaction = self._active.get(transaction_id)
        if transaction is None:
            if not transaction_id:
                raise invalid_argument("Missing transaction id.")
            raise invalid_transaction()
        transaction.last_used = asyncio.get_running_loop().time()
        return transaction

    def outsider(self) -> Party:
        """Return a party for a commit outside any transaction."""
        self._counter += 1
        return Party(self._counter)

    def rollback(self, transaction_id: bytes) -> None:
        """End a transaction without effect; does nothing for one that has ended, in any way.

        Clients roll back after a commit that was refused, and report the failure of that instead.

        Raises:
            FirestoreError: INVALID_ARGUMENT when the id is unknown, or the transaction expired.
        """
        if transaction_id in self._ended:
            return
        self.finish(self.get(transaction_id))

    def lose(self, transaction_id: bytes) -> None:
        """End a transaction as lost; does nothing for one that is unknown or has ended."""
        transaction = self._active.get(transaction_id)
        if transaction is not None:
            self.locks.doom(transaction)
            self.remember_loss(transaction, ())
            self.finish(transaction)

    def finish(self, transaction: Transaction) -> None:
        """End a transaction, whatever its outcome."""
        self._active.pop(transaction.id, None)
        self.locks.release(transaction)
        self._ended[transaction.id] = None
        _forget_oldest(self._ended)

    def _expire(self, transaction: Transaction) -> None:
        self._active.pop(transaction.id, None)
        self.locks.doom(transaction)

    def remember_loss(self, transaction: Transaction, paths: Iterable[str]) -> None:
        """Record what a refused commit wanted to write, for its retry."""
        paths = list(paths)
        self.locks.note_contention(paths)
        seniority, known = self._attempts.pop(
            transaction.first_attempt, (transaction.seniority, frozenset())
        )
        self._attempts[transaction.first_attempt] = (seniority, known.union(paths))
        _forget_oldest(self._attempts)

    def doom_all(self) -> None:
        """Make all active transactions lose."""
        for transaction in self._active.values():
            self.locks.doom(transaction)

    def abandon(self, idle_for: float) -> None:
        """Expire the transactions that were not used for this many seconds."""
        now = asyncio.get_running_loop().time()
        for transaction in list(self._active.values()):
            if now - transaction.last_used >= idle_for:
                self._expire(transaction)

    def close(self) -> None:
        """Stop the timer."""
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None

    def expire(self, now: float) -> None:
        """Expire the transactions that were idle or open for too long.

        Args:
            now: The current time in seconds, by the running loop's clock.
        """
        for transaction in list(self._active.values()):
            if transaction.waiting is not None:
                transaction.last_used = now
            idle = now - transaction.last_used
            if idle > IDLE_SECONDS or now - transaction.started > TOTAL_SECONDS:
                self._expire(transaction)

    def _sweep_and_continue(self) -> None:
        loop = asyncio.get_running_loop()
        self.expire(loop.time())
        self._sweep = (
            loop.call_later(_SWEEP_SECONDS, self._sweep_and_continue) if self._active else None
        )


def _is_well_formed(transaction_id: bytes) -> bool:
    return len(transaction_id) == _ID_BYTES and transaction_id.startswith(_ID_START)


def _forget_oldest(table: OrderedDict[bytes, Any]) -> None:
    while len(table) > _REMEMBERED:
        table.popitem(last=False)
