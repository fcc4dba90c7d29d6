"""Restores an export: exactly for a user without data, and by merging for any other.

Each part may come in a separate call, and each call may be repeated: existing documents are kept.
Batches are imported before their prompts, so that the trigger, which sees each new prompt, finds it
in its batch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.account.account_service import AccountService
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument, ResourceExhausted
from shared.base.model import Model, Timestamp
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated
from shared.documents.changelog import ChangelogEntry, Source
from shared.documents.learning import Batch, BatchState, LearningState, Prompt
from shared.documents.memory import MemoryEntry
from shared.documents.profile import Profile
from shared.documents.sessions import Session
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.learning.counting import REDRIVE_AFTER
from shared.learning.recording import masked
from shared.memory.digest import is_expired
from shared.memory.embeddings import Embedder, Embeddings, embeddings_of
from shared.memory.memory_service import MemoryService
from shared.memory.notebook import Notebook
from shared.memory.rules import checked_content
from shared.ports import Collection, Records, Store
from shared.profile.changelog import content_of
from shared.profile.history import commit_version
from shared.profile.user_state import updated
from shared.transfer.merging import merged_profile
from shared.transfer.report import Report, valid_items

CHUNK = 100
"""Documents written per transaction."""
NOTES_AT_ONCE = 25
"""Notes written per transaction, few, because the database lets others wait for a large commit."""


class _State(Model):
    """The part of an export that holds the user's state besides profile and settings."""

    learning: LearningState = LearningState()
    known_since: Timestamp | None = None
    used: dict[str, Timestamp] = {}


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
            InvalidArgument: a part is invalid; nothing of it was imported.
        """
        report = Report()
        unknown = set(data) - {*_LISTS, "format", "schemaVersion", "exportedAt"}
        unknown -= {"settings", "profile", "state"}
        if unknown:
            raise InvalidArgument.field(f"data.{min(unknown)}", "is not part of an export")
        for name in _LISTS:
            if not isinstance(data.get(name, []), list):
                raise InvalidArgument.field(f"data.{name}", "must be a list")
        if "settings" in data:
            self._settings(uid, validated(Settings, data["settings"]), report)
        if "profile" in data:
            profile = validated(Profile, data["profile"])
            self._profile(uid, profile, validated(_State, data.get("state", {})), report)
        self._changelog(uid, data.get("changelog", []), report)
        self._memory(uid, data.get("memory", []), report)
        self._sessions(uid, data.get("sessions", []), report)
        self._batches(uid, data.get("batches", []), report)
        self._prompts(uid, data.get("prompts", []), report)
        return report

    def _settings(self, uid: str, settings: Settings, report: Report) -> None:
        before = self.accounts.settings(uid)
        chosen = settings.model_dump(mode="json", by_alias=True, exclude_unset=True)
        report.count(taken=self.accounts.patch_settings(uid, chosen) != before)

    def _profile(self, uid: str, profile: Profile, state: _State, report: Report) -> None:
        refuse_secrets(profile.about.to_json(), "profile.about")

        def write(records: Records) -> bool:
            user = records.users.get(uid) or UserState()
            now = self.clock()
            if user.profile.version == 0:
                # If prompts are pending or have been analyzed here, the user's own learning state
                # stays, and the imported prompts are counted as they arrive.
                has_learned = user.learning.pending or user.learning.last_batch
                learning = user.learning if has_learned else state.learning
                written = updated(user, now, profile=profile, learning=learning)
                known_since = state.known_since or written.created_at
                records.users.save_state(
                    uid, written.model_copy(update={"created_at": known_since, "used": state.used})
                )
                return profile.version > 0
            merged = merged_profile(user.profile, profile, user.settings)
            if content_of(merged) == content_of(user.profile):
                return False
            commit_version(
                records,
                uid,
                user,
                merged,
                change_type="update",
                action="update",
                source=Source.SYSTEM,
                now=now,
            )
            return True

        report.count(taken=self.store.transact(write))

    def _changelog(self, uid: str, items: Sequence[Any], report: Report) -> None:
        newest = (self.store.users.get(uid) or UserState()).profile.version
        entries = []
        for index, entry in valid_items(report, "changelog", ChangelogEntry, items):
            if entry.version > newest:
                report.refuse(
                    "changelog",
                    index,
                    "UNKNOWN_VERSION",
                    "The profile has no such version. Import the profile first.",
                )
            else:
                entries.append(entry)
        self.create(uid, "changelog", entries, report)

    def _sessions(self, uid: str, items: Sequence[Any], report: Report) -> None:
        sessions = []
        for index, session in valid_items(report, "sessions", Session, items):
            if session.expires_at <= self.clock():
                report.refuse("sessions", index, "EXPIRED", "The session has expired.")
            else:
                sessions.append(session)
        self.create(uid, "sessions", sessions, report)

    def _batches(self, uid: str, items: Sequence[Any], report: Report) -> None:
        batches = []
        for _, batch in valid_items(report, "batches", Batch, items):
            if not batch.state.ended:
                queued = {"state": BatchState.QUEUED, "redrive_at": self.clock() + REDRIVE_AFTER}
                batch = batch.model_copy(update=queued)
            batches.append(batch)
        self.create(uid, "batches", batches, report)

    def _prompts(self, uid: str, items: Sequence[Any], report: Report) -> None:
        prompts = [masked(prompt) for _, prompt in valid_items(report, "prompts", Prompt, items)]
        for first in range(0, len(prompts), CHUNK):
            for is_new in self.store.create_prompts(uid, prompts[first : first + CHUNK]):
                report.count(taken=is_new)

    def _memory(self, uid: str, items: Sequence[Any], report: Report) -> None:
        given = valid_items(report, "memory", MemoryEntry, items)
        for first in range(0, len(given), NOTES_AT_ONCE):
            part = given[first : first + NOTES_AT_ONCE]
            embeddings = embeddings_of(
                [entry.content for _, entry in part], self.embedder, self.clock()
            )

            def write(
                records: Records,
                part: list[tuple[int, MemoryEntry]] = part,
                embeddings: Embeddings = embeddings,
            ) -> Report:
                done = Report()
                notebook = self.memory.notebook(records, uid, self.clock())
                notebook.load(entry.id for _, entry in part)
                for index, entry in part:
                    _take_entry(notebook, index, entry, embeddings, done)
                notebook.write_changes()
                return done

            report.add(self.store.transact(write))

    def create(self, uid: str, name: str, items: Sequence[Any], report: Report) -> None:
        """Writes the documents of a collection that do not exist yet."""
        for first in range(0, len(items), CHUNK):
            part = items[first : first + CHUNK]

            def write(records: Records, part: Sequence[Any] = part) -> Report:
                done = Report()
                collection: Collection[Any] = getattr(records, name)
                present = {item.id for item in collection.get_many(uid, [i.id for i in part])}
                for item in part:
                    if item.id not in present:
                        collection.overwrite(uid, item.id, item)
                    done.count(taken=item.id not in present)
                return done

            report.add(self.store.transact(write))


_LISTS = ("changelog", "memory", "sessions", "batches", "prompts")


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
    try:
        content = checked_content(entry.content)
        due = embeddings.due(entry.content)
        notebook.add(
            entry.model_copy(update={"content": content, "page": None, "embed_due_at": due}),
            embeddings.vector(entry.content),
        )
    except (FailedPrecondition, InvalidArgument, ResourceExhausted) as error:
        report.refuse_for("memory", index, error)
    else:
        report.count(taken=True)
