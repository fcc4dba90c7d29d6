"""The report's section that compares Rekindle with mem0."""

from pathlib import Path
from typing import Any

from bench.finding.turns import CATEGORIES
from bench.peers.markdown import figure, how_to_repeat, ratio, table

PEER = "mem0"
_HIGHLIGHTED = ("Rekindle text", "Rekindle hybrid")
_TIMED = ["side", "calls", "median, ms", "95th percentile, ms", "median vs. mem0"]


def render(figures: dict[str, Any], plots: Path) -> str:
    """The section, in Markdown.

    Args:
        figures: what `bench.peers.memory` wrote.
        plots: where plots go.
    """
    setup, peer = figures["setup"], figures["peer"]
    embedding = figures["withEmbedding"]
    _plot(figures, plots)
    parts = [
        "## Rekindle compared with mem0",
        f"{setup['turns']:,} turns and {setup['questions']:,} questions from "
        f"{len(setup['conversations'])} LoCoMo conversations; every turn is a note. Both sides ask "
        f"the same local server for the same embeddings ({setup['embeddings']['model']}, "
        f"{setup['embeddings']['dimensions']} dimensions), are durable, and take turns call by "
        "call. A ratio is Rekindle's figure divided by mem0's: for times, below 1× Rekindle is "
        "faster.",
        "![Recall and search time of each side](peers_memory.svg)",
        "### Embeddings cached: storing and ranking alone",
        _computed(figures["computedMeanwhile"]),
        "Add, one turn per call:",
        _added(figures["add"]),
        "Add, all turns of a session in one call (`/v1/memory/batch`; a list of messages to "
        "mem0's `add`); the ratio compares turns per second, so above 1× Rekindle is faster:",
        _added(figures["addSession"], by_turns=True),
        f"Search, the best {setup['top']}:",
        _timed(figures["search"]),
        "### Embeddings computed on demand",
        "A part of the first conversation. The model runs in numpy on one thread, so it is slower "
        "than it could be, equally for both sides.",
        "Add, one turn per call:",
        _added(embedding["add"]),
        "Add, all turns of a session in one call:",
        _added(embedding["addSession"], by_turns=True),
        "Search:",
        _timed(embedding["search"]),
        f"### Recall@{setup['top']}",
        "The share of a question's evidence among the first results, averaged over all questions.",
        _recall(figures["recall"]),
        "### Durability",
        _there(figures["there"]),
        "### Caveats",
        _caveats(peer),
        how_to_repeat(setup, peer),
    ]
    return "\n\n".join(parts) + "\n"


def highlight(figures: dict[str, Any]) -> tuple[str, str]:
    """The benchmark's row in the highlights table."""

    def beside(sides: dict[str, Any]) -> str:
        of = [ratio(sides[name]["medianMs"], sides[PEER]["medianMs"]) for name in _HIGHLIGHTED]
        return f"{of[0]} (text) and {of[1]} (hybrid)"

    recall = [f"{figures['recall'][name]['all']:.2f}" for name in (*_HIGHLIGHTED, PEER)]
    return (
        "time relative to mem0, which is called in-process",
        f"add {beside(figures['add'])}, search {beside(figures['search'])}; recall@"
        f"{figures['setup']['top']} {recall[0]} and {recall[1]}, mem0 {recall[2]} "
        "(by embeddings alone, as pip installs it)",
    )


def _computed(number: int) -> str:
    if not number:
        return "The server computed no embedding while this was measured; all were cached."
    return (
        f"The server computed {number} embeddings while this was measured; the others were cached."
    )


def _added(sides: dict[str, Any], *, by_turns: bool = False) -> str:
    peer = sides[PEER]
    rows = []
    for name, each in sides.items():
        compared = (
            ratio(each["perSecond"], peer["perSecond"])
            if by_turns
            else ratio(each["medianMs"], peer["medianMs"])
        )
        times = [figure(each["medianMs"]), figure(each["p95Ms"]), figure(each["perSecond"])]
        rows.append([name, f"{each['calls']:,}", *times, compared])
    last = "turns per second vs. mem0" if by_turns else "median vs. mem0"
    return table([*_TIMED[:4], "turns per second", last], rows)


def _timed(sides: dict[str, Any]) -> str:
    peer = sides[PEER]
    rows = [
        [
            name,
            f"{each['calls']:,}",
            figure(each["medianMs"]),
            figure(each["p95Ms"]),
            ratio(each["medianMs"], peer["medianMs"]),
        ]
        for name, each in sides.items()
    ]
    return table(_TIMED, rows)


def _recall(sides: dict[str, Any]) -> str:
    numbers = sorted({number for each in sides.values() for number in each["categories"]}, key=int)
    rows = [
        [
            name,
            f"{each['all']:.3f}",
            ratio(each["all"], sides[PEER]["all"]) if sides[PEER]["all"] else "",
            *(f"{each['categories'][number]['recall']:.3f}" for number in numbers),
        ]
        for name, each in sides.items()
    ]
    names = [CATEGORIES.get(int(number), number) for number in numbers]
    return table(["side", "all", "vs. mem0", *names], rows)


def _there(there: dict[str, Any]) -> str:
    of = there["of"]
    names = list(dict.fromkeys([*there["atOnce"], *there["afterKill"]]))

    def share(found: dict[str, int], name: str) -> str:
        return f"{found[name]} of {of}" if name in found else "not tested"

    rows = [[name, share(there["atOnce"], name), share(there["afterKill"], name)] for name in names]
    head = ["side", "found right after add", "found after the process was killed"]
    return table(head, rows)


def _caveats(peer: dict[str, str | None]) -> str:
    lacking = [name for name in ("fastembed", "spacy") if not peer.get(name)]
    points = [
        "Favors mem0: it is called and timed inside its own process. Rekindle's times include "
        "HTTP, token verification, the gateway, and gRPC to Firestore in another process; mem0's "
        "own server would add similar overhead.",
        "Not measured: extracting facts with a language model, which is what mem0 is best known "
        "for (`infer=False` skips it), and Rekindle's learning of a profile.",
        "Favors Rekindle: mem0's store is qdrant-client's local mode, its default without a "
        "server, which compares a question with every embedding of all users. A Qdrant server "
        "indexes them.",
        "Favors Rekindle: its ranking was developed with this measure on these conversations.",
        "Favors mem0: the embedded Firestore compares a question with every embedding of the "
        "user in Python; Firestore itself has an index for that.",
        "Durability: mem0 commits a point to one SQLite database and its history to another; "
        "Rekindle commits the note, the digest and the search page in one transaction, to SQLite "
        "in write-ahead mode (`synchronous=NORMAL`: a crash of the process loses nothing, a power "
        "failure can lose the last commits).",
        "Embeddings: both have the embedding before they acknowledge. mem0 asks for one text per "
        "call even when given a list; Rekindle asks for a whole batch at once. If the model does "
        "not answer, mem0's add fails; Rekindle saves the note and retries later.",
        "Duplicates: Rekindle looks for duplicate notes before it saves; mem0 with `infer=False` "
        "does not.",
    ]
    if lacking:
        points.insert(
            0,
            f"Favors Rekindle: mem0's ranking by words and names needs {' and '.join(lacking)}, "
            "which download models from a hub and so were not installed. This is mem0 as `pip "
            "install mem0ai` provides it, ranking by embeddings alone; with them it would likely "
            "find more and take longer. Rekindle's semantic mode ranks by embeddings alone, too.",
        )
    return "\n".join(f"- {point}" for point in points)


def _plot(figures: dict[str, Any], plots: Path) -> None:
    """Plots recall over search time."""
    from bench.plots import figure as begin
    from bench.plots import keep

    recall_at = f"recall@{figures['setup']['top']}"
    drawing, axes = begin("Search", "median search time, ms", recall_at)
    for name, recall in figures["recall"].items():
        at = figures["search"][name]["medianMs"], recall["all"]
        axes.scatter(*at, color="tab:gray" if name == PEER else "tab:blue")
        axes.annotate(name, at, textcoords="offset points", xytext=(6, 4))
    slowest = max(each["medianMs"] for each in figures["search"].values())
    axes.set(xlim=(0, 1.3 * slowest), ylim=(0, 1))
    keep(drawing, plots / "peers_memory.svg")
