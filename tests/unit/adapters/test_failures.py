"""What Firestore's errors become, and what a caller is told to do about them."""

import pytest
from google.api_core import exceptions
from google.auth.credentials import AnonymousCredentials
from google.cloud.firestore import Client
from google.cloud.firestore_v1 import types
from google.rpc.status_pb2 import Status

from adapters.firestore.calls import Calls
from adapters.firestore.failures import unavailable_on_failure
from adapters.firestore.store import FirestoreStore
from shared.base.errors import (
    FailedPrecondition,
    InvalidArgument,
    PermanentFailure,
    RekindleError,
    Unavailable,
)
from shared.documents.learning import Prompt
from tests.support.strategies import START

OK, INVALID, EXISTS, DENIED, EXHAUSTED, ABORTED = 0, 3, 6, 7, 8, 10


class Channel:
    """A connection to a database that answers a batch of writes with these codes."""

    def __init__(self, *codes):
        self._codes = codes

    def unary_stream(self, *_):
        return self._refuse

    def unary_unary(self, method, *_):
        return self._write if method.endswith("/BatchWrite") else self._refuse

    def _write(self, _, **__):
        statuses = [Status(code=code) for code in self._codes]
        return types.BatchWriteResponse.pb()(status=statuses)

    def _refuse(self, *_, **__):
        raise AssertionError("only a batch is written")


def create(*codes):
    client = Client(project="demo", credentials=AnonymousCredentials())
    client.calls = Calls(Channel(*codes), client._database_string, (), lambda _, call: call)
    prompts = [
        Prompt(id=f"p{n}", content="Hello.", created_at=START, recorded_at=START)
        for n in range(len(codes))
    ]
    return FirestoreStore(client).create_prompts("ada", prompts)


def test_prompts_that_exist_are_told_from_new_ones():
    assert create(OK, EXISTS, OK) == [True, False, True]


@pytest.mark.parametrize(
    ("codes", "error", "reason"),
    [
        ((OK, ABORTED), Unavailable, "DATABASE_BUSY"),
        ((EXHAUSTED, EXISTS), Unavailable, "DATABASE_BUSY"),
        ((OK, INVALID), InvalidArgument, "NOT_STORABLE"),
        ((DENIED, OK), PermanentFailure, "DATABASE_REFUSED"),
        ((ABORTED, DENIED), PermanentFailure, "DATABASE_REFUSED"),
    ],
)
def test_only_what_a_retry_can_change_asks_for_one(codes, error, reason):
    with pytest.raises(RekindleError) as raised:
        create(*codes)
    assert type(raised.value) is error
    assert raised.value.details == [{"reason": reason}]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Document exceeds the maximum allowed size of 1,048,576 bytes.", "one document"),
        ("Transaction too big. Decrease transaction size.", "one transaction"),
        ("too many index entries for entity", "index"),
    ],
)
def test_what_is_too_large_is_named(message, told):
    with pytest.raises(FailedPrecondition) as raised, unavailable_on_failure():
        raise exceptions.InvalidArgument(message)
    assert told in raised.value.message
    assert raised.value.details == [{"reason": "DOCUMENT_TOO_LARGE"}]
