"""A sweep on the Firestore adapter."""

from collections.abc import Iterator

import pytest

from adapters.firestore import FirestoreStore
from tests.integration.stack.test_firestore_store import Raw
from tests.support.firestore_support import ServerThread, fresh_project, make_guarded_client
from tests.support.sweep_contract import SweepContract

pytestmark = pytest.mark.xdist_group("firestore store")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerThread]:
    with ServerThread() as running:
        yield running


class TestFirestoreSweep(SweepContract):
    @pytest.fixture
    def client(self, server):
        return make_guarded_client(server.address, fresh_project())

    @pytest.fixture
    def store(self, client) -> FirestoreStore:
        return FirestoreStore(client)

    @pytest.fixture
    def raw(self, client) -> Raw:
        return Raw(client)
