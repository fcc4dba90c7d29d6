"""Finds and runs the installed browser: Debian's Chromium, or a similar one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from emulator.gateway.paths import ROOT

DIST = ROOT / "dashboard" / "dist" / "index.html"


def executable() -> str | None:
    """The path of the browser, if it is installed."""
    named = os.environ.get("REKINDLE_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome")
    return named or next(filter(None, map(shutil.which, names)), None)


def missing() -> str | None:
    """What is missing and how to get it; None if everything is there."""
    if not DIST.is_file():
        return "The dashboard is not built. Run `make dashboard` (needs Node 20 or newer)."
    if executable() is None:
        return "Chromium is not installed. Run `apt-get install chromium` or set REKINDLE_CHROMIUM."
    try:
        import playwright  # noqa: F401
    except ModuleNotFoundError:
        return "Playwright is not installed. Run `make setup`."
    return None


@contextmanager
def chromium() -> Iterator[Any]:
    """Runs the browser. Its event loop ends with it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()
