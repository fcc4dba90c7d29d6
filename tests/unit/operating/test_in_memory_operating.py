"""The in-memory store of operators' figures meets the contract of every such store."""

import pytest

from tests.support.in_memory_store import InMemoryStore
from tests.support.operating.contract import OperatorContract
from tests.support.operating.in_memory import InMemoryOperatorStore


class TestInMemoryOperatorStore(OperatorContract):
    @pytest.fixture
    def store(self) -> InMemoryStore:
        return InMemoryStore()

    @pytest.fixture
    def raw(self, store: InMemoryStore) -> InMemoryStore:
        return store

    @pytest.fixture
    def figures(self, store: InMemoryStore) -> InMemoryOperatorStore:
        return InMemoryOperatorStore(store)
