"""What users said: lists their recorded messages and deletes them."""

from collections.abc import Callable, Sequence
from datetime import datetime

from shared.base.clock import Clock
from shared.base.errors import NotFound
from shared.documents.learning import Batch, BatchState, Prompt
from shared.documents.user import UserState
from shared.learning.leases import requeued
from shared.learning.line import REDRIVE_AFTER
from shared.ports import Cursor, Order, Records, Store, Where
from shared.profile.user_state import updated

_REMOVED_AT_ONCE = 100
"""How many messages are removed in one transaction."""


class Messages:
    """A user's recorded messages. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock, enqueue: Callable[[str, Batch], None]) -> None:
        """`enqueue` creates the task of a user's batch, once."""
        self._store = store
        self._clock = clock
        self._enqueue = enqueue

    def page(
        self, uid: str, session_id: str | None, limit: int, after: Cursor | None
    ) -> tuple[list[Prompt], Cursor | None]:
        """Returns a page of messages, newest first, and the cursor of the next page.

        Args:
            uid: the user.
            session_id: the session to which they belong; None for all messages.
            limit: how many there are on the page.
            after: the cursor of this page; None for the first.
        """
        where = [Where("sessionId", "==", session_id)] if session_id else []
        order = Order("createdAt", descending=True)
        found = self._store.prompts.query(uid, *where, order=order, limit=limit + 1, after=after)
        page = found[:limit]
        return page, Cursor(page[-1].created_at, page[-1].id) if len(found) > limit else None

    def delete(self, uid: str, id_: str) -> None:
        """Deletes a message. What was learned from it stays; if it still waits, nothing will be.

        Raises:
            NotFound: there is no such message.
        """

        def remove(records: Records) -> list[Batch]:
            user = records.users.get_or_new(uid)
            if records.prompts.get(uid, id_) is None:
                raise NotFound(
                    "There is no prompt with this id. GET /v1/prompts lists all prompts.",
                    [{"reason": "NO_SUCH_PROMPT"}],
                )
            return self._remove(records, uid, user, [id_])

        self._run(uid, remove)

    def delete_recorded_through(self, uid: str, connection: str, since: datetime) -> int:
        """Deletes the messages that a connection has recorded since a time; returns how many.

        What was learned from them stays; from those that wait or are being analyzed, nothing will
        be learned. It goes page by page. If it stops, repeating it deletes the rest; a batch whose
        new task was not created is requeued by maintenance.
        """
        found = self._store.prompts.query(uid, Where("connection", "==", connection))
        late = self._imported_since(uid, found, since)
        ids = [one.id for one in found if _made_at(one) >= since or one.batch in late]
        for first in range(0, len(ids), _REMOVED_AT_ONCE):
            part = ids[first : first + _REMOVED_AT_ONCE]

            def remove(records: Records, part: Sequence[str] = part) -> list[Batch]:
                return self._remove(records, uid, records.users.get_or_new(uid), part)

            self._run(uid, remove)
        return len(ids)

    def _imported_since(self, uid: str, found: Sequence[Prompt], since: datetime) -> set[str]:
        """Returns the batches that imports have made since: their messages have older times."""
        named = {one.batch for one in found if one.batch and _made_at(one) < since}
        batches = self._store.batches.get_many(uid, sorted(named), lenient=True) if named else []
        return {batch.id for batch in batches if batch.created_at >= since}

    def _remove(
        self, records: Records, uid: str, user: UserState, ids: Sequence[str]
    ) -> list[Batch]:
        """Deletes messages, and takes them from a worker that has read them already.

        Returns:
            The batches that need a new task.
        """
        now, gone = self._clock(), set(ids)
        imported = user.learning.imports.in_flight
        in_flight = [*user.learning.in_flight, *([imported] if imported else [])]
        again = [
            requeued(batch).model_copy(update={"redrive_at": now + REDRIVE_AFTER})
            for batch in records.batches.get_many(uid, in_flight, lenient=True)
            if batch.state is BatchState.RUNNING and gone.intersection(batch.prompt_ids)
        ]
        for id_ in ids:
            records.prompts.delete(uid, id_)
        for batch in again:
            records.batches.overwrite(uid, batch.id, batch)
        left = [pending for pending in user.learning.pending if pending not in gone]
        if len(left) < len(user.learning.pending):
            learning = user.learning.model_copy(update={"pending": left})
            records.users.save_state(uid, updated(user, now, learning=learning))
        return again

    def _run(self, uid: str, work: Callable[[Records], list[Batch]]) -> None:
        for batch in self._store.transact(work):
            self._enqueue(uid, batch)


def _made_at(prompt: Prompt) -> datetime:
    """Returns when a message came, which no import can claim."""
    return prompt.made_at or prompt.recorded_at
