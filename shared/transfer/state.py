"""Restores a profile and the state of learning beside it."""

from typing import Annotated

from pydantic import Field

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.fields import Identifier
from shared.base.model import Model, Timestamp
from shared.base.safety.secrets import redact
from shared.documents.changelog import Source
from shared.documents.learning import BatchError, LastBatch, LearningState
from shared.documents.profile import Profile
from shared.documents.user import MAX_INCOGNITO, MAX_PAST_RULES, PastRules, UserState
from shared.ports import Records, Store
from shared.profile.authorship.marking import marked
from shared.profile.authorship.quarantine import quarantined
from shared.profile.changelog import content_of
from shared.profile.forgotten_pages import read_older, write_older
from shared.profile.history import commit_version
from shared.profile.user_state import updated
from shared.transfer.merging import merged_profile


class ImportedLearning(Model):
    """What is taken of the state of learning. The rest is the server's, and follows from items."""

    enabled_since: Timestamp | None = None
    last_batch: LastBatch | None = None
    last_error: BatchError | None = None


class ImportedState(Model):
    """The part of an export that holds the user's state besides profile and settings."""

    learning: ImportedLearning = ImportedLearning()
    known_since: Timestamp | None = None
    used: dict[str, Timestamp] = {}
    used_through: dict[Identifier, Identifier] = {}
    past_rules: Annotated[list[PastRules], Field(max_length=MAX_PAST_RULES)] = []
    incognito: Annotated[dict[Identifier, Timestamp], Field(max_length=MAX_INCOGNITO)] = {}


def restored_profile(
    store: Store, uid: str, profile: Profile, state: ImportedState, clock: Clock
) -> bool:
    """Writes a profile as it is for a user without one, and merges it into any other.

    Returns:
        Whether it changed anything.
    """

    def write(records: Records) -> bool:
        user = records.users.get_or_new(uid)
        older = read_older(records, uid, user)
        before = older.joined(user.profile)
        now = clock()
        content = content_of(profile)
        if user.profile.version == 0 and (profile.version or content == content_of(Profile())):
            forgotten = dict.fromkeys([*before.forgotten, *profile.forgotten])
            judged = quarantined(before, profile, current_connection(), now)
            given = judged.model_copy(update={"forgotten": list(forgotten)})
            user = write_older(records, uid, user, given, older)
            records.users.save_state(uid, _restored(user, state, clock))
            return profile.version > 0
        merged = merged_profile(before, profile, user.settings)
        merged = quarantined(before, merged, current_connection(), now)
        if content_of(merged) == content_of(before):
            return False
        importer = current_connection()
        if importer:
            merged = marked(before, merged, lambda _: importer)
        commit_version(
            records,
            uid,
            user,
            merged,
            change_type="update" if user.profile.version else "create",
            action="update",
            source=Source.SYSTEM,
            now=now,
            connection=importer,
            older=older,
        )
        return True

    return store.transact(write)


def _restored(user: UserState, state: ImportedState, clock: Clock) -> UserState:
    now = clock()
    written = updated(user, now, learning=_learning(user.learning, state.learning, clock))
    known_since = min(state.known_since or written.created_at or now, now)
    shown = {item.id for item in user.profile.preferences}
    used = {id_: min(at, now) for id_, at in state.used.items() if id_ in shown}
    used_through = {id_: by for id_, by in state.used_through.items() if id_ in used}
    past_rules = [rules for rules in state.past_rules if rules.until <= now]
    given = {id_: until for id_, until in state.incognito.items() if not redact(id_).found}
    incognito = given | user.incognito
    return written.model_copy(
        update={
            "created_at": known_since,
            "used": used,
            "used_through": used_through,
            "snapshots": [],
            "snapshot_times": {},
            "past_rules": past_rules,
            "incognito": dict(list(incognito.items())[-MAX_INCOGNITO:]),
        }
    )


def _learning(own: LearningState, given: ImportedLearning, clock: Clock) -> LearningState:
    """Returns the state of learning; what has been learned here since stays."""
    if own.pending or own.last_batch:
        return own
    now = clock()
    last = given.last_batch
    if last and last.finished_at > now:
        last = last.model_copy(update={"finished_at": now})
    since = given.enabled_since and min(given.enabled_since, now)
    return own.model_copy(
        update={
            "enabled_since": since or own.enabled_since,
            "last_batch": last,
            "last_error": given.last_error,
        }
    )
