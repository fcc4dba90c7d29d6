"""Serialized response messages for documents, assembled from stored bytes."""

from __future__ import annotations

from emulator.firestore.data.documents import (
    Version,
    document_bytes,
    parse_fields,
    serialize_fields,
)
from emulator.firestore.query.plans import Plan, Row
from emulator.firestore.wire import protos
from emulator.firestore.wire.fieldpaths import FieldPath, parse_field_path, project_fields
from emulator.firestore.wire.protos import Message, length_delimited, timestamp_bytes


def mask_paths(message: Message, field: str = "mask") -> list[FieldPath] | None:
    """Return the paths of a request's response mask, or None if it has none.

    Raises:
        FirestoreError: INVALID_ARGUMENT when a path is malformed.
    """
    if not message.HasField(field):
        return None
    return [parse_field_path(text) for text in getattr(message, field).field_paths]


def masked(version: Version, paths: list[FieldPath] | None) -> Version:
    """Return a version with only the given fields; None keeps all."""
    if paths is None or version.fields is None:
        return version
    kept = protos.Document()
    project_fields(parse_fields(version.fields).fields, kept.fields, paths)
    return version._replace(fields=serialize_fields(kept))


def row_document(plan: Plan, row: Row) -> bytes:
    """Return the serialized Document of a row, with the query's projection."""
    if row.computed is None:
        version = masked(row.version, plan.select)
    else:
        version = _with_computed(row.version, plan.select, *row.computed)
    return document_bytes(plan.database.prefix, row.doc.path, version)


def _with_computed(
    version: Version, select: list[FieldPath] | None, name: str, value: bytes
) -> Version:
    """Return a projection of a version, with a top-level field that takes any other's place.

    The field's value is serialized.
    """
    stored = None if select is None else [path for path in select if path[0] != name]
    kept = b"" if stored == [] else masked(version, stored).fields or b""
    # Of several entries with one key, a reader of the message takes the last.
    key = length_delimited(b"\x0a", name.encode())
    entry = key + length_delimited(b"\x12", value)
    return version._replace(fields=kept + length_delimited(b"\x12", entry))


def found_response(document: bytes, read_time: int, transaction: bytes) -> bytes:
    """Return a serialized BatchGetDocumentsResponse with a document."""
    parts = length_delimited(b"\x0a", document)
    if transaction:
        parts += length_delimited(b"\x1a", transaction)
    return parts + length_delimited(b"\x22", timestamp_bytes(read_time))


def missing_response(name: str, read_time: int, transaction: bytes) -> bytes:
    """Return a serialized BatchGetDocumentsResponse for a missing document."""
    parts = length_delimited(b"\x12", name.encode())
    if transaction:
        parts += length_delimited(b"\x1a", transaction)
    return parts + length_delimited(b"\x22", timestamp_bytes(read_time))


def query_response(document: bytes, read_time: bytes) -> bytes:
    """Return a serialized RunQueryResponse with a document.

    Args:
        document: The serialized Document.
        read_time: The serialized Timestamp.
    """
    return length_delimited(b"\x0a", document) + length_delimited(b"\x1a", read_time)
