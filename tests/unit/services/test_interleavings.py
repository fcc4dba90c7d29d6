"""Deliveries in any number and order, and processes that die, on the store in memory."""

import pytest

from tests.support.in_memory_store import InMemoryStore
from tests.support.interleavings import try_interleavings


@pytest.mark.slow
def test_each_prompt_is_counted_and_analyzed_once() -> None:
    try_interleavings(InMemoryStore, 200)
