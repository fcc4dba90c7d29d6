"""Shared fixtures of the dashboard's tests: a browser, a stack, and a user with a full profile.

The tests drive the built page in the Chromium of this machine. If either is missing they are
skipped, and the run says so at its end.
"""

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from emulator.client import StackProcess
from tests.e2e.dashboard import Contexts, Dashboard, Device, Theme
from tests.e2e.maya import tell_about_maya
from tests.support.api import Api
from tests.support.chromium import chromium, missing
from tests.support.stacks import stack_process


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs all browser tests on one worker: several would only wait for each other."""
    here = Path(__file__).parent
    reason = missing()
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def stack() -> Iterator[StackProcess]:
    """A separate stack, because Maya's story advances its clock by weeks."""
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as process:
        yield process


class _Browser:
    """The browser of all tests here, which runs from the first to the last of them."""

    def __init__(self) -> None:
        self._end = ExitStack()
        self._running: Any = None

    def running(self) -> Any:
        """Returns the browser, and starts it if it does not run."""
        if self._running is None:
            self._running = self._end.enter_context(chromium())
        return self._running

    def end(self) -> None:
        """Ends the browser, if it runs."""
        self._running = None
        self._end.close()


_BROWSER = _Browser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Ends the browser before other tests: its event loop must not run during those."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _BROWSER.end()


@pytest.fixture(scope="module")
def contexts() -> Iterator[Contexts]:
    """The browser's contexts, which the tests of a module share."""
    made = Contexts(_BROWSER.running())
    yield made
    made.close()


@pytest.fixture
def surface() -> tuple[Device, Theme]:
    """The device and theme of the page, unless a test chooses others."""
    return "desktop", "light"


Open = Callable[..., Dashboard]


@pytest.fixture
def dashboard(
    contexts: Contexts, stack: StackProcess, surface: tuple[Device, Theme]
) -> Iterator[Open]:
    """Opens the page for a user, and checks afterwards that nothing went wrong in it."""
    opened: list[Dashboard] = []

    def open_for(uid: str | None, path: str = "/today", **options: Any) -> Dashboard:
        device, theme = surface
        chosen = {"device": device, "theme": theme, **options}
        page = Dashboard(contexts, stack.gateway, **chosen)
        opened.append(page)
        page.open(path, uid)
        return page

    yield open_for
    for page in opened:
        page.close()
    for page in opened:
        page.check()


@pytest.fixture(scope="session")
def maya(stack: StackProcess) -> str:
    """A user with a profile, a history, notes and sessions. Tests only read her data."""
    with stack.user("maya") as client:
        tell_about_maya(Api(client, stack))
    return "maya"
