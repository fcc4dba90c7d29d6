"""Export and import in every format; each call is safe to repeat."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, get_args

from shared.access.callers import InsufficientScope
from shared.access.connections import Connections
from shared.account.account_service import AccountService
from shared.base.acting import current_connection, may_record
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument, RekindleError
from shared.base.ids import derived_id
from shared.base.text import stemming_once
from shared.base.validation import validated
from shared.documents.access import ConnectionView, Scope
from shared.documents.changelog import Action, ChangelogEntry, Source
from shared.documents.memory import Tier
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.learning.importing import Importer
from shared.memory.embeddings import Embedder
from shared.memory.memory_service import MemoryService
from shared.memory.rules import NewEntry
from shared.operating.operator_service import LooksAtUser
from shared.ports import Records, Store
from shared.profile.authorship.marking import marked
from shared.profile.authorship.quarantine import quarantined
from shared.profile.changelog import RETENTION, content_of
from shared.profile.forgotten_pages import read_older
from shared.profile.history import commit_version
from shared.transfer import legacy
from shared.transfer.checks import listed
from shared.transfer.export import as_json, export_parts
from shared.transfer.foreign import ForeignImports
from shared.transfer.formats import Format
from shared.transfer.items import check_change, check_changes, too_old
from shared.transfer.merging import with_about, with_meta, with_preferences
from shared.transfer.report import Report, checked_items, read_items, valid_items
from shared.transfer.restore import NOTES_AT_ONCE, Restorer

_ACTIONS = frozenset(get_args(Action))
_SOURCES = frozenset(Source)


class TransferService:
    """Exports and imports a user's data. Every method may raise Unavailable."""

    def __init__(
        self,
        store: Store,
        memory: MemoryService,
        accounts: AccountService,
        connections: Connections,
        looks: LooksAtUser,
        clock: Clock,
        embedder: Embedder | None,
        importer: Importer,
    ) -> None:
        self._store = store
        self._memory = memory
        self._clock = clock
        self._connections = connections
        self._looks = looks
        self._restorer = Restorer(store, memory, accounts, clock, embedder)
        self._foreign = ForeignImports(store, importer, clock, self._save)

    def export(self, uid: str) -> Iterator[str]:
        """Returns everything that is stored about the user, as pieces of one JSON document.

        The user's document is read first, so an error that it raises comes before any piece.
        """
        shown = [ConnectionView.of(item) for item in self._connections.of(uid)]
        looks = self._looks.all_of(uid)
        pieces = as_json(export_parts(self._store, uid, self._clock(), shown, looks))
        return chain([next(pieces)], pieces)

    @stemming_once()
    def import_(self, uid: str, format_: Format, data: Any) -> Report:
        """Imports data and reports what was taken, merged and refused.

        Raises:
            InvalidArgument: the data as a whole does not have this format.
        """
        # There is no default case, so that mypy reports a format without a case.
        match format_:
            case Format.REKINDLE:
                return self._rekindle(uid, data)
            case Format.PROFILE:
                return self._profile(uid, data)
            case Format.PROFILE_META:
                return self._profile_meta(uid, data)
            case Format.CHANGELOG:
                return self._changelog(uid, data)
            case Format.SESSION:
                return self._sessions(uid, data)
            case Format.PROCESSED_TURNS:
                return self._processed_turns(uid, data)
            case Format.MEMORIES:
                return self._memories(uid, data)
            case Format.PREFERENCES:
                return self._preferences(uid, data)
            case Format.USER_MEMORIES:
                return self._user_memories(uid, data)
            case Format.CHATGPT | Format.CLAUDE:
                if not may_record():
                    raise InsufficientScope(Scope.RECORD)
                return self._foreign.conversations(uid, format_, data)
            case Format.MEM0 | Format.SAVED_MEMORIES:
                return self._foreign.memories(uid, format_, data)

    def _rekindle(self, uid: str, data: Any) -> Report:
        if not isinstance(data, Mapping):
            raise InvalidArgument.field("data", "must be the JSON object of an export")
        return self._restorer.restore(uid, data)

    def _profile(self, uid: str, data: Any) -> Report:
        report = Report()
        about = legacy.about_of(data, report)
        now = self._clock()
        return report.add(self._edit(uid, lambda user: with_about(user.profile, about, now)))

    def _profile_meta(self, uid: str, data: Any) -> Report:
        items = data.get("preferences", []) if isinstance(data, Mapping) else data
        report = Report()
        given = valid_items(report, "preferences", legacy.PathMeta, _list(items))
        now = self._clock()
        return report.add(self._edit(uid, lambda user: with_meta(user, given, now)))

    def _changelog(self, uid: str, data: Any) -> Report:
        report = Report()
        now = self._clock()
        given = valid_items(report, "changelog", legacy.AuditLine, _list(data))
        entries = checked_items(
            report, "changelog", given, lambda line: _audit_entry(uid, line, now)
        )
        self._restorer.create(uid, "changelog", [entry for _, entry in entries], report)
        return report

    def _sessions(self, uid: str, data: Any) -> Report:
        report = Report()
        items = data if isinstance(data, list) else [data]
        given = read_items(report, "sessions", _list(items), legacy.session_of)
        self._restorer.sessions(uid, given, report)
        return report

    def _processed_turns(self, uid: str, data: Any) -> Report:
        lines = data.splitlines() if isinstance(data, str) else data
        report = Report()
        filled = [line for line in _list(lines) if line not in ("", None)]
        given = read_items(report, "lines", filled, legacy.processed_turns_of)
        newest = {line.session_id: line.turns for _, line in given}
        for _ in range(len(given) - len(newest)):
            report.count(taken=False)
        return report.add(self._restorer.processed_turns(uid, newest))

    def _memories(self, uid: str, data: Any) -> Report:
        items = data
        if isinstance(data, Mapping):
            profile = data.get("profile", data)
            if not isinstance(profile, Mapping):
                raise InvalidArgument.field("data", "must have an object as its profile")
            items = [*_list(profile.get("static", [])), *_list(profile.get("dynamic", []))]
            items += _list(data.get("memories", []))
        report = Report()
        now = self._clock()
        notes = read_items(
            report, "memories", _list(items), lambda item: legacy.memory_of(item, now)
        )
        self._save(uid, notes, report)
        return report

    def _user_memories(self, uid: str, data: Any) -> Report:
        report = Report()
        now = self._clock()
        rows = read_items(report, "rows", _list(data), lambda item: legacy.row_of(item, now))
        self._save(uid, rows, report)
        return report

    def _preferences(self, uid: str, data: Any) -> Report:
        items = data.get("preferences", []) if isinstance(data, Mapping) else data
        report = Report()
        now = self._clock()
        given = read_items(
            report, "rows", _list(items), lambda row: legacy.preference_of(uid, row, now)
        )
        return report.add(self._edit(uid, lambda user: with_preferences(user, given)))

    def _save(self, uid: str, notes: Sequence[tuple[int, NewEntry]], report: Report) -> None:
        """Saves notes. Those that do not fit into their tier go to the archive (T-3)."""
        for first in range(0, len(notes), NOTES_AT_ONCE):
            part = notes[first : first + NOTES_AT_ONCE]
            outcomes, _ = self._memory.save_many(uid, [new for _, new in part])
            for (index, new), outcome in zip(part, outcomes, strict=True):
                if isinstance(outcome, FailedPrecondition) and new.target is not Tier.ARCHIVE:
                    outcome = self._archived(uid, new)
                if isinstance(outcome, RekindleError):
                    report.refuse_for("memory", index, outcome)
                else:
                    report.count(taken=not outcome.deduplicated)

    def _archived(self, uid: str, new: NewEntry) -> Any:
        moved = NewEntry(
            new.content, target=Tier.ARCHIVE, source=new.source, created_at=new.created_at
        )
        return self._memory.save_many(uid, [moved])[0][0]

    def _edit(self, uid: str, edit: Callable[[UserState], tuple[Profile, Report]]) -> Report:
        """Applies an edit to the profile as a new version, if it changes anything."""

        def apply(records: Records) -> Report:
            stored = records.users.get_or_new(uid)
            older = read_older(records, uid, stored)
            user = stored.model_copy(update={"profile": older.joined(stored.profile)})
            edited, report = edit(user)
            edited = quarantined(user.profile, edited, current_connection(), self._clock())
            profile = marked(user.profile, edited, lambda _: current_connection())
            if content_of(profile) != content_of(user.profile):
                commit_version(
                    records,
                    uid,
                    stored,
                    profile,
                    change_type="update" if user.profile.version else "create",
                    action="update",
                    source=Source.SYSTEM,
                    now=self._clock(),
                    connection=current_connection(),
                    older=older,
                )
            return report

        return self._store.transact(apply)


def _list(value: Any) -> list[Any]:
    return listed(value, "data")


def _audit_entry(uid: str, line: legacy.AuditLine, now: datetime) -> ChangelogEntry:
    """Returns the entry of a line of a legacy changelog.

    Raises:
        InvalidArgument: it is too old, of an unknown kind, too large, or contains a secret.
    """
    expires = line.timestamp + RETENTION
    if expires <= now:
        raise too_old()
    if line.action not in _ACTIONS or line.source not in _SOURCES:
        raise InvalidArgument("Unknown action or source.", [{"reason": "INVALID_FIELD"}])
    check_changes(line.changes, line.removed)
    words = json.dumps(line.model_dump(mode="json"), sort_keys=True)
    entry = validated(
        ChangelogEntry,
        {
            "id": derived_id("imported", uid, words),
            "version": 0,
            "changeType": "update" if line.action == "extract" else line.action,
            "action": line.action,
            "source": line.source,
            "changeSummary": "imported",
            "changes": line.changes,
            "removed": line.removed,
            "sessionId": line.session_id,
            "createdAt": line.timestamp,
        },
    )
    return check_change(entry, now, 0, expires)
