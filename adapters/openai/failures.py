"""Classifies what a model's server answers instead of a completion.

Each failure says whether waiting or splitting may help, and whether it may have cost something: an
answer that refuses the request, or a connection that was never made, costs nothing; for anything
else that reports no usage, the estimate is booked.
"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

import httpx2
import openai

from adapters.openai.bounded import AnswerTooLarge
from shared.learning.analyzer import AnalysisError, TokenUsage

LONGEST_PAUSE = 3600.0
"""The longest pause that a server can ask for, in seconds."""
FREE = TokenUsage()
_OVERLOADED = (503, 529)
_NEVER_SENT = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.UnsupportedProtocol,
)


def timed_out(usage: TokenUsage | None = None) -> AnalysisError:
    """Returns the error of a model that did not answer in time."""
    return AnalysisError(
        "TIMED_OUT",
        "The model did not answer in time.",
        retryable=True,
        splittable=True,
        usage=usage,
    )


def invalid_answer(usage: TokenUsage | None = None) -> AnalysisError:
    """Returns the error of an answer that cannot be read. Asking again within minutes may help."""
    return AnalysisError(
        "INVALID_ANSWER",
        "The model's answer does not match the requested schema.",
        retryable=True,
        may_pass=False,
        usage=usage,
    )


def failure(error: openai.OpenAIError, now: datetime) -> AnalysisError:
    """Returns the error of a call without a completion."""
    sent = FREE if isinstance(error.__cause__, _NEVER_SENT) else None
    match error:
        case openai.APIConnectionError() if isinstance(error.__cause__, AnswerTooLarge):
            return invalid_answer()
        case openai.APITimeoutError():
            return timed_out(sent)
        case openai.APIConnectionError():
            return AnalysisError(
                "UNAVAILABLE", "The model could not be reached.", retryable=True, usage=sent
            )
        case openai.APIStatusError():
            return _refusal(error, now)
        case _:
            return invalid_answer()


def _refusal(error: openai.APIStatusError, now: datetime) -> AnalysisError:
    status, code = error.status_code, str(error.code)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return AnalysisError(
            "RATE_LIMITED",
            "The model's rate limit or quota is used up.",
            retryable=True,
            retry_after=retry_after(error.response.headers.get("retry-after", ""), now),
            usage=FREE,
        )
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return AnalysisError(
            "UNAVAILABLE",
            "The model's server failed.",
            retryable=True,
            retry_after=retry_after(error.response.headers.get("retry-after", ""), now),
            usage=FREE if status in _OVERLOADED else None,
        )
    if "context_length" in code or status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return too_long()
    if "content_filter" in code:
        return AnalysisError("REFUSED", "The model's content filter stopped it.", usage=FREE)
    if status in (401, 403, 404) or status < HTTPStatus.BAD_REQUEST:
        # Nothing about the batch is wrong and nothing is paid, so maintenance may ask again once
        # the operator has put it right.
        return AnalysisError(
            "MISCONFIGURED",
            "The model's server refused the key, does not know the model, or is elsewhere. "
            "Check OPENAI_API_KEY, OPENAI_BASE_URL and REKINDLE_MODEL.",
            may_pass=True,
            usage=FREE,
        )
    return AnalysisError("INVALID_ANSWER", "The model's server refused the request.", usage=FREE)


def too_long() -> AnalysisError:
    """Returns the error of a batch that the model does not take as a whole."""
    return AnalysisError(
        "TOO_LONG", "The batch is too long for the model.", splittable=True, usage=FREE
    )


def retry_after(value: str, now: datetime) -> float | None:
    """Returns the seconds that a `Retry-After` header asks for, at most an hour.

    It is a number of seconds or an HTTP date (RFC 9110, 10.2.3); None for anything else.
    """
    text = value.strip()
    if text.isascii() and text.isdigit():
        # The length keeps a number of a million digits from being read at all.
        return min(float(text), LONGEST_PAUSE) if len(text) <= 9 else LONGEST_PAUSE
    try:
        date = parsedate_to_datetime(text)
        date = date if date.tzinfo else date.replace(tzinfo=UTC)
        seconds = (date - now).total_seconds()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return min(max(0.0, seconds), LONGEST_PAUSE)
