"""The sample for the web, built and used in Chromium on the stack."""

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT
from tests.e2e.chromium import chromium, executable
from tests.support.api import Api
from tests.support.typescript.project import needed
from tests.support.typescript.types import PACKAGE

pytestmark = pytest.mark.xdist_group("typescript")  # which packs the client in its folder

SAMPLE = ROOT / "samples" / "web"
VITE = SAMPLE / "node_modules" / "vite" / "bin" / "vite.js"
MODEL = "http://model.test/v1"
_LONGEST = 30_000
"""Milliseconds; longer than anything takes, so that a slow machine fails no test."""


@pytest.fixture(scope="module")
def site(tmp_path_factory, stack) -> Iterator[str]:
    """The URL of the built sample."""
    node = needed("node")
    if not VITE.exists():
        pytest.skip("`make samples` installs what the sample for the web needs")
    if executable() is None:
        pytest.skip("Chromium is not installed")
    subprocess.run(["npm", "run", "--silent", "build"], cwd=PACKAGE, check=True)
    folder = tmp_path_factory.mktemp("site")
    env = {**os.environ, "REKINDLE_URL": stack.gateway, "VITE_MODEL_URL": MODEL}
    build = [node, str(VITE), "build", "--outDir", str(folder), "--logLevel", "error"]
    subprocess.run(build, cwd=SAMPLE, env=env, check=True)
    with served(node, folder, env) as url:
        yield url


@contextmanager
def served(node: str, folder: Path, env: dict[str, str]) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    where = ["--outDir", str(folder), "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    process = subprocess.Popen(
        [node, str(VITE), "preview", *where],
        cwd=SAMPLE,
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


@pytest.fixture
def page(site, uid):
    with chromium() as browser:
        context = browser.new_context()
        context.set_default_timeout(_LONGEST)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(site)
        page.get_by_label("Name").fill(uid)
        page.get_by_role("button", name="Sign in").click()
        yield page
        context.close()
    assert problems == []


class Model:
    """Answers in the page's stead of a server that speaks OpenAI's API, as a stream."""

    def __init__(self, page) -> None:
        self.requests: list[dict] = []
        page.route(f"{MODEL}/**", self._answer)

    def _answer(self, route) -> None:
        headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        if route.request.method == "OPTIONS":
            route.fulfill(status=204, headers=headers)
            return
        self.requests.append(json.loads(route.request.post_data))
        chunk = {"id": "1", "choices": [{"index": 0, "delta": {"content": "Noted."}}]}
        end = {"id": "1", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        lines = "".join(f"data: {json.dumps(each)}\n\n" for each in (chunk, end))
        headers["Content-Type"] = "text/event-stream"
        route.fulfill(headers=headers, body=f"{lines}data: [DONE]\n\n")


def say(page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_the_model_knows_the_user_and_the_page_shows_what_is_learned(page, api):
    model = Model(page)
    say(page, "I love Python. Please always keep answers short.")
    page.get_by_text("Noted.").wait_for()
    page.get_by_role("button", name="Learn now").click()
    page.get_by_text("like: Python").wait_for()
    say(page, "Which language should I use?")
    page.wait_for_function("document.body.innerText.match(/Noted/g)?.length === 2")
    told = [message for message in model.requests[-1]["messages"] if message["role"] == "system"]
    assert "Python" in json.dumps(told)
    assert api.profile()["preferences"]


def test_what_is_said_without_a_connection_arrives_after_a_reload(page, api: Api):
    Model(page)
    page.get_by_text("All sent").wait_for()
    page.route("**/v1/prompts", lambda route: route.abort())
    say(page, "I moved to Ghent.")
    page.get_by_text("1 waiting for a connection").wait_for()
    page.reload()
    page.get_by_text("1 waiting for a connection").wait_for()
    page.unroute("**/v1/prompts")
    page.get_by_text("All sent").wait_for()
    said = [prompt["content"] for prompt in api.get("/v1/export")["prompts"]]
    assert said == ["I moved to Ghent."]
