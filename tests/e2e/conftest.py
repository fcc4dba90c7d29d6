"""Shared fixtures of the dashboard's tests: a browser, a stack, and a user with a full profile.

The tests drive the built page in the Chromium of this machine. If either is missing they are
skipped, and the run says so at its end.
"""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from emulator.client import StackProcess, stack_process
from tests.e2e.dashboard import Contexts, Dashboard, Device, Theme
from tests.e2e.maya import tell_about_maya
from tests.support.api import Api
from tests.support.chromium import chromium, missing


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


@pytest.fixture(scope="module")
def contexts() -> Iterator[Contexts]:
    """The browser. It ends with the module, so that its event loop does not outlive its tests."""
    with chromium() as browser:
        yield Contexts(browser)


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
