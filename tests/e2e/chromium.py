"""The browser that is there: Debian's Chromium, or another of its kind."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from emulator.gateway.paths import ROOT

DIST = ROOT / "dashboard" / "dist" / "index.html"


def executable() -> str | None:
    """The program, if there is one."""
    named = os.environ.get("REKINDLE_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome")
    return named or next(filter(None, map(shutil.which, names)), None)


def missing() -> str | None:
    """What there is not, and where it comes from; None where all is there."""
    if not DIST.is_file():
        return "The dashboard is not built: `make dashboard`, with Node 20 or newer."
    if executable() is None:
        return "There is no Chromium: `apt-get install chromium`, or REKINDLE_CHROMIUM=path."
    try:
        import playwright  # noqa: F401
    except ModuleNotFoundError:
        return "Playwright is not installed: `make setup`."
    return None


@contextmanager
def chromium() -> Iterator[Any]:
    """The running browser. Its event loop ends with it, too."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()
