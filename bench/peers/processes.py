"""Starts and stops programs, in particular those of the peers' own environment."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from emulator.gateway.paths import ROOT

PYTHON = ROOT / ".venv-peers" / "bin" / "python"
NO_PEERS = "The peers are not installed; run `make peers`"
_PATIENCE = 20.0
"""Seconds a program gets to exit by itself."""


class PeerMissing(Exception):
    """The peers are not installed; the message says how to install them."""


def peer_environment(home: Path, more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a peer's program: nothing of the user's, and no telemetry."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "MEM0_DIR": str(home / "mem0"),
        "MEM0_TELEMETRY": "False",
        "OPENAI_API_KEY": "none-is-needed",
        "NO_PROXY": "127.0.0.1,localhost",
        # More than one thread would disturb the measurements.
        "OPENBLAS_NUM_THREADS": "1",
        **more,
    }


class Conversation:
    """A program that answers each line of JSON with another.

    Attributes:
        process: the program.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, **request: Any) -> Any:
        """Sends a request and returns the answer.

        Raises:
            RuntimeError: the program ended or reported an error.
        """
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.line())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def line(self) -> str:
        """The next line of output, without its newline.

        Raises:
            RuntimeError: the program ended.
        """
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the peer's program ended; its output above says why")
        return line.strip()


@contextmanager
def program(command: list[str], env: Mapping[str, str]) -> Iterator[Conversation]:
    """Starts a program in the project's folder and stops it, by force if necessary."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield Conversation(process)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=_PATIENCE)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            process.kill()
            process.wait()


@contextmanager
def peer_module(name: str, *arguments: str, home: Path) -> Iterator[Conversation]:
    """Starts a module of this package in the peers' environment.

    Raises:
        PeerMissing: it is not installed.
    """
    if not PYTHON.exists():
        raise PeerMissing(NO_PEERS)
    command = [str(PYTHON), "-m", f"bench.peers.{name}", *arguments]
    with program(command, peer_environment(home, {})) as conversation:
        yield conversation


@contextmanager
def embeddings_server() -> Iterator[str]:
    """Starts the embeddings server; yields its base URL."""
    with (
        tempfile.TemporaryDirectory() as home,
        peer_module("embeddings", home=Path(home)) as server,
    ):
        yield server.line()
