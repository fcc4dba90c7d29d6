"""Types of request fields that several functions share."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from shared.base.ids import problem_with
from shared.base.model import RequestModel
from shared.base.safety.invisible import visible

MAX_PROMPT = 50_000
"""Limit of a prompt, in characters. Its event, 200 kB at most, fits into Eventarc's 512 KB."""
MAX_METADATA = 2000
"""Limit of a preference's metadata, in characters."""


def _usable(identifier: str) -> str:
    problem = problem_with(identifier)
    if problem:
        raise ValueError(problem)
    return identifier


def _small(metadata: dict[str, Any]) -> dict[str, Any]:
    if len(repr(metadata)) > MAX_METADATA:
        raise ValueError(f"must not be longer than {MAX_METADATA:,} characters")
    return metadata


def _not_blank(text: str) -> str:
    text = visible(text).strip()
    if not text:
        raise ValueError("must not be empty")
    return text


Identifier = Annotated[str, AfterValidator(_usable)]
"""An id chosen by the client."""
Label = Annotated[str, StringConstraints(max_length=200), AfterValidator(_not_blank)]
"""A word or two, not empty."""
OptionalLabel = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]
"""A word or two, or nothing."""
Sentence = Annotated[str, StringConstraints(max_length=500), AfterValidator(_not_blank)]
"""A sentence, not empty."""
OptionalSentence = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]
"""A sentence, or nothing."""
Metadata = Annotated[dict[str, Any], AfterValidator(_small), Field(max_length=50)]
"""A small JSON object that Rekindle stores without interpreting it."""
Tags = Annotated[list[Label], Field(max_length=20)]
"""Up to twenty labels."""


class JsonObject(RequestModel):
    """Any JSON object. The domain checks its fields."""

    fields: dict[str, Any]

    @model_validator(mode="before")
    @classmethod
    def _whole_body(cls, body: Any) -> Any:
        if not isinstance(body, dict):
            raise ValueError("must be a JSON object")
        return {"fields": body}


class MergePatch(JsonObject):
    """A JSON merge patch (RFC 7396). Its fields are checked after the merge."""
