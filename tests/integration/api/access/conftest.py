"""A host at which clients publish documents about themselves, and an application that asks it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters.client_documents import ClientDocuments
from adapters.firestore.access import FirestoreAccess
from emulator.client import StackProcess
from functions.wiring.config import Config
from functions.wiring.services import Services
from tests.support.access.https_host import ADDRESS, HttpsHost
from tests.support.firestore_support import make_client


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HttpsHost]:
    """A local https server that stands for a public one."""
    with HttpsHost("client.example", tmp_path) as host:
        yield host


@pytest.fixture
def app(stack: StackProcess, host: HttpsHost) -> Services:
    """The stack's application, composed as for a deployment but for three things.

    Its resolver knows the host, a connection to the public address that it names is led to the
    local server, and the server's CA is trusted.
    """
    return Services(
        Config.from_env({"GOOGLE_CLOUD_PROJECT": stack.project}),
        access=FirestoreAccess(make_client(stack.firestore, stack.project)),
        client_documents=ClientDocuments(lambda *_: [ADDRESS], host, context=host.trust),
    )
