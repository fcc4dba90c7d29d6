"""The deployed package runs on its own: unpacked elsewhere, with its own requirements."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from deploy.package import build, files, functions
from emulator.gateway.paths import ROOT
from functions.http.openapi import routes
from main import FUNCTIONS

pytestmark = pytest.mark.xdist_group("package")
STARTUP = 60.0
HOSTING = json.loads((ROOT / "firebase.json").read_text())["hosting"]
_SOURCES = {
    rewrite["run"]["serviceId"]: rewrite["source"]
    for rewrite in reversed(HOSTING["rewrites"])
    if "run" in rewrite
}
_ROUTES = {name: route.path for name, route in routes() if "<" not in route.path}
PUBLIC = {
    name: _ROUTES[name] if source.endswith("/**") else source.partition("{")[0]
    for name, source in _SOURCES.items()
}
"""One path of each public function."""
OPERATED = {"REKINDLE_OPERATORS": "on", "REKINDLE_OPERATORS_KEY": "0123456789abcdef" * 2}
"""Switches the operator's API on."""
TRIGGERED = [name for name in FUNCTIONS if name.startswith("on_")]
NOWHERE = {
    "FIRESTORE_EMULATOR_HOST": "127.0.0.1:1",
    "CLOUD_TASKS_EMULATOR_HOST": "127.0.0.1:1",
}
"""Lets private functions start without credentials; these tests never reach the database."""


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The unpacked archive, and the Python of an environment with only its requirements."""
    folder = tmp_path_factory.mktemp("deployed")
    with zipfile.ZipFile(build(ROOT, folder / "build")) as archive:
        archive.extractall(folder / "source")
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "venv", "--python", sys.executable, folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    requirements = folder / "source" / "requirements.txt"
    install = ["pip", "install", "--python", python, "--require-hashes", "-r", requirements]
    subprocess.run([*uv, *install], check=True)
    return folder / "source", python


@pytest.fixture(scope="module")
def addresses(
    deployed: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """Every function, served by functions-framework under its deployed name."""
    source, python = deployed
    with ExitStack() as running:
        started: dict[str, tuple[subprocess.Popen[bytes], int]] = {}
        running.callback(_stop, started)
        for name in FUNCTIONS:
            with closing(socket.create_server(("127.0.0.1", 0))) as free:
                port = free.getsockname()[1]
            home = tmp_path_factory.mktemp(name)
            started[name] = (_serve(source, python, name, port, home), port)
        for name, (process, port) in started.items():
            _wait(name, process, port)
        yield {name: f"http://127.0.0.1:{port}" for name, (_, port) in started.items()}


def _serve(source: Path, python: Path, name: str, port: int, home: Path) -> subprocess.Popen[bytes]:
    """`home` gets gunicorn's control socket, which functions-framework cannot turn off."""
    env = {"PATH": os.environ["PATH"], "GOOGLE_CLOUD_PROJECT": "demo", "THREADS": "2"}
    env["XDG_RUNTIME_DIR"] = str(home)
    env |= {"K_SERVICE": name, **OPERATED} if name in PUBLIC else NOWHERE
    command = [python, "-m", "functions_framework", "--target", name, "--port", str(port)]
    return subprocess.Popen(command, cwd=source, env=env)


def _stop(started: dict[str, tuple[subprocess.Popen[bytes], int]]) -> None:
    for process, _ in started.values():
        process.terminate()
    for process, _ in started.values():
        process.wait(timeout=20)


def _wait(name: str, process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + STARTUP
    while time.monotonic() < deadline:
        assert process.poll() is None, f"{name} did not start"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(name)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_functions_want_a_token(name: str, addresses: dict[str, str]) -> None:
    url = addresses[name] + PUBLIC[name]
    answers = (httpx.request(method, url, timeout=30) for method in ("GET", "POST", "DELETE"))
    answer = next(answer for answer in answers if answer.status_code != 405)
    assert answer.status_code == 401, answer.text
    assert answer.json()["error"]["status"] == "UNAUTHENTICATED"


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {*PUBLIC, *TRIGGERED}))
def test_tasks_say_what_is_wrong_with_theirs(name: str, addresses: dict[str, str]) -> None:
    answer = httpx.post(addresses[name], json={"job": "nothing", "uid": 7}, timeout=30)
    # Repeating such a task would not help, so it is not refused.
    assert answer.status_code == 200, answer.text
    assert answer.json()["failed"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("name", TRIGGERED)
def test_triggers_take_an_event_that_is_not_for_them(name: str, addresses: dict[str, str]) -> None:
    headers = {
        "ce-id": "1",
        "ce-source": "//firestore.googleapis.com/projects/demo/databases/(default)",
        "ce-specversion": "1.0",
        "ce-type": "google.cloud.firestore.document.v1.created",
        "ce-document": "elsewhere/x",
        "content-type": "application/protobuf",
    }
    answer = httpx.post(addresses[name], headers=headers, timeout=30)
    assert answer.status_code == 200, answer.text


def test_the_map_is_read_as_it_is() -> None:
    assert functions(ROOT) == FUNCTIONS


def test_holds_the_code_and_nothing_else() -> None:
    names = set(files(ROOT))
    assert {name.partition("/")[0] for name in names} == {
        "adapters",
        "functions",
        "main.py",
        "requirements.txt",
        "shared",
    }
    assert not [name for name in names if re.search(r"(^|/)(conf)?tests?[/_.]|\.pyc$", name)]


def test_the_same_source_gives_the_same_archive(tmp_path: Path) -> None:
    first = build(ROOT, tmp_path / "first")
    second = build(ROOT, tmp_path / "second")
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_another_source_gives_another_name_and_the_old_archive_goes(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in files(ROOT).values():
        place = copy / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    before = build(copy, tmp_path / "build")
    (copy / "shared" / "more.py").write_text("")
    after = build(copy, tmp_path / "build")
    assert before.name != after.name
    assert list((tmp_path / "build").iterdir()) == [after]
