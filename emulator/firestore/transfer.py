"""Export and import of all documents of a running emulator, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import BinaryIO
from urllib.parse import quote

_TIMEOUT_SECONDS = 600.0


class TransferError(Exception):
    """The emulator refused an export or import; the text says why."""


def export_documents(address: str, database: str, target: BinaryIO) -> int:
    """Write all documents of a database, ordered by name.

    Args:
        address: ``host:port`` of a running emulator.
        database: ``projects/{project}/databases/{database}``.
        target: The file to write the lines to.

    Returns:
        The number of documents.

    Raises:
        TransferError: When the emulator refuses.
        OSError: When the emulator cannot be reached.
    """
    body = _request(address, database, "GET", b"")
    target.write(body)
    return body.count(b"\n")


def import_documents(address: str, database: str, lines: Iterable[bytes]) -> int:
    """Store exported documents, replacing any with the same names.

    Args:
        address: ``host:port`` of a running emulator.
        database: ``projects/{project}/databases/{database}``; references to documents of the
            exported database are changed to point into this one.
        lines: The exported lines.

    Returns:
        The number of documents.

    Raises:
        TransferError: When a line is not a document, in which case nothing is stored, or when a
            document cannot be stored, in which case the batches of 500 before it are.
        OSError: When the emulator cannot be reached.
    """
    answer = json.loads(_request(address, database, "POST", b"".join(lines)))
    count: int = answer["documents"]
    return count


def _request(address: str, database: str, method: str, body: bytes) -> bytes:
    from http.client import HTTPConnection  # the server, which does not need it, starts faster

    connection = HTTPConnection(address, timeout=_TIMEOUT_SECONDS)
    try:
        headers = {"Content-Type": "application/jsonl"} if body else {}
        path = f"/emulator/v1/{quote(database)}/documents"
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        data = response.read()
    finally:
        connection.close()
    if response.status != 200:
        text = data.decode(errors="replace")
        raise TransferError(f"the emulator answered {response.status} {response.reason}: {text}")
    return data
