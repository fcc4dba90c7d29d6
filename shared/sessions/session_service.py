"""Starting, updating and deleting sessions, and recording the turns of their transcripts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.errors import Aborted, FailedPrecondition, InvalidArgument, NotFound
from shared.base.ids import IdSource, derived_id
from shared.base.repeats import Keyed
from shared.base.safety.poison import gives_orders
from shared.base.safety.secrets import refuse_secrets
from shared.documents.sessions import MAX_AGE, MAX_CHANGED_BY, HeldBack, Previous, Session
from shared.documents.user import MAX_INCOGNITO, UserState
from shared.learning.recording import Message, Recorder
from shared.ports import Cursor, Order, Records, Step, Store, Where
from shared.profile.user_state import updated
from shared.sessions.progress import Progress, marked_active, with_progress
from shared.sessions.quarantine import answered, quarantined, with_waiting_sessions

INCOGNITO_LASTS = timedelta(days=365)
"""How long it is known that a session is incognito."""
EXPIRED_PAGE = 200
"""Sessions removed per transaction."""


@dataclass(frozen=True)
class Turn:
    """A turn of a transcript."""

    role: Literal["user", "assistant", "system", "tool"]
    content: str


@dataclass(frozen=True)
class Started:
    """A session, whether it is new, and what the previous one left."""

    session: Session
    is_new: bool
    previous: Previous | None


@dataclass(frozen=True)
class Processed:
    """The total number of processed turns, and what became of the user's new ones.

    Attributes:
        turns: how many turns are processed in total.
        prompts: the ids of the prompts recorded from new turns.
        skipped: the places of the turns of which nothing is kept, and why; see `Recorded`.
    """

    turns: int
    prompts: list[str]
    skipped: list[tuple[int, str]]


class SessionService:
    """A user's sessions. Every method may raise Unavailable.

    What writes also reads the user's document, which refuses it while the user is being erased: it
    would be acknowledged and then erased with the rest.
    """

    def __init__(self, store: Store, recorder: Recorder, clock: Clock, new_id: IdSource) -> None:
        self._store = store
        self._recorder = recorder
        self._clock = clock
        self._new_id = new_id

    def start(
        self,
        uid: str,
        id_: str | None,
        project_path: str | None,
        keyed: Keyed | None = None,
        *,
        incognito: bool = False,
    ) -> Started:
        """Starts a session, or returns the existing one with this id.

        Of an incognito one nothing but its id is kept, also if it becomes so only now.

        A repeated request with an idempotency key, `keyed`, gets the session as a new one.

        It is written in one transaction; the previous session is read afterwards.

        Raises:
            KeyReused: the key belongs to a request that said something else.
            FailedPrecondition: there are too many incognito sessions.
        """
        now = self._clock()
        id_ = id_ or (keyed.id if keyed else self._new_id())
        refuse_secrets(id_, "id")
        refuse_secrets(project_path or "", "projectPath")
        _refuse_orders(id_, project_path or "")

        def begin(records: Records) -> tuple[Session, bool]:
            user = records.users.get_or_new(uid)
            present = records.sessions.get(uid, id_)
            alive = present if present and present.expires_at > now else None
            if alive and alive.incognito >= incognito:
                return alive, bool(keyed and keyed.is_repeated(alive.request))
            hidden = incognito or id_ in user.incognito
            if hidden:
                records.users.save_state(uid, _with_incognito(user, id_, now))
            session = Session(
                id=id_,
                project_path=None if hidden else project_path,
                incognito=hidden,
                started_at=alive.started_at if alive else now,
                last_active_at=now,
                processed_turns=alive.processed_turns if alive else 0,
                expires_at=now + MAX_AGE,
                request=keyed.body if keyed else None,
                connection=alive.connection if alive else current_connection(),
            )
            records.sessions.overwrite(uid, id_, session)
            return session, alive is None

        session, is_new = self._store.transact(begin)
        previous = self._previous(uid, session.id, project_path or session.project_path)
        return Started(session, is_new, previous)

    def get(self, uid: str, id_: str) -> Session:
        """Returns a session.

        Raises:
            NotFound: there is none, or it has expired.
        """
        return self._existing(self._store, uid, id_)

    def page(
        self, uid: str, project_path: str | None, limit: int, after: Cursor | None
    ) -> tuple[list[Session], Cursor | None]:
        """Returns a page of sessions, last active first, and the cursor of the next page."""
        now = self._clock()
        found = self._newest(uid, project_path, limit + 1, after)
        page = found[:limit]
        following = Cursor(page[-1].last_active_at, page[-1].id) if len(found) > limit else None
        return [session for session in page if session.expires_at > now], following

    def report(self, uid: str, id_: str, progress: Progress) -> Session:
        """Applies a progress report and returns the session.

        Raises:
            NotFound: there is no such session, or it has expired.
            InvalidArgument: see `with_progress`; nothing was changed.
        """
        now = self._clock()
        refuse_secrets({**asdict(progress), "cleared": None}, "session")

        def write(records: Records) -> Session:
            user = records.users.get_or_new(uid)
            present = self._existing(records, uid, id_)
            session = with_progress(present, progress, now)
            session = _marked(quarantined(present, session, current_connection(), now))
            records.sessions.overwrite(uid, id_, session)
            noted = with_waiting_sessions(user, [session])
            if noted != user:
                records.users.save_state(uid, updated(noted, now))
            return session

        return self._store.transact(write)

    def waiting(self, uid: str, ids: Sequence[str]) -> list[HeldBack]:
        """Returns what waits for the user's word in those of the sessions that are there."""
        now = self._clock()
        found = self._store.sessions.get_many(uid, ids) if ids else []
        return [item for session in found if session.expires_at > now for item in session.waiting]

    def answer(self, uid: str, held_id: str, *, accept: bool) -> None:
        """Takes what waits into its session, or deletes it.

        Raises:
            NotFound: nothing with this id waits.
            InvalidArgument: the session has no room; it still waits.
        """
        now = self._clock()

        def write(records: Records) -> None:
            user = records.users.get_or_new(uid)
            found = records.sessions.get_many(uid, user.waiting_sessions)
            session = next((e for e in found if any(i.id == held_id for i in e.waiting)), None)
            session = self._existing(records, uid, session.id if session else held_id)
            changed = answered(session, held_id, now, accept=accept)
            records.sessions.overwrite(uid, session.id, changed)
            there = [each for each in found if each.waiting and each.id != session.id]
            emptied = user.model_copy(update={"waiting_sessions": []})
            noted = with_waiting_sessions(emptied, [*there, changed])
            records.users.save_state(uid, updated(noted, now))

        self._store.transact(write)

    def delete(self, uid: str, id_: str) -> None:
        """Deletes a session. What was learned from it stays.

        Raises:
            NotFound: there is no such session, or it has expired.
        """

        def remove(records: Records) -> None:
            records.users.get(uid)
            self._existing(records, uid, id_)
            records.sessions.delete(uid, id_)

        self._store.transact(remove)

    def take_back(self, uid: str, connection: str, since: datetime) -> tuple[int, bool]:
        """Deletes the sessions that a connection has started since a time, and what waits of it.

        If it stops before the end, repeating it does the rest.

        Returns:
            How many it deleted, and whether that is all: what it has reported in sessions of
            others, or in its own older ones, stays.
        """
        started = self._store.sessions.query(uid, Where("connection", "==", connection))
        changed = self._store.sessions.query(uid, Where("changedBy", "array_contains", connection))
        gone = [session.id for session in started if session.started_at >= since]
        others = [*changed, *(session for session in started if session.started_at < since)]
        active = [session for session in others if session.last_active_at >= since]

        def take(records: Records) -> None:
            user, now = records.users.get_or_new(uid), self._clock()
            found = records.sessions.get_many(uid, [session.id for session in active])
            for session in found:
                kept = [i for i in session.waiting if i.connection != connection or i.at < since]
                if len(kept) < len(session.waiting):
                    update = {"waiting": kept, "quarantined": bool(kept) or None}
                    records.sessions.overwrite(uid, session.id, session.model_copy(update=update))
                    if not kept:
                        ids = [each for each in user.waiting_sessions if each != session.id]
                        user = user.model_copy(update={"waiting_sessions": ids})
            records.users.save_state(uid, updated(user, now))

        if active:
            self._store.transact(take)
        for first in range(0, len(gone), EXPIRED_PAGE):

            def remove(records: Records, first: int = first) -> None:
                records.users.get(uid)
                for id_ in gone[first : first + EXPIRED_PAGE]:
                    records.sessions.delete(uid, id_)

            self._store.transact(remove)
        return len(gone), not active

    def take_turns(self, uid: str, id_: str, offset: int, turns: Sequence[Turn]) -> Processed:
        """Records new turns as prompts, and remembers how many turns have been processed.

        The id of a prompt derives from the index of its turn. So if a call fails between recording
        and remembering, repeating it records nothing twice.

        Args:
            uid: the user.
            id_: the session.
            offset: the index of the first turn in `turns`, from 0.
            turns: the turns, in order.

        Raises:
            NotFound: there is no such session, or it has expired.
            Aborted: turns before `offset` are missing.
        """
        now = self._clock()
        done = self._existing(self._store, uid, id_).processed_turns
        if offset > done:
            raise Aborted(
                f"Turns {done} to {offset - 1} are missing. Send all turns from offset {done} on.",
                [{"reason": "TURNS_MISSING", "processedTurns": done}],
            )
        new_turns = list(enumerate(turns, offset))[done - offset :]
        messages = [
            Message(
                content=turn.content,
                role=turn.role,
                id=derived_id("turn", uid, id_, str(index)),
                session_id=id_,
                # The turns arrive together; a microsecond between them keeps their order.
                created_at=now - timedelta(microseconds=offset + len(turns) - index),
            )
            for index, turn in new_turns
        ]
        recorded = self._recorder.record(uid, messages) if messages else []
        reached = max(done, offset + len(turns))

        def remember(records: Records) -> int:
            records.users.get(uid)
            session = self._existing(records, uid, id_)
            processed = max(session.processed_turns, reached)
            session = _marked(marked_active(session, self._clock()))
            session = session.model_copy(update={"processed_turns": processed})
            records.sessions.overwrite(uid, id_, session)
            return processed

        processed = self._store.transact(remember)
        said = [
            (index, one)
            for (index, turn), one in zip(new_turns, recorded, strict=True)
            if turn.role == "user"
        ]
        prompts = [one.id for _, one in said if one.is_stored]
        skipped = [(index, one.reason or "") for index, one in said if not one.is_stored]
        return Processed(processed, prompts, skipped)

    def expire(self, uid: str, after: Cursor | None = None) -> Step:
        """Removes one page of expired sessions, also those that cannot be read."""

        def remove(records: Records) -> list[Cursor]:
            expired = records.sessions.cursors(
                uid,
                Where("expiresAt", "<=", self._clock()),
                order=Order("expiresAt"),
                limit=EXPIRED_PAGE,
                after=after,
            )
            for session in expired:
                records.sessions.delete(uid, session.id)
            return expired

        expired = self._store.transact(remove)
        return Step(len(expired), after=expired[-1] if len(expired) == EXPIRED_PAGE else None)

    def _previous(self, uid: str, id_: str, project_path: str | None) -> Previous | None:
        newest = self._newest(uid, project_path, 2, None)
        for other in newest:
            if other.id != id_ and other.expires_at > self._clock() and not other.incognito:
                return Previous(
                    id=other.id,
                    last_active_at=other.last_active_at,
                    summary=other.summary,
                    open_tasks=[task for task in other.tasks if task.status != "completed"],
                )
        return None

    def _newest(
        self, uid: str, project_path: str | None, limit: int, after: Cursor | None
    ) -> list[Session]:
        conditions = [Where("projectPath", "==", project_path)] if project_path else []
        order = Order("lastActiveAt", descending=True)
        return self._store.sessions.query(uid, *conditions, order=order, limit=limit, after=after)

    def _existing(self, records: Records, uid: str, id_: str) -> Session:
        session = records.sessions.get(uid, id_)
        if session is None or session.expires_at <= self._clock():
            raise NotFound(
                "There is no session with this id. Start one with POST /v1/sessions.",
                [{"reason": "NO_SUCH_SESSION"}],
            )
        return session


def _marked(session: Session) -> Session:
    """Returns a session with a mark of the connection that changes it, if it did not start it."""
    connection = current_connection()
    if connection is None or connection == session.connection:
        return session
    others = [each for each in session.changed_by if each != connection]
    return session.model_copy(update={"changed_by": [*others, connection][-MAX_CHANGED_BY:]})


def _refuse_orders(id_: str, project_path: str) -> None:
    """Refuses an id or a path that gives an assistant orders: neither can wait for an answer.

    Raises:
        InvalidArgument: it does, and comes through a connection.
    """
    if current_connection() is None:
        return
    for name, text in (("id", id_), ("projectPath", project_path)):
        if text and gives_orders(text):
            problem = "reads like an order to an assistant; choose a plain name"
            raise InvalidArgument.field(name, problem, reason="UNSAFE_CONTENT")


def _with_incognito(user: UserState, id_: str, now: datetime) -> UserState:
    """Returns the user's state with one more incognito session."""
    known = {known: until for known, until in user.incognito.items() if until > now}
    known[id_] = now + INCOGNITO_LASTS
    if len(known) > MAX_INCOGNITO:
        raise FailedPrecondition(
            f"There are {MAX_INCOGNITO} incognito sessions already. Use one of them again, or mark "
            "messages as private instead.",
            [{"reason": "TOO_MANY_INCOGNITO", "limit": MAX_INCOGNITO}],
        )
    return updated(user, now).model_copy(update={"incognito": known})
