"""Application of writes: masks, preconditions, transforms, deletes and no-op writes."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.firestore.data.database import Database
from emulator.firestore.data.documents import Version, parse_fields, serialize_fields
from emulator.firestore.data.sizes import check_size
from emulator.firestore.data.transforms import apply_transform
from emulator.firestore.data.write_checks import mask_paths
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import (
    already_exists,
    failed_precondition,
    not_found,
)
from emulator.firestore.wire.fieldpaths import (
    delete_field,
    get_field,
    set_field,
)
from emulator.firestore.wire.protos import Message, micros_from_timestamp, timestamp_from_micros


class Batch:
    """The writes of one commit, which were checked, applied in order but not yet visible.

    Args:
        database: The database to write to.
        micros: The commit time, microseconds since the epoch.
    """

    def __init__(self, database: Database, micros: int) -> None:
        self._database = database
        self._micros = micros
        self._pending: dict[str, Version] = {}
        self._unfinished_results: list[tuple[Message, str, Version]] = []

    def apply(self, path: str, write: Message) -> Message:
        """Apply one write and return its WriteResult.

        The update time of the result is filled in by :meth:`finish`.

        Raises:
            FirestoreError: When production refuses the write; nothing has changed.
        """
        before = self._pending.get(path)
        if before is None:
            before = self._database.version(path)
        self._check_precondition(path, write, before)
        result = protos.WriteResult()
        operation = write.WhichOneof("operation")
        if operation == "verify":
            read_at = before.update_time if before.fields is not None else self._micros
            result.update_time.CopyFrom(timestamp_from_micros(read_at))
            return result
        if operation == "delete":
            self._pending[path] = Version(self._micros, 0, None)
            return result
        after = self._updated(path, write, before, result)
        self._pending[path] = after
        self._unfinished_results.append((result, path, after))
        return result

    def finish(self) -> list[tuple[str, Version]]:
        """Return the new version of each document that actually changes.

        A write that changes nothing keeps the update time and notifies no listener.
        """
        times = {path: self._time(path, last) for path, last in self._pending.items()}
        for result, path, after in self._unfinished_results:
            # A document that the same commit deletes later has been there until then.
            deleted = self._pending[path].fields is None
            time = self._time(path, after) if deleted else times[path]
            result.update_time.CopyFrom(timestamp_from_micros(time))
        return [each for each in self._pending.items() if times[each[0]] == self._micros]

    def _time(self, path: str, version: Version) -> int:
        """Return the commit's time if the version changes the document, else its update time."""
        stored = self._database.version(path)
        unchanged = version.fields == stored.fields and (
            version.fields is None or version.create_time == stored.create_time
        )
        return stored.update_time if unchanged else self._micros

    def _check_precondition(self, path: str, write: Message, before: Version) -> None:
        condition = write.current_document.WhichOneof("condition_type")
        if condition is None:
            return
        name = self._database.prefix + path
        exists = before.fields is not None
        if condition == "exists":
            if write.current_document.exists and not exists:
                raise not_found(f"No document to update: {name}")
            if exists and not write.current_document.exists:
                raise already_exists(f"Document already exists: {name}")
            return
        # A missing document has version zero, which some clients require.
        wanted = micros_from_timestamp(write.current_document.update_time)
        stored = before.update_time if exists else 0
        if stored != wanted:
            raise failed_precondition(
                f"the stored version ({stored}) does not match the required base version ({wanted})"
            )

    def _updated(self, path: str, write: Message, before: Version, result: Message) -> Version:
        if write.WhichOneof("operation") == "transform":
            document = _document_of(before)
            transforms: Sequence[Message] = write.transform.field_transforms
        else:
            document = self._merged(write, before)
            transforms = write.update_transforms
        for transform in transforms:
            result.transform_results.append(
                apply_transform(document.fields, transform, self._micros)
            )
        encoded = serialize_fields(document)
        check_size(path, self._database.prefix + path, document, len(encoded))
        created = before.create_time if before.fields is not None else self._micros
        return Version(self._micros, created, encoded)

    def _merged(self, write: Message, before: Version) -> Message:
        update = write.update
        for field in ("name", "create_time", "update_time"):
            update.ClearField(field)
        if not write.HasField("update_mask"):
            return update
        paths = mask_paths(write.update_mask)
        document = _document_of(before)
        for path in paths:
            value = get_field(update.fields, path)
            if value is None:
                delete_field(document.fields, path)
            else:
                set_field(document.fields, path, value)
        return document


def _document_of(version: Version) -> Message:
    return parse_fields(version.fields if version.fields is not None else b"")
