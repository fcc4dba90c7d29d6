"""Timing of sides that take turns, and summaries of their times."""

import os
import platform
import statistics
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, TypeVar

T = TypeVar("T")


def rotated(items: Sequence[T], place: int) -> list[T]:
    """The items, starting with a different one each time so that none always goes first."""
    start = place % len(items)
    return [*items[start:], *items[:start]]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summary(seconds: Sequence[float], items: int) -> dict[str, float]:
    """Median and 95th percentile of the calls in ms, and items per second overall."""
    return {
        "calls": len(seconds),
        "items": items,
        "medianMs": statistics.median(seconds) * 1e3,
        "p95Ms": percentile(seconds, 0.95) * 1e3,
        "perSecond": items / sum(seconds),
    }


def machine(packages: Sequence[str]) -> dict[str, Any]:
    """What matters about this machine, without identifying it."""
    return {
        "cores": os.cpu_count(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in packages},
    }


def busy() -> float | None:
    """The load average per core of the last minute, if known; above 1, others interfere."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except OSError:
        return None
