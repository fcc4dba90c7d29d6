"""Runs the embedded Firestore alone: ``python -m emulator.firestore --help``."""

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
    """Serve until interrupted; the first line of output is the address."""
    parser = argparse.ArgumentParser(prog="python -m emulator.firestore", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080, help="0 for any free port")
    parser.add_argument("--storage", type=Path, help="a directory; in memory without it")
    parser.add_argument(
        "--indexes", type=Path, help="a firestore.indexes.json; refuses queries without an index"
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
