"""Restores an export: exactly for a user without data, and by merging for any other.

Each part may come in a separate call, and each call may be repeated: existing documents are kept.
Batches are imported before their prompts, so that the trigger, which sees each new prompt, finds it
in its batch. What belongs to the server, such as leases, due times and spending, is recomputed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from shared.access.callers import InsufficientScope
from shared.account.account_service import AccountService
from shared.base.acting import current_connection, may_record
from shared.base.clock import Clock
from shared.base.errors import InvalidArgument, RekindleError, Unavailable
from shared.base.model import Model
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated
from shared.documents.access import Scope
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import MAX_FAILED, Batch, BatchState, Prompt
from shared.documents.memory import MemoryEntry
from shared.documents.sessions import MAX_AGE, Session
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.memory.digest import is_expired
from shared.memory.embeddings import Embedder, Embeddings, embeddings_of
from shared.memory.memory_service import MemoryService
from shared.memory.notebook import Notebook
from shared.memory.quarantine import is_suspect
from shared.ports import Collection, Records, Store
from shared.profile import forgotten
from shared.profile.changelog import RETENTION, is_snapshot_kept
from shared.profile.forgotten_pages import add_older, read_older
from shared.profile.history import held_snapshots
from shared.profile.user_state import updated
from shared.sessions.quarantine import quarantined, with_waiting_sessions
from shared.transfer.checks import listed
from shared.transfer.items import (
    check_batch,
    check_change,
    check_note,
    check_prompt,
    check_session,
)
from shared.transfer.profile_items import valid_profile
from shared.transfer.report import Report, checked_items, read_items
from shared.transfer.state import ImportedState, restored_profile

CHUNK = 50
"""Documents written per transaction: few enough that an import never holds the process for long."""
NOTES_AT_ONCE = 25
"""Notes written per transaction, few, because the database lets others wait for a large commit."""
LISTS = ("forgotten", "changelog", "memory", "sessions", "batches", "prompts")
_OTHERS = ("format", "schemaVersion", "exportedAt", "settings", "profile", "state")
_TOLD = ("connections", "looks")
_WORDS = ("changelog", "batches", "prompts")
"""What holds the user's own words, which only who may record may bring."""
"""Parts that an export only tells: whoever could act for the user there cannot do so here."""
_RECOMPUTED = {"sessions": ("expiresAt", "expires_at")}
"""Fields that a part need not have, because they follow from others."""

_EXPORTED_ONCE = {
    "learningEnabled",
    "userMemoryAnalysisInterval",
    "userProfileMaxPreferences",
    "userProfileMaxPatterns",
    "userProfileMaxWorkflows",
    "userProfileConfidenceDecayDays",
    "userProfileChangelogRetentionCount",
    "injectProfile",
    "memoryEnabled",
    "userProfileEnabled",
    "memoryCharLimit",
    "userCharLimit",
    "preferenceDecay",
    "aboutDecay",
}
"""The settings that every export of an earlier release has."""

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Restorer:
    """Imports the parts of an export. Raises Unavailable if the database does not answer."""

    store: Store
    memory: MemoryService
    accounts: AccountService
    clock: Clock
    embedder: Embedder | None

    def restore(self, uid: str, data: Mapping[str, Any]) -> Report:
        """Imports the given parts.

        Raises:
            InvalidArgument: a part is invalid as a whole; nothing was imported.
        """
        unknown = set(data) - {*LISTS, *_OTHERS, *_TOLD}
        if unknown:
            raise InvalidArgument.field(f"data.{min(unknown)}", "is not part of an export")
        lists = {name: listed(data.get(name, []), f"data.{name}") for name in LISTS}
        report = Report()
        if not may_record():
            for name in _WORDS:
                for index, _ in enumerate(lists[name]):
                    report.refuse_for(name, index, InsufficientScope(Scope.RECORD))
                lists[name] = []
        settings = validated(Settings, data["settings"]) if "settings" in data else None
        profile = None
        if "profile" in data:
            profile = valid_profile(data["profile"], report, self.clock())
        state = validated(ImportedState, data.get("state", {}))
        refuse_secrets(state.model_dump(mode="json", by_alias=True, exclude_none=True), "state")
        if settings:
            self._settings(uid, settings, report)
        if profile:
            taken = restored_profile(self.store, uid, profile, state, self.clock)
            report.count(taken=taken)
        self._forgotten(uid, lists["forgotten"], report)
        self._changelog(uid, lists["changelog"], report)
        self._memory(uid, lists["memory"], report)
        self.sessions(uid, self._read(report, "sessions", Session, lists["sessions"]), report)
        self._batches(uid, lists["batches"], report)
        self._prompts(uid, lists["prompts"], report)
        return report

    def sessions(self, uid: str, given: Sequence[tuple[int, Session]], report: Report) -> None:
        """Imports sessions, each with its index."""
        now = self.clock()
        sessions = []
        for index, session in checked_items(
            report, "sessions", given, lambda session: check_session(session, now)
        ):
            if session.expires_at <= now:
                report.refuse("sessions", index, "EXPIRED", "The session has expired.")
            else:
                sessions.append(quarantined(None, session, current_connection(), now))
        self.create(uid, "sessions", sessions, report, with_waiting_sessions)

    def processed_turns(self, uid: str, turns: Mapping[str, int]) -> Report:
        """Sets how many turns of each session have been processed, unless it is more already.

        A session that is not there is started: its transcript may still go on.
        """
        report = Report()
        now = self.clock()
        ids = list(turns)
        for first in range(0, len(ids), CHUNK):
            part = ids[first : first + CHUNK]

            def write(records: Records, part: Sequence[str] = part) -> Report:
                done = Report()
                records.users.get(uid)  # a user who is being erased gets no documents
                known = {session.id: session for session in records.sessions.get_many(uid, part)}
                for id_ in part:
                    session = known.get(id_) or Session(
                        id=id_, started_at=now, last_active_at=now, expires_at=now + MAX_AGE
                    )
                    is_new = turns[id_] > session.processed_turns or id_ not in known
                    done.count(taken=is_new)
                    if is_new:
                        more = session.model_copy(update={"processed_turns": turns[id_]})
                        records.sessions.overwrite(uid, id_, more)
                return done

            report.add(self.store.transact(write))
        return report

    def create(
        self,
        uid: str,
        name: str,
        items: Sequence[Any],
        report: Report,
        noted: Callable[[UserState, Sequence[Any]], UserState] | None = None,
    ) -> None:
        """Writes the documents of a collection that do not exist yet.

        `noted` returns the user's document as it has to be once they are there.
        """
        for first in range(0, len(items), CHUNK):
            part = items[first : first + CHUNK]

            def write(records: Records, part: Sequence[Any] = part) -> Report:
                done = Report()
                new = _new(records, uid, name, part, done)
                # Read also if nothing is noted there: a user who is being erased gets no documents.
                user = records.users.get_or_new(uid)
                for item in new:
                    getattr(records, name).overwrite(uid, item.id, item)
                if noted and (after := noted(user, new)) != user:
                    records.users.save_state(uid, updated(after, self.clock()))
                return done

            report.add(self.store.transact(write))

    def _settings(self, uid: str, settings: Settings, report: Report) -> None:
        before = self.accounts.settings(uid)
        after = self.accounts.patch_settings(uid, _told(settings))
        report.count(taken=(after, after.chosen()) != (before, before.chosen()))

    def _forgotten(self, uid: str, items: Sequence[Any], report: Report) -> None:
        keys = [key for _, key in read_items(report, "forgotten", items, forgotten.checked_key)]

        def write(records: Records) -> int:
            user = records.users.get_or_new(uid)
            older = read_older(records, uid, user)
            known = set(older.joined(user.profile).forgotten)
            new = [key for key in dict.fromkeys(keys) if key not in known]
            if new:
                user = add_older(records, uid, user, older, new)
                records.users.save_state(uid, updated(user, self.clock()))
            return len(new)

        taken = self.store.transact(write) if keys else 0
        for number in range(len(keys)):
            report.count(taken=number < taken)

    def _changelog(self, uid: str, items: Sequence[Any], report: Report) -> None:
        if not items:
            return
        user = self.store.users.get_or_new(uid)
        newest, now = user.profile.version, self.clock()
        count = user.settings.user_profile_changelog_retention_count

        def checked(entry: ChangelogEntry) -> ChangelogEntry:
            kept = entry.snapshot is not None and is_snapshot_kept(entry.version, newest, count)
            expires = entry.created_at + RETENTION
            return check_change(entry, now, newest, None if kept else expires)

        given = self._read(report, "changelog", ChangelogEntry, items)
        entries = [entry for _, entry in checked_items(report, "changelog", given, checked)]
        self.create(uid, "changelog", entries, report, _with_snapshots)

    def _batches(self, uid: str, items: Sequence[Any], report: Report) -> None:
        if not items:
            return
        newest = self.store.users.get_or_new(uid).profile.version
        now = self.clock()
        given = self._read(report, "batches", Batch, items)
        read = checked_items(
            report, "batches", given, lambda batch: check_batch(batch, now, newest)
        )
        self.create(uid, "batches", [batch for _, batch in read], report, _with_failed)

    def _prompts(self, uid: str, items: Sequence[Any], report: Report) -> None:
        now = self.clock()
        given = self._read(report, "prompts", Prompt, items)
        read = checked_items(report, "prompts", given, lambda prompt: check_prompt(prompt, now))
        prompts = {prompt.id: prompt for _, prompt in reversed(read)}
        for _ in range(len(read) - len(prompts)):
            report.count(taken=False)
        unique = list(reversed(prompts.values()))
        for first in range(0, len(unique), CHUNK):
            for is_new in self.store.create_prompts(uid, unique[first : first + CHUNK]):
                report.count(taken=is_new)

    def _memory(self, uid: str, items: Sequence[Any], report: Report) -> None:
        now = self.clock()
        given = self._read(report, "memory", MemoryEntry, items)
        notes = checked_items(report, "memory", given, lambda entry: check_note(entry, now))
        for first in range(0, len(notes), NOTES_AT_ONCE):
            part = notes[first : first + NOTES_AT_ONCE]
            embeddings = embeddings_of([entry.content for _, entry in part], self.embedder, now)

            def write(
                records: Records,
                part: list[tuple[int, MemoryEntry]] = part,
                embeddings: Embeddings = embeddings,
            ) -> Report:
                done = Report()
                notebook = self.memory.notebook(records, uid, now)
                notebook.load(entry.id for _, entry in part)
                for index, entry in part:
                    _take_entry(notebook, index, entry, embeddings, done)
                notebook.write_changes()
                return done

            report.add(self.store.transact(write))

    def _read(
        self, report: Report, section: str, model: type[M], items: Sequence[Any]
    ) -> list[tuple[int, M]]:
        """Returns the items that are valid for `model`, with their indexes; reports the others."""
        later = self.clock() + RETENTION

        def read(item: Any) -> M:
            if section in _RECOMPUTED and isinstance(item, Mapping):
                kept = {k: v for k, v in item.items() if k not in _RECOMPUTED[section]}
                item = {**kept, "expiresAt": later}
            return validated(model, item)

        return read_items(report, section, items, read)


def _told(settings: Settings) -> dict[str, Any]:
    """Returns the settings that somebody set.

    Earlier releases exported every setting, so that one with its built-in default may be nobody's
    choice. They are told by having all of them.
    """
    chosen = settings.chosen()
    built_in = Settings().model_dump(mode="json", by_alias=True, exclude_none=True)
    if _EXPORTED_ONCE - chosen.keys():
        return chosen
    return {name: value for name, value in chosen.items() if value != built_in.get(name)}


def _with_snapshots(user: UserState, new: Sequence[ChangelogEntry]) -> UserState:
    """Returns the user with the versions that can be restored from new entries."""
    made = {entry.version: entry.created_at for entry in new if entry.snapshot is not None}
    if not made:
        return user
    times = {str(version): at for version, at in made.items()}
    return user.model_copy(
        update={
            "snapshots": sorted({*held_snapshots(user), *made}),
            "snapshot_times": {**user.snapshot_times, **times},
        }
    )


def _with_failed(user: UserState, new: Sequence[Batch]) -> UserState:
    """Returns the user with the batches that a refresh retries, as where they come from."""
    failed = [batch.id for batch in new if batch.state is BatchState.FAILED]
    known = list(dict.fromkeys([*user.learning.failed, *failed]))[-MAX_FAILED:]
    return user.model_copy(update={"learning": user.learning.model_copy(update={"failed": known})})


def _new(records: Records, uid: str, name: str, part: Sequence[Any], report: Report) -> list[Any]:
    """Returns the items whose ids are not taken, and counts all of them."""
    collection: Collection[Any] = getattr(records, name)
    taken = {item.id for item in collection.get_many(uid, [item.id for item in part])}
    new = []
    for item in part:
        report.count(taken=item.id not in taken)
        if item.id not in taken:
            taken.add(item.id)
            new.append(item)
    return new


def _take_entry(
    notebook: Notebook, index: int, entry: MemoryEntry, embeddings: Embeddings, report: Report
) -> None:
    stored = notebook.get(entry.id)
    if stored is not None:
        if stored.content == entry.content:
            report.count(taken=False)
        else:
            report.refuse(
                "memory", index, "ID_TAKEN", "A note with this id and other content exists."
            )
        return
    if is_expired(entry.expires_at, notebook.now):
        report.refuse("memory", index, "EXPIRED", "The note has expired.")
        return
    due = embeddings.due(entry.content)
    try:
        if entry.quarantined or is_suspect(entry.content, entry.tags, entry.thread_id):
            notebook.hold(entry)
        else:
            notebook.add(
                entry.model_copy(update={"embed_due_at": due}), embeddings.vector(entry.content)
            )
    except Unavailable:
        raise
    except RekindleError as error:
        report.refuse_for("memory", index, error)
    else:
        report.count(taken=True)
