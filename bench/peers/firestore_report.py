"""The report's section on the embedded Firestore beside another emulator."""

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
        f"## The embedded Firestore beside {PEER}",
        "Both are Firestore emulators without Java, here used by the same client, "
        "google-cloud-firestore for Python, from one thread. All servers take turns; the figures "
        f"are medians over {figures['rounds']} rounds, and what each call gives is checked. A "
        "ratio is the embedded one's figure over the other's: below 1× it is faster or smaller. It "
        "is the median of the rounds' own ratios, their quartiles beside it.",
        "![Time of each operation, as a multiple](peers_firestore.svg)",
        "### Operations that both have",
        _beside("one call, ms", figures["operations"]),
        "### Start-up and memory",
        _start_and_memory(figures),
        "### What each answers as Firestore does",
        _behaviours(figures["behaviours"]),
        "### What to hold against these figures",
        "\n".join(f"- {point}" for point in _CAVEATS),
        how_to_repeat(setup, figures["peer"]),
    ]
    return "\n\n".join(parts) + "\n"


def highlight(figures: dict[str, Any]) -> tuple[str, str]:
    """What the README tells of it."""
    times = [
        f"{name} {figure(median(_ratios(each[OURS], each[PEER])))}×"
        for name, each in figures["operations"].items()
    ]
    right = _right(figures["behaviours"])
    return (
        f"the embedded Firestore's time beside that of {PEER}",
        f"{', '.join(times)}; of {len(figures['behaviours'][OURS])} behaviours of Firestore it has "
        f"{right[OURS]}, the other {right[PEER]}",
    )


_CAVEATS = [
    "Much of a call's time is the Python client's own, the same for all, so the ratios are nearer "
    "to 1 than the servers are.",
    "Favours the other: its transactions give every caller the same token and take no locks, which "
    "is less work; for a program with one writer the outcome is the same.",
    "Not measured: the other runs inside a JavaScript test, which can compare its state, as JSON, "
    "with a snapshot.",
    "The embedded one starts more slowly: most of it is the import of google-cloud-firestore, from "
    "which it has the protocol's messages.",
    "Memory is what the process holds; Node collects garbage right before it is read.",
    "The behaviours were chosen by this project, which wrote its emulator to have them. They are "
    "what its own functions and their tests rely on, and production's documented ways; they are "
    "not a sample of anything.",
    "The other's own start() listens on all interfaces; its gRPC server was bound to 127.0.0.1.",
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
    """The median of the ratios of each round, and their quartiles where there are rounds."""
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
        f"from start to the first answer, ms, {figures['starts']} starts": start,
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
        f"Of {len(names)} that were tried, the embedded one has {counts[OURS]}, the other "
        f"{counts[PEER]}. Both have: {'; '.join(both)}. The rest:\n\n"
        + table(["behaviour", OURS, PEER], rows)
    )


def _right(behaviours: dict[str, dict[str, str]]) -> dict[str, int]:
    """In how many ways each emulator behaves as Firestore does."""
    return {
        name: sum(outcome == "yes" for outcome in each.values())
        for name, each in behaviours.items()
    }


def _cell(outcome: str) -> str:
    return outcome.replace("|", "\\|").replace("\n", " ")


def _plot(operations: dict[str, dict[str, list[float]]], plots: Path) -> None:
    from bench.plots import figure as begin
    from bench.plots import keep

    drawing, axes = begin("Time of each operation", "a multiple of the other's", "")
    names = list(operations)[::-1]
    middle = [median(_ratios(operations[name][OURS], operations[name][PEER])) for name in names]
    axes.barh(names, middle)
    axes.axvline(1, color="black", linewidth=0.8)
    keep(drawing, plots / "peers_firestore.svg")
