"""Transactions begin with their first read."""

import pytest
from google.cloud.firestore_v1.types import (
    BatchGetDocumentsRequest,
    BatchGetDocumentsResponse,
    CommitRequest,
    TransactionOptions,
)

from adapters.firestore.beginning import Beginnings

HOW = TransactionOptions(read_write={})


@pytest.fixture
def beginnings() -> Beginnings:
    return Beginnings()


def answers(*responses):
    """A read that answers with these, and remembers what it was asked."""
    asked = []

    def call(request):
        asked.append(request)
        return iter(responses)

    return call, asked


def test_the_first_read_begins_it_and_its_id_is_known_afterwards(beginnings):
    began = []
    name = beginnings.name(HOW, began.append)
    found = BatchGetDocumentsResponse(missing="a/b")
    call, asked = answers(BatchGetDocumentsResponse(transaction=b"id"), found)
    read = beginnings.wrapped("batch_get_documents", call)
    assert list(read(BatchGetDocumentsRequest(transaction=name))) == [found]
    assert began == [b"id"]
    assert (asked[0].transaction, asked[0].new_transaction) == (b"", HOW)


def test_an_answer_with_a_result_besides_the_id_is_kept(beginnings):
    name = beginnings.name(HOW, lambda _: None)
    both = BatchGetDocumentsResponse(transaction=b"id", missing="a/b")
    call, _ = answers(both)
    read = beginnings.wrapped("batch_get_documents", call)
    assert list(read(BatchGetDocumentsRequest(transaction=name))) == [both]


def test_a_transaction_that_has_begun_is_left_alone(beginnings):
    call, asked = answers()
    request = BatchGetDocumentsRequest(transaction=b"id")
    list(beginnings.wrapped("batch_get_documents", call)(request))
    assert asked[0].transaction == b"id"


def test_a_commit_without_a_read_needs_no_transaction(beginnings):
    name = beginnings.name(HOW, lambda _: None)
    call, asked = answers()
    commit = beginnings.wrapped("commit", call)
    commit(CommitRequest(transaction=name))
    commit(CommitRequest(transaction=b"id"))
    assert [one.transaction for one in asked] == [b"", b"id"]


def test_what_is_over_is_forgotten(beginnings):
    name = beginnings.name(HOW, lambda _: None)
    assert beginnings.is_waiting(name)
    beginnings.forget(name)
    assert not beginnings.is_waiting(name)
    assert not beginnings.is_waiting(None)
