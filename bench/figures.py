"""Saves and loads each benchmark's figures, with the conditions they were measured under."""

import json
import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
_PACKAGES = ("aiohttp", "google-cloud-firestore", "grpcio", "gunicorn", "pydantic")


def save(
    module: str, figures: Mapping[str, Any], *, seed: int | None = None, folder: Path = RESULTS
) -> None:
    """Writes a benchmark's figures, with the command and whatever else a repetition needs.

    Args:
        module: the module below `bench`; its dots become underscores in the file name.
        figures: the measurements; anything that JSON can hold.
        seed: the random seed; None if the benchmark uses none.
        folder: where the file goes.
    """
    conditions = {"command": f"python -m bench.{module}", "seed": seed, "machine": machine()}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**conditions, **figures}, indent=1, ensure_ascii=False)
    (folder / f"{module.replace('.', '_')}.json").write_text(f"{text}\n")


def load(module: str, folder: Path = RESULTS) -> dict[str, Any] | None:
    """The figures of a benchmark's last run, or None."""
    file = folder / f"{module.replace('.', '_')}.json"
    if not file.exists():
        return None
    figures: dict[str, Any] = json.loads(file.read_text())
    return figures


def machine() -> dict[str, Any]:
    """What the figures depend on, without anything that identifies the machine."""
    return {
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _PACKAGES},
    }


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def slope(values: Sequence[float]) -> float:
    """The slope of the least-squares line through equally spaced values."""
    return statistics.linear_regression(range(len(values)), values).slope


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
