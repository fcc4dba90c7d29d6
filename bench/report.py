"""The report: all benchmarks' figures on one page, `bench/results/README.md`, with its plots.

`python -m bench.report` measures nothing. It assembles the sections of the benchmarks that have
figures, and updates the table of highlights in `docs/benchmarks.md`.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.figures import RESULTS, load, table

MODULES = (
    "load",
    "burst",
    "fairness",
    "bystander",
    "maintenance",
    "growth",
    "memory",
    "search_memory",
    "firestore.speed",
    "cold_start",
    "eval_learning",
    "eval_search",
    "peers.memory",
    "peers.firestore",
    "peers.earlier",
)
"""Modules below `bench`, in the order of their sections. Each has `render(figures, plots)`, which
draws its plots beside the page; its figures are saved under its name, with underscores for dots."""
HIGHLIGHTED = (
    "load",
    "burst",
    "maintenance",
    "growth",
    "cold_start",
    "peers.memory",
    "peers.firestore",
)
"""Those with a row in the table of highlights, by `highlight(figures)`."""
HIGHLIGHTS_PAGE = RESULTS.parents[1] / "docs" / "benchmarks.md"
_BEGIN, _END = "<!-- figures -->\n\n", "\n\n<!-- /figures -->"
_OPENING = """\
# Benchmarks

`make bench` takes these figures and writes this page; each section says how. Absolute times depend
on the machine; ratios hardly do, and billed operations not at all.
"""


def report(folder: Path = RESULTS) -> str:
    """The whole page; draws the plots beside it."""
    sections = [_OPENING]
    for module in MODULES:
        figures = load(module, folder)
        if figures is not None:
            text: str = import_module(f"bench.{module}").render(figures, folder)
            sections.append("\n\n".join(part for part in (text.strip(), _taken(figures)) if part))
    return "\n\n".join(section.strip() for section in sections) + "\n"


def highlights(folder: Path = RESULTS) -> str:
    """The table of highlights."""
    rows = [
        import_module(f"bench.{module}").highlight(figures)
        for module in HIGHLIGHTED
        if (figures := load(module, folder)) is not None
    ]
    return table(["on the embedded stack", "measured"], rows)


def with_highlights(page: str, text: str) -> str:
    """The page with `text` between its markers."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}{text}{_END}{after}"


def _taken(figures: dict[str, Any]) -> str:
    """How to repeat the measurement and where it was made, unless the section says so."""
    machine = figures.get("machine")
    if machine is None:
        return ""
    seed = "" if figures.get("seed") is None else f", seed {figures['seed']}"
    where = f"{machine['cores']} cores, {machine['system']}, Python {machine['python']}"
    return f"<sub>`{figures['command']}`{seed}; {where}</sub>"


def main() -> int:
    """Writes the report and the table of highlights."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    (RESULTS / "README.md").write_text(report())
    HIGHLIGHTS_PAGE.write_text(with_highlights(HIGHLIGHTS_PAGE.read_text(), highlights()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
