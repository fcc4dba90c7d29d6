"""Fixtures: a separate domain for each test."""

import pytest

from tests.support.domain import Domain


@pytest.fixture
def domain() -> Domain:
    return Domain()
