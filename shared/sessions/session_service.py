"""Starting, reporting on and ending sessions, and taking the turns of their transcripts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Literal

from shared.base.clock import Clock
from shared.base.errors import Aborted, NotFound
from shared.base.ids import IdSource, derived_id
from shared.base.safety.secrets import refuse_secrets
from shared.documents.sessions import MAX_AGE, Previous, Session
from shared.learning.recording import Message, Recorder
from shared.ports import Cursor, Order, Records, Store, Where
from shared.sessions.progress import Progress, active, advanced

EXPIRED_PAGE = 200
"""Sessions removed in one transaction."""


@dataclass(frozen=True)
class Turn:
    """One turn of a transcript."""

    role: Literal["user", "assistant", "system", "tool"]
    content: str


@dataclass(frozen=True)
class Started:
    """A session, whether it is new, and what the one before it left."""

    session: Session
    is_new: bool
    previous: Previous | None


@dataclass(frozen=True)
class Processed:
    """How many turns are processed in all, and the prompts that the new ones became."""

    turns: int
    prompts: list[str]


class SessionService:
    """One user's sessions. Every method may raise Unavailable."""

    def __init__(self, store: Store, recorder: Recorder, clock: Clock, new_id: IdSource) -> None:
        self._store = store
        self._recorder = recorder
        self._clock = clock
        self._new_id = new_id

    def start(self, uid: str, id_: str | None, project_path: str | None) -> Started:
        """Starts a session, or finds the one that was started under this id.

        One transaction writes it; what the previous one left is read afterwards.
        """
        now = self._clock()
        id_ = id_ or self._new_id()
        refuse_secrets(project_path or "", "projectPath")

        def begin(records: Records) -> tuple[Session, bool]:
            present = records.sessions.get(uid, id_)
            if present and present.expires_at > now:
                return present, False
            session = Session(
                id=id_,
                project_path=project_path,
                started_at=now,
                last_active_at=now,
                expires_at=now + MAX_AGE,
            )
            records.sessions.put(uid, id_, session)
            return session, True

        session, is_new = self._store.transact(begin)
        return Started(session, is_new, self._before(uid, session))

    def get(self, uid: str, id_: str) -> Session:
        """One session.

        Raises:
            NotFound: there is none, or it has ended.
        """
        return self._existing(self._store, uid, id_)

    def page(
        self, uid: str, project_path: str | None, limit: int, after: Cursor | None
    ) -> tuple[list[Session], Cursor | None]:
        """A page of sessions, the last active first, and where the next page starts, if any."""
        now = self._clock()
        found = self._newest(uid, project_path, limit + 1, after)
        page = found[:limit]
        following = Cursor(page[-1].last_active_at, page[-1].id) if len(found) > limit else None
        return [session for session in page if session.expires_at > now], following

    def report(self, uid: str, id_: str, progress: Progress) -> Session:
        """Takes in what happened; the session afterwards.

        Raises:
            NotFound: there is no such session, or it has ended.
            InvalidArgument: see `advanced`; nothing was changed.
        """
        now = self._clock()
        refuse_secrets({**asdict(progress), "cleared": None}, "session")

        def write(records: Records) -> Session:
            session = advanced(self._existing(records, uid, id_), progress, now)
            records.sessions.put(uid, id_, session)
            return session

        return self._store.transact(write)

    def delete(self, uid: str, id_: str) -> None:
        """Removes a session. What was learned from it stays.

        Raises:
            NotFound: there is no such session, or it has ended.
        """

        def remove(records: Records) -> None:
            self._existing(records, uid, id_)
            records.sessions.delete(uid, id_)

        self._store.transact(remove)

    def take_turns(self, uid: str, id_: str, offset: int, turns: Sequence[Turn]) -> Processed:
        """Records the turns that were not processed yet as prompts, and remembers how far it came.

        A turn's prompt has an id that follows from its place. So if this stops between recording
        and remembering, the same call records nothing twice and then remembers.

        Args:
            uid: the user.
            id_: the session.
            offset: the place of the first turn given, from 0.
            turns: in their order.

        Raises:
            NotFound: there is no such session, or it has ended.
            Aborted: turns are missing before the first one given.
        """
        now = self._clock()
        done = self._existing(self._store, uid, id_).processed_turns
        if offset > done:
            raise Aborted(
                f"Turns {done} to {offset - 1} were not sent yet. Send from offset {done} on.",
                [{"reason": "TURNS_MISSING", "processedTurns": done}],
            )
        fresh = list(enumerate(turns, offset))[done - offset :]
        messages = [
            Message(
                content=turn.content,
                role=turn.role,
                id=derived_id("turn", uid, id_, str(place)),
                session_id=id_,
                # The order of the turns, since they arrive together.
                created_at=now - timedelta(microseconds=offset + len(turns) - place),
            )
            for place, turn in fresh
        ]
        if messages:
            self._recorder.record(uid, messages)
        reached = max(done, offset + len(turns))

        def remember(records: Records) -> int:
            session = self._existing(records, uid, id_)
            processed = max(session.processed_turns, reached)
            moved = active(session, self._clock())
            moved = moved.model_copy(update={"processed_turns": processed})
            records.sessions.put(uid, id_, moved)
            return processed

        processed = self._store.transact(remember)
        said = [message.id for message in messages if message.role == "user" and message.id]
        return Processed(processed, said)

    def expire(self, uid: str) -> int:
        """Removes sessions whose time is over, a page of them; how many. One transaction."""

        def remove(records: Records) -> int:
            ended = records.sessions.find(
                uid,
                Where("expiresAt", "<=", self._clock()),
                order=Order("expiresAt"),
                limit=EXPIRED_PAGE,
            )
            for session in ended:
                records.sessions.delete(uid, session.id)
            return len(ended)

        return self._store.transact(remove)

    def _before(self, uid: str, session: Session) -> Previous | None:
        newest = self._newest(uid, session.project_path, 2, None)
        for other in newest:
            if other.id != session.id and other.expires_at > self._clock():
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
        return self._store.sessions.find(uid, *conditions, order=order, limit=limit, after=after)

    def _existing(self, records: Records, uid: str, id_: str) -> Session:
        session = records.sessions.get(uid, id_)
        if session is None or session.expires_at <= self._clock():
            raise NotFound(
                "There is no session with this id. POST /v1/sessions starts one.",
                [{"reason": "NO_SUCH_SESSION"}],
            )
        return session
