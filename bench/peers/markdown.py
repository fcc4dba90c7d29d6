"""Markdown tables, and number formatting."""

from collections.abc import Sequence
from typing import Any


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column is text, the others are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def figure(value: float) -> str:
    """A number with three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(ours: float, theirs: float) -> str:
    """Ours as a multiple of theirs."""
    return f"{figure(ours / theirs)}×"


def how_to_repeat(setup: dict[str, Any], versions: dict[str, str | None]) -> str:
    """How to repeat the measurement."""
    installed = {**setup["packages"], **versions}
    packages = ", ".join(f"{name} {version}" for name, version in installed.items() if version)
    before, after = setup["loadPerCore"]["before"], setup["loadPerCore"]["after"]
    load = ""
    if before is not None and after is not None:
        load = (
            f" Load average per core in the minute before the run: {before:.1f}; in its last "
            f"minute: {after:.1f}. Above 1 the absolute figures are too high; the ratios suffer "
            "less, because all sides take turns."
        )
    return (
        f"To repeat: `{setup['command']}`. {setup['cores']} cores, {setup['system']} on "
        f"{setup['architecture']}, Python {setup['python']}; {packages}.{load}"
    )
