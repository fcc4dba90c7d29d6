"""`context`: the context block for the assistant."""

import hashlib
from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.access.agents import AGENT
from functions.http.answers.context import ContextAnswer, MessagesAnswer
from functions.http.deadlines import Limit
from functions.http.fields import AsOf
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel

api = Api()


class ContextQuery(RequestModel):
    """Options of the context block. `maxChars` limits its length in characters.

    With `format=messages` the answer has it as parts for Anthropic's and OpenAI's APIs. A `preview`
    shows the block to the user without marking preferences as used. `asOf` includes the
    profile as it was known at that time, beside today's notes.
    """

    query: Annotated[str, StringConstraints(max_length=2000)] | None = None
    max_chars: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    format: Literal["json", "text", "messages"] = "json"
    preview: bool = False
    as_of: AsOf | None = None


@api.route(
    "GET",
    "/v1/context",
    query=ContextQuery,
    answers=(ContextAnswer, MessagesAnswer),
    text=True,
    limit=Limit.CONTEXT,
)
def get_context(call: Call) -> Answer:
    """Gets the context block, as JSON with details or as plain text."""
    query = call.query(ContextQuery)
    built = call.services.contexts.build(
        call.uid, query.query, query.max_chars, preview=query.preview, as_of=query.as_of
    )
    tagged = f"{query.format}\n{built.version}\n{built.text}\n{built.warnings}"
    etag = hashlib.sha256(tagged.encode()).hexdigest()[:32]
    headers = {"ETag": f'"{etag}"', "Vary": f"Authorization, {AGENT}"}
    if call.http.if_none_match.contains_weak(etag):
        return Answer("", status=304, headers=headers)
    if query.format == "text":
        return Answer(built.text, headers=headers)
    if query.format == "messages":
        return Answer(MessagesAnswer.of(built), headers=headers)
    return Answer(ContextAnswer.of(built), headers=headers)


@functions_framework.http
def context(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)
