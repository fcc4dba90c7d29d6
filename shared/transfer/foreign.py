"""Imports what other products export: their conversations, and what they remember of a user."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from shared.base.clock import Clock
from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.base.text import fold
from shared.documents.imports import MAX_NOTES_SEEN, PREFIX, ImportRecord
from shared.learning.importing import MOST, Importer, OldMessage, Piece
from shared.memory.rules import NewEntry
from shared.ports import Records, Store
from shared.profile.forgotten import Forgotten
from shared.profile.forgotten_pages import read_older
from shared.transfer import legacy
from shared.transfer.checks import listed
from shared.transfer.conversations import chatgpt, claude
from shared.transfer.conversations.memories import row_of_mem0, rows_of_mem0, rows_of_text
from shared.transfer.conversations.reading import Reading
from shared.transfer.formats import Format
from shared.transfer.report import Report, read_items

_READERS: dict[Format, Callable[[Any], Reading]] = {
    Format.CHATGPT: chatgpt.read_conversation,
    Format.CLAUDE: claude.read_conversation,
}
Save = Callable[[str, Sequence[tuple[int, NewEntry]], Report], None]
"""Saves notes, each with its index, and reports on them."""


class ForeignImports:
    """Imports the files of other products. Every method may raise Unavailable."""

    def __init__(self, store: Store, importer: Importer, clock: Clock, save: Save) -> None:
        self._store = store
        self._importer = importer
        self._clock = clock
        self._save = save

    def conversations(self, uid: str, format_: Format, data: Any) -> Report:
        """Imports conversations, given as a list or as a single one.

        What was left out of a conversation is reported once for each reason. All that comes this
        way is one import, which has the name of the format.
        """
        report = Report()
        items = listed(data if isinstance(data, list) else [data], "data")
        for index, item in enumerate(items):
            reading = _READERS[format_](item)
            said = [each for each in reading.messages if each.role == "user"]
            others = len(reading.messages) - len(said)
            left_out = dict(reading.left_out) | ({"NOT_THE_USER": others} if others else {})
            messages = [
                OldMessage(each.id, each.thread, "user", each.at, each.text) for each in said
            ]
            for reason, count in left_out.items():
                report.refuse("conversations", index, reason, f"Left out: {count:,}.")
            for part in _parts(messages):
                piece = Piece(format_, format_, part, left_out=left_out)
                left_out = {}
                taken = self._importer.take(uid, piece)
                for each in taken.refused:
                    report.refuse("conversations", index, each.reason, each.message)
                for number in range(taken.taken + taken.merged):
                    report.count(taken=number < taken.taken)
        return report

    def memories(self, uid: str, format_: Format, data: Any) -> Report:
        """Imports what another assistant remembers, as notes.

        A note that was imported before does not come back, even if it was deleted since; nor does
        what says something that the user has deleted from the profile.

        Raises:
            InvalidArgument: the data is neither a list nor what the product returns.
        """
        report = Report()
        now = self._clock()
        rows = listed(_rows(format_, data), "data")
        notes = read_items(report, "memories", rows, lambda row: legacy.memory_of(row, now))
        user = self._store.users.get_or_new(uid)
        forgotten = _AnyForgotten(read_older(self._store, uid, user).joined(user.profile).forgotten)
        record = self._store.imports.get(uid, PREFIX + format_)
        seen = set(record.seen) if record else set()
        new = []
        for index, note in notes:
            if _hash(note) in seen:
                report.count(taken=False)
            elif forgotten.has(note.content):
                report.refuse("memories", index, "FORGOTTEN", "The user has deleted what it says.")
            else:
                new.append((index, note))
        self._save(uid, new, report)
        if new:
            self._remember(uid, format_, [_hash(note) for _, note in new])
        return report

    def _remember(self, uid: str, format_: Format, hashes: Sequence[str]) -> None:
        """Adds notes to those that have been imported; before that, repeating it saves them again,
        which changes nothing unless they are deleted in between.
        """
        now = self._clock()

        def write(records: Records) -> None:
            records.users.get(uid)  # a user who is being erased gets no documents
            known = records.imports.get(uid, PREFIX + format_)
            record = known or ImportRecord(
                id=PREFIX + format_, source=format_, imported_at=now, updated_at=now
            )
            seen = list(dict.fromkeys([*record.seen, *hashes]))
            update = {
                "seen": seen[-MAX_NOTES_SEEN:],
                "updated_at": now,
                "taken": record.taken + len(seen) - len(record.seen),
            }
            records.imports.overwrite(uid, record.id, record.model_copy(update=update))

        self._store.transact(write)


class _AnyForgotten:
    """What the user has deleted, whatever its kind: a note may say anything."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = Forgotten(keys)
        self._scopes = {tuple(key.split(":", 2)[:2]) for key in keys if key.count(":") >= 2}

    def has(self, text: str) -> bool:
        return any(self._keys.has(kind, scope, text) for kind, scope in self._scopes)


def _rows(format_: Format, data: Any) -> Any:
    if format_ is Format.MEM0:
        if not isinstance(data, list) and not rows_of_mem0(data):
            raise InvalidArgument.field("data", "must be a list, or an object with `results`")
        return [row_of_mem0(row) for row in rows_of_mem0(data)]
    return list(rows_of_text(data)) if isinstance(data, str) else data


def _hash(note: NewEntry) -> str:
    return derived_id("note", fold(note.content))


def _parts(messages: Sequence[OldMessage]) -> Iterator[Sequence[OldMessage]]:
    """Yields pieces; an empty one if there are no messages, so that what was left out counts."""
    for first in range(0, max(1, len(messages)), MOST):
        yield messages[first : first + MOST]
