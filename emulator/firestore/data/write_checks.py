"""Checks of writes that need no stored document, so a commit runs them before it waits."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.firestore.data.database import Database
from emulator.firestore.data.transforms import check_transform
from emulator.firestore.data.validation import normalize_fields
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import FieldPath, check_stored_path, parse_field_path
from emulator.firestore.wire.names import check_document_path
from emulator.firestore.wire.protos import Message

MAX_TRANSFORMS_PER_DOCUMENT = 500


def target_name(write: Message) -> str:
    """Return the name of the document that a write is for, or an empty string."""
    operation = write.WhichOneof("operation")
    name: str = ""
    if operation == "update":
        name = write.update.name
    elif operation == "transform":
        name = write.transform.document
    elif operation is not None:
        name = getattr(write, operation)
    return name


def check_write(database: Database, write: Message) -> str:
    """Check a write, truncate its timestamps to microseconds, and return its document's path.

    Raises:
        FirestoreError: INVALID_ARGUMENT when production refuses it, whatever is stored.
    """
    operation = write.WhichOneof("operation")
    if operation is None:
        raise invalid_argument(
            "A write must have an operation: update, delete, verify or transform."
        )
    name = target_name(write)
    path = database.relative(name)
    if path not in database.docs:
        check_document_path(path, name)
    if write.current_document.update_time.nanos % 1000:
        raise invalid_argument("timestamp cannot have more than microseconds precision")
    if operation == "update":
        if write.HasField("update_mask"):
            mask_paths(write.update_mask)
        normalize_fields(write.update.fields)
        _check_transforms(write.update_transforms)
        return path
    if write.HasField("update_mask"):
        raise invalid_argument(f"a {operation} must not specify a document mask.")
    if write.update_transforms:
        raise invalid_argument(f"a {operation} must not specify an update transform.")
    if operation == "transform":
        if not write.transform.field_transforms:
            raise invalid_argument("A document transform must have field transforms.")
        _check_transforms(write.transform.field_transforms)
    elif operation == "verify" and not write.current_document.WhichOneof("condition_type"):
        raise invalid_argument("a verify must contain a precondition")
    return path


def check_verifies(writes: Sequence[Message]) -> None:
    """Refuse a commit that verifies a document twice, or verifies and writes it.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it does.
    """
    if all(write.WhichOneof("operation") != "verify" for write in writes):
        return
    seen: dict[str, bool] = {}
    for write in writes:
        name = target_name(write)
        verifies = write.WhichOneof("operation") == "verify"
        conflict = _CONFLICTS.get((seen.get(name), verifies))
        if conflict is not None:
            raise invalid_argument(f"the same document cannot be {conflict} in a single request")
        seen.setdefault(name, verifies)


_CONFLICTS: dict[tuple[bool | None, bool], str] = {
    (True, True): "verified more than once",
    (True, False): "verified and then written",
    (False, True): "written and then verified",
}
"""By whether the document was verified before (None: neither verified nor written) and is now."""


def mask_paths(mask: Message) -> list[FieldPath]:
    """Return the paths of an update mask.

    Raises:
        FirestoreError: INVALID_ARGUMENT when one cannot be stored, or lies within another.
    """
    paths = [parse_field_path(text) for text in mask.field_paths]
    known = set(paths)
    for path in paths:
        check_stored_path(path)
        if any(path[:length] in known for length in range(1, len(path))):
            raise invalid_argument(
                "The update mask must not contain both a field path and one of its prefixes: "
                f"{'.'.join(path)}"
            )
    return paths


def _check_transforms(transforms: Sequence[Message]) -> None:
    if len(transforms) > MAX_TRANSFORMS_PER_DOCUMENT:
        raise invalid_argument(
            f"A document can have at most {MAX_TRANSFORMS_PER_DOCUMENT} transforms."
        )
    for transform in transforms:
        check_transform(transform)
