"""The Firestore adapter meets the contract of every store."""

from collections.abc import Iterator

import pytest

from adapters.firestore import FirestoreStore
from tests.support.firestore_support import (
    ServerThread,
    fresh_project,
    make_client,
)
from tests.support.store_contract import StoreContract

pytestmark = pytest.mark.xdist_group("firestore store")


@pytest.fixture(scope="module")
def store() -> Iterator[FirestoreStore]:
    with ServerThread() as server:
        yield FirestoreStore(make_client(server.address, fresh_project()))


class TestFirestoreStore(StoreContract):
    pass
