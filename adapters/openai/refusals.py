"""Classifies the errors that a model's server answers with, by their status and their words."""

import re

from adapters.openai import failures
from adapters.openai.server_error import ServerError
from shared.learning.analyzer import AnalysisError

_OVERLOADED = (503, 529)
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
    r"|model\b.{0,200}(?:not found|not exist|decommissioned|deprecated|no access)"
    r"|not a valid model|no models? loaded|unknown model|no endpoints found|not have access to"
)
_DEPLOYMENT = re.compile(r"deployment ?not ?found|deployment\b.{0,80}not exist")
_LIMIT = re.compile(r"max_(?:completion_)?tokens")
_BADLY_GENERATED = re.compile(r"json_validate_failed|failed_generation|failed to generate json")


def concerns_content(error: ServerError) -> bool:
    """Returns whether a refusal is about what the messages say, or how long they are."""
    return bool(_CONTEXT.search(error.text) or (error.status < 500 and _filtered(error)))


def refusal(error: ServerError, pause: float | None = None) -> AnalysisError:
    """Returns the error of a request that a server refused or failed at."""
    status, text = error.status, error.text
    if _CONTEXT.search(text) or status == 413:
        failure = failures.too_long()
        failure.usage = failures.FREE if status < 500 else None
        return failure
    if status == 402 or (status in (403, 429) and _QUOTA.search(text)):
        return AnalysisError(
            "RATE_LIMITED",
            "The quota or credit with the model's provider is used up. Add credit or raise the "
            "limit there; learning goes on by itself.",
            retryable=status == 429,
            may_pass=True,
            retry_after=pause,
            usage=failures.FREE,
        )
    if status == 429:
        return AnalysisError(
            "RATE_LIMITED",
            "The model's rate limit is reached. It is retried. If this lasts, raise the limit with "
            "the provider, or lower model_calls_per_second.",
            retryable=True,
            retry_after=pause,
            usage=failures.FREE,
        )
    if status in (408, 504):
        return failures.unavailable(
            f"The model took too long for its own server (HTTP {status}). It is retried. If this "
            "lasts, use a faster model.",
            None,
            pause,
        )
    if status in _OVERLOADED:
        return failures.unavailable(
            f"The model's server is overloaded, or is loading the model (HTTP {status}). It is "
            "retried.",
            failures.FREE,
            pause,
        )
    if status >= 500:
        return failures.unavailable(
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
        return failures.misconfigured(
            "The model's server redirects to another address, which is not followed since the "
            "request holds what users said. Set OPENAI_BASE_URL to that address."
        )
    if error.is_page:
        return failures.no_api()
    if _BADLY_GENERATED.search(text):
        return failures.invalid_answer(detail="the answer is not JSON")
    if _filtered(error):
        return failures.refused(failures.FREE, by_filter=True)
    if status == 401 or (status in (400, 403) and _KEY.search(text)):
        return failures.misconfigured(
            f"The model's server refused the key (HTTP {status}). Check OPENAI_API_KEY, and that "
            "it belongs to the server of OPENAI_BASE_URL."
        )
    if _DEPLOYMENT.search(text):
        return failures.misconfigured(
            "The model's server knows no such deployment. REKINDLE_MODEL must be the name of the "
            "deployment, and OPENAI_BASE_URL must be that of its resource."
        )
    if _MODEL.search(text) or error.param == "model":
        return failures.misconfigured(
            "The model's server does not know the model, or the key may not use it. Check "
            "REKINDLE_MODEL against the list at OPENAI_BASE_URL + /models."
        )
    if status == 403:
        return failures.misconfigured(
            "The model's server does not allow this (HTTP 403). Check the rights of OPENAI_API_KEY "
            "with the provider, and that it serves this network and region."
        )
    if status in (404, 405):
        return failures.misconfigured(
            f"The model's server has nothing at this address (HTTP {status}). "
            + failures.WRONG_ADDRESS
        )
    if "https server" in text:
        return failures.misconfigured(
            "The model's server wants TLS: OPENAI_BASE_URL must begin https://."
        )
    if _LIMIT.search(text):
        return failures.misconfigured(
            "The model does not take REKINDLE_COMPLETION_TOKENS as it is set. Set what the model "
            "allows."
        )
    if status in (409, 423, 425):
        return failures.unavailable(
            f"The model's server is busy (HTTP {status}). It is retried.", failures.FREE
        )
    return AnalysisError(
        "INVALID_ANSWER",
        f"The model's server refused the request (HTTP {status}); the service's log has its words. "
        "Check that the server speaks OpenAI's chat completions API and that REKINDLE_MODEL is a "
        "chat model. Then retry with POST /v1/profile/refresh.",
        usage=failures.FREE,
    )


def _filtered(error: ServerError) -> bool:
    return error.status in (400, 403, 422, 451) and bool(_FILTER.search(error.text))
