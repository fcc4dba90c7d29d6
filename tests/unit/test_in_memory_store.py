"""The in-memory store meets the contract of every store."""

import pytest

from tests.support.in_memory_store import InMemoryStore
from tests.support.store_contract import StoreContract


class TestInMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> InMemoryStore:
        return InMemoryStore()

    @pytest.fixture
    def store_with(self, store):
        return store.with_defaults

    @pytest.fixture
    def raw(self, store):
        return store

    @pytest.fixture
    def uid(self) -> str:
        return "ada"
