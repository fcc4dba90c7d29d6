"""Classifies what a model's server answers instead of a completion.

Each failure says what the operator can change, whether waiting or splitting may help, and whether
it may have cost something: an answer that refuses the request, or a connection that was never made,
costs nothing; for anything else that reports no usage, the estimate is booked.
"""

import re
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import openai

from adapters.openai.bounded import AnswerTooLarge
from adapters.openai.server_error import ServerError
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
_CONTEXT = re.compile(
    r"context[_ ](?:length|size|window|exceed)|exceed_context|maximum context|model_max_prompt"
    r"|(?:prompt|input|message|request)s? (?:is |are )?too (?:long|large)|too many tokens"
    r"|reduce the length"
)
_FILTER = re.compile(
    r"content[_ ]?(?:filter|policy)|content management policy|responsibleai|moderation|flagged"
    r"|data_inspection|prohibited_content|safety (?:system|filter|setting)|sensitive content"
)
_QUOTA = re.compile(r"insufficient[_ ](?:quota|balance|credit|funds)|quota|credit|billing|payment")
_KEY = re.compile(r"api[_ -]?key|unauthori[sz]ed|authentication|invalid token|access denied")
_MODEL = re.compile(
    r"model[_ ]not[_ ]found|invalid[_ ]model|model[_ ](?:not[_ ]available|decommissioned)"
    r"|model\b.{0,200}(?:not found|not exist|not a valid|decommissioned|deprecated|no access)"
    r"|no models? loaded|unknown model|no endpoints found|not have access to"
)
_DEPLOYMENT = re.compile(r"deployment ?not ?found|deployment\b.{0,80}not exist")
_LIMIT = re.compile(r"max_(?:completion_)?tokens")
_BADLY_GENERATED = re.compile(r"json_validate_failed|failed_generation|failed to generate json")

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


def concerns_content(error: ServerError) -> bool:
    """Returns whether a refusal is about what the messages say, or how long they are."""
    return bool(_CONTEXT.search(error.text) or (error.status < 500 and _filtered(error)))


def refusal(error: ServerError, pause: float | None = None) -> AnalysisError:
    """Returns the error of a request that a server refused or failed at."""
    status, text = error.status, error.text
    if _CONTEXT.search(text) or status == 413:
        failure = too_long()
        failure.usage = FREE if status < 500 else None
        return failure
    if status == 402 or (status in (403, 429) and _QUOTA.search(text)):
        return AnalysisError(
            "RATE_LIMITED",
            "The quota or credit with the model's provider is used up. Add credit or raise the "
            "limit there; learning goes on by itself.",
            retryable=status == 429,
            may_pass=True,
            retry_after=pause,
            usage=FREE,
        )
    if status == 429:
        return AnalysisError(
            "RATE_LIMITED",
            "The model's rate limit is reached. It is retried. If this lasts, raise the limit with "
            "the provider, or lower model_calls_per_second.",
            retryable=True,
            retry_after=pause,
            usage=FREE,
        )
    if status in (408, 504):
        return unavailable(
            f"The model took too long for its own server (HTTP {status}). It is retried. If this "
            "lasts, use a faster model.",
            None,
            pause,
        )
    if status in _OVERLOADED:
        return unavailable(
            f"The model's server is overloaded, or is loading the model (HTTP {status}). It is "
            "retried.",
            FREE,
            pause,
        )
    if status >= 500:
        return unavailable(
            f"The model's server failed (HTTP {status}). It is retried. If this lasts, look at the "
            "server's log or the provider's status page.",
            None,
            pause,
        )
    return _of_the_request(error)


def _of_the_request(error: ServerError) -> AnalysisError:
    """Returns the error of a request that the server understood and will never take."""
    status, text = error.status, error.text
    if status < 400:
        return misconfigured(
            "The model's server redirects to another address, which is not followed since the "
            "request holds what users said. Set OPENAI_BASE_URL to that address."
        )
    if error.is_page:
        return no_api()
    if _BADLY_GENERATED.search(text):
        return invalid_answer(detail="the answer is not JSON")
    if _filtered(error):
        return refused(FREE, by_filter=True)
    if status == 401 or (status in (400, 403) and _KEY.search(text)):
        return misconfigured(
            f"The model's server refused the key (HTTP {status}). Check OPENAI_API_KEY, and that "
            "it belongs to the server of OPENAI_BASE_URL."
        )
    if _DEPLOYMENT.search(text):
        return misconfigured(
            "The model's server knows no such deployment. REKINDLE_MODEL must be the name of the "
            "deployment, and OPENAI_BASE_URL must be that of its resource."
        )
    if _MODEL.search(text) or error.param == "model":
        return misconfigured(
            "The model's server does not know the model, or the key may not use it. Check "
            "REKINDLE_MODEL against the list at OPENAI_BASE_URL + /models."
        )
    if status == 403:
        return misconfigured(
            "The model's server does not allow this (HTTP 403). Check the rights of OPENAI_API_KEY "
            "with the provider, and that it serves this network and region."
        )
    if status in (404, 405):
        return misconfigured(
            f"The model's server has nothing at this address (HTTP {status}). {WRONG_ADDRESS}"
        )
    if "https server" in text:
        return misconfigured("The model's server wants TLS: OPENAI_BASE_URL must begin https://.")
    if _LIMIT.search(text):
        return misconfigured(
            "The model does not take REKINDLE_COMPLETION_TOKENS as it is set. Set what the model "
            "allows."
        )
    if status in (409, 423, 425):
        return unavailable(f"The model's server is busy (HTTP {status}). It is retried.", FREE)
    return AnalysisError(
        "INVALID_ANSWER",
        f"The model's server refused the request (HTTP {status}); the service's log has its words. "
        "Check that the server speaks OpenAI's chat completions API and that REKINDLE_MODEL is a "
        "chat model. Then retry with POST /v1/profile/refresh.",
        usage=FREE,
    )


def _filtered(error: ServerError) -> bool:
    return error.status in (400, 403, 422, 451) and bool(_FILTER.search(error.text))


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
