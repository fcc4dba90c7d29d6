"""`prompts`: recording what users say, and what became of it."""

from typing import Annotated, Literal

import functions_framework
from flask import Request as HttpRequest
from flask import Response
from pydantic import Field, StringConstraints

from functions.fields import MAX_PROMPT, Identifier
from functions.paging import PageQuery, next_page
from functions.routing import Answer, Api, Call
from shared.learning.recording import Message
from shared.model import Request, Timestamp

api = Api()


class PromptIn(Request):
    """One message to record."""

    id: Identifier | None = None
    content: Annotated[str, StringConstraints(max_length=MAX_PROMPT)]
    role: Literal["user", "assistant", "system", "tool"] = "user"
    session_id: Identifier | None = None
    created_at: Timestamp | None = None


class PromptsIn(Request):
    """Messages to record, oldest first."""

    prompts: Annotated[list[PromptIn], Field(min_length=1, max_length=100)]


@api.route("POST", "/v1/prompts", body=PromptsIn)
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


@api.route("GET", "/v1/prompts/<id>")
def get_prompt(call: Call) -> Answer:
    """One prompt, where it is on its way, and the preferences learned from it."""
    report = call.services.reports.prompt(call.uid, call.path["id"])
    batch = {"batchId": report.batch_id} if report.batch_id else {}
    prompt = report.prompt.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Answer({**prompt, "state": report.state, **batch, "preferences": report.preferences})


@api.route("GET", "/v1/batches", query=PageQuery)
def list_batches(call: Call) -> Answer:
    """The analyses, newest first."""
    query = call.query(PageQuery)
    batches, following = call.services.reports.batches(call.uid, query.page_size, query.after())
    return Answer({"batches": [batch.public() for batch in batches], **next_page(following)})


@api.route("GET", "/v1/batches/<id>")
def get_batch(call: Call) -> Answer:
    """One analysis, with a decision for each candidate."""
    return Answer(call.services.reports.batch(call.uid, call.path["id"]).public())


@functions_framework.http
def prompts(request: HttpRequest) -> Response:
    """The deployed function."""
    return api.handle(request)
