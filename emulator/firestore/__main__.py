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


def main() -> None:
    """Serve until interrupted; the first line printed is the address."""
    parser = argparse.ArgumentParser(prog="python -m emulator.firestore", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
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
    asyncio.run(_serve(arguments.host, arguments.port, arguments.storage, declared))


async def _serve(
    host: str, port: int, storage: Path | None, declared: DeclaredIndexes | None
) -> None:
    server = FirestoreServer(storage, lambda: time.time_ns() // 1000, Usage(), host, port, declared)
    port = await server.start()
    print(f"{host}:{port}", flush=True)  # noqa: T201
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    await stopped.wait()
    await server.stop()


if __name__ == "__main__":
    main()
