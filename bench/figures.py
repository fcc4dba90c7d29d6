"""Where each benchmark's figures are kept, and what they say about how they were taken."""

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
    """Writes a benchmark's figures, with the command and all that another run would need.

    Args:
        module: the module below `bench`; its dots become underscores in the file's name.
        figures: what was measured; anything JSON takes.
        seed: what chance was drawn from; None where nothing was left to it.
        folder: where the file goes.
    """
    conditions = {"command": f"python -m bench.{module}", "seed": seed, "machine": machine()}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**conditions, **figures}, indent=1, ensure_ascii=False)
    (folder / f"{module.replace('.', '_')}.json").write_text(f"{text}\n")


def load(module: str, folder: Path = RESULTS) -> dict[str, Any] | None:
    """A benchmark's figures as they were last taken, or None."""
    file = folder / f"{module.replace('.', '_')}.json"
    if not file.exists():
        return None
    figures: dict[str, Any] = json.loads(file.read_text())
    return figures


def machine() -> dict[str, Any]:
    """What the figures depend on, and nothing that tells whose machine it was."""
    return {
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _PACKAGES},
    }


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def slope(values: Sequence[float]) -> float:
    """How much each value is above the one before: the line of least squares."""
    return statistics.linear_regression(range(len(values)), values).slope


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
