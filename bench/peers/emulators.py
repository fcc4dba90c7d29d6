"""The emulators under comparison, each a process on a free port of 127.0.0.1."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.auth.credentials import AnonymousCredentials
from google.cloud.firestore import Client

from bench.peers.processes import NO_PEERS, Conversation, PeerMissing, program
from emulator.gateway.paths import ROOT

PEER = "@firestore-emulator/server"
PACKAGES = ROOT / "bench" / "peers" / "node_modules"
OURS, DURABLE = "embedded, in memory", "embedded, durable"
PROJECT = "demo-peers"


@dataclass
class Emulator:
    """A running emulator.

    Attributes:
        name: its name in the report.
        client: the official client, connected to it.
        conversation: the process.
        collects: whether it can be told to collect garbage.
    """

    name: str
    client: Any
    conversation: Conversation
    collects: bool

    def resident_bytes(self) -> int:
        """The resident memory of the process, after a garbage collection if it supports one."""
        if self.collects:
            stdin = self.conversation.process.stdin
            assert stdin is not None
            stdin.write("gc\n")
            stdin.flush()
            self.conversation.line()
        pages = Path(f"/proc/{self.conversation.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


def connect(address: str) -> Any:
    """The official client, connected to an emulator; it reads the address when created."""
    before = os.environ.get("FIRESTORE_EMULATOR_HOST")
    os.environ["FIRESTORE_EMULATOR_HOST"] = address
    try:
        return Client(project=PROJECT, credentials=AnonymousCredentials())
    finally:
        if before is None:
            del os.environ["FIRESTORE_EMULATOR_HOST"]
        else:
            os.environ["FIRESTORE_EMULATOR_HOST"] = before


@contextmanager
def embedded(name: str = OURS) -> Iterator[Emulator]:
    """Starts the embedded Firestore, durable if the name says so."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "emulator.firestore", "--port", "0"]
        if name == DURABLE:
            command += ["--storage", folder]
        with program(command, os.environ) as conversation:
            client = connect(conversation.line())
            yield Emulator(name, client, conversation, collects=False)
            client.close()


def node(packages: Path = PACKAGES) -> str:
    """The path of Node, to run one of these packages.

    Raises:
        PeerMissing: Node or the package is not installed.
    """
    found = shutil.which("node")
    if found is None:
        raise PeerMissing("The other emulator needs Node 20 or newer, which is not installed")
    if not (packages / ".package-lock.json").exists():
        raise PeerMissing(NO_PEERS)
    return found


@contextmanager
def peer() -> Iterator[Emulator]:
    """Starts the other emulator.

    Raises:
        PeerMissing: Node or the package is not installed.
    """
    server = str(ROOT / "bench" / "peers" / "firestore_server.cjs")
    with program([node(), "--expose-gc", server], os.environ) as conversation:
        client = connect(conversation.line())
        yield Emulator(PEER, client, conversation, collects=True)
        client.close()


def peer_versions(packages: Path = PACKAGES) -> dict[str, str]:
    """The versions of the other emulator and of Node.

    Raises:
        PeerMissing: Node or the package is not installed.
    """
    command = [node(packages), "--version"]
    package = json.loads((packages / PEER / "package.json").read_text())
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {PEER: package["version"], "node": done.stdout.strip()}
