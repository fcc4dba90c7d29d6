"""Starts and stops the gateway's process."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import httpx

from emulator.gateway.paths import HEALTH, ROOT
from emulator.gateway.roles import Role

_STARTUP = 60.0
_BIND_RETRY = 2.0
"""Seconds to wait for a port that a stack that was just killed is about to release."""


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket that listens on the port; 0 picks a free one.

    Raises:
        OSError: the port is in use.
    """
    deadline = time.monotonic() + _BIND_RETRY
    while True:
        try:
            return socket.create_server((host, port), backlog=256)
        except OSError:
            if not port or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def kill_workers(folder: Path) -> None:
    """Kills the workers whose process IDs are in the folder, at once and without a word."""
    for role in Role:
        with contextlib.suppress(OSError, ValueError):
            os.kill(int((folder / role).read_text()), signal.SIGKILL)


class Launched(Protocol):
    """The gateway's process, such as a `subprocess.Popen`."""

    def poll(self) -> int | None:
        """Returns the exit code once the process has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Waits until the process has ended, and returns its exit code.

        Raises:
            subprocess.TimeoutExpired: it has not ended after `timeout` seconds.
        """

    def kill(self) -> None:
        """Kills the process."""


class Launch(Protocol):
    """Runs `python -m emulator.gateway`."""

    def __call__(
        self, arguments: Sequence[str], handles: Mapping[str, int], env: Mapping[str, str]
    ) -> Launched:
        """Starts the process, with its output on stderr.

        Args:
            arguments: all options but those for open files.
            handles: by option, the open files that the process gets.
            env: its whole environment.
        """


def launch(
    arguments: Sequence[str], handles: Mapping[str, int], env: Mapping[str, str]
) -> Launched:
    """Starts a new Python. Implements `Launch`."""
    files = [text for option, handle in handles.items() for text in (option, str(handle))]
    return subprocess.Popen(
        [sys.executable, "-m", "emulator.gateway", *arguments, *files],
        cwd=ROOT,
        env=dict(env),
        pass_fds=tuple(handles.values()),
        stdout=sys.stderr,
    )


class GatewayProcess:
    """The processes that run the functions."""

    def __init__(
        self,
        listener: socket.socket,
        control: str,
        hosts: Iterable[str],
        late_file: Path,
        env: Mapping[str, str],
        launch: Launch = launch,
    ) -> None:
        read_end, self._lifeline = os.pipe()
        self._folder = tempfile.TemporaryDirectory()
        arguments = [
            "--control",
            control,
            "--folder",
            self._folder.name,
            "--late-file",
            str(late_file),
            *(f"--allow-host={host}" for host in hosts),
        ]
        handles = {"--socket": listener.fileno(), "--lifeline": read_end}
        self._process = launch(arguments, handles, env)
        os.close(read_end)
        listener.close()

    async def ready(self, url: str, client: httpx.AsyncClient) -> None:
        """Waits until the functions are loaded.

        Raises:
            RuntimeError: the process ended before that.
        """
        # The socket is already listening: the request waits until a worker accepts it.
        answer = asyncio.create_task(client.get(f"{url}{HEALTH}", timeout=_STARTUP))
        while not answer.done():
            if self._process.poll() is not None:
                answer.cancel()
                raise RuntimeError("the functions failed to load; see the log above")
            await asyncio.wait({answer}, timeout=0.2)
        answer.result().raise_for_status()

    def kill_worker(self) -> None:
        """Kills the functions' processes; gunicorn starts others."""
        kill_workers(Path(self._folder.name))

    def stop(self) -> None:
        """Stops the process and waits for it to exit."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self._lifeline, b".")
        os.close(self._lifeline)
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()
