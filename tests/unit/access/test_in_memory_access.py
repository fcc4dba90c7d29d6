"""The in-memory store of connections meets the contract of every one."""

import pytest

from tests.support.access.contract import AccessContract
from tests.support.access.in_memory import InMemoryAccess


class TestInMemoryAccess(AccessContract):
    @pytest.fixture
    def store(self) -> InMemoryAccess:
        return InMemoryAccess()

    @pytest.fixture
    def uid(self) -> str:
        return "ada"

    @pytest.fixture
    def key(self) -> str:
        return "key"
