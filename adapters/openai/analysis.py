"""Analyzes batches with a model, one bounded call each."""

from typing import Any
from urllib.parse import urlsplit

import openai
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from adapters.openai import failures
from adapters.openai.answer import ModelAnswer
from adapters.openai.bounded import bounded_client, run_in_time
from adapters.openai.config import ModelConfig
from adapters.openai.instructions import messages_for
from shared.base.clock import Clock
from shared.base.text import byte_length
from shared.learning.analyzer import Analysis, AnalysisError, AnalysisRequest, TokenUsage

_MILLION = 1_000_000
REQUEST_BYTES = 256 * 1024
"""The longest request, in bytes: enough for the longest single prompt. Longer ones are split."""
_OVERHEAD = 200
"""What a request adds around its messages and schema, in tokens."""


class _Message(BaseModel):
    model_config = ConfigDict(cache_strings="none")

    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    model_config = ConfigDict(cache_strings="none")

    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    model_config = ConfigDict(cache_strings="none")

    choices: list[_Choice] = Field(min_length=1)


class OpenAIAnalyzer:
    """An `Analyzer` that uses the chat completions API with structured outputs."""

    def __init__(self, config: ModelConfig, clock: Clock) -> None:
        self._config = config
        self._clock = clock
        tool = openai.pydantic_function_tool(ModelAnswer, name="answer")["function"]
        schema = {"name": "answer", "strict": True, "schema": tool["parameters"]}
        self._format = {"type": "json_schema", "json_schema": schema}
        self._format_bytes = byte_length(str(schema))

    @property
    def name(self) -> str:
        """The model's name."""
        return self._config.model

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        size = self._size(messages_for(request))
        if len(request.prompts) > 1:
            size = min(size, REQUEST_BYTES)
        return self._usage_of(size, self._config.completion_tokens)

    def analyze(self, request: AnalysisRequest) -> Analysis:
        messages = messages_for(request)
        size = self._size(messages)
        if size > REQUEST_BYTES:
            raise failures.too_long()
        try:
            answer = run_in_time(self._config.timeout, self._ask(messages))
        except TimeoutError as error:
            raise failures.timed_out() from error
        except openai.OpenAIError as error:
            raise failures.failure(error, self._clock()) from error
        return self._read(answer, request, size)

    async def _ask(self, messages: list[dict[str, str]]) -> bytes:
        config = self._config
        options: dict[str, Any] = {
            "model": config.model,
            "messages": messages,
            "response_format": self._format,
            _limit_of(config): config.completion_tokens,
        }
        if config.temperature is not None:
            options["temperature"] = config.temperature
        async with openai.AsyncOpenAI(
            api_key=config.api_key or "none",
            base_url=config.base_url,
            http_client=bounded_client(config.timeout),
            max_retries=0,  # they would use up our lease
        ) as client:
            response = await client.chat.completions.with_raw_response.create(**options)
            answer: bytes = response.content
            return answer

    def _read(self, answer: bytes, request: AnalysisRequest, size: int) -> Analysis:
        """Returns the candidates in an answer, which may be anything at all."""
        usage = None
        try:
            body = from_json(answer, cache_strings="none")
            usage = self._reported(body.get("usage") if isinstance(body, dict) else None, size)
            choice = _Completion.model_validate(body).choices[0]
            if choice.finish_reason == "length":
                # The same request would be cut off again; half of it may not be.
                raise AnalysisError(
                    "TRUNCATED",
                    "The model's answer was cut off at its length limit.",
                    splittable=True,
                    usage=usage,
                )
            if choice.finish_reason == "content_filter":
                message = "The model's content filter stopped it."
                raise AnalysisError("REFUSED", message, usage=usage)
            if choice.message.refusal or choice.message.content is None:
                message = "The model refused to analyze this batch."
                raise AnalysisError("REFUSED", message, usage=usage)
            found = ModelAnswer.model_validate_json(choice.message.content)
            candidates = list(found.candidates([prompt.id for prompt in request.prompts]))
        except (ValidationError, ValueError, RecursionError) as error:
            raise failures.invalid_answer(usage) from error
        return Analysis(candidates, usage)

    def _size(self, messages: list[dict[str, str]]) -> int:
        return (
            sum(byte_length(each["content"]) for each in messages) + self._format_bytes + _OVERHEAD
        )

    def _reported(self, usage: Any, size: int) -> TokenUsage | None:
        """Returns the usage that an answer reports, within what is possible.

        A number that is missing or none at all counts as the most that is possible.
        """
        if not isinstance(usage, dict):
            return None
        return self._usage_of(
            _count(usage.get("prompt_tokens"), size),
            _count(usage.get("completion_tokens"), self._config.completion_tokens),
        )

    def _usage_of(self, prompt_tokens: int, completion_tokens: int) -> TokenUsage:
        prompt = prompt_tokens * self._config.prompt_price
        completion = completion_tokens * self._config.completion_price
        return TokenUsage(prompt_tokens, completion_tokens, (prompt + completion) / _MILLION)


def _count(value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return most
    return int(min(max(0, value), most))


def _limit_of(config: ModelConfig) -> str:
    """Returns the name of the parameter that limits the answer.

    OpenAI's newer models refuse the old name; many compatible servers know no other.
    """
    host = urlsplit(config.base_url or "https://api.openai.com").hostname or ""
    is_openai = host.endswith((".openai.com", ".openai.azure.com"))
    return "max_completion_tokens" if is_openai else "max_tokens"
