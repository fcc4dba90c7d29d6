"""Analyzes batches with a model, and classifies its failures."""

from typing import Any

import openai
from pydantic import ValidationError

from adapters.openai.answer import ModelAnswer
from adapters.openai.config import ModelConfig
from adapters.openai.instructions import messages_for
from shared.learning.analyzer import Analysis, AnalysisError, AnalysisRequest, TokenUsage

_MILLION = 1_000_000


class OpenAIAnalyzer:
    """An `Analyzer` that uses the chat completions API with structured outputs."""

    def __init__(self, config: ModelConfig) -> None:
        self._config = config
        # The library's default timeout is ten minutes, and its retries would use up our lease.
        self._client = openai.OpenAI(
            api_key=config.api_key or "none",
            base_url=config.base_url,
            timeout=config.timeout,
            max_retries=0,
        )

    @property
    def name(self) -> str:
        """The model's name."""
        return self._config.model

    def analyze(self, request: AnalysisRequest) -> Analysis:
        optional: dict[str, Any] = {}
        if self._config.temperature is not None:
            optional["temperature"] = self._config.temperature
        try:
            completion = self._client.chat.completions.parse(
                model=self._config.model,
                messages=messages_for(request),  # type: ignore[arg-type] # plain role and content
                response_format=ModelAnswer,
                **optional,
            )
        except openai.LengthFinishReasonError as error:
            raise AnalysisError(
                "TRUNCATED",
                "The model's answer was cut off at its length limit.",
                splittable=True,
                retryable=True,
                usage=self._usage(error.completion.usage),
            ) from error
        except openai.ContentFilterFinishReasonError as error:
            raise AnalysisError("REFUSED", "The model's content filter stopped it.") from error
        except ValidationError as error:
            raise AnalysisError(
                "INVALID_ANSWER",
                "The model's answer does not match the requested schema.",
                retryable=True,
            ) from error
        except openai.OpenAIError as error:
            raise _failure(error) from error
        choice = completion.choices[0].message
        usage = self._usage(completion.usage)
        if choice.refusal or choice.parsed is None:
            raise AnalysisError("REFUSED", "The model refused to analyze this batch.", usage=usage)
        ids = [prompt.id for prompt in request.prompts]
        return Analysis(list(choice.parsed.candidates(ids)), usage)

    def _usage(self, usage: Any) -> TokenUsage:
        if usage is None:
            return TokenUsage()
        cost = (
            usage.prompt_tokens * self._config.prompt_price
            + usage.completion_tokens * self._config.completion_price
        ) / _MILLION
        return TokenUsage(usage.prompt_tokens, usage.completion_tokens, cost)


def _failure(error: openai.OpenAIError) -> AnalysisError:
    """Classifies an error: what went wrong, and whether waiting or splitting may help."""
    match error:
        case openai.APITimeoutError():
            return AnalysisError(
                "TIMED_OUT", "The model did not answer in time.", retryable=True, splittable=True
            )
        case openai.APIConnectionError():
            return AnalysisError("UNAVAILABLE", "The model could not be reached.", retryable=True)
        case openai.RateLimitError():
            return AnalysisError(
                "RATE_LIMITED",
                "The model's rate limit or quota is used up.",
                retryable=True,
                retry_after=_seconds(error.response.headers.get("retry-after", "")),
            )
        case openai.BadRequestError() if "context_length" in str(error.code):
            return AnalysisError(
                "TOO_LONG", "The batch is too long for the model.", splittable=True
            )
        case openai.APIStatusError() if error.status_code >= 500:
            return AnalysisError("UNAVAILABLE", "The model's server failed.", retryable=True)
        case openai.AuthenticationError() | openai.PermissionDeniedError() | openai.NotFoundError():
            return AnalysisError(
                "MISCONFIGURED",
                "The model's server refused the key or does not know the model. "
                "Check OPENAI_API_KEY, OPENAI_BASE_URL and REKINDLE_MODEL.",
                retryable=True,
            )
        case _:
            return AnalysisError("INVALID_ANSWER", "The model's server refused the request.")


def _seconds(value: str) -> float | None:
    return float(value) if value.isdigit() else None
