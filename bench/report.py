"""The report: all benchmarks' figures as one page, `bench/results/README.md`, with its plots.

`python -m bench.report` measures nothing. It puts together the sections of the benchmarks whose
figures are there, and brings the table of the README at the root up to date.
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
    "maintenance",
    "growth",
    "memory",
    "firestore.speed",
    "cold_start",
    "eval_learning",
    "eval_search",
    "peers.memory",
    "peers.firestore",
)
"""Modules below `bench`, in the order of their sections. Each has `render(figures, plots)`, whose
plots stand beside the page, and its figures under its name, with an underscore for the dot."""
HIGHLIGHTED = ("load", "burst", "maintenance", "growth", "peers.memory", "peers.firestore")
"""Those of which the README tells a line each, by `highlight(figures)`."""
README = RESULTS.parents[1] / "README.md"
_BEGIN, _END = "<!-- figures -->\n\n", "\n\n<!-- /figures -->"
_OPENING = """\
# Benchmarks

`make bench` takes these figures and writes this page; each section tells how. They are this
machine's. Where the machine cancels out, ratios and billed operations are told.
"""


def report(folder: Path = RESULTS) -> str:
    """The whole page; the plots are written beside it."""
    sections = [_OPENING]
    for module in MODULES:
        figures = load(module, folder)
        if figures is not None:
            text: str = import_module(f"bench.{module}").render(figures, folder)
            sections.append("\n\n".join(part for part in (text.strip(), _taken(figures)) if part))
    return "\n\n".join(section.strip() for section in sections) + "\n"


def highlights(folder: Path = RESULTS) -> str:
    """The README's table."""
    rows = [
        import_module(f"bench.{module}").highlight(figures)
        for module in HIGHLIGHTED
        if (figures := load(module, folder)) is not None
    ]
    return table(["on the embedded stack", "measured"], rows)


def with_highlights(readme: str, text: str) -> str:
    """The README with `text` between the marks that stand for it."""
    before, _, rest = readme.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}{text}{_END}{after}"


def _taken(figures: dict[str, Any]) -> str:
    """How to take the figures again, and where they were taken, unless the section says it."""
    machine = figures.get("machine")
    if machine is None:
        return ""
    seed = "" if figures.get("seed") is None else f", seed {figures['seed']}"
    where = f"{machine['cores']} cores, {machine['system']}, Python {machine['python']}"
    return f"<sub>`{figures['command']}`{seed}; {where}</sub>"


def main() -> int:
    """Writes the page, and the README's table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    (RESULTS / "README.md").write_text(report())
    README.write_text(with_highlights(README.read_text(), highlights()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
