"""The administrative HTTP requests: clearing, exporting and importing a database.

``DELETE`` is the official emulator's request; ``GET`` and ``POST`` of the same path are its
counterparts for JSON lines.
"""

from __future__ import annotations

import json
import re

from emulator.firestore.data.jsonlines import document_line, read_line
from emulator.firestore.service.engine import Engine, OpenDatabase
from emulator.firestore.wire.errors import FirestoreError
from emulator.firestore.wire.http2.http1 import Request, Response

_DOCUMENTS = re.compile(r"/emulator/v1/(projects/[^/]+/databases/[^/]+)/documents/?\Z")
_BATCH = 500


class AdminRequests:
    """Answers HTTP requests about an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def handle(self, request: Request) -> Response:
        """Answer one request."""
        match = _DOCUMENTS.match(request.path)
        if match is None:
            if request.path == "/" and request.method == "GET":
                return Response(200, "OK", b'"Ok"')
            return Response(404, "Not Found", b"{}")
        database = self._engine.database(match[1])
        if request.method == "DELETE":
            database.clear()
            return Response(200, "OK", b"{}")
        if request.method == "GET":
            return Response(200, "OK", _exported(database), "application/jsonl")
        if request.method == "POST":
            return await _imported(database, request.body)
        return Response(405, "Method Not Allowed", b"{}")


def _exported(database: OpenDatabase) -> bytes:
    documents = database.documents
    return b"".join(
        document_line(documents.prefix, doc.path, doc.current)
        for _, doc in documents.everything.names()
    )


async def _imported(database: OpenDatabase, body: bytes) -> Response:
    try:
        writes = [
            read_line(line, number, database.documents.prefix)
            for number, line in enumerate(body.splitlines(), start=1)
            if line.strip()
        ]
        for start in range(0, len(writes), _BATCH):
            await database.import_writes(writes[start : start + _BATCH])
    except FirestoreError as error:
        return Response(400, "Bad Request", json.dumps({"error": error.message}).encode())
    return Response(200, "OK", json.dumps({"documents": len(writes)}).encode())
