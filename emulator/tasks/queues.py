"""A queue's settings: production's defaults, and the backoff and limits on retries."""

from typing import Any

MAX_CONCURRENT = 1000
MAX_PER_SECOND = 500.0
MAX_ATTEMPTS = 100
MIN_BACKOFF = 0.1
MAX_BACKOFF = 3600.0
MAX_DOUBLINGS = 16


def with_defaults(queue: Any) -> Any:
    """Fills in missing settings in place and returns the queue."""
    limits, retry = queue.rate_limits, queue.retry_config
    limits.max_dispatches_per_second = limits.max_dispatches_per_second or MAX_PER_SECOND
    limits.max_concurrent_dispatches = limits.max_concurrent_dispatches or MAX_CONCURRENT
    limits.max_burst_size = limits.max_burst_size or max(
        1, int(limits.max_dispatches_per_second / 5)
    )
    retry.max_attempts = retry.max_attempts or MAX_ATTEMPTS
    retry.max_doublings = retry.max_doublings or MAX_DOUBLINGS
    if not retry.HasField("min_backoff"):
        retry.min_backoff.FromNanoseconds(int(MIN_BACKOFF * 1e9))
    if not retry.HasField("max_backoff"):
        retry.max_backoff.FromNanoseconds(int(MAX_BACKOFF * 1e9))
    queue.state = queue.state or queue.RUNNING
    return queue


def backoff(retry: Any, failures: int) -> float:
    """Returns the seconds to wait after the given number of failed attempts.

    The wait doubles `max_doublings` times, then grows linearly up to the maximum (see the reference
    of RetryConfig.max_doublings).
    """
    shortest = retry.min_backoff.ToNanoseconds() / 1e9
    longest = retry.max_backoff.ToNanoseconds() / 1e9
    doublings = min(failures - 1, retry.max_doublings)
    step = shortest * 2**doublings
    extra = max(0, failures - 1 - retry.max_doublings)
    return float(min(longest, step * (1 + extra)))


def is_exhausted(retry: Any, attempts: int, age: float) -> bool:
    """Returns whether to give up on a task that failed `attempts` times within `age` seconds."""
    duration = retry.max_retry_duration.ToNanoseconds() / 1e9
    out_of_attempts = 0 <= retry.max_attempts <= attempts
    # If both limits are set, production gives up only when both are reached.
    if duration > 0:
        return bool(age >= duration and (out_of_attempts or retry.max_attempts < 0))
    return bool(out_of_attempts)
