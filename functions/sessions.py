"""`sessions`: what one conversation leaves for the next."""

from typing import Annotated, Any, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.answers import DeletedAnswer, SessionAnswer, SessionsAnswer, TurnsAnswer
from functions.http.fields import MAX_PROMPT, Identifier
from functions.http.paging import PageQuery, next_page
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel, Timestamp
from shared.documents.sessions import Session, TaskStatus
from shared.sessions.progress import Progress
from shared.sessions.session_service import Turn

_Line = Annotated[str, StringConstraints(min_length=1, max_length=500, strip_whitespace=True)]
_Text = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]
_Path = Annotated[str, StringConstraints(min_length=1, max_length=1000)]

api = Api()


class SessionIn(RequestModel):
    """A session to start."""

    id: Identifier | None = None
    project_path: _Path | None = None


class SessionQuery(PageQuery):
    """Which sessions to list."""

    project_path: _Path | None = None


class TaskIn(RequestModel):
    """A task to add, or the fields of one to change. `updatedAt` is kept by the server."""

    id: Identifier
    title: _Line | None = None
    status: TaskStatus | None = None
    notes: _Text | None = None
    blocked_by: _Line | None = None
    children: Annotated[list[Identifier], Field(max_length=100)] | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class DecisionIn(RequestModel):
    """A decision to add."""

    decision: _Line
    rationale: _Text | None = None
    alternatives: Annotated[list[_Line], Field(max_length=20)] = []
    timestamp: Timestamp | None = None


class SessionPatch(RequestModel):
    """What happened. Tasks are merged by id, decisions and notes added; null empties a part."""

    summary: _Text | None = None
    tasks: Annotated[list[TaskIn], Field(max_length=100)] | None = None
    remove_tasks: Annotated[list[Identifier], Field(max_length=100)] = []
    decisions: Annotated[list[DecisionIn], Field(max_length=100)] | None = None
    context: Annotated[list[_Text], Field(max_length=100)] | None = None


class TurnIn(RequestModel):
    """One turn of a transcript."""

    role: Literal["user", "assistant", "system", "tool"]
    content: Annotated[str, StringConstraints(max_length=MAX_PROMPT)]


class TurnsIn(RequestModel):
    """Turns of a transcript from the place `offset` on, which counts from 0."""

    offset: Annotated[int, Field(ge=0, lt=10_000_000, strict=True)]
    turns: Annotated[list[TurnIn], Field(max_length=100)]


@api.route("POST", "/v1/sessions", body=SessionIn, answers=SessionAnswer, statuses=(200, 201))
def start(call: Call) -> Answer:
    """Starts a session; tells what the previous one of the same project left."""
    body = call.body(SessionIn)
    started = call.services.sessions.start(
        call.uid, body.id or call.id_of_key("session"), body.project_path
    )
    previous = {"previous": started.previous} if started.previous else {}
    return Answer(
        {**session_json(started.session), **previous}, status=201 if started.is_new else 200
    )


@api.route("GET", "/v1/sessions", query=SessionQuery, answers=SessionsAnswer)
def list_sessions(call: Call) -> Answer:
    """The sessions, the last active first."""
    query = call.query(SessionQuery)
    page, following = call.services.sessions.page(
        call.uid, query.project_path, query.page_size, query.after()
    )
    return Answer({"sessions": [session_json(item) for item in page], **next_page(following)})


@api.route("GET", "/v1/sessions/<id>", answers=SessionAnswer)
def get_session(call: Call) -> Answer:
    """One session."""
    return Answer(session_json(call.services.sessions.get(call.uid, call.path["id"])))


@api.route("PATCH", "/v1/sessions/<id>", body=SessionPatch, answers=SessionAnswer)
def report(call: Call) -> Answer:
    """Takes in what happened: summary, tasks, decisions, notes."""
    body = call.body(SessionPatch)
    parts = ("summary", "tasks", "decisions", "context")
    progress = Progress(
        summary=body.summary,
        tasks=[task.model_dump(exclude_none=True) for task in body.tasks or ()],
        removed_tasks=body.remove_tasks,
        decisions=[item.model_dump(exclude_none=True) for item in body.decisions or ()],
        notes=body.context or (),
        cleared=frozenset(
            part for part in parts if part in body.model_fields_set and getattr(body, part) is None
        ),
    )
    return Answer(session_json(call.services.sessions.report(call.uid, call.path["id"], progress)))


@api.route("DELETE", "/v1/sessions/<id>", answers=DeletedAnswer)
def delete_session(call: Call) -> Answer:
    """Removes a session; what was learned from it stays."""
    call.services.sessions.delete(call.uid, call.path["id"])
    return Answer({"deleted": 1})


@api.route("POST", "/v1/sessions/<id>/turns", body=TurnsIn, answers=TurnsAnswer)
def take_turns(call: Call) -> Answer:
    """Takes turns of the transcript that were not taken yet."""
    body = call.body(TurnsIn)
    turns = [Turn(role=turn.role, content=turn.content) for turn in body.turns]
    done = call.services.sessions.take_turns(call.uid, call.path["id"], body.offset, turns)
    return Answer({"processedTurns": done.turns, "prompts": done.prompts})


@functions_framework.http
def sessions(request: Request) -> Response:
    """The deployed function."""
    return api.handle(request)


def session_json(session: Session) -> dict[str, Any]:
    """A session on the wire."""
    shown: dict[str, Any] = session.model_dump(mode="json", by_alias=True, exclude_none=True)
    return shown
