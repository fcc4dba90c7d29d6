from collections.abc import Iterator

import pytest
from google.cloud import firestore

from tests.support.firestore_support import (
    Raw,
    ServerThread,
    fresh_project,
    make_client,
)


@pytest.fixture(scope="session")
def server() -> Iterator[ServerThread]:
    with ServerThread() as running:
        yield running


@pytest.fixture
def project() -> str:
    return fresh_project()


@pytest.fixture
def client(server: ServerThread, project: str) -> Iterator[firestore.Client]:
    made = make_client(server.address, project)
    yield made
    made.close()


@pytest.fixture
def raw(server: ServerThread, project: str) -> Iterator[Raw]:
    made = Raw(server.address, project)
    yield made
    made.channel.close()
