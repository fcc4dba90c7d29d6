"""Pages of lists: `pageSize`, `pageToken`, `nextPageToken`."""

import base64
import json
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from pydantic import Field

from shared.base.errors import InvalidArgument
from shared.base.ids import problem_with
from shared.base.model import RequestModel, in_utc
from shared.ports import Cursor

_INT64 = 2**63
_OFFSET_DIGITS = 6
_NOT_OURS = "must be the nextPageToken of the previous page"
PageSize = Annotated[int, Field(ge=1, le=100)]


class PageQuery(RequestModel):
    """Paging parameters of a list."""

    ordered_by: ClassVar[type] = datetime
    """The type of the field that the list is ordered by."""

    page_size: PageSize = 50
    page_token: str | None = None

    def after(self) -> Cursor | None:
        """Returns the cursor that the page starts after; None for the first page.

        Raises:
            InvalidArgument: the page token does not come from a list of this kind.
        """
        return _decode(self.page_token, self.ordered_by) if self.page_token else None


def page_token(cursor: Cursor | None) -> str | None:
    """Returns the token for the next page; None if there is none."""
    return _encode(cursor) if cursor else None


def offset_token(offset: int) -> str:
    """Returns the token for the page of a ranked list that begins at a place."""
    return base64.urlsafe_b64encode(str(offset).encode()).decode().rstrip("=")


def offset_of(token: str | None) -> int:
    """Returns the place at which a page of a ranked list begins, from 0.

    Raises:
        InvalidArgument: the page token does not come from a list of this kind.
    """
    if token is None:
        return 0
    try:
        padded = token + "=" * (-len(token) % 4)
        digits = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
        if not digits.isdecimal() or len(digits) > _OFFSET_DIGITS:
            raise ValueError("not an offset")
        return int(digits)
    except ValueError as error:
        raise InvalidArgument.field("pageToken", _NOT_OURS) from error


def _encode(cursor: Cursor) -> str:
    value: Any = cursor.value
    if isinstance(value, datetime):
        value = {"at": value.astimezone(UTC).isoformat()}
    return base64.urlsafe_b64encode(json.dumps([value, cursor.id]).encode()).decode().rstrip("=")


def _decode(token: str, ordered_by: type) -> Cursor:
    try:
        padded = token + "=" * (-len(token) % 4)
        value, id_ = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if isinstance(value, dict):
            value = in_utc(datetime.fromisoformat(value["at"]))
        if type(value) is not ordered_by or not isinstance(id_, str) or problem_with(id_):
            raise ValueError("not a cursor")
        if isinstance(value, int) and not 0 <= value < _INT64:
            raise ValueError("not a cursor")
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InvalidArgument.field("pageToken", _NOT_OURS) from error
    return Cursor(value, id_)
