"""The failures of a call to a model.

Each says what the operator can change, whether waiting or splitting may help, and whether it may
have cost something: an answer that refuses the request, or a connection that was never made, costs
nothing; for anything else that reports no usage, the estimate is booked.
"""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import openai

from adapters.openai.bounded import AnswerTooLarge
from shared.learning.analyzer import AnalysisError, TokenUsage

LONGEST_PAUSE = 3600.0
"""The longest pause that a server can ask for, in seconds."""
FREE = TokenUsage()
_NEVER_SENT = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.UnsupportedProtocol,
)
WRONG_ADDRESS = (
    "OPENAI_BASE_URL must be what stands before /chat/completions; for most servers it ends in /v1."
)


def timed_out(seconds: float, usage: TokenUsage | None = None) -> AnalysisError:
    """Returns the error of a model that did not answer within some seconds."""
    return AnalysisError(
        "TIMED_OUT",
        f"The model did not answer within {seconds:g} seconds. If this lasts, raise "
        "REKINDLE_MODEL_TIMEOUT_SECONDS, which models that reason may need, or use a faster model.",
        retryable=True,
        splittable=True,
        usage=usage,
    )


def truncated(usage: TokenUsage | None) -> AnalysisError:
    """Returns the error of an answer that was cut off. Half of the batch may fit."""
    return AnalysisError(
        "TRUNCATED",
        "The model's answer was cut off at its length limit. Raise REKINDLE_COMPLETION_TOKENS; "
        "a model that reasons spends them on that, too.",
        splittable=True,
        usage=usage,
    )


def refused(usage: TokenUsage | None, *, by_filter: bool) -> AnalysisError:
    """Returns the error of a batch that the model or its filter refuses. A part may be taken."""
    who = "content filter" if by_filter else "model"
    return AnalysisError(
        "REFUSED",
        f"The {who} refused these messages. Nothing is learned from them; if it refuses ordinary "
        "ones, use another model, or a filter that is less strict.",
        splittable=True,
        usage=usage,
    )


def too_long() -> AnalysisError:
    """Returns the error of a batch that the model does not take as a whole."""
    return AnalysisError(
        "TOO_LONG",
        "The messages are too long for the model. Use a model with a longer context, or configure "
        "the server for one; a lower REKINDLE_COMPLETION_TOKENS leaves more room.",
        splittable=True,
        usage=FREE,
    )


def invalid_answer(usage: TokenUsage | None = None, detail: str = "") -> AnalysisError:
    """Returns the error of an answer that cannot be read. Asking again within minutes may help.

    Args:
        usage: what it used, if it says.
        detail: where and how it is wrong, without its content.
    """
    where = f" ({detail})" if detail else ""
    return AnalysisError(
        "INVALID_ANSWER",
        f"The model's answer does not match the requested schema{where}. It is retried. If this "
        "lasts, use a model or a server that supports structured outputs.",
        retryable=True,
        may_pass=False,
        usage=usage,
        detail=detail,
    )


def unavailable(
    message: str, usage: TokenUsage | None, pause: float | None = None
) -> AnalysisError:
    """Returns the error of a server that may answer later."""
    return AnalysisError("UNAVAILABLE", message, retryable=True, usage=usage, retry_after=pause)


def misconfigured(message: str) -> AnalysisError:
    """Returns the error of a server that refuses every request alike.

    Nothing about the batch is wrong and nothing is paid, so maintenance may ask again once the
    operator has put it right.
    """
    return AnalysisError("MISCONFIGURED", message, may_pass=True, usage=FREE)


def no_api() -> AnalysisError:
    """Returns the error of an address where something else than the API answers."""
    return misconfigured(
        f"What answers at OPENAI_BASE_URL is a web page, not a model's API. {WRONG_ADDRESS}"
    )


def not_connected(error: openai.OpenAIError, seconds: float) -> AnalysisError:
    """Returns the error of a call that got no answer at all."""
    causes = list(_causes(error))
    sent = FREE if any(isinstance(each, _NEVER_SENT) for each in causes) else None
    if any(isinstance(each, AnswerTooLarge) for each in causes):
        return invalid_answer(detail="the answer is too long, or compressed")
    if any(isinstance(each, ssl.SSLCertVerificationError) for each in causes):
        return misconfigured(
            "The certificate of the model's server is not valid for the host of OPENAI_BASE_URL, "
            "or its issuer is unknown. Check the host; add a private issuer with SSL_CERT_FILE."
        )
    if any(isinstance(each, ssl.SSLError) for each in causes):
        return misconfigured(
            "The model's server does not speak TLS there. If it is meant to be reached without, "
            "OPENAI_BASE_URL must begin with http://."
        )
    if any(isinstance(each, httpx2.UnsupportedProtocol | httpx2.InvalidURL) for each in causes):
        return misconfigured(
            f"OPENAI_BASE_URL is not an http:// or https:// address. {WRONG_ADDRESS}"
        )
    if isinstance(error, openai.APITimeoutError):
        return timed_out(seconds, sent)
    if any(isinstance(each, socket.gaierror) for each in causes):
        return unavailable(
            "The host of OPENAI_BASE_URL cannot be found. Check its name and the network.", sent
        )
    if sent is FREE:
        return unavailable(
            "Nothing answers at OPENAI_BASE_URL. Check its host and port, that the server runs, "
            "and that the network lets requests through.",
            sent,
        )
    return unavailable("The connection to the model's server broke off. It is retried.", sent)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yields an error and what it came from, as far as that goes."""
    for _ in range(10):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


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
