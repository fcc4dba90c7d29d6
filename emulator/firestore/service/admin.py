"""The administrative HTTP requests: clearing, exporting and importing a database.

``DELETE`` is the same as in the official emulator. On the same path, ``GET`` exports and ``POST``
imports JSON lines, which must be declared as such: no page can do that without permission.
"""

from __future__ import annotations

import json
import re

from emulator.firestore.data.jsonlines import document_line, read_line
from emulator.firestore.service.engine import Engine, OpenDatabase
from emulator.firestore.wire.errors import FirestoreError
from emulator.firestore.wire.http2.http1 import Request, Response

_DOCUMENTS = re.compile(r"/emulator/v1/(projects/[^/]+/databases/[^/]+)/documents/?\Z")
_BATCH_SIZE = 500
_LINES = ("application/jsonl", "application/x-ndjson", "application/json")


class AdminRequests:
    """Answers the administrative requests to an engine."""

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
            return Response(200, "OK", _export(database), "application/jsonl")
        if request.method == "POST":
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind not in _LINES:
                error = {"error": f"Send the documents as Content-Type: {_LINES[0]}."}
                return Response(415, "Unsupported Media Type", json.dumps(error).encode())
            return await _import(database, request.body)
        return Response(405, "Method Not Allowed", b"{}")


def _export(database: OpenDatabase) -> bytes:
    documents = database.documents
    return b"".join(
        document_line(documents.prefix, doc.path, doc.current)
        for _, doc in documents.everything.names()
    )


async def _import(database: OpenDatabase, body: bytes) -> Response:
    try:
        writes = [
            read_line(line, number, database.documents.prefix)
            for number, line in enumerate(body.splitlines(), start=1)
            if line.strip()
        ]
        for start in range(0, len(writes), _BATCH_SIZE):
            await database.import_writes(writes[start : start + _BATCH_SIZE])
    except FirestoreError as error:
        return Response(400, "Bad Request", json.dumps({"error": error.message}).encode())
    return Response(200, "OK", json.dumps({"documents": len(writes)}).encode())
