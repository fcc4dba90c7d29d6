"""The indexes that a `firestore.indexes.json` declares, and every field's default ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from emulator.firestore.wire.errors import FirestoreError
from emulator.firestore.wire.fieldpaths import DOCUMENT_NAME, FieldPath, parse_field_path

Mode = Literal["ASCENDING", "DESCENDING", "CONTAINS"]
Part = tuple[FieldPath, Mode]

_MODES = ("ASCENDING", "DESCENDING", "CONTAINS")
_GROUP = "COLLECTION_GROUP"
_SCOPES = ("COLLECTION", _GROUP)


class IndexFileError(Exception):
    """An index file cannot be read or is invalid; the message says why."""


@dataclass(frozen=True, slots=True)
class Composite:
    """A declared index over several fields; its last part is always the document's name.

    Attributes:
        collection_id: The id of the collections it covers.
        group: Whether it serves queries over the collection group, not over one collection.
        parts: Its fields with their modes, except the vector field.
        vector: The vector field and its dimension, or None for an ordinary index.
    """

    collection_id: str
    group: bool
    parts: tuple[Part, ...]
    vector: tuple[FieldPath, int] | None


@dataclass(frozen=True, slots=True)
class DeclaredIndexes:
    """All indexes of a database.

    Attributes:
        composites: The declared indexes over several fields.
        overrides: The single-field indexes that replace a field's default ones, by collection id
            and field path: for each, whether it covers the group, and its mode.
    """

    composites: tuple[Composite, ...]
    overrides: Mapping[tuple[str, FieldPath], frozenset[tuple[bool, Mode]]]

    def has_single(self, collection_id: str, path: FieldPath, group: bool, mode: Mode) -> bool:
        """Return whether a field has a single-field index.

        A field without an override takes that of the nearest map around it, then that of all
        fields (``*``). Without any of these, it has all three modes for single collections.
        """
        for end in range(len(path), 0, -1):
            found = self.overrides.get((collection_id, path[:end]))
            if found is not None:
                return (group, mode) in found
        found = self.overrides.get((collection_id, ("*",)))
        return (group, mode) in found if found is not None else not group

    def of(self, collection_id: str, group: bool) -> list[Composite]:
        """Return the declared indexes that queries of this scope can use."""
        return [
            index
            for index in self.composites
            if index.collection_id == collection_id and index.group == group
        ]


def read_index_file(file: Path, vector_dimension: int | None = None) -> DeclaredIndexes:
    """Read a file in the form that the Firebase CLI deploys.

    Args:
        file: The file.
        vector_dimension: Replaces the dimension of every vector index, as a deployment with
            another embedding model does.

    Raises:
        IndexFileError: When the file cannot be read or is invalid.
    """
    try:
        content = json.loads(file.read_text())
        composites = tuple(_composite(item, vector_dimension) for item in content["indexes"])
        overrides = {
            (item["collectionGroup"], _path(item["fieldPath"])): frozenset(
                (_is_group(index), _mode(index)) for index in item["indexes"]
            )
            for item in content.get("fieldOverrides", [])
        }
    except OSError as error:
        raise IndexFileError(f"The index file {file} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, FirestoreError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise IndexFileError(
            f"{file} is not an index file ({reason}). Use a firestore.indexes.json as the Firebase "
            "CLI deploys it."
        ) from error
    return DeclaredIndexes(composites, overrides)


def _composite(item: Mapping[str, Any], dimension: int | None) -> Composite:
    parts: list[Part] = []
    vector: tuple[FieldPath, int] | None = None
    for field in item["fields"]:
        if vector is not None:
            raise ValueError("a vector field must be the last field of its index")
        path = _path(field["fieldPath"])
        if "vectorConfig" in field:
            vector = path, dimension or int(field["vectorConfig"]["dimension"])
        else:
            parts.append((path, _mode(field)))
    if not parts or parts[-1][0] != DOCUMENT_NAME:
        descends = bool(parts) and parts[-1][1] == "DESCENDING"
        parts.append((DOCUMENT_NAME, "DESCENDING" if descends else "ASCENDING"))
    return Composite(item["collectionGroup"], _is_group(item), tuple(parts), vector)


def _path(text: str) -> FieldPath:
    return ("*",) if text == "*" else parse_field_path(text)


def _mode(item: Mapping[str, Any]) -> Mode:
    mode = item.get("order") or item.get("arrayConfig")
    if mode not in _MODES:
        raise ValueError(f"a field is ASCENDING, DESCENDING or CONTAINS, not {mode}")
    result: Mode = mode
    return result


def _is_group(item: Mapping[str, Any]) -> bool:
    scope = item.get("queryScope", "COLLECTION")
    if scope not in _SCOPES:
        raise ValueError(f"a query scope is COLLECTION or COLLECTION_GROUP, not {scope}")
    return bool(scope == _GROUP)
