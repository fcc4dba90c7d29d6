"""The report's section that compares the embedded Firestore with another emulator."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.peers.emulators import DURABLE, OURS, PEER
from bench.peers.markdown import figure, how_to_repeat, table

_MIB = 1024 * 1024


def render(figures: dict[str, Any], plots: Path) -> str:
    """The section, in Markdown.

    Args:
        figures: what `bench.peers.firestore` wrote.
        plots: where plots go.
    """
    setup = figures["setup"]
    _plot(figures["operations"], plots)
    parts = [
        f"## The embedded Firestore compared with {PEER}",
        "Both are Firestore emulators that need no Java. The same client, google-cloud-firestore "
        "for Python, calls both from one thread. All servers take turns; the figures are medians "
        f"over {figures['rounds']} rounds, and the result of every call is checked. A ratio is the "
        "embedded emulator's figure divided by the other's: below 1× it is faster or smaller. It "
        "is the median of the rounds' ratios, with their quartiles in parentheses.",
        "![Time of each operation, relative to the other emulator](peers_firestore.svg)",
        "### Operations",
        _beside("time per call, ms", figures["operations"]),
        "### Start-up and memory",
        _start_and_memory(figures),
        "### Compatibility with Firestore",
        _behaviours(figures["behaviours"]),
        "### Caveats",
        "\n".join(f"- {point}" for point in _CAVEATS),
        how_to_repeat(setup, figures["peer"]),
    ]
    return "\n\n".join(parts) + "\n"


def highlight(figures: dict[str, Any]) -> tuple[str, str]:
    """The benchmark's row in the highlights table."""
    times = [
        f"{name} {figure(median(_ratios(each[OURS], each[PEER])))}×"
        for name, each in figures["operations"].items()
    ]
    right = _right(figures["behaviours"])
    return (
        f"time of the embedded Firestore relative to {PEER}",
        f"{', '.join(times)}; of {len(figures['behaviours'][OURS])} Firestore behaviors it has "
        f"{right[OURS]}, the other {right[PEER]}",
    )


_CAVEATS = [
    "Much of a call's time is spent in the Python client, which is the same for all, so the ratios "
    "are closer to 1 than those of the servers alone.",
    "Favors the other: its transactions give every caller the same token and take no locks, which "
    "is less work; for a program with one writer the result is the same.",
    "Not measured: the other can run inside a JavaScript test, which can compare its state, as "
    "JSON, with a snapshot.",
    "Memory is the resident memory of the process; Node collects garbage right before it is read.",
    "The behaviors were chosen by this project, which wrote its emulator to have them. They are "
    "documented behaviors of production that its own functions and tests rely on, not a "
    "representative sample.",
    "The other's own start() listens on all interfaces; here its gRPC server was bound to "
    "127.0.0.1.",
]


def _beside(what: str, measured: dict[str, dict[str, list[float]]]) -> str:
    rows = [
        [
            name,
            *(figure(median(each[who])) for who in (OURS, DURABLE, PEER)),
            _paired(each[OURS], each[PEER]),
            _paired(each[DURABLE], each[PEER]),
        ]
        for name, each in measured.items()
    ]
    head = [what, OURS, DURABLE, PEER, "ratio, in memory", "ratio, durable"]
    return table(head, rows)


def _paired(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """The median of the rounds' ratios, with quartiles if there are enough rounds."""
    ratios = _ratios(ours, theirs)
    middle = f"{figure(median(ratios))}×"
    if len(ratios) < 4:
        return middle
    low, _, high = quantiles(ratios, n=4)
    return f"{middle} ({figure(low)}–{figure(high)})"


def _ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(ours, theirs, strict=True)]


def _start_and_memory(figures: dict[str, Any]) -> str:
    start, memory = figures["startUp"], figures["memory"]
    count = f"{figures['documents']:,}"
    measured = {
        f"start to first answer, ms, {figures['starts']} starts": start,
        "memory when empty, MiB": {name: [each["empty"] / _MIB] for name, each in memory.items()},
        f"memory with {count} documents of 1 KB, MiB": {
            name: [each["full"] / _MIB] for name, each in memory.items()
        },
        "memory per document, bytes": {
            name: [each["perDocument"]] for name, each in memory.items()
        },
    }
    return _beside("measure", measured)


def _behaviours(behaviours: dict[str, dict[str, str]]) -> str:
    counts = _right(behaviours)
    names = list(behaviours[OURS])
    rows = [
        [name, *(_cell(behaviours[who][name]) for who in (OURS, PEER))]
        for name in names
        if {behaviours[who][name] for who in (OURS, PEER)} != {"yes"}
    ]
    both = [name for name in names if {behaviours[who][name] for who in (OURS, PEER)} == {"yes"}]
    return (
        f"Of {len(names)} behaviors tested, the embedded emulator has {counts[OURS]}, the other "
        f"{counts[PEER]}. Both have: {'; '.join(both)}. The rest:\n\n"
        + table(["behavior", OURS, PEER], rows)
    )


def _right(behaviours: dict[str, dict[str, str]]) -> dict[str, int]:
    """How many behaviors each emulator shares with Firestore."""
    return {
        name: sum(outcome == "yes" for outcome in each.values())
        for name, each in behaviours.items()
    }


def _cell(outcome: str) -> str:
    return outcome.replace("|", "\\|").replace("\n", " ")


def _plot(operations: dict[str, dict[str, list[float]]], plots: Path) -> None:
    from bench.plots import figure as begin
    from bench.plots import keep

    drawing, axes = begin("Time of each operation", "multiple of the other's time", "")
    names = list(operations)[::-1]
    middle = [median(_ratios(operations[name][OURS], operations[name][PEER])) for name in names]
    axes.barh(names, middle)
    axes.axvline(1, color="black", linewidth=0.8)
    keep(drawing, plots / "peers_firestore.svg")
