"""`sessions`: what one conversation hands on to the next."""

from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field

from functions.http.answers.common import DeletedAnswer
from functions.http.answers.sessions import SessionAnswer, SessionBody, SessionsAnswer, TurnsAnswer
from functions.http.paging import PageQuery, page_token
from functions.http.routing import Answer, Api, Call
from shared.base.fields import Identifier, ProjectPath, PromptContent, Sentence, Text
from shared.base.model import RequestModel, Timestamp
from shared.documents.sessions import TaskStatus
from shared.sessions.progress import Progress
from shared.sessions.session_service import Turn

api = Api()


class SessionIn(RequestModel):
    """A session to start. Of an incognito one nothing but its id is kept."""

    id: Identifier | None = None
    project_path: ProjectPath | None = None
    incognito: bool = False


class SessionQuery(PageQuery):
    """Filters for listing sessions."""

    project_path: ProjectPath | None = None


class TaskIn(RequestModel):
    """A task to add, or the fields of one to change. The server sets `updatedAt`."""

    id: Identifier
    title: Sentence | None = None
    status: TaskStatus | None = None
    notes: Text | None = None
    blocked_by: Sentence | None = None
    children: Annotated[list[Identifier], Field(max_length=100)] | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class DecisionIn(RequestModel):
    """A decision to add."""

    decision: Sentence
    rationale: Text | None = None
    alternatives: Annotated[list[Sentence], Field(max_length=20)] = []
    timestamp: Timestamp | None = None


class SessionPatch(RequestModel):
    """Progress. Tasks are merged by id, decisions and context appended; null clears a part."""

    summary: Text | None = None
    tasks: Annotated[list[TaskIn], Field(max_length=100)] | None = None
    remove_tasks: Annotated[list[Identifier], Field(max_length=100)] = []
    decisions: Annotated[list[DecisionIn], Field(max_length=100)] | None = None
    context: Annotated[list[Text], Field(max_length=100)] | None = None


class TurnIn(RequestModel):
    """One turn of a transcript."""

    role: Literal["user", "assistant", "system", "tool"]
    content: PromptContent


class TurnsIn(RequestModel):
    """Consecutive turns of a transcript, the first of them at the zero-based `offset`."""

    offset: Annotated[int, Field(ge=0, lt=10_000_000, strict=True)]
    turns: Annotated[list[TurnIn], Field(max_length=100)]


@api.route("POST", "/v1/sessions", body=SessionIn, answers=SessionAnswer, statuses=(200, 201))
def start(call: Call) -> Answer:
    """Starts a session, and returns what the project's previous session left."""
    body = call.body(SessionIn)
    keyed = None if body.id else call.keyed("session", body)
    started = call.services.sessions.start(
        call.uid, body.id, body.project_path, keyed, incognito=body.incognito
    )
    answer = SessionAnswer.of(started.session, started.previous)
    return Answer(answer, status=201 if started.is_new else 200)


@api.route("GET", "/v1/sessions", query=SessionQuery, answers=SessionsAnswer)
def list_sessions(call: Call) -> Answer:
    """Lists sessions, most recently active first."""
    query = call.query(SessionQuery)
    page, cursor = call.services.sessions.page(
        call.uid, query.project_path, query.page_size, query.after()
    )
    shown = [SessionBody.of(session) for session in page]
    return Answer(SessionsAnswer(sessions=shown, next_page_token=page_token(cursor)))


@api.route("GET", "/v1/sessions/<id>", answers=SessionAnswer)
def get_session(call: Call) -> Answer:
    """Gets a session."""
    return Answer(SessionAnswer.of(call.services.sessions.get(call.uid, call.path["id"])))


@api.route("PATCH", "/v1/sessions/<id>", body=SessionPatch, answers=SessionAnswer)
def report(call: Call) -> Answer:
    """Updates a session with its progress: summary, tasks, decisions and context."""
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
    reported = call.services.sessions.report(call.uid, call.path["id"], progress)
    return Answer(SessionAnswer.of(reported))


@api.route("DELETE", "/v1/sessions/<id>", answers=DeletedAnswer)
def delete_session(call: Call) -> Answer:
    """Deletes a session. What was learned from it is kept."""
    call.services.sessions.delete(call.uid, call.path["id"])
    return Answer(DeletedAnswer(deleted=1))


@api.route("POST", "/v1/sessions/<id>/turns", body=TurnsIn, answers=TurnsAnswer)
def take_turns(call: Call) -> Answer:
    """Processes the turns that have not been processed yet."""
    body = call.body(TurnsIn)
    turns = [Turn(role=turn.role, content=turn.content) for turn in body.turns]
    processed = call.services.sessions.take_turns(call.uid, call.path["id"], body.offset, turns)
    return Answer(TurnsAnswer.of(processed))


@functions_framework.http
def sessions(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)
