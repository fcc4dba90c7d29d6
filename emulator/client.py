"""Runs a separate stack for the demo and for tests, and always stops it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

import httpx

from emulator.gateway.paths import INDEXES, ROOT
from emulator.plain_http import no_tls
from emulator.tokens import user_token

_TIMEOUT = 180.0


class Process(Protocol):
    """The process of a stack, such as a `subprocess.Popen`.

    Attributes:
        pid: its process ID.
        stdout: what it says.
    """

    pid: int
    stdout: IO[str] | None

    def poll(self) -> int | None:
        """Returns the exit code once the process has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Waits until the process has ended, and returns its exit code.

        Raises:
            subprocess.TimeoutExpired: it has not ended after `timeout` seconds.
        """

    def terminate(self) -> None:
        """Asks the process to end."""

    def kill(self) -> None:
        """Kills the process."""


class Start(Protocol):
    """Starts `python -m emulator`."""

    def __call__(
        self, arguments: Sequence[str], env: Mapping[str, str], log: IO[str] | None
    ) -> Process:
        """Starts the process with this whole environment, and its log where this process's goes."""


def start(arguments: Sequence[str], env: Mapping[str, str], log: IO[str] | None) -> Process:
    """Starts a new Python. Implements `Start`."""
    return subprocess.Popen(
        [sys.executable, "-m", "emulator", *arguments],
        cwd=ROOT,
        env=dict(env),
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )


@dataclass
class StackProcess:
    """A running stack.

    Attributes:
        gateway: the URL of the API.
        control_url: the URL of the stack's controls, which works even while functions are killed.
        firestore, tasks: host:port of the embedded services.
        project: the project ID.
        process: the stack's process.
    """

    gateway: str
    control_url: str
    firestore: str
    tasks: str
    project: str
    process: Process

    def user(self, uid: str) -> httpx.Client:
        """Returns an API client that acts as the user."""
        return self.bearer(user_token(uid, self.project))

    def bearer(self, token: str) -> httpx.Client:
        """Returns an API client that sends the token."""
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(
            base_url=self.gateway, headers=headers, timeout=_TIMEOUT, verify=no_tls()
        )

    def call(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Sends a request to the gateway, unauthenticated unless it has the header for it."""
        return httpx.request(
            method, f"{self.gateway}{path}", timeout=_TIMEOUT, verify=no_tls(), **options
        )

    def control(self, method: str, what: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Calls one of the stack's controls, `/__emulator/{what}`.

        Raises:
            httpx.HTTPStatusError: the stack refused the call.
        """
        answer = httpx.request(
            method,
            f"{self.control_url}/__emulator/{what}",
            json=body,
            timeout=_TIMEOUT,
            verify=no_tls(),
        )
        answer.raise_for_status()
        result: dict[str, Any] = answer.json()
        return result

    def idle(self) -> None:
        """Waits until all events and due tasks are delivered."""
        self.control("POST", "idle")

    def kill(self) -> None:
        """Kills the stack, as a power cut would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def stack_process(
    *,
    data_dir: Path | None = None,
    env: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
    log: IO[str] | None = None,
    start: Start = start,
) -> Iterator[StackProcess]:
    """Starts a stack on free ports, in memory unless a folder is given, and stops it on exit.

    As in production, queries fail if `firestore.indexes.json` declares no index for them. The
    stack's log goes to `log`, or where this process's goes. `start` starts its process.

    Raises:
        RuntimeError: the stack did not start; its log says why.
    """
    where = ["--data-dir", str(data_dir)] if data_dir else ["--in-memory"]
    ports = ["--port", "0", "--firestore-port", "0", "--tasks-port", "0"]
    arguments = [*ports, *where, "--indexes", str(INDEXES), *options]
    process = start(arguments, {**os.environ, **(env or {})}, log)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("the stack did not start; see its log above")
        ready = json.loads(line)
        controls = httpx.get(
            f"{ready['gateway']}/__emulator/control", timeout=_TIMEOUT, verify=no_tls()
        )
        yield StackProcess(
            ready["gateway"],
            controls.json()["url"],
            ready["firestore"],
            ready["tasks"],
            ready["project"],
            process,
        )
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
