"""Times of calls that are made in turns, and what is told of them."""

import os
import platform
import statistics
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, TypeVar

T = TypeVar("T")


def rotated(items: Sequence[T], place: int) -> list[T]:
    """The items, beginning with another one each time, so that none always goes first."""
    start = place % len(items)
    return [*items[start:], *items[:start]]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summary(seconds: Sequence[float], items: int) -> dict[str, float]:
    """What is told of calls: median and 95th percentile in ms, and items a second over all."""
    return {
        "calls": len(seconds),
        "items": items,
        "medianMs": statistics.median(seconds) * 1e3,
        "p95Ms": percentile(seconds, 0.95) * 1e3,
        "perSecond": items / sum(seconds),
    }


def machine(packages: Sequence[str]) -> dict[str, Any]:
    """What one needs to know of this machine, without naming it."""
    return {
        "cores": os.cpu_count(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in packages},
    }


def busy() -> float | None:
    """How many processes wanted to run in the last minute, per core; above 1 others disturb."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except OSError:
        return None
