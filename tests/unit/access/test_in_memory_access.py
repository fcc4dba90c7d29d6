"""The in-memory store of connections meets the contract of every one."""

import pytest

from tests.support.access_contract import AccessContract
from tests.support.in_memory_access import InMemoryAccess


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
