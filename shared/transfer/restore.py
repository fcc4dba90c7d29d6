"""Bringing an export back: into an empty user it gives the same state, elsewhere it is merged.

Every part may come in a call of its own, and every call may be repeated: what is there already is
left as it is. Batches come before the prompts that they list, so that the trigger, which sees each
new prompt, finds it accounted for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shared.account.account_service import AccountService
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.base.model import Model, Timestamp
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, BatchState, LearningState, Prompt
from shared.documents.memory import MemoryEntry
from shared.documents.profile import Profile
from shared.documents.sessions import Session
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.learning.counting import REDRIVE_AFTER
from shared.learning.recording import masked
from shared.memory.embedding import Embedder, Meanings, meanings_of
from shared.memory.notebook import Notebook
from shared.memory.rules import checked_content
from shared.ports import Collection, Records, Store
from shared.profile.changelog import content_of
from shared.profile.history import commit_version
from shared.profile.user_state import updated
from shared.transfer.merging import merged_profile
from shared.transfer.report import Report, readable

CHUNK = 100
"""Documents written in one transaction."""


class _State(Model):
    """What an export keeps of the user beside profile and settings."""

    learning: LearningState = LearningState()
    known_since: Timestamp | None = None
    used: dict[str, Timestamp] = {}


@dataclass(frozen=True)
class Restorer:
    """Takes the parts of an export. Raises Unavailable where the database does not answer."""

    store: Store
    accounts: AccountService
    clock: Clock
    embedder: Embedder | None

    def restore(self, uid: str, data: Mapping[str, Any]) -> Report:
        """Takes whatever parts are given.

        Raises:
            InvalidArgument: a part is not what its name says; nothing of it was taken.
        """
        report = Report()
        unknown = set(data) - {*_LISTS, "format", "schemaVersion", "exportedAt"}
        unknown -= {"settings", "profile", "state"}
        if unknown:
            raise InvalidArgument.field(f"data.{min(unknown)}", "is no part of an export")
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
                # Where prompts wait or were analysed here, this user's own account of them holds;
                # the imported ones are then counted as they arrive.
                own = user.learning.pending or user.learning.last_batch
                learning = user.learning if own else state.learning
                written = updated(user, now, profile=profile, learning=learning)
                known_since = state.known_since or written.created_at
                records.users.put(
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
                source="system",
                now=now,
            )
            return True

        report.count(taken=self.store.transact(write))

    def _changelog(self, uid: str, items: Sequence[Any], report: Report) -> None:
        newest = (self.store.users.get(uid) or UserState()).profile.version
        entries = []
        for index, entry in readable(report, "changelog", ChangelogEntry, items):
            if entry.version > newest:
                report.refuse(
                    "changelog", index, "UNKNOWN_VERSION", "Import the profile first; it is older."
                )
            else:
                entries.append(entry)
        self.create(uid, "changelog", entries, report)

    def _sessions(self, uid: str, items: Sequence[Any], report: Report) -> None:
        sessions = []
        for index, session in readable(report, "sessions", Session, items):
            if session.expires_at <= self.clock():
                report.refuse("sessions", index, "EXPIRED", "The session has ended.")
            else:
                sessions.append(session)
        self.create(uid, "sessions", sessions, report)

    def _batches(self, uid: str, items: Sequence[Any], report: Report) -> None:
        batches = []
        for _, batch in readable(report, "batches", Batch, items):
            if not batch.state.ended:
                again = {"state": BatchState.QUEUED, "redrive_at": self.clock() + REDRIVE_AFTER}
                batch = batch.model_copy(update=again)
            batches.append(batch)
        self.create(uid, "batches", batches, report)

    def _prompts(self, uid: str, items: Sequence[Any], report: Report) -> None:
        prompts = [masked(prompt) for _, prompt in readable(report, "prompts", Prompt, items)]
        for first in range(0, len(prompts), CHUNK):
            for is_new in self.store.create_prompts(uid, prompts[first : first + CHUNK]):
                report.count(taken=is_new)

    def _memory(self, uid: str, items: Sequence[Any], report: Report) -> None:
        given = readable(report, "memory", MemoryEntry, items)
        for first in range(0, len(given), CHUNK):
            part = given[first : first + CHUNK]
            meanings = meanings_of(
                [entry.content for _, entry in part], self.embedder, self.clock()
            )

            def write(
                records: Records,
                part: list[tuple[int, MemoryEntry]] = part,
                meanings: Meanings = meanings,
            ) -> Report:
                done = Report()
                notebook = Notebook(records, uid, self.clock())
                notebook.load(entry.id for _, entry in part)
                for index, entry in part:
                    _take_entry(notebook, index, entry, meanings, done)
                notebook.write()
                return done

            report.add(self.store.transact(write))

    def create(self, uid: str, name: str, items: Sequence[Any], report: Report) -> None:
        """Writes those documents of a collection that are not there, some at a time."""
        for first in range(0, len(items), CHUNK):
            part = items[first : first + CHUNK]

            def write(records: Records, part: Sequence[Any] = part) -> Report:
                done = Report()
                collection: Collection[Any] = getattr(records, name)
                present = {item.id for item in collection.get_many(uid, [i.id for i in part])}
                for item in part:
                    if item.id not in present:
                        collection.put(uid, item.id, item)
                    done.count(taken=item.id not in present)
                return done

            report.add(self.store.transact(write))


_LISTS = ("changelog", "memory", "sessions", "batches", "prompts")


def _take_entry(
    notebook: Notebook, index: int, entry: MemoryEntry, meanings: Meanings, report: Report
) -> None:
    stored = notebook.get(entry.id)
    if stored is not None:
        if stored.content == entry.content:
            report.count(taken=False)
        else:
            report.refuse(
                "memory", index, "ID_TAKEN", "Another note has this id and says something else."
            )
        return
    if _has_ended(entry.expires_at, notebook.now):
        report.refuse("memory", index, "EXPIRED", "The note has expired.")
        return
    try:
        content = checked_content(entry.content)
        due = meanings.due(entry.content)
        notebook.add(
            entry.model_copy(update={"content": content, "page": None, "embed_due_at": due}),
            meanings.vector(entry.content),
        )
    except (FailedPrecondition, InvalidArgument) as error:
        report.refuse_for("memory", index, error)
    else:
        report.count(taken=True)


def _has_ended(end: datetime | None, now: datetime) -> bool:
    return end is not None and end <= now
