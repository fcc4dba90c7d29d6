"""Shared fixtures: one embedded stack per worker, and a new user for each test."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from emulator.client import StackProcess
from tests.support.api import Api
from tests.support.stacks import stack_process

# `make check` tries few examples. `make test` tries more, and the same ones each time; `make deep`
# looks for others.
settings.register_profile("quick", max_examples=20, deadline=None)
settings.register_profile("same", max_examples=30, derandomize=True, deadline=None)
settings.register_profile("searching", max_examples=200, deadline=None)
settings.load_profile("same")


SLOW = (
    "deployment/test_imports.py",
    "deployment/test_log_queries.py",
    "deployment/test_package.py",
    "e2e/",
    "integration/api/test_auth_emulator.py",
    "integration/api/test_openapi.py",
    "integration/api/test_repair.py",
    "integration/api/test_token_verification.py",
    "integration/capture/",
    "integration/cli/",
    "integration/clients/",
    "integration/stack/",
    "integration/test_bench.py",
    "integration/test_peers.py",
    "integration/test_readme.py",
    "scenarios/",
    "unit/safety/test_linear_time.py",
    "unit/services/test_mutated_imports.py",
)
"""Which tests are slow, besides those that are marked one by one: they drive browsers and other
people's clients, start stacks of their own, build packages, or go through everything there is.
`-m "not slow"` does not even collect them, since each worker collects for itself.
"""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores, because many tests wait for a stack or a page."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of the scenarios."""
    parser.addoption("--seeds", default="1", help="seeds of the scenarios, separated by commas")
    parser.addoption("--full-length", action="store_true", help="run the scenarios at full length")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Passes over what is slow where that is not wanted."""
    path = collection_path.relative_to(Path(__file__).parent).as_posix()
    are_wanted = config.getoption("markexpr") != "not slow"
    return True if f"{path}/".startswith(SLOW) and not are_wanted else None


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs what shares the fixtures of a module on one worker, which then makes them once."""
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker("xdist_group") is None:
            definitions = item._fixtureinfo.name2fixturedefs.values()
            if any(found[-1].scope == "module" for found in definitions):
                item.add_marker(pytest.mark.xdist_group(item.module.__name__))


@pytest.fixture(scope="session")
def stack() -> Iterator[StackProcess]:
    """A stack in memory, or on the emulator that FIRESTORE_EMULATOR_HOST names.

    Each worker has its own project, so that stacks on one emulator do not collide.
    """
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as process:
        yield process


@pytest.fixture
def uid() -> str:
    """A user id that is unique in the test run."""
    return f"user-{uuid.uuid4().hex}"


@pytest.fixture
def api(stack: StackProcess, uid: str) -> Iterator[Api]:
    """The API, as the test's user."""
    with stack.user(uid) as client:
        yield Api(client, stack)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Reports what was not tested, even in a quiet run."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {
        report.longrepr[2].removeprefix("Skipped: ")
        for report in skipped
        if report.nodeid.startswith("tests/e2e/") and isinstance(report.longrepr, tuple)
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"Not tested: the dashboard in a browser. {reason}")
