"""Reads a chat completion: the text in it, or why there is none."""

import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from adapters.openai import failures
from adapters.openai.server_error import ServerError
from shared.learning.analyzer import TokenUsage

_CUT_OFF = {"length", "max_tokens", "model_length", "model_context_window_exceeded"}
_FILTERED = {"content_filter", "safety", "sensitive", "prohibited_content", "recitation"}
_BROKEN = {"error", "network_error", "insufficient_system_resource"}
_SORRY = re.compile(
    r"\W*(?:i['’]?m |i am )?(?:very |so )?(?:sorry|unable to|not able to)\b"
    r"|\W*i (?:can ?not|can['’]?t|won['’]?t|will not|must decline)\b",
    re.IGNORECASE,
)
"""How a model refuses where no schema makes it say so in the field for it."""


class _Message(BaseModel):
    model_config = ConfigDict(cache_strings="none")

    content: str | list[Any] | None = None
    refusal: str | None = None
    reasoning_content: Any = None
    reasoning: Any = None


class _Choice(BaseModel):
    model_config = ConfigDict(cache_strings="none")

    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    model_config = ConfigDict(cache_strings="none")

    choices: list[_Choice] = Field(min_length=1)


def error_in(body: Any) -> ServerError | None:
    """Returns the error that a server sends with status 200, as gateways do; None if it is none.

    A gateway has answered by the time that the server behind it fails.
    """
    if not isinstance(body, dict) or not isinstance(body.get("error"), dict | str):
        return None
    if body.get("choices") or not body["error"]:
        return None
    code = body["error"].get("code") if isinstance(body["error"], dict) else None
    status = code if isinstance(code, int) and 400 <= code < 600 else 502
    return ServerError.within(status, body)


def text_in(body: Any, usage: TokenUsage | None) -> str:
    """Returns the text of a completion.

    Some servers send it in parts, and some, where a schema forces the answer, take it for the
    model's reasoning.

    Args:
        body: the answer, which may be anything at all.
        usage: what it used, if it says.

    Raises:
        AnalysisError: the model refused, or its answer was cut off or is empty.
        ValidationError: it is no completion.
    """
    choice = _Completion.model_validate(body).choices[0]
    message, finish = choice.message, (choice.finish_reason or "").lower()
    if finish in _CUT_OFF:
        # The same request would be cut off again; half of it may not be.
        raise failures.truncated(usage)
    if finish in _FILTERED:
        raise failures.refused(usage, by_filter=True)
    if finish in _BROKEN:
        raise failures.unavailable("The model's server broke off the answer. It is retried.", usage)
    if message.refusal:
        raise failures.refused(usage, by_filter=False)
    text = _joined(message.content)
    if text.strip():
        if "{" not in text and _SORRY.match(text):
            raise failures.refused(usage, by_filter=False)
        return text
    for reasoned in (message.reasoning_content, message.reasoning):
        if isinstance(reasoned, str) and "{" in reasoned:
            return reasoned
    raise failures.invalid_answer(usage, "the answer is empty")


def _joined(content: str | list[Any] | None) -> str:
    """Returns the text of a message, without the parts that are reasoning."""
    if isinstance(content, list):
        parts = [each for each in content if isinstance(each, dict)]
        texts = [each.get("text") for each in parts if each.get("type") in ("text", "output_text")]
        return "".join(text for text in texts if isinstance(text, str))
    return content or ""
