"""`GET /v1/changes`: a cheap question that a page may ask every second."""

from datetime import UTC

from functions.http.answers import ChangesAnswer
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel


class ChangesQuery(RequestModel):
    """`sessions` asks for the stamp of the sessions too, which costs one read more."""

    sessions: bool = False


def declare(api: Api) -> None:
    """Adds the route to a function."""
    api.route("GET", "/v1/changes", query=ChangesQuery, answers=ChangesAnswer, text=True)(
        get_changes
    )


def get_changes(call: Call) -> Answer:
    """Where each part of the user's data stands; 304 with `If-None-Match` while none moved."""
    changes = call.services.changes.now(call.uid, sessions=call.query(ChangesQuery).sessions)
    headers = {"ETag": f'"{changes.tag}"', "Vary": "Authorization"}
    if call.http.if_none_match.contains_weak(changes.tag):
        return Answer("", status=304, headers=headers)
    body = {
        "stamps": changes.stamps,
        "profileVersion": changes.profile_version,
        "memoryVersion": changes.memory_version,
        "pending": changes.pending,
        "now": changes.now.astimezone(UTC).isoformat().replace("+00:00", "Z"),
    }
    return Answer(body, headers=headers)
