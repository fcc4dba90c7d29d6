"""`context`: the block that the assistant is given."""

import hashlib
from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.answers import ContextAnswer
from functions.http.routing import Answer, Api, Call
from shared.base.model import RequestModel

api = Api()


class ContextQuery(RequestModel):
    """How the block is wanted. `maxChars` is its size in characters.

    A `preview` is for the user to look at: no preference counts as used by it.
    """

    query: Annotated[str, StringConstraints(max_length=2000)] | None = None
    max_chars: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    format: Literal["json", "text"] = "json"
    preview: bool = False


@api.route("GET", "/v1/context", query=ContextQuery, answers=ContextAnswer, text=True)
def get_context(call: Call) -> Answer:
    """The context block, as JSON with an account of it, or as plain text."""
    query = call.query(ContextQuery)
    built = call.services.contexts.build(
        call.uid, query.query, query.max_chars, preview=query.preview
    )
    shape = f"{query.format}\n{built.version}\n{built.text}\n{built.warnings}"
    etag = hashlib.sha256(shape.encode()).hexdigest()[:32]
    headers = {"ETag": f'"{etag}"', "Vary": "Authorization"}
    if call.http.if_none_match.contains_weak(etag):
        return Answer("", status=304, headers=headers)
    if query.format == "text":
        return Answer(built.text, headers=headers)
    body = {
        "text": built.text,
        "sections": [{"name": item.name, "chars": item.chars} for item in built.sections],
        "omitted": [
            {
                "section": item.section,
                **({"id": item.id} if item.id else {}),
                "label": item.label,
                "why": item.why,
            }
            for item in built.omitted
        ],
        "warnings": built.warnings,
        "version": built.version,
    }
    return Answer(body, headers=headers)


@functions_framework.http
def context(request: Request) -> Response:
    """The deployed function."""
    return api.handle(request)
