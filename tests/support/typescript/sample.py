"""The sample for the web: built for a stack, served, and used on several devices in Chromium."""

import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from emulator.gateway.paths import ROOT
from tests.support.chromium import executable
from tests.support.typescript.project import needed
from tests.support.typescript.types import PACKAGE

MODEL = "http://model.test/v1"
_SAMPLE = ROOT / "samples" / "web"
_VITE = _SAMPLE / "node_modules" / "vite" / "bin" / "vite.js"
_LONGEST = 30_000
"""Milliseconds; longer than anything takes, so that a slow machine fails no test."""


@contextmanager
def sample_site(gateway: str, folder: Path, emulators: Mapping[str, str] = {}) -> Iterator[str]:
    """Builds the sample in the folder and serves it; yields its URL.

    Skips the test where something that it needs is not installed.

    Args:
        gateway: the URL of the stack.
        folder: an empty folder.
        emulators: host:port of Firebase's emulators, by the variables that the sample reads.
    """
    node = needed("node")
    if not _VITE.exists():
        pytest.skip("`make samples` installs what the sample for the web needs")
    if executable() is None:
        pytest.skip("Chromium is not installed")
    subprocess.run(["npm", "run", "--silent", "build"], cwd=PACKAGE, check=True)
    env = {**os.environ, "REKINDLE_URL": gateway, "VITE_MODEL_URL": MODEL, **emulators}
    build = [node, str(_VITE), "build", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run(build, cwd=_SAMPLE, env=env, check=True)
    with _served(node, folder, env) as url:
        yield url


@contextmanager
def _served(node: str, folder: Path, env: Mapping[str, str]) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    where = ["--outDir", str(folder), "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    process = subprocess.Popen(
        [node, str(_VITE), "preview", *where],
        cwd=_SAMPLE,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert any("http://" in line for line in process.stdout), "the sample was not served"
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def device(browser: Any, site: str, name: str) -> Iterator[Any]:
    """A page on a device of its own, on which somebody has signed in by name.

    Raises:
        AssertionError: the page has thrown an error.
    """
    context = browser.new_context()
    context.set_default_timeout(_LONGEST)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(site)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("What is known").wait_for()
    yield page
    context.close()
    assert problems == []
