"""Resource names: databases, documents and collections."""

from __future__ import annotations

import re
from functools import lru_cache

from emulator.firestore.wire.errors import invalid_argument

_DATABASE = re.compile(r"projects/([^/]+)/databases/([^/]+)\Z")
_RESERVED = re.compile(r"__.*__\Z", re.DOTALL)
_NUMERIC_ID = re.compile(r"__id-?[0-9]+__\Z")
_MAX_SEGMENT_BYTES = 1500
_MAX_NAME_BYTES = 6144
_MAX_DEPTH = 100


@lru_cache(maxsize=256)
def check_database(name: str) -> str:
    """Check ``projects/{project}/databases/{database}`` and return it.

    Raises:
        FirestoreError: INVALID_ARGUMENT for any other form.
    """
    if not name:
        raise invalid_argument("Missing database name.")
    if not _DATABASE.match(name):
        raise invalid_argument(f'Invalid database name "{name}".')
    return name


def split_name(name: str) -> tuple[str, str]:
    """Split a resource name below a database into (database, path).

    The path is the part after ``/documents/``; it is empty for the root.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the name is not of that form.
    """
    parts = name.split("/", 5)
    if len(parts) < 5 or parts[4] != "documents":
        raise invalid_argument(
            f'Document name "{name}" lacks "projects/{{project_id}}/databases/{{database_id}}'
            '/documents" at the beginning.'
        )
    database = check_database("/".join(parts[:4]))
    return database, parts[5] if len(parts) == 6 else ""


def check_segment(segment: str) -> None:
    """Check one document or collection id.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it is empty, reserved, too long, ``.`` or ``..``.
    """
    if not segment:
        raise invalid_argument("Resource ids must not be empty.")
    if segment in {".", ".."}:
        raise invalid_argument(f'Resource id "{segment}" is invalid.')
    if segment.startswith("__") and _RESERVED.match(segment) and not _is_exempt(segment):
        raise invalid_argument(f'Resource id "{segment}" is invalid because it is reserved.')
    if len(segment) > 375 and len(segment.encode()) > _MAX_SEGMENT_BYTES:
        raise invalid_argument(
            f'Resource id "{segment[:40]}…" is longer than {_MAX_SEGMENT_BYTES} bytes.'
        )


def _is_exempt(segment: str) -> bool:
    # Production reads the documented pattern "__.*__" as "__.+__", and allows the numeric ids that
    # Datastore clients write.
    return len(segment) == 4 or bool(_NUMERIC_ID.match(segment))


def check_document_path(path: str, name: str) -> str:
    """Check a document's path relative to its database and return it.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it is not a document path.
    """
    segments = path.split("/")
    if not path or len(segments) % 2:
        raise invalid_argument(f'Document name "{name}" has invalid number of segments.')
    if len(segments) > 2 * _MAX_DEPTH:
        raise invalid_argument(f"Collections can be nested at most {_MAX_DEPTH} levels deep.")
    for segment in segments:
        check_segment(segment)
    if len(path) > 1536 and len(path.encode()) > _MAX_NAME_BYTES:
        raise invalid_argument(f"Document name is longer than {_MAX_NAME_BYTES} bytes.")
    return path


def collection_of(path: str) -> str:
    """Return the path of the collection that holds a document."""
    return path[: path.rindex("/")]


def collection_id_of(path: str) -> str:
    """Return the id of the collection that holds a document."""
    head = path[: path.rindex("/")]
    return head[head.rfind("/") + 1 :]
