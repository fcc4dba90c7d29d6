"""What the dashboard's tests share: a browser, a stack, and somebody whom it knows well.

They drive the page as it was built, in the Chromium of this machine. Where one of the two is
missing they are skipped, and the run says so at its end.
"""

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from emulator.client import StackProcess, stack_process
from emulator.gateway.paths import ROOT
from tests.e2e.dashboard import Dashboard, Device
from tests.e2e.maya import tell_about_maya
from tests.support.api import Api

DIST = ROOT / "dashboard" / "dist" / "index.html"


def _chromium() -> str | None:
    named = os.environ.get("REKINDLE_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome")
    return named or next(filter(None, map(shutil.which, names)), None)


def _missing() -> str | None:
    if not DIST.is_file():
        return "The dashboard is not built: `make dashboard`, with Node 20 or newer."
    if _chromium() is None:
        return "There is no Chromium: `apt-get install chromium`, or REKINDLE_CHROMIUM=path."
    try:
        import playwright  # noqa: F401
    except ModuleNotFoundError:
        return "Playwright is not installed: `make setup`."
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker drives the browser: more would only wait for each other."""
    here = Path(__file__).parent
    reason = _missing()
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def stack() -> Iterator[StackProcess]:
    """A stack of their own, since Maya's story moves its time on by weeks."""
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as process:
        yield process


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The browser. It ends with its module: its event loop must not outlive the browser's tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


Open = Callable[..., Dashboard]


@pytest.fixture
def dashboard(browser: Any, stack: StackProcess) -> Iterator[Open]:
    """Opens the page for a user; at the end nothing must have gone wrong in it."""
    opened: list[Dashboard] = []

    def open_for(
        uid: str, path: str = "/profile", device: Device = "desktop", **options: Any
    ) -> Dashboard:
        page = Dashboard(browser, stack.gateway, device, **options)
        opened.append(page)
        page.sign_in(uid, path)
        return page

    yield open_for
    for page in opened:
        page.close()
    for page in opened:
        page.check()


@pytest.fixture(scope="session")
def maya(stack: StackProcess) -> str:
    """A user with a profile, a history, notes and sessions. Tests only look at her."""
    with stack.user("maya") as client:
        tell_about_maya(Api(client, stack))
    return "maya"
