"""`prompts`: records users' messages, and reports on their analysis."""

from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field

from functions.http.answers.common import DeletedAnswer
from functions.http.answers.prompts import (
    BatchAnswer,
    BatchesAnswer,
    PromptAnswer,
    PromptBody,
    PromptsAnswer,
    RecordedPrompt,
    RecordedPrompts,
)
from functions.http.paging import PageQuery, page_token
from functions.http.routing import Answer, Api, Call
from shared.base.fields import Identifier, PromptContent
from shared.base.model import RequestModel, Timestamp
from shared.learning.recording import Message

api = Api()


class PromptIn(RequestModel):
    """A message to record. Nothing is stored of a private one, or of `<private>…</private>`."""

    id: Identifier | None = None
    content: PromptContent
    role: Literal["user", "assistant", "system", "tool"] = "user"
    session_id: Identifier | None = None
    created_at: Timestamp | None = None
    private: bool = False


class PromptsIn(RequestModel):
    """Messages to record, oldest first."""

    prompts: Annotated[list[PromptIn], Field(min_length=1, max_length=100)]


@api.route("POST", "/v1/prompts", body=PromptsIn, answers=RecordedPrompts, statuses=(202,))
def record(call: Call) -> Answer:
    """Records messages. Repeating an id or idempotency key records nothing twice."""
    body = call.body(PromptsIn)
    messages = [
        Message(
            content=prompt.content,
            role=prompt.role,
            id=prompt.id,
            session_id=prompt.session_id,
            created_at=prompt.created_at,
            private=prompt.private,
        )
        for prompt in body.prompts
    ]
    each = [call.keyed("prompt", body, index) for index in range(len(messages))]
    keyed = [one for one in each if one]
    recorded = call.services.recorder.record(call.uid, messages, keyed)
    prompts = [RecordedPrompt(id=one.id, status=one.status, reason=one.reason) for one in recorded]
    return Answer(RecordedPrompts(prompts=prompts), status=202)


class PromptsQuery(PageQuery):
    """Filters for listing prompts. Those without a session are in the list of all."""

    session_id: Identifier | None = None


@api.route("GET", "/v1/prompts", query=PromptsQuery, answers=PromptsAnswer)
def list_prompts(call: Call) -> Answer:
    """Lists prompts, newest first."""
    query = call.query(PromptsQuery)
    page, cursor = call.services.messages.page(
        call.uid, query.session_id, query.page_size, query.after()
    )
    shown = [PromptBody.of(prompt) for prompt in page]
    return Answer(PromptsAnswer(prompts=shown, next_page_token=page_token(cursor)))


@api.route("DELETE", "/v1/prompts/<id>", answers=DeletedAnswer)
def delete_prompt(call: Call) -> Answer:
    """Deletes a prompt. What was learned from it stays."""
    call.services.messages.delete(call.uid, call.path["id"])
    return Answer(DeletedAnswer(deleted=1))


@api.route("GET", "/v1/prompts/<id>", answers=PromptAnswer)
def get_prompt(call: Call) -> Answer:
    """Gets a prompt, its processing state, and the preferences learned from it."""
    return Answer(PromptAnswer.of(call.services.reports.prompt(call.uid, call.path["id"])))


@api.route("GET", "/v1/batches", query=PageQuery, answers=BatchesAnswer)
def list_batches(call: Call) -> Answer:
    """Lists analyses, newest first."""
    query = call.query(PageQuery)
    batches, cursor = call.services.reports.batches(call.uid, query.page_size, query.after())
    shown = [BatchAnswer.of(batch) for batch in batches]
    return Answer(BatchesAnswer(batches=shown, next_page_token=page_token(cursor)))


@api.route("GET", "/v1/batches/<id>", answers=BatchAnswer)
def get_batch(call: Call) -> Answer:
    """Gets an analysis, with a decision for each candidate."""
    return Answer(BatchAnswer.of(call.services.reports.batch(call.uid, call.path["id"])))


@functions_framework.http
def prompts(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)
