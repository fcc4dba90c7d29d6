"""Pauses between attempts, for every call that is repeated."""

import random
from collections.abc import Iterator


def pauses(first: float, longest: float) -> Iterator[float]:
    """Yields random pauses, in seconds, without end.

    Each is below a limit that begins with `first` and doubles up to `longest`, so that callers that
    failed together do not try again together.
    """
    limit = first
    while True:
        yield random.uniform(0, limit)  # noqa: S311 (jitter is no secret)
        limit = min(longest, 2 * limit)
