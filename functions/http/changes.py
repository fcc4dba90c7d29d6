"""`GET /v1/changes`: a cheap endpoint that a page can poll every second."""

from functions.http.answers.profile import ChangesAnswer
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel


class ChangesQuery(RequestModel):
    """Options. `sessions` includes the stamp of the sessions, which costs one more read."""

    sessions: bool = False


def declare(api: Api) -> None:
    """Adds the route to a function's API."""
    api.route("GET", "/v1/changes", query=ChangesQuery, answers=ChangesAnswer, text=True)(
        get_changes
    )


def get_changes(call: Call) -> Answer:
    """Gets a stamp for each part of the user's data, or a 304 if `If-None-Match` still matches."""
    changes = call.services.changes.now(call.uid, sessions=call.query(ChangesQuery).sessions)
    headers = {"ETag": f'"{changes.tag}"', "Vary": "Authorization"}
    if call.http.if_none_match.contains_weak(changes.tag):
        return Answer("", status=304, headers=headers)
    answer = ChangesAnswer(
        stamps=dict(changes.stamps),
        profile_version=changes.profile_version,
        memory_version=changes.memory_version,
        pending=changes.pending,
        now=changes.now,
    )
    return Answer(answer, headers=headers)
