"""A second Firestore emulator, which evaluates security rules: hidane, or one that is named.

FIRESTORE_EMULATOR_HOST names another one, such as Google's own, to use instead.
"""

import os
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx

from emulator.gateway.paths import ROOT

PROGRAM = ROOT / ".firestore-second" / "bin" / "hidane"
_NAMED = os.environ.get("FIRESTORE_EMULATOR_HOST")  # tests set the variable for their own clients
_ENDPOINT = "API endpoint: http://"


@dataclass
class SecondEngine:
    """A running emulator at `address` (host:port)."""

    address: str

    def load_rules(self, project: str, rules: str) -> list[str]:
        """Sets the rules of a project's default database; returns what the compiler warns of.

        Raises:
            RulesRefused: they do not compile. The project keeps the rules that it has.
        """
        answer = httpx.put(
            f"http://{self.address}/emulator/v1/projects/{project}:securityRules",
            json={"rules": {"files": [{"name": "firestore.rules", "content": rules}]}},
            timeout=30,
        )
        if answer.status_code == 400:
            raise RulesRefused(answer.json()["error"]["message"])
        answer.raise_for_status()
        return [issue["description"] for issue in answer.json().get("issues", [])]


class RulesRefused(Exception):
    """The rules do not compile."""


class NotInstalled(Exception):
    """The engine is not installed; the message says what installs it."""


@contextmanager
def second_engine(rules: Path | None = None, program: Path = PROGRAM) -> Iterator[SecondEngine]:
    """Runs the engine on a free port, or uses the one that is named.

    Args:
        rules: the rules of every project that loads none of its own. Without them, such a project
            is open to everyone. An engine that is named has been started with its own.
        program: hidane.

    Raises:
        NotInstalled: it is not installed.
        RuntimeError: it did not start, or the rules do not compile.
    """
    if _NAMED:
        yield SecondEngine(_NAMED)
        return
    if not program.exists():
        raise NotInstalled("The second Firestore engine is missing: run `make firestore-second`.")
    command = [str(program), "--host", "127.0.0.1", "--port", "0"]
    if rules is not None:
        command += ["--rules", str(rules)]
    with running_program(command) as address:
        yield SecondEngine(address)


@contextmanager
def running_program(command: Sequence[str]) -> Iterator[str]:
    """Runs an emulator that prints its address as hidane does; yields the address.

    What it prints from then on is read and dropped: it would wait once the pipe is full.

    Raises:
        RuntimeError: it printed no address, or something on the standard error.
    """
    with (
        tempfile.TemporaryFile("w+") as complaints,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True) as process,
    ):
        try:
            address = _address(process, complaints)
            threading.Thread(target=deque, args=(process.stdout, 0), daemon=True).start()
            yield address
        finally:
            process.kill()


def _address(process: subprocess.Popen[str], complaints: IO[str]) -> str:
    """Returns the address, which the engine prints once it listens."""
    assert process.stdout is not None
    address = next(
        (line[len(_ENDPOINT) :].strip() for line in process.stdout if line.startswith(_ENDPOINT)),
        None,
    )
    complaints.seek(0)
    text = complaints.read()
    if address is None or text:  # it starts, open to everyone, if its rules do not compile
        raise RuntimeError(f"the second engine did not start as it should:\n{text}")
    return address
