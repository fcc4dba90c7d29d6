"""Analyzes batches with a model, one bounded call each."""

import json
import logging
from typing import Any

import openai
from pydantic import ValidationError
from pydantic_core import from_json

from adapters.openai import failures, refusals
from adapters.openai.answer import LISTS, ModelAnswer, problems_of
from adapters.openai.bounded import bounded_client, run_in_time
from adapters.openai.completion import error_in, text_in
from adapters.openai.config import ModelConfig
from adapters.openai.dialect import Dialect, adapted, first_try
from adapters.openai.instructions import messages_for
from adapters.openai.json_text import json_in
from adapters.openai.plain_words import plain
from adapters.openai.server_error import ServerError, is_page
from adapters.openai.times import zone_of
from shared.base.clock import Clock
from shared.base.text import byte_length
from shared.learning.analyzer import Analysis, AnalysisRequest, TokenUsage

log = logging.getLogger(__name__)

_MILLION = 1_000_000
REQUEST_BYTES = 256 * 1024
"""The longest request, in bytes: enough for the longest single prompt. Longer ones are split."""
_OVERHEAD = 400
"""What a request adds around its messages and schema, in tokens."""


class OpenAIAnalyzer:
    """An `Analyzer` that uses the chat completions API, with structured outputs where there are.

    What a server refuses is learned from its refusal, and remembered here once a request without
    it was taken: a refusal that one user's messages cause changes nothing for others.
    """

    def __init__(self, config: ModelConfig, clock: Clock) -> None:
        self._config = config
        self._clock = clock
        self._dialect = first_try(config)
        tool = openai.pydantic_function_tool(ModelAnswer, name="answer")["function"]
        schema = _without_titles(tool["parameters"])
        named = {"name": "answer", "strict": True, "schema": schema}
        self._format = {"type": "json_schema", "json_schema": named}
        self._schema = json.dumps(schema)
        self._format_bytes = byte_length(json.dumps(self._format))

    @property
    def name(self) -> str:
        """The model's name."""
        return self._config.model

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        size = self._size(request)
        if len(request.prompts) > 1:
            size = min(size, REQUEST_BYTES)
        return self._usage_of(size, self._config.completion_tokens)

    def analyze(self, request: AnalysisRequest) -> Analysis:
        size = self._size(request)
        if size > REQUEST_BYTES:
            raise failures.too_long()
        timeout = self._config.timeout
        try:
            # What is refused and sent again has the same time as one call, so the lease holds.
            answer = run_in_time(timeout, self._ask(request))
        except TimeoutError as error:
            raise failures.timed_out(timeout) from error
        except openai.OpenAIError as error:
            raise failures.not_connected(error, timeout) from error
        return self._read(answer, request, size)

    async def _ask(self, request: AnalysisRequest) -> bytes:
        """Sends the request until the server takes its wording; returns the answer.

        Raises:
            AnalysisError: the server refuses something else.
            OpenAIError: there was no answer.
        """
        config, dialect = self._config, self._dialect
        async with openai.AsyncOpenAI(
            api_key=config.api_key or "none",
            base_url=config.base_url,
            http_client=bounded_client(config.timeout),
            max_retries=0,  # they would use up our lease
        ) as client:
            create = client.chat.completions.with_raw_response.create
            while True:
                pause = ""
                try:
                    response = await create(**self._options(request, dialect))
                    answer: bytes = response.content
                    refusal = _error_in(answer)
                except openai.APIStatusError as error:
                    refusal = ServerError.of(error.status_code, error.response.content)
                    pause = error.response.headers.get("retry-after", "")
                if refusal is None:
                    self._dialect = dialect
                    return answer
                self._log(refusal, request)
                warm = config.temperature is not None
                other = adapted(dialect, refusal, warm=warm)
                if other is None or refusals.concerns_content(refusal):
                    raise refusals.refusal(refusal, failures.retry_after(pause, self._clock()))
                dialect = other

    def _options(self, request: AnalysisRequest, dialect: Dialect) -> dict[str, Any]:
        config, form = self._config, dialect.form
        schema = None if form == "json_schema" else self._schema
        options: dict[str, Any] = {
            "model": config.model,
            "messages": messages_for(request, schema, system=dialect.system),
            dialect.limit: config.completion_tokens,
        }
        if form != "text":
            options["response_format"] = self._format if schema is None else {"type": form}
        if config.temperature is not None and dialect.temperature:
            options["temperature"] = config.temperature
        return options

    def _log(self, refusal: ServerError, request: AnalysisRequest) -> None:
        said = "\n".join(
            [*(prompt.content for prompt in request.prompts), *(m.text for m in request.context)]
        )
        words = plain(f"{refusal.code} {refusal.param} {refusal.words}", said, self._config.model)
        log.warning("the model's server answers with an error, %d: %s", refusal.status, words)

    def _read(self, answer: bytes, request: AnalysisRequest, size: int) -> Analysis:
        """Returns the candidates in an answer, which may be anything at all.

        Raises:
            AnalysisError: it is of no use, with what it used.
        """
        if is_page(answer):
            raise failures.no_api()
        usage = None
        try:
            body = from_json(answer, cache_strings="none")
            usage = self._reported(body.get("usage") if isinstance(body, dict) else None, size)
            found = ModelAnswer.model_validate_json(json_in(text_in(body, usage), LISTS))
            ids = [prompt.id for prompt in request.prompts]
            candidates = list(found.candidates(ids, zone_of(request.profile)))
        except ValidationError as error:
            raise failures.invalid_answer(usage, problems_of(error)) from error
        except (ValueError, RecursionError) as error:
            raise failures.invalid_answer(usage, "answer: json_invalid") from error
        return Analysis(candidates, usage)

    def _size(self, request: AnalysisRequest) -> int:
        """Returns the most tokens that a request can have, however it is worded: its bytes."""
        messages = messages_for(request)
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


def _without_titles(schema: Any) -> Any:
    """Returns a schema without the titles, which repeat the names and are paid for each time."""
    if isinstance(schema, dict):
        kept = {key: each for key, each in schema.items() if not _is_title(key, each)}
        return {key: _without_titles(each) for key, each in kept.items()}
    return [_without_titles(each) for each in schema] if isinstance(schema, list) else schema


def _is_title(key: str, value: Any) -> bool:
    return key == "title" and isinstance(value, str)


def _error_in(answer: bytes) -> ServerError | None:
    """Returns the error in an answer of status 200, if it is one."""
    try:
        return error_in(from_json(answer, cache_strings="none"))
    except (ValueError, RecursionError):
        return None


def _count(value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return most
    return int(min(max(0, value), most))
