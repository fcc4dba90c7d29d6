"""The jobs that a sweep hands out: each removes or refreshes what is due to one user."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.account.account_service import AccountService
from shared.base.clock import Clock
from shared.base.errors import InvalidArgument
from shared.documents.changelog import Source
from shared.memory.due_notes import DueNotes
from shared.ports import Cursor, Order, Records, Step, Store, Where
from shared.profile.changelog import content_of
from shared.profile.decay import without_faded
from shared.profile.history import commit_version
from shared.profile.user_state import updated
from shared.sessions.session_service import SessionService

JOB_FOR = timedelta(minutes=8)
"""How long a job starts new pages; the function has ten minutes."""
PAGE = 200
"""Documents per transaction."""


@dataclass(frozen=True)
class Done:
    """The result of a job: how many documents it handled, and how many it had to leave."""

    changed: int
    failed: int = 0
    reason: str = ""


class Jobs:
    """Maintenance of one user. Every method may raise Unavailable."""

    def __init__(
        self,
        store: Store,
        notes: DueNotes,
        sessions: SessionService,
        accounts: AccountService,
        clock: Clock,
    ) -> None:
        self._store = store
        self._notes = notes
        self._sessions = sessions
        self._accounts = accounts
        self._clock = clock

    def run(self, job: str, uid: str) -> Done:
        """Runs one job for one user.

        Each page is one transaction. What a crash or the end of the time leaves undone is due
        again at the next run.

        Raises:
            InvalidArgument: there is no such job.
        """
        end = self._clock() + JOB_FOR
        match job:
            case "decay":
                return Done(int(self.decay(uid)))
            case "memory":
                return until_none_left(
                    lambda after: self._notes.expire(uid, after), self._clock, end
                )
            case "embeddings":
                return until_none_left(
                    lambda after: self._notes.embed(uid, after), self._clock, end
                )
            case "sessions":
                return until_none_left(
                    lambda after: self._sessions.expire(uid, after), self._clock, end
                )
            case "changelog":
                return until_none_left(
                    lambda after: self._prune_changelog(uid, after), self._clock, end
                )
            case "erasures":
                erasure = self._accounts.erase(uid, JOB_FOR, only_begun=True)
                return Done(sum(erasure.deleted.values()))
            case _:
                raise InvalidArgument(f"There is no maintenance job {job!r}.")

    def decay(self, uid: str) -> bool:
        """Removes what has faded from a user's profile, as a new version; returns whether it did.

        All of it is one transaction.
        """

        def apply(records: Records) -> bool:
            user = records.users.get(uid)
            now = self._clock()
            if user is None or user.decay_due_at is None or user.decay_due_at > now:
                return False
            profile = without_faded(user.profile, user.settings, now)
            if content_of(profile) == content_of(user.profile):
                records.users.save_state(uid, updated(user, now))
                return False
            commit_version(
                records,
                uid,
                user,
                profile,
                change_type="decay",
                action="decay",
                source=Source.SYSTEM,
                now=now,
            )
            return True

        return self._store.transact(apply)

    def _prune_changelog(self, uid: str, after: Cursor | None) -> Step:
        def prune(records: Records) -> list[Cursor]:
            due = Where("expiresAt", "<=", self._clock())
            expired = records.changelog.cursors(
                uid, due, order=Order("expiresAt"), limit=PAGE, after=after
            )
            for entry in expired:
                records.changelog.delete(uid, entry.id)
            return expired

        expired = self._store.transact(prune)
        return Step(len(expired), after=expired[-1] if len(expired) == PAGE else None)


def until_none_left(work: Callable[[Cursor | None], Step], clock: Clock, end: datetime) -> Done:
    """Runs `work` on page after page, until there are no more or the time is over.

    A page that is not behind the one before ends it too, so it ends whatever `work` reports.
    """
    changed = failed = 0
    reason = ""
    after: Cursor | None = None
    while True:
        step = work(after)
        changed, failed = changed + step.done, failed + step.failed
        reason = step.reason or reason
        if step.after is None or not _is_behind(step.after, after) or clock() >= end:
            return Done(changed, failed, reason)
        after = step.after


def _is_behind(cursor: Cursor, last: Cursor | None) -> bool:
    return last is None or (cursor.value, cursor.id) > (last.value, last.id)
