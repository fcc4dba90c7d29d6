"""When a failed request is sent again, and after how long."""

from rekindle_client.errors import ApiError, RekindleError, Unreachable

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 20.0
_MOST_PATIENCE = 60.0
"""A server that asks for more than this is left alone; the caller hears of it."""

_REFUSED = {429, 503}
"""Statuses after which nothing is known to have happened."""
_UNCERTAIN = {408, 502, 504}
"""Statuses after which the request may have had its effect."""


def wait_before(
    error: RekindleError, failures: int, repeatable: bool, chance: float
) -> float | None:
    """Seconds to wait before the request is sent again; None if that does not help.

    The wait is random, so that clients that failed together do not come back together.

    Args:
        error: why the request failed.
        failures: how often it has failed so far, at least 1.
        repeatable: whether it may take effect twice.
        chance: a random number from 0 to 1.
    """
    if not _may_help(error, repeatable):
        return None
    backoff = chance * min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**failures)
    asked = (error.retry_after or 0.0) if isinstance(error, ApiError) else 0.0
    return None if asked > _MOST_PATIENCE else asked + backoff


def _may_help(error: RekindleError, repeatable: bool) -> bool:
    if isinstance(error, Unreachable):
        return repeatable
    if not isinstance(error, ApiError) or error.reason == "QUOTA_EXCEEDED":
        return False
    return error.code in _REFUSED or (repeatable and error.code in _UNCERTAIN)
