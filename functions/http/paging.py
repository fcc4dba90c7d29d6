"""Pages of lists: `pageSize`, `pageToken`, `nextPageToken`."""

import base64
import json
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from pydantic import Field

from shared.base.errors import InvalidArgument
from shared.base.ids import problem_with
from shared.base.model import RequestModel
from shared.ports import Cursor

_INT64 = 2**63
PageSize = Annotated[int, Field(ge=1, le=100)]


class PageQuery(RequestModel):
    """The query of every list. `ordered_by` is the type of what the list is ordered by."""

    ordered_by: ClassVar[type] = datetime

    page_size: PageSize = 50
    page_token: str | None = None

    def after(self) -> Cursor | None:
        """Where the page starts.

        Raises:
            InvalidArgument: the token is none that this kind of list gave out.
        """
        return _decode(self.page_token, self.ordered_by) if self.page_token else None


def next_page(cursor: Cursor | None) -> dict[str, str]:
    """The part of the answer that leads to the next page; empty on the last one."""
    return {"nextPageToken": _encode(cursor)} if cursor else {}


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
            value = datetime.fromisoformat(value["at"]).astimezone(UTC)
        if type(value) is not ordered_by or problem_with(id_):
            raise ValueError("not a cursor")
        if isinstance(value, int) and not 0 <= value < _INT64:
            raise ValueError("not a cursor")
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InvalidArgument.field(
            "pageToken", "is none that a list gave as nextPageToken"
        ) from error
    return Cursor(value, id_)
