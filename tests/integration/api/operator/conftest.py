"""A stack with operators, and what one of them needs."""

import uuid
from collections.abc import Iterator

import pytest

from emulator.client import StackProcess
from emulator.tokens import user_token
from tests.support.api import Api
from tests.support.stacks import stack_process

TRUSTED = "assistant@demo.iam.gserviceaccount.com"


@pytest.fixture(scope="session")
def operated() -> Iterator[StackProcess]:
    """A stack whose addresses hold secrets, on which operators see what it is made of."""
    env = {
        "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:8]}",
        "REKINDLE_ANALYZER": "offline",
        "REKINDLE_ALLOWED_ORIGINS": "https://app.example",
        "REKINDLE_TRUSTED_SERVICE_ACCOUNTS": TRUSTED,
        "OPENAI_BASE_URL": "http://user:hunter2@127.0.0.1:9/v1?key=hunter2",
    }
    with stack_process(env=env) as stack:
        yield stack


@pytest.fixture
def operator_uid() -> str:
    """The uid of an operator."""
    return f"operator-{uuid.uuid4().hex}"


@pytest.fixture
def operator(operated: StackProcess, operator_uid: str) -> Iterator[Api]:
    """The API, as an operator."""
    token = user_token(operator_uid, operated.project, claims={"operator": True})
    with operated.bearer(token) as client:
        yield Api(client, operated)


@pytest.fixture
def person(operated: StackProcess, uid: str) -> Iterator[Api]:
    """The API, as a user of that stack."""
    with operated.user(uid) as client:
        yield Api(client, operated)
