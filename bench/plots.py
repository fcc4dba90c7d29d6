"""The style of all plots. They are SVG, and the same figures produce the same file."""

from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

_STYLE = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 9,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "rekindle",  # the same ids in every run
}


def figure(title: str, x: str, y: str) -> tuple[Figure, Axes]:
    """An empty drawing with named axes."""
    with mpl.rc_context(_STYLE):
        drawing = Figure(figsize=(6.4, 3.2))
        axes = drawing.subplots()
        axes.set(title=title, xlabel=x, ylabel=y)
    return drawing, axes


def keep(drawing: Figure, file: Path) -> None:
    """Writes a drawing as SVG, on white so that it is readable on a dark page too."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(_STYLE):
        drawing.savefig(file, format="svg", facecolor="white", metadata={"Date": None})
