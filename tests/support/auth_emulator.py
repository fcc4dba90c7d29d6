"""Firebase's own Auth emulator, from firebase-tools, in a process that always gets stopped."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.support.node_clients import PACKAGES, node

_STARTUP = 180.0
_HOST = "127.0.0.1"


@dataclass
class AuthEmulator:
    """A running emulator at `host` (host:port), for one project."""

    host: str

    def sign_up(self, **account: str) -> dict[str, Any]:
        """Creates a user; returns idToken, refreshToken and localId, as an app gets them."""
        return self._post("identitytoolkit", "accounts:signUp", json=account)

    def refresh(self, refresh_token: str) -> dict[str, Any]:
        """Returns a new id_token for the same user."""
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return self._post("securetoken", "token", data=form)

    def _post(self, service: str, method: str, **body: Any) -> dict[str, Any]:
        url = f"http://{self.host}/{service}.googleapis.com/v1/{method}?key=any"
        answer = httpx.post(url, timeout=30, **body)
        answer.raise_for_status()
        result: dict[str, Any] = answer.json()
        return result


@contextmanager
def auth_emulator(project: str, folder: Path) -> Iterator[AuthEmulator]:
    """Starts an emulator on a free port; its files stay in the folder.

    Raises:
        RuntimeError: it did not start; its log says why.
    """
    auth, hub, logging = _free_ports(3)
    emulators = {
        "auth": {"host": _HOST, "port": auth},
        "hub": {"host": _HOST, "port": hub},
        "logging": {"host": _HOST, "port": logging},
        "ui": {"enabled": False},
    }
    (folder / "firebase.json").write_text(json.dumps({"emulators": emulators}))
    log = folder / "log"
    command = [node(), PACKAGES / "firebase-tools" / "lib" / "bin" / "firebase.js"]
    # CI turns off update checks; the user's own settings and caches stay untouched.
    env = os.environ | {"CI": "true", "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with log.open("w") as output:
        process = subprocess.Popen(
            [*command, "emulators:start", "--only", "auth", "--project", project],
            cwd=folder,
            env=env,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(process, f"http://{_HOST}:{auth}/", log)
        yield AuthEmulator(f"{_HOST}:{auth}")
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_ports(count: int) -> list[int]:
    with ExitStack() as taken:
        sockets = [taken.enter_context(socket.create_server((_HOST, 0))) for _ in range(count)]
        return [opened.getsockname()[1] for opened in sockets]


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _STARTUP
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(url, timeout=5)
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the Auth emulator did not start:\n{log.read_text()}")
