"""Export and import of all documents of a running emulator, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from http.client import HTTPConnection
from typing import BinaryIO
from urllib.parse import quote

_TIMEOUT_SECONDS = 600.0


class TransferError(Exception):
    """The emulator refused an export or import; the text says why."""


def export_documents(address: str, database: str, target: BinaryIO) -> int:
    """Write all documents of a database, in the order of their names.

    Args:
        address: ``host:port`` of a running emulator.
        database: ``projects/{project}/databases/{database}``.
        target: Where the lines go.

    Returns:
        The number of documents.

    Raises:
        TransferError: When the emulator refuses.
        OSError: When it cannot be reached.
    """
    body = _request(address, database, "GET", b"")
    target.write(body)
    return body.count(b"\n")


def import_documents(address: str, database: str, lines: Iterable[bytes]) -> int:
    """Store exported documents, replacing those of the same names.

    Args:
        address: ``host:port`` of a running emulator.
        database: ``projects/{project}/databases/{database}``; references to documents of the
            database that was exported are moved to it.
        lines: The exported lines.

    Returns:
        The number of documents.

    Raises:
        TransferError: When a line is no document; the batches of 500 before it are stored.
        OSError: When the emulator cannot be reached.
    """
    answer = json.loads(_request(address, database, "POST", b"".join(lines)))
    count: int = answer["documents"]
    return count


def _request(address: str, database: str, method: str, body: bytes) -> bytes:
    connection = HTTPConnection(address, timeout=_TIMEOUT_SECONDS)
    try:
        connection.request(method, f"/emulator/v1/{quote(database)}/documents", body)
        response = connection.getresponse()
        data = response.read()
    finally:
        connection.close()
    if response.status != 200:
        raise TransferError(f"{response.status} {response.reason}: {data.decode(errors='replace')}")
    return data
