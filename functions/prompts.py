"""`prompts`: recording what users say, and what became of it."""

from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.answers import BatchAnswer, BatchesAnswer, PromptAnswer, RecordedPrompts
from functions.http.fields import MAX_PROMPT, Identifier
from functions.http.paging import PageQuery, next_page
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel, Timestamp
from shared.learning.recording import Message

api = Api()


class PromptIn(RequestModel):
    """One message to record."""

    id: Identifier | None = None
    content: Annotated[str, StringConstraints(max_length=MAX_PROMPT)]
    role: Literal["user", "assistant", "system", "tool"] = "user"
    session_id: Identifier | None = None
    created_at: Timestamp | None = None


class PromptsIn(RequestModel):
    """Messages to record, oldest first."""

    prompts: Annotated[list[PromptIn], Field(min_length=1, max_length=100)]


@api.route("POST", "/v1/prompts", body=PromptsIn, answers=RecordedPrompts, statuses=(202,))
def record(call: Call) -> Answer:
    """Records messages; each once, however often it is sent."""
    messages = [
        Message(
            content=prompt.content,
            role=prompt.role,
            id=prompt.id,
            session_id=prompt.session_id,
            created_at=prompt.created_at,
        )
        for prompt in call.body(PromptsIn).prompts
    ]
    recorded = call.services.recorder.record(call.uid, messages, call.idempotency_key)
    return Answer(
        {
            "prompts": [
                {"id": item.id, "status": item.status}
                | ({"reason": item.reason} if item.reason else {})
                for item in recorded
            ]
        },
        status=202,
    )


@api.route("GET", "/v1/prompts/<id>", answers=PromptAnswer)
def get_prompt(call: Call) -> Answer:
    """One prompt, where it is on its way, and the preferences learned from it."""
    report = call.services.reports.prompt(call.uid, call.path["id"])
    batch = {"batchId": report.batch_id} if report.batch_id else {}
    prompt = report.prompt.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Answer({**prompt, "state": report.state, **batch, "preferences": report.preferences})


@api.route("GET", "/v1/batches", query=PageQuery, answers=BatchesAnswer)
def list_batches(call: Call) -> Answer:
    """The analyses, newest first."""
    query = call.query(PageQuery)
    batches, following = call.services.reports.batches(call.uid, query.page_size, query.after())
    return Answer({"batches": [batch.public() for batch in batches], **next_page(following)})


@api.route("GET", "/v1/batches/<id>", answers=BatchAnswer)
def get_batch(call: Call) -> Answer:
    """One analysis, with a decision for each candidate."""
    return Answer(call.services.reports.batch(call.uid, call.path["id"]).public())


@functions_framework.http
def prompts(request: Request) -> Response:
    """The deployed function."""
    return api.handle(request)
