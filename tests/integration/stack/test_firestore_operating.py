"""The Firestore adapter of operators' figures meets the contract of every such store."""

from collections.abc import Iterator

import pytest
from google.cloud.firestore import Client

from adapters.firestore import FirestoreStore
from adapters.firestore.operating import FirestoreOperatorStore
from tests.integration.stack.test_firestore_store import Raw
from tests.support.firestore_support import ServerThread, fresh_project, make_guarded_client
from tests.support.operating.contract import OperatorContract

pytestmark = pytest.mark.xdist_group("firestore store")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerThread]:
    with ServerThread() as running:
        yield running


class TestFirestoreOperatorStore(OperatorContract):
    @pytest.fixture
    def client(self, server: ServerThread) -> Client:
        return make_guarded_client(server.address, fresh_project())

    @pytest.fixture
    def store(self, client: Client) -> FirestoreStore:
        return FirestoreStore(client)

    @pytest.fixture
    def raw(self, client: Client) -> Raw:
        return Raw(client)

    @pytest.fixture
    def figures(self, client: Client) -> FirestoreOperatorStore:
        return FirestoreOperatorStore(client)
