"""What servers that speak OpenAI's API refuse, in their own words, and how they dress answers.

A refusal is a `Refusal`; `Server` in `tests.support.openai_server` answers with the first that
applies to a request.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.support.openai_server import EMPTY, answer, preference, send

Request = dict[str, Any]
LEARNED = {**EMPTY, "preferences": [preference("I love Python")]}


@dataclass(frozen=True)
class Refusal:
    """A request that a server does not take, and what it answers."""

    applies: Callable[[Request], bool]
    body: Any
    status: int = 400


def given(name: str) -> Callable[[Request], bool]:
    """Whether a request has a parameter."""
    return lambda request: name in request


def form(name: str) -> Callable[[Request], bool]:
    """Whether a request asks for an answer of this form."""
    return lambda request: request.get("response_format", {}).get("type") == name


def openai_error(message: str, **more: Any) -> dict[str, Any]:
    """An error in OpenAI's own form."""
    fields = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return {"error": {**fields, **more}}


def fussy(*refusals: Refusal, then: Any = LEARNED):
    """A step of a server that refuses some requests, and otherwise answers."""

    def step(handler, request):
        for refusal in refusals:
            if refusal.applies(request):
                send(handler, refusal.status, refusal.body)
                return
        answer(handler, json.dumps(then))

    return step


def unsupported(name: str, why: str) -> dict[str, Any]:
    """How OpenAI refuses a parameter for a model that reasons."""
    return openai_error(why, param=name, code="unsupported_parameter")


NO_SCHEMA_BUT_JSON = Refusal(
    form("json_schema"),
    openai_error(
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this "
        "model.",
        param="response_format",
    ),
)

SERVERS: dict[str, list[Refusal]] = {
    "OpenAI, a model that reasons": [
        Refusal(
            given("temperature"),
            openai_error(
                "Unsupported value: 'temperature' does not support 0 with this model. Only the "
                "default (1) value is supported.",
                param="temperature",
                code="unsupported_value",
            ),
        ),
        Refusal(
            given("max_tokens"),
            unsupported(
                "max_tokens",
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                "'max_completion_tokens' instead.",
            ),
        ),
    ],
    "OpenAI, a model before schemas": [NO_SCHEMA_BUT_JSON],
    "Azure, an old API version": [
        Refusal(
            form("json_schema"),
            openai_error(
                "response_format value as json_schema is enabled only for api versions 2024-08-01-"
                "preview and later",
                type=None,
                code="BadRequest",
            ),
        )
    ],
    "Mistral": [
        Refusal(
            given("max_tokens"),
            {
                "object": "error",
                "message": {
                    "detail": [
                        {
                            "type": "extra_forbidden",
                            "loc": ["body", "max_tokens"],
                            "msg": "Extra inputs are not permitted",
                            "input": 500,
                        }
                    ]
                },
                "type": "invalid_request_error",
                "param": None,
                "code": None,
            },
            422,
        )
    ],
    "vLLM": [
        Refusal(
            given("max_tokens"),
            {
                "object": "error",
                "message": "[{'type': 'extra_forbidden', 'loc': ('body', 'max_tokens'), 'msg': "
                "'Extra inputs are not permitted', 'input': 500}]",
                "type": "BadRequestError",
                "param": None,
                "code": 400,
            },
        )
    ],
    "LM Studio": [
        Refusal(form("json_schema"), {"error": "Error in response_format: unsupported schema"}),
        Refusal(
            form("json_object"),
            {"error": "'response_format.type' must be 'json_schema' or 'text'"},
        ),
    ],
    "xAI": [
        Refusal(
            given("response_format"),
            {
                "code": "Client specified an invalid argument",
                "error": "The response_format parameter is unsupported at the moment. Leave it "
                "unset.",
            },
        )
    ],
    "Groq": [
        Refusal(
            form("json_schema"),
            openai_error(
                "This model does not support response format `json_schema`. See supported models."
            ),
        )
    ],
    "DeepSeek": [
        Refusal(
            form("json_schema"),
            openai_error("This response_format type is unavailable now"),
        )
    ],
    "llama.cpp": [
        Refusal(
            form("json_schema"),
            {
                "error": {
                    "code": 400,
                    "message": "failed to parse grammar",
                    "type": "invalid_request_error",
                }
            },
        )
    ],
    "OpenRouter, in an answer of status 200": [
        Refusal(
            given("temperature"),
            {
                "error": {
                    "message": "Provider returned error",
                    "code": 400,
                    "metadata": {
                        "raw": json.dumps(
                            unsupported(
                                "temperature",
                                "Unsupported parameter: 'temperature' is not supported with this "
                                "model.",
                            )
                        ),
                        "provider_name": "OpenAI",
                    },
                }
            },
            200,
        )
    ],
    "a template without system messages": [
        Refusal(
            lambda request: request["messages"][0]["role"] == "system",
            {"object": "error", "message": "System role not supported", "code": 400},
        )
    ],
    "Gemini, whose errors are a list": [
        Refusal(
            form("json_schema"),
            [
                {
                    "error": {
                        "code": 400,
                        "message": "Unable to submit request because the json schema is not valid.",
                        "status": "INVALID_ARGUMENT",
                    }
                }
            ],
        )
    ],
    "one that refuses everything it can": [
        Refusal(given("temperature"), openai_error("temperature is not allowed")),
        Refusal(given("max_tokens"), openai_error("unknown field max_tokens")),
        Refusal(given("response_format"), openai_error("unknown field response_format")),
        Refusal(
            lambda request: request["messages"][0]["role"] == "system",
            openai_error("messages[0].role: unsupported value", param="messages[0].role"),
        ),
    ],
}

_JSON = json.dumps(LEARNED)
_DRAFT = json.dumps({**EMPTY, "preferences": [preference("I love Python", description="Draft")]})


def says(content: Any, *, finish: str = "stop", **message: Any):
    """A step that answers with this content and these other fields of the message."""

    def step(handler, _):
        send(
            handler,
            200,
            {
                "choices": [
                    {
                        "message": {"role": "assistant", "content": content, **message},
                        "finish_reason": finish,
                    }
                ],
                "usage": {"prompt_tokens": 1000, "completion_tokens": 100},
            },
        )

    return step


ANSWERS = {
    "as it is": says(_JSON),
    "in a fence": says(f"```json\n{_JSON}\n```"),
    "in a fence amid prose": says(f"Here is what I found:\n\n```\n{_JSON}\n```\nAnything else?"),
    "after prose": says(f"The user likes Python, so: {_JSON}"),
    "after its reasoning": says(f"<think>Is {{this}} a like? {_DRAFT}\n</think>\n\n{_JSON}"),
    "after the end of its reasoning": says(f"They love it, I think.\n</think>\n{_JSON}"),
    "after a draft": says(f"First: {_DRAFT} But on reflection: {_JSON}"),
    "with reasoning beside it": says(_JSON, reasoning_content=f"Perhaps {_DRAFT}?"),
    "taken for reasoning": says(None, reasoning_content=_JSON),
    "taken for reasoning, as newer ones call it": says("", reasoning=_JSON),
    "in parts": says(
        [
            {"type": "thinking", "thinking": [{"type": "text", "text": _DRAFT}]},
            {"type": "text", "text": _JSON},
        ]
    ),
    "in a channel": says(
        f"<|channel|>analysis<|message|>{_DRAFT}<|channel|>final<|message|>{_JSON}"
    ),
    "without the empty lists": says(json.dumps({"preferences": LEARNED["preferences"]})),
}
