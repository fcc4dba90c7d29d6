"""The Firestore adapter keeps deadlines, whatever the database does."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from adapters.firestore import FirestoreStore
from adapters.firestore.client import GuardedClient
from adapters.firestore.rates import FirestoreRates
from emulator.firestore.wire.errors import FirestoreError, invalid_transaction
from emulator.firestore.wire.http2.status import StatusCode
from shared.base.breaker import Breaker, Rules
from shared.base.clock import system_clock
from shared.base.deadline import within
from shared.base.errors import FailedPrecondition, NotFound, Unavailable
from shared.documents.learning import Prompt
from shared.documents.user import UserState
from shared.ports import Where
from tests.support.firestore_support import ServerThread, emulator_host, fresh_project

LIMIT = 0.3
"""Seconds that each call gets here."""
LATE = 5
"""How many times that long it may take on a busy machine; without deadlines, it is hundreds."""
CALLERS, CUTS = 32, 4
NOW = system_clock()
PROMPT = Prompt(id="p", content="hello", recorded_at=NOW, created_at=NOW)


def fill(records):
    """Uses every kind of call that a transaction makes."""
    records.memory.query("u", Where("tier", "==", "memory"))
    state = records.users.get("u") or UserState()
    records.users.save_state("u", state)


CALLS = {
    "get": lambda store: store.users.get("u"),
    "get_many": lambda store: store.prompts.get_many("u", ["a", "b", "c"]),
    "overview": lambda store: store.overview("u"),
    "query": lambda store: store.memory.query("u"),
    "nearest": lambda store: store.memory.nearest_entries("u", [1.0, 0.0], 3),
    "vectors": lambda store: store.memory.vectors_of("u", ["a"]),
    "due": lambda store: store.due("memory", NOW, 10, None),
    "create_prompts": lambda store: store.create_prompts("u", [PROMPT]),
    "create_together": lambda store: store.create_prompts("u", [PROMPT], together=True),
    "mark_used": lambda store: store.mark_used("u", ["a"], NOW, "c"),
    "transact": lambda store: store.transact(fill),
    "erase": lambda store: store.erase("u", NOW, lambda: True),
    "rates": lambda store: FirestoreRates(store._client, system_clock).take_share("k", 1, 1, 9),
}
"""Every call that the domain makes of the database."""


class Trouble:
    """Hangs or fails in chosen methods of the database."""

    def __init__(self):
        self.hang = set()
        self.fail = {}
        self.asked = []

    async def before_call(self, method):
        await self._meet(method)

    async def before_commit(self, writes):
        await self._meet("Commit")

    async def after_commit(self, state):
        pass

    async def _meet(self, method):
        self.asked.append(method)
        if method in self.hang:
            await asyncio.sleep(30)
        if method in self.fail:
            raise self.fail[method]


def connect(address, breaker=None):
    with emulator_host(address):
        return FirestoreStore(GuardedClient(fresh_project(), breaker or Breaker()))


@pytest.fixture(scope="module")
def nobody() -> str:
    """A port at which nobody listens: connections are refused."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    return f"127.0.0.1:{port}"


@pytest.fixture(scope="module")
def silence() -> Iterator[str]:
    """A port that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture(scope="module")
def trouble() -> Trouble:
    return Trouble()


@pytest.fixture(scope="module")
def server(trouble) -> Iterator[ServerThread]:
    with ServerThread(interference=trouble) as running:
        yield running


@pytest.fixture
def troubled(trouble, server):
    trouble.hang, trouble.fail, trouble.asked = set(), {}, []
    yield connect(server.address)
    trouble.hang, trouble.fail = set(), {}


def refused_in_time(store, call):
    started = time.monotonic()
    with pytest.raises(Unavailable) as raised, within(LIMIT):
        call(store)
    assert time.monotonic() - started < LATE * LIMIT
    assert raised.value.retry_after >= 1


@pytest.mark.parametrize("name", CALLS)
def test_a_database_that_refuses_connections(nobody, name):
    refused_in_time(connect(nobody), CALLS[name])


@pytest.mark.parametrize("name", CALLS)
def test_a_database_that_never_answers(silence, name):
    refused_in_time(connect(silence), CALLS[name])


@pytest.mark.parametrize("method", ["BatchGetDocuments", "RunQuery", "Commit"])
def test_a_transaction_that_hangs_at_any_of_its_calls(troubled, trouble, method):
    trouble.hang = {method, "Rollback"}
    refused_in_time(troubled, CALLS["transact"])


@pytest.mark.parametrize("code", ["UNAVAILABLE", "INTERNAL", "RESOURCE_EXHAUSTED"])
def test_a_transaction_that_cannot_begin_may_be_tried_again(troubled, trouble, code):
    trouble.fail = {"BatchGetDocuments": FirestoreError(StatusCode[code], "no")}
    refused_in_time(troubled, CALLS["transact"])


@pytest.mark.parametrize("method", ["BatchGetDocuments", "RunQuery"])
@pytest.mark.parametrize(
    "error", [FirestoreError(StatusCode.ABORTED, "no"), invalid_transaction()], ids=str
)
def test_a_transaction_that_loses_a_read_runs_again(troubled, trouble, method, error):
    runs = []

    def lose_once(records):
        runs.append(1)
        trouble.fail = {method: error} if len(runs) == 1 else {}
        records.prompts.query("u", limit=1)
        return records.users.get("u")

    with within(10):
        assert troubled.transact(lose_once) is None
    assert len(runs) == 2


def test_a_rollback_that_fails_does_not_hide_why(troubled, trouble):
    trouble.fail = {"Rollback": FirestoreError(StatusCode.UNAVAILABLE, "no")}

    def refuse(records):
        records.users.get("u")
        raise NotFound("no such thing")

    with pytest.raises(NotFound), within(5):
        troubled.transact(refuse)
    assert trouble.asked.count("Rollback") == 1


def test_a_document_that_is_too_large_is_said_to_be_and_sent_once(troubled, trouble):
    big = Prompt.model_construct(id="big", content="x" * 1_100_000, recorded_at=NOW, created_at=NOW)
    with pytest.raises(FailedPrecondition) as raised, within(20):
        troubled.transact(lambda records: records.prompts.create("u", "big", big))
    assert raised.value.details == [{"reason": "DOCUMENT_TOO_LARGE"}]
    assert trouble.asked.count("Commit") == 1


def test_a_database_that_comes_back_is_found_again():
    breaker = Breaker()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    store = connect(f"127.0.0.1:{port}", breaker)
    while not breaker.is_open:
        with pytest.raises(Unavailable), within(LIMIT):
            store.overview("u")
    with ServerThread(port=port):
        until = time.monotonic() + 30
        while time.monotonic() < until and breaker.is_open:
            try:
                with within(LIMIT):
                    store.overview("u")
            except Unavailable:
                time.sleep(0.05)
        assert not breaker.is_open


def test_no_call_outlasts_its_deadline_where_connections_are_cut():
    """Calls that are under way when the connection ends, and those that are made meanwhile."""
    patience = Breaker(Rules(failures=1_000_000))  # every call is tried
    met = {True: threading.Event(), False: threading.Event()}
    over = threading.Event()
    failed = []

    def ask(store):
        while not over.is_set():
            try:
                with within(10 * LIMIT):
                    store.transact(fill)
                    store.users.get("u")
                met[True].set()
            except Unavailable:
                met[False].set()
            except Exception as error:
                failed.append(error)
                return

    with ServerThread() as server:
        store = connect(server.address, patience)
        # Daemons, so that one whose call never ends holds nobody up.
        asking = [threading.Thread(target=ask, args=[store], daemon=True) for _ in range(CALLERS)]
        for thread in asking:
            thread.start()
        try:
            for change, answered in ((server.cut, False), (server.restore, True)) * CUTS:
                change()
                met[answered].clear()
                assert met[answered].wait(30)
        finally:
            over.set()
        until = time.monotonic() + LATE * 10 * LIMIT
        for thread in asking:
            thread.join(max(0, until - time.monotonic()))
        assert not sum(thread.is_alive() for thread in asking), "calls that never end"
    assert not failed
