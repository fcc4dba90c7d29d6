"""The Firestore adapter meets the contract of every store."""

from collections.abc import Iterator

import pytest
from google.cloud.firestore import Client

from adapters.firestore import FirestoreStore
from adapters.firestore.access import FirestoreAccess
from adapters.firestore.collections import user_reference
from tests.support.access.contract import AccessContract
from tests.support.firestore_support import (
    ServerThread,
    fresh_project,
    make_guarded_client,
)
from tests.support.store_contract import StoreContract

pytestmark = pytest.mark.xdist_group("firestore store")


class Raw:
    def __init__(self, client: Client) -> None:
        self._client = client

    def read(self, uid):
        return user_reference(self._client, uid).get().to_dict()

    def write(self, uid, fields, *below):
        path = "/".join((user_reference(self._client, uid).path, *below))
        self._client.document(path).set(fields)

    def paths(self, uid):
        user = user_reference(self._client, uid)
        collections = list(user.collections())
        found = [each for name in collections for each in name.recursive().stream()]
        return {each.reference.path.removeprefix(f"{user.path}/") for each in found}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with ServerThread() as server:
        yield make_guarded_client(server.address, fresh_project())


@pytest.fixture
def store(client) -> FirestoreStore:
    return FirestoreStore(client)


@pytest.fixture
def store_with(client):
    return lambda settings: FirestoreStore(client, settings)


@pytest.fixture
def raw(client) -> Raw:
    return Raw(client)


class TestFirestoreStore(StoreContract):
    pass


class TestFirestoreAccess(AccessContract):
    @pytest.fixture
    def store(self, client) -> FirestoreAccess:
        return FirestoreAccess(client)

    @pytest.fixture
    def key(self, uid) -> str:
        return f"key-of-{uid}"
