"""Transactions as the clients run them: contention, isolation, snapshots, expiry."""

import asyncio
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from google.cloud import firestore

from emulator.firestore.data.database import Clock, Database
from emulator.firestore.locking.transactions import IDLE_SECONDS, TOTAL_SECONDS, TransactionTable
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import FirestoreError
from tests.support.engines import NAMED, Engine, needs_embedded
from tests.support.firestore_support import Raw, make_client, value

in_turn = needs_embedded(
    "in hidane, transactions that read and write one document wait for each other for 2 s"
)
THREADS = 8
TRANSACTIONS = 20


@firestore.transactional
def increment(transaction: firestore.Transaction, document: Any) -> None:
    count = document.get(transaction=transaction).get("n")
    transaction.update(document, {"n": count + 1})


@in_turn
def test_contending_threads_lose_no_increment(server: Engine, project: str) -> None:
    client = make_client(server.address, project)
    document = client.document("c/counter")
    document.set({"n": 0})

    def work(_: int) -> None:
        for _ in range(TRANSACTIONS):
            increment(client.transaction(), document)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    assert document.get().get("n") == THREADS * TRANSACTIONS


def test_transfers_between_documents_keep_the_sum(server: Engine, project: str) -> None:
    client = make_client(server.address, project)
    accounts = [client.document(f"c/{name}") for name in "abc"]
    for account in accounts:
        account.set({"n": 100})

    @firestore.transactional
    def move(transaction: firestore.Transaction, source: Any, target: Any) -> None:
        left = source.get(transaction=transaction).get("n")
        right = target.get(transaction=transaction).get("n")
        transaction.update(source, {"n": left - 1})
        transaction.update(target, {"n": right + 1})

    def work(number: int) -> int:
        done = 0
        for step in range(10):
            source, target = accounts[(number + step) % 3], accounts[(number + step + 1) % 3]
            try:
                move(client.transaction(), source, target)
            except ValueError:
                # The client gave up after five attempts, so nothing may have changed.
                continue
            done += 1
        return done

    with ThreadPoolExecutor(4) as pool:
        done = sum(pool.map(work, range(4)))
    assert sum(account.get().get("n") for account in accounts) == 300
    assert done > 0


def read(raw: Raw, transaction: bytes, path: str = "c/d") -> Any:
    return raw.get(path, transaction=transaction)


def in_background(call: Any, *arguments: Any, **options: Any) -> "Future[Any]":
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(call(*arguments, **options))
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def is_waiting(raw: Raw, future: "Future[Any]") -> bool:
    """Whether a call still waits after it had every chance to finish."""
    for _ in range(20):
        raw.get("elsewhere/d")
    return not future.done()


def test_a_plain_write_waits_for_a_transaction_that_read(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    transaction = raw.begin(read_write={})
    assert read(raw, transaction).found.fields["n"] == value(1)
    writing = in_background(raw.commit, raw.put("c/d", n=9))
    assert is_waiting(raw, writing)
    raw.commit(raw.put("c/d", n=2), transaction=transaction)
    writing.result(10)
    assert raw.get("c/d").found.fields["n"] == value(9)


@in_turn
def test_the_first_reader_wins_and_the_other_is_aborted(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    first, second = raw.begin(read_write={}), raw.begin(read_write={})
    read(raw, first)
    read(raw, second)
    losing = in_background(raw.commit, raw.put("c/d", n=3), transaction=second)
    assert is_waiting(raw, losing)
    raw.commit(raw.put("c/d", n=2), transaction=first)
    with pytest.raises(grpc.RpcError) as error:
        losing.result(10)
    assert error.value.code().name == "ABORTED"
    assert "cross-transaction contention" in error.value.details()
    assert raw.get("c/d").found.fields["n"] == value(2)


@in_turn
def test_a_loser_reads_on_from_its_own_snapshot(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1), raw.put("c/b", n=1))
    first, second = raw.begin(read_write={}), raw.begin(read_write={})
    read(raw, first, "c/a")
    read(raw, second, "c/a")
    raw.commit(raw.put("c/a", n=2), raw.put("c/b", n=2), transaction=first)
    assert read(raw, second, "c/b").found.fields["n"] == value(1)
    with pytest.raises(grpc.RpcError) as error:
        raw.commit(raw.put("c/b", n=3), transaction=second)
    assert error.value.code().name == "ABORTED"
    raw.rollback(second)


def test_rolling_back_lets_others_go_on(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    transaction = raw.begin(read_write={})
    read(raw, transaction)
    writing = in_background(raw.commit, raw.put("c/d", n=2))
    assert is_waiting(raw, writing)
    raw.rollback(transaction)
    writing.result(10)


@needs_embedded("hidane may carry out a commit whose caller has gone")
def test_a_client_that_gives_up_waiting_leaves_no_trace(raw: Raw, server: Engine) -> None:
    raw.commit(raw.put("c/d", n=1))
    transaction = raw.begin(read_write={})
    read(raw, transaction)
    call = raw.channel.unary_unary(
        "/google.firestore.v1.Firestore/Commit",
        protos.CommitRequest.SerializeToString,
        protos.CommitResponse.FromString,
    )
    request = protos.CommitRequest(database=raw.database, writes=[raw.put("c/d", n=5)])
    with pytest.raises(grpc.RpcError) as error:
        call(request, timeout=0.2, metadata=raw.metadata)
    assert error.value.code().name == "DEADLINE_EXCEEDED"
    raw.commit(raw.put("c/d", n=2), transaction=transaction)
    assert raw.get("c/d").found.fields["n"] == value(2)


@needs_embedded("hidane lets no document into a collection that a transaction has queried")
def test_nothing_enters_a_query_that_was_read(raw: Raw) -> None:
    query = protos.StructuredQuery(from_=[{"collection_id": "c"}])
    item = query.where.field_filter
    item.field.field_path, item.op, item.value.integer_value = "n", 5, 1
    transaction = raw.begin(read_write={})
    assert raw.query(query, transaction=transaction) == []
    raw.commit(raw.put("c/other", n=2))
    entering = in_background(raw.commit, raw.put("c/d", n=1))
    assert is_waiting(raw, entering)
    raw.commit(raw.put("c/seen", empty=True), transaction=transaction)
    entering.result(10)


def test_read_only_transactions_see_one_moment_and_wait_for_nobody(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    locking, reading = raw.begin(read_write={}), raw.begin(read_only={})
    read(raw, locking)
    raw.commit(raw.put("c/d", n=2), transaction=locking)
    assert read(raw, reading).found.fields["n"] == value(1)
    with pytest.raises(grpc.RpcError) as error:
        raw.commit(raw.put("c/d", n=3), transaction=reading)
    assert error.value.code().name == "INVALID_ARGUMENT"
    assert "read-only transaction" in error.value.details()


@pytest.mark.parametrize("transaction", [b"nonsense", b"\x0a" + bytes(16)])
def test_unknown_transactions_are_refused(raw: Raw, transaction: bytes) -> None:
    for call in (
        lambda: raw.commit(raw.put("c/d"), transaction=transaction),
        lambda: read(raw, transaction),
        lambda: raw.rollback(transaction),
    ):
        with pytest.raises(grpc.RpcError) as error:
            call()
        assert error.value.code().name == "INVALID_ARGUMENT"
        assert NAMED is not None or "expired or is no longer valid" in error.value.details()


@needs_embedded("hidane names the transaction in a response of its own, before the document")
def test_a_read_can_begin_a_transaction(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    response = raw.get("c/d", new_transaction={"read_write": {}})
    assert response.transaction
    raw.commit(raw.put("c/d", n=2), transaction=response.transaction)
    with pytest.raises(grpc.RpcError):
        raw.commit(raw.put("c/d", n=3), transaction=response.transaction)


@pytest.mark.parametrize("seconds", [IDLE_SECONDS + 1, TOTAL_SECONDS + 1])
def test_transactions_expire(seconds: float) -> None:
    async def scenario() -> None:
        database = Database("projects/p/databases/d", Clock(lambda: 1))
        table = TransactionTable(database)
        transaction = table.begin(protos.BeginTransactionRequest().options)
        await table.locks.read(transaction, "c/d")
        now = asyncio.get_running_loop().time()
        table.expire(now + IDLE_SECONDS - 1)
        assert table.get(transaction.id) is transaction
        table.expire(now + seconds)
        with pytest.raises(FirestoreError):
            table.get(transaction.id)
        outsider = table.outsider()
        await table.locks.write(outsider, ["c/d"], list)
        table.close()

    asyncio.run(scenario())
