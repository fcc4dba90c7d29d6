"""What the tests share: one embedded stack per worker, and a new user for each test."""

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from emulator.client import StackProcess, stack_process
from tests.support.api import Api


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more worker than cores: many tests wait for a stack to start, or for a page."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the scenarios."""
    parser.addoption("--seeds", default="1", help="seeds of the scenarios, separated by commas")
    parser.addoption("--full-length", action="store_true", help="run the scenarios at full length")


@pytest.fixture(scope="session")
def stack() -> Iterator[StackProcess]:
    """A stack in memory, or on the emulator that FIRESTORE_EMULATOR_HOST names.

    The project is the worker's own, so that stacks on one emulator keep apart.
    """
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as process:
        yield process


@pytest.fixture
def uid() -> str:
    """A user nobody else in the test run is."""
    return f"user-{uuid.uuid4().hex}"


@pytest.fixture
def api(stack: StackProcess, uid: str) -> Iterator[Api]:
    """The API, as the test's user."""
    with stack.user(uid) as client:
        yield Api(client, stack)


@pytest.fixture
def billed(stack: StackProcess) -> None:
    """Skips where another emulator serves the database: only the embedded one counts."""
    if os.environ.get("FIRESTORE_EMULATOR_HOST"):
        pytest.skip("billed operations are counted by the embedded Firestore only")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says plainly what was not tested, however quiet the run is."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {
        report.longrepr[2].removeprefix("Skipped: ")
        for report in skipped
        if report.nodeid.startswith("tests/e2e/") and isinstance(report.longrepr, tuple)
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"Not tested: the dashboard in a browser. {reason}")
