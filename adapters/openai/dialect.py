"""How a request is worded, since not every server and model takes all of OpenAI's parameters.

Reasoning models refuse a temperature and the older name of the answer's limit, other servers its
newer name. Some know no strict schemas, some no JSON mode, and some models no system message. A
server says so with an error that names what it refuses, and does no work; so the request is sent
again without it.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from adapters.openai.config import ModelConfig
from adapters.openai.server_error import ServerError

Limit = Literal["max_completion_tokens", "max_tokens"]
Form = Literal["json_schema", "json_object", "text"]

_REFUSALS = (400, 404, 415, 422, 501)
"""The statuses with which servers refuse a parameter."""
_NEXT: dict[Form, Form] = {"json_schema": "json_object", "json_object": "text"}
_FORM = re.compile(
    r"response[_ ]format|json_schema|json_object|json[_ ]mode|json schema|structured[_ ]output"
    r"|guided_|grammar|the word 'json'"
)
_SYSTEM = re.compile(
    r"system (?:role|message|prompt|instruction)s?|'system'.{0,40}role|role.{0,40}'system'"
    r"|messages\[0\]\.role|developer instruction"
)
_NAMED: dict[Limit, re.Pattern[str]] = {
    "max_completion_tokens": re.compile(r"\bmax_completion_tokens\b"),
    "max_tokens": re.compile(r"\bmax_tokens\b"),
}
_TOO_MUCH = re.compile(r"too large|too high|at most|less than|greater than|maximum|exceed|between")
"""A limit that is refused for its value, not for its name."""


@dataclass(frozen=True)
class Dialect:
    """What a server takes, as far as it is known.

    Attributes:
        limit: the name of the parameter that limits the answer. It is never left out, since what
            is booked for a call relies on it.
        temperature: whether it takes a temperature.
        form: how the form of the answer is asked for.
        system: whether it takes a system message.
        other_limit: whether `limit` is the second name that was tried.
    """

    limit: Limit
    temperature: bool = True
    form: Form = "json_schema"
    system: bool = True
    other_limit: bool = False


def first_try(config: ModelConfig) -> Dialect:
    """Returns what a server most likely takes.

    OpenAI's newer models refuse the old name of the limit; many compatible servers know no other.
    """
    host = urlsplit(config.base_url or "https://api.openai.com").hostname or ""
    is_openai = host.endswith((".openai.com", ".openai.azure.com"))
    return Dialect("max_completion_tokens" if is_openai else "max_tokens")


def adapted(dialect: Dialect, error: ServerError, *, warm: bool) -> Dialect | None:
    """Returns the dialect without what a server refuses; None if it refuses something else.

    Each step gives something up for good, so there are at most five.

    Args:
        dialect: how the refused request was worded.
        error: the refusal.
        warm: whether the request had a temperature.
    """
    if error.status not in _REFUSALS:
        return None
    # A field that names the parameter is surer than words, which may mention others.
    for text in filter(None, (error.param.lower(), error.text)):
        if warm and dialect.temperature and "temperature" in text:
            return replace(dialect, temperature=False)
        if _NAMED[dialect.limit].search(text) and not dialect.other_limit:
            if _TOO_MUCH.search(error.text):
                return None
            other: Limit = (
                "max_tokens"
                if dialect.limit == "max_completion_tokens"
                else "max_completion_tokens"
            )
            return replace(dialect, limit=other, other_limit=True)
        if dialect.form in _NEXT and _FORM.search(text):
            return replace(dialect, form=_NEXT[dialect.form])
        if dialect.system and _SYSTEM.search(text):
            return replace(dialect, system=False)
    return None
