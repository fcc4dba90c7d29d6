"""Run the embedded Firestore on its own."""

from __future__ import annotations

import argparse
import asyncio
import signal
import time
from pathlib import Path

from emulator.firestore import (
    DeclaredIndexes,
    FirestoreServer,
    IndexFileError,
    Usage,
    read_index_file,
)
from emulator.guard import Guard, host_name


def main() -> None:
    """Serve until interrupted; the first line printed is the address."""
    parser = argparse.ArgumentParser(prog="python -m emulator.firestore", description=__doc__)
    parser.add_argument(
        "--host", default="127.0.0.1", type=_loopback, help="address of this machine to listen on"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        type=_name,
        help="another name that this machine is called by",
    )
    parser.add_argument("--port", type=int, default=8080, help="port; 0 picks a free one")
    parser.add_argument(
        "--storage",
        type=Path,
        help="directory for the documents; without it, they stay in memory",
    )
    parser.add_argument(
        "--indexes",
        type=Path,
        help="firestore.indexes.json; refuse queries that it does not serve",
    )
    arguments = parser.parse_args()
    try:
        declared = read_index_file(arguments.indexes) if arguments.indexes else None
    except IndexFileError as error:
        parser.error(str(error))
    guard = Guard(frozenset(arguments.allow_host))
    asyncio.run(_serve(arguments.host, arguments.port, arguments.storage, declared, guard))


def _loopback(text: str) -> str:
    """Anybody who can reach the emulator can read and change everything."""
    if not Guard().is_local(f"[{text}]" if ":" in text else text):
        raise argparse.ArgumentTypeError(f"{text} is not an address of this machine alone")
    return text


def _name(text: str) -> str:
    try:
        return host_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


async def _serve(
    host: str, port: int, storage: Path | None, declared: DeclaredIndexes | None, guard: Guard
) -> None:
    server = FirestoreServer(
        storage, lambda: time.time_ns() // 1000, Usage(), host, port, declared, guard=guard
    )
    port = await server.start()
    print(f"{host}:{port}", flush=True)  # noqa: T201
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    await stopped.wait()
    await server.stop()


if __name__ == "__main__":
    main()
