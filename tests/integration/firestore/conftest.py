from collections.abc import Iterator

import pytest
from google.cloud import firestore

from tests.support.engines import NAMED, Engine, running_engine
from tests.support.firestore_support import Raw, fresh_project, make_client


@pytest.fixture(scope="session")
def server() -> Iterator[Engine]:
    """The emulator that FIRESTORE_EMULATOR_HOST names, or an embedded one.

    A test that starts an embedded one itself, or expects its answers where the named one differs,
    is marked with `needs_embedded`.
    """
    if NAMED is not None:
        yield Engine("named", NAMED)
    else:
        with running_engine("embedded") as running:
            yield running


@pytest.fixture
def project() -> str:
    return fresh_project()


@pytest.fixture
def client(server: Engine, project: str) -> Iterator[firestore.Client]:
    made = make_client(server.address, project)
    yield made
    made.close()


@pytest.fixture
def raw(server: Engine, project: str) -> Iterator[Raw]:
    made = Raw(server.address, project)
    yield made
    made.channel.close()
