"""Takes back what an assistant or program has written."""

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from shared.base.clock import Clock
from shared.documents.access import Connection, Scope
from shared.documents.profile import Profile, Proposed
from shared.learning.messages import Messages
from shared.memory.taking_back import NotesTakenBack
from shared.ports import Store, Where
from shared.profile.authorship.taking_back import counted, taken_back, written_through
from shared.profile.earlier import entries_of
from shared.profile.profile_service import ProfileService
from shared.sessions.session_service import SessionService

_AT_ONCE = 8
"""How many connections are counted at the same time."""

Left = Literal["notes", "sessions", "profile"]
"""What of a connection could not be taken back."""


@dataclass(frozen=True)
class Undone:
    """What was taken back.

    Attributes:
        messages: how many recorded messages were deleted.
        notes: how many notes were deleted, or put back as they had been.
        sessions: how many sessions were deleted.
        facts, preferences, habits: how many of them were put back as they had been, or removed.
        version: the profile's version afterwards.
        left: what could not be taken back: of `profile`, the changelog does not reach back to the
            time; of `notes`, it has deleted some that it had not made since then, or changed some
            of which it is not known what they were; of `sessions`, it has changed some that it had
            not made since then.
    """

    messages: int
    notes: int
    sessions: int
    facts: int
    preferences: int
    habits: int
    version: int
    left: list[Left]

    @property
    def complete(self) -> bool:
        """Whether everything was taken back, as far as is known."""
        return not self.left


class WrittenThrough:
    """What came through a connection. Every method may raise Unavailable."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        profiles: ProfileService,
        notes: NotesTakenBack,
        messages: Messages,
        sessions: SessionService,
    ) -> None:
        self._store = store
        self._clock = clock
        self._profiles = profiles
        self._notes = notes
        self._messages = messages
        self._sessions = sessions

    def undo(self, uid: str, connection: str, since: datetime) -> Undone:
        """Deletes what a connection has recorded and noted, and reverts what it changed.

        The messages go first, so that nothing more is learned from them meanwhile. The profile
        changes in one version. What somebody else has changed since stays. What it did to sessions
        of others and the notes that it deleted stay so too, because those have no history; the
        answer says so. If it stops before the end, repeating it does the rest.

        Args:
            uid: the user.
            connection: the connection's id.
            since: how far back.
        """
        messages = self._messages.delete_recorded_through(uid, connection, since)
        sessions, no_session_left = self._sessions.take_back(uid, connection, since)
        notes, no_note_left = self._notes.take_back(uid, connection, since)
        user = self._store.users.get_or_new(uid)
        entries = entries_of(self._store, uid, self._clock())
        written = written_through(user.profile, entries, connection, since)
        counts = {"facts": 0, "preferences": 0, "habits": 0}

        def waits(proposal: Proposed) -> bool:
            return proposal.connection == connection and proposal.at >= since

        def edit(profile: Profile) -> Profile:
            proposals = [each for each in profile.proposals if not waits(each)]
            profile = profile.model_copy(update={"proposals": proposals})
            after = taken_back(profile, written)
            counts.update(counted(profile, after))
            return after

        version = user.profile.version
        if written.before or any(map(waits, user.profile.proposals)):
            version = self._profiles.change(uid, edit, None, "rollback", undoes=connection).version
        parts: dict[Left, bool] = {
            "notes": no_note_left,
            "sessions": no_session_left,
            "profile": written.complete,
        }
        return Undone(
            messages=messages,
            notes=notes,
            sessions=sessions,
            version=version,
            left=[part for part, is_done in parts.items() if not is_done],
            **counts,
        )

    def is_known(self, uid: str, connection: str) -> bool:
        """Returns whether something that a connection did is still there."""
        return self.count(uid, connection) > 0 or self._notes.is_known(uid, connection)

    def counts(self, uid: str, connections: Sequence[Connection]) -> list[int]:
        """Returns the `count` of each connection, in order.

        What was never used, or may only read, has written nothing and costs nothing. Each of the
        others takes a read for each collection that its scopes let it write: two for `read write`,
        four at most, several at a time.
        """

        def counted(connection: Connection) -> int:
            if connection.last_used_at is None:
                return 0
            return self.count(uid, connection.id, connection.scopes)

        # Each call has a context of its own, in which the deadline of the request is known.
        contexts = [copy_context() for _ in connections]
        with ThreadPoolExecutor(_AT_ONCE, "count") as pool:
            return list(
                pool.map(lambda context, item: context.run(counted, item), contexts, connections)
            )

    def count(self, uid: str, connection: str, scopes: Collection[Scope] = tuple(Scope)) -> int:
        """Returns how many notes, messages, sessions and changes came through it and remain.

        Args:
            uid: the user.
            connection: the connection's id.
            scopes: what it may do; what that does not let it write is not counted.
        """
        made = Where("connection", "==", connection)
        records, given = self._store, frozenset(scopes)
        count = 0
        if given & {Scope.WRITE, Scope.ADMIN}:
            count += records.memory.count(uid, made)
        if given & {Scope.RECORD, Scope.ADMIN}:
            count += records.prompts.count(uid, made) + records.sessions.count(uid, made)
        if given - {Scope.READ}:
            count += records.changelog.count(uid, made)
        return count
