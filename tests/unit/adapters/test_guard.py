"""The guard of Firestore's calls: deadlines, retries, and what opens the breaker."""

import pytest
from google.api_core import exceptions
from google.cloud.firestore_v1 import types
from hypothesis import given
from hypothesis import strategies as st

from adapters.firestore.failures import unavailable_on_failure
from adapters.firestore.guard import LONGEST_CALL, LONGEST_READ, SMALL_CALL, Guard
from shared.base.breaker import Breaker, Rules
from shared.base.deadline import within
from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    PermanentFailure,
    RekindleError,
    Unavailable,
)

ONE_USER = [exceptions.Aborted, exceptions.AlreadyExists, exceptions.NotFound]
BAD_DATA = [exceptions.InvalidArgument, exceptions.FailedPrecondition, exceptions.OutOfRange]
TRANSIENT = [
    exceptions.Aborted,
    exceptions.ServiceUnavailable,
    exceptions.DeadlineExceeded,
    exceptions.ResourceExhausted,
    exceptions.InternalServerError,
    exceptions.Cancelled,
    exceptions.Unknown,
]
PERMANENT = [
    exceptions.InvalidArgument,
    exceptions.FailedPrecondition,
    exceptions.PermissionDenied,
    exceptions.Unauthenticated,
    exceptions.NotFound,
    exceptions.OutOfRange,
    exceptions.MethodNotImplemented,
    exceptions.DataLoss,
]
SMALL = types.BatchGetDocumentsRequest(documents=["a", "b"])
LARGE = types.BatchGetDocumentsRequest(documents=[str(n) for n in range(40)])
LOCKING = types.BatchGetDocumentsRequest(documents=["a"], transaction=b"t")
BEGINNING = types.BatchGetDocumentsRequest(
    documents=["a"], new_transaction=types.TransactionOptions()
)


class Database:
    """Answers calls with a script of errors; each call takes some seconds, or all it is given."""

    def __init__(self, *script, takes=0.0):
        self.now = 0.0
        self.timeouts = []
        self.breaker = Breaker(Rules(), lambda: self.now)
        self._script = script
        self._takes = takes

    def __call__(self, request, timeout):
        self.timeouts.append(timeout)
        script = self._script
        error = script[min(len(self.timeouts), len(script)) - 1] if script else None
        self.now += timeout if error is exceptions.DeadlineExceeded else self._takes
        if error:
            raise error("no")
        return "answer"

    def sleep(self, seconds):
        self.now += seconds

    def ask(self, method="batch_get_documents", request=SMALL, seconds=5.0):
        guarded = Guard(method, self.breaker, self.sleep)(self)
        with within(seconds, lambda: self.now):
            return guarded(request)


def test_a_call_gets_what_is_left():
    database = Database()
    assert database.ask(seconds=2) == "answer"
    assert database.ask(request=LARGE, seconds=4) == "answer"
    assert database.ask(seconds=1000) == "answer"
    assert database.ask(request=LARGE, seconds=1000) == "answer"
    assert database.ask("commit", types.CommitRequest(), seconds=1000) == "answer"
    assert database.timeouts == [2, 4, SMALL_CALL, LONGEST_READ, LONGEST_CALL]


def test_nothing_is_sent_once_the_time_is_up():
    database = Database()
    with pytest.raises(Unavailable):
        database.ask(seconds=0)
    assert database.timeouts == []


@given(st.floats(0.1, 20), st.floats(0, 1), st.sampled_from(TRANSIENT), st.booleans())
def test_retries_end_by_the_deadline(seconds, takes, error, small):
    database = Database(error, takes=takes)
    with pytest.raises((exceptions.GoogleAPICallError, Unavailable)):
        database.ask(request=SMALL if small else LARGE, seconds=seconds)
    assert database.now <= seconds + takes + 1e-6


def test_a_transient_error_is_retried_and_answered():
    assert Database(exceptions.ServiceUnavailable, None).ask() == "answer"


@pytest.mark.parametrize("error", PERMANENT)
def test_a_permanent_error_is_never_retried(error):
    database = Database(error)
    with pytest.raises(error):
        database.ask()
    assert len(database.timeouts) == 1


def test_a_commit_that_was_cut_off_is_not_sent_again():
    database = Database(exceptions.DeadlineExceeded)
    with pytest.raises(exceptions.DeadlineExceeded):
        database.ask("commit", types.CommitRequest(), seconds=100)
    assert len(database.timeouts) == 1


def test_a_transaction_that_may_have_begun_is_not_begun_again():
    database = Database(exceptions.DeadlineExceeded)
    with pytest.raises(exceptions.DeadlineExceeded):
        database.ask(request=BEGINNING, seconds=100)
    assert database.timeouts == [LONGEST_CALL]


def test_a_database_that_is_away_is_spared():
    database = Database(exceptions.ServiceUnavailable)
    with pytest.raises(Unavailable) as raised:
        database.ask(seconds=60)
    assert len(database.timeouts) < 10
    assert raised.value.retry_after >= 1
    asked = len(database.timeouts)
    with pytest.raises(Unavailable):
        database.ask()
    assert len(database.timeouts) == asked


@pytest.mark.parametrize("error", [*ONE_USER, *BAD_DATA])
def test_neither_contention_nor_bad_data_opens_the_circuit(error):
    database = Database(error)
    for _ in range(50):
        with pytest.raises(error):
            database.ask()
    assert not database.breaker.is_open


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ("batch_get_documents", LARGE),
        ("batch_get_documents", LOCKING),
        ("batch_get_documents", BEGINNING),
        ("run_query", types.RunQueryRequest()),
        ("commit", types.CommitRequest()),
    ],
)
def test_a_slow_document_or_a_lock_does_not_open_the_circuit(method, request_):
    database = Database(exceptions.DeadlineExceeded)
    for _ in range(20):
        with pytest.raises((exceptions.DeadlineExceeded, Unavailable)):
            database.ask(method, request_)
    assert not database.breaker.is_open


def test_a_call_that_came_too_late_does_not_open_the_circuit():
    database = Database(exceptions.DeadlineExceeded)
    for _ in range(20):
        with pytest.raises((exceptions.DeadlineExceeded, Unavailable)):
            database.ask(seconds=0.05)
    assert not database.breaker.is_open


def test_a_database_that_answers_nothing_opens_the_circuit():
    database = Database(exceptions.DeadlineExceeded)
    while not database.breaker.is_open:
        with pytest.raises((exceptions.DeadlineExceeded, Unavailable)):
            database.ask("begin_transaction", types.BeginTransactionRequest(), seconds=10)
    assert len(database.timeouts) < 10


def mapped(error) -> RekindleError:
    with pytest.raises(RekindleError) as raised, unavailable_on_failure():
        raise error
    return raised.value


@pytest.mark.parametrize("error", TRANSIENT)
def test_transient_errors_may_be_tried_again(error):
    assert mapped(error("x")).retry_after


@pytest.mark.parametrize("error", [*PERMANENT, exceptions.AlreadyExists])
def test_permanent_errors_are_never_try_again(error):
    found = mapped(error("Document 'users/somebody' is wrong."))
    kinds = (AlreadyExists, FailedPrecondition, InvalidArgument, PermanentFailure)
    assert isinstance(found, kinds)
    assert found.retry_after is None
    assert "try again" not in found.message.lower()
    assert "somebody" not in found.message
    assert found.details[0]["reason"]


@pytest.mark.parametrize(
    "message",
    [
        "Document 'projects/p/databases/(default)/documents/users/u' cannot be written because its "
        "size (1,234,567 bytes) exceeds the maximum allowed size of 1,048,576 bytes.",
        "Transaction too big. Decrease transaction size.",
        "Request payload size exceeds the limit: 11534336 bytes.",
        "maximum entity size is 1048572 bytes",
    ],
)
def test_what_is_too_large_is_said_to_be(message):
    found = mapped(exceptions.InvalidArgument(message))
    assert isinstance(found, FailedPrecondition)
    assert found.details == [{"reason": "DOCUMENT_TOO_LARGE"}]
