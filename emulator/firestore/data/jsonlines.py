"""Documents as JSON lines: one document per line, in the JSON form of Firestore's REST API."""

from __future__ import annotations

import json

from emulator.firestore.data.documents import Version, document_bytes
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import FirestoreError, invalid_argument
from emulator.firestore.wire.names import check_document_path, split_name
from emulator.firestore.wire.protos import Message


def document_line(prefix: str, path: str, version: Version) -> bytes:
    """Return a document as one line that ends with a line feed.

    Args:
        prefix: The database's name with ``/documents/`` at the end.
        path: The document's path.
        version: Its version; the fields must not be None.
    """
    from google.protobuf import json_format  # slow to import, and most servers need none of it

    document = protos.Document.FromString(document_bytes(prefix, path, version))
    return json.dumps(json_format.MessageToDict(document), ensure_ascii=False).encode() + b"\n"


def read_line(line: bytes, number: int, prefix: str) -> Message:
    """Return the Write that stores an exported document.

    The document, and its references into the database that it was exported from, move to the
    target database.

    Args:
        line: The line.
        number: Its line number, for error messages.
        prefix: The target database's name with ``/documents/`` at the end.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the line is not a document.
    """
    from google.protobuf import json_format

    document = protos.Document()
    try:
        json_format.Parse(line, document)
        database, path = split_name(document.name)
        check_document_path(path, document.name)
    except (json_format.ParseError, UnicodeDecodeError) as error:
        raise invalid_argument(f"Line {number} is not a document: {error}") from None
    except FirestoreError as error:
        raise invalid_argument(f"Line {number}: {error.message}") from None
    document.name = prefix + path
    source = f"{database}/documents/"
    for value in document.fields.values():
        _move_references(value, source, prefix)
    return protos.Write(update=document)


def _move_references(value: Message, source: str, target: str) -> None:
    kind = value.WhichOneof("value_type")
    if kind == "reference_value" and value.reference_value.startswith(source):
        value.reference_value = target + value.reference_value[len(source) :]
    elif kind == "array_value":
        for item in value.array_value.values:
            _move_references(item, source, target)
    elif kind == "map_value":
        for item in value.map_value.fields.values():
            _move_references(item, source, target)
