"""The routes of operators: each request is logged before it is answered, and ids are sealed."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field

from functions.http.deadlines import Limit
from functions.http.paging import PageSize
from functions.http.routing import Answer, Api, Call
from shared.base.errors import InvalidArgument, NotFound
from shared.base.model import RequestModel
from shared.operating.ports import Seals
from shared.ports import Cursor

USER, BATCH, WORK = "user", "batch", "parked work"
"""Kinds of sealed ids: of a user; of a batch and its user; of parked work and its user."""
_NO_SUCH = {
    USER: {"reason": "NO_SUCH_USER"},
    BATCH: {"reason": "NO_SUCH_BATCH"},
    WORK: {"reason": "NO_SUCH_WORK"},
}


class SealedPage(RequestModel):
    """Paging parameters of a list across users. Its tokens are sealed, since they name users."""

    page_size: PageSize = 50
    page_token: Annotated[str, Field(max_length=2000)] | None = None


class Desk:
    """One request of an operator: what it names, and the log of what it shows.

    A handler calls `shows` before it changes anything, and before it answers.
    """

    def __init__(self, call: Call, route: str) -> None:
        self.call = call
        self._route = route
        self._is_logged = False

    @property
    def seals(self) -> Seals:
        """Seals and opens ids."""
        return self.call.services.seals

    def shows(self, uids: Sequence[str], *, named: str | None = None) -> None:
        """Logs this look.

        Args:
            uids: the users whose figures are shown, or whose work is changed.
            named: the one that the request names, if it names one.

        Raises:
            Unavailable: it could not be logged, so nothing may be shown.
        """
        self._is_logged = True
        user = self.user(named) if named is not None else None
        self.call.services.operators.log(self.call.uid, self._route, user, uids)

    def close(self) -> None:
        """Logs a look that showed nobody, or nothing."""
        if not self._is_logged:
            self.shows([])

    def user(self, uid: str) -> str:
        """Returns the sealed id of a user."""
        return self.seals.seal(USER, uid)

    def named(self, kind: str, parts: int) -> list[str]:
        """Returns what the id in the path stands for.

        Raises:
            NotFound: this deployment never gave it out.
        """
        found = self.seals.open(kind, self.call.path["id"], parts)
        if found is None:
            raise no_such(kind)
        return found

    def after(self, token: str | None, list_: str) -> Cursor | None:
        """Returns where a page of a list begins.

        Raises:
            InvalidArgument: the token does not come from this list.
        """
        if token is None:
            return None
        found = self.seals.open(f"page of {list_}", token, 2)
        if found is None:
            raise InvalidArgument.field("pageToken", "must be the nextPageToken of the last page")
        value = json.loads(found[0])
        return Cursor(datetime.fromisoformat(value) if _is_text(value) else value, found[1])

    def token(self, cursor: Cursor | None, list_: str) -> str | None:
        """Returns the token of the next page; None if there is none."""
        if cursor is None:
            return None
        at = cursor.value
        value = at.isoformat() if isinstance(at, datetime) else at
        return self.seals.seal(f"page of {list_}", json.dumps(value), cursor.id)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def no_such(kind: str) -> NotFound:
    """Returns the error for an id that stands for nothing."""
    return NotFound(f"There is no {kind} with this id. Get the list again.", [_NO_SUCH[kind]])


DeskHandler = Callable[[Desk], Answer]


def operator_route(
    api: Api,
    method: str,
    path: str,
    *,
    answers: type[BaseModel],
    body: type[RequestModel] | None = None,
    query: type[RequestModel] | None = None,
    limit: Limit | None = None,
) -> Callable[[DeskHandler], DeskHandler]:
    """Declares a route of operators; see `functions.http.routing.Api.route`.

    Whether a token was revoked is asked each time, so that somebody who leaves is out at once.
    """

    def declare(handler: DeskHandler) -> DeskHandler:
        def logged(call: Call) -> Answer:
            desk = Desk(call, f"{method} {path}")
            try:
                return handler(desk)
            finally:
                desk.close()

        logged.__name__, logged.__doc__ = handler.__name__, handler.__doc__
        more: dict[str, Any] = {"query": query} if query else {}
        api.route(
            method,
            path,
            body=body,
            check_revoked=True,
            answers=answers,
            limit=limit,
            may_be_empty=body is not None,
            **more,
        )(logged)
        return handler

    return declare
