"""What users said: lists their recorded messages and deletes single ones."""

from shared.base.clock import Clock
from shared.base.errors import NotFound
from shared.documents.learning import Prompt
from shared.ports import Cursor, Order, Records, Store, Where
from shared.profile.user_state import updated


class Messages:
    """A user's recorded messages. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

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

        def remove(records: Records) -> None:
            user = records.users.get_or_new(uid)
            if records.prompts.get(uid, id_) is None:
                raise NotFound(
                    "There is no prompt with this id. GET /v1/prompts lists all prompts.",
                    [{"reason": "NO_SUCH_PROMPT"}],
                )
            records.prompts.delete(uid, id_)
            if id_ in user.learning.pending:
                left = [pending for pending in user.learning.pending if pending != id_]
                learning = user.learning.model_copy(update={"pending": left})
                records.users.save_state(uid, updated(user, self._clock(), learning=learning))

        self._store.transact(remove)
