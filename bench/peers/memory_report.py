"""The report's section on Rekindle beside mem0."""

from pathlib import Path
from typing import Any

from bench.eval_search import CATEGORIES
from bench.peers.markdown import figure, how_to_repeat, ratio, table

PEER = "mem0"
_README = ("Rekindle text", "Rekindle hybrid")
_TIMED = ["side", "calls", "median, ms", "95th percentile, ms", "median beside mem0"]


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
        "## Rekindle beside mem0",
        f"{setup['turns']:,} turns and {setup['questions']:,} questions of "
        f"{len(setup['conversations'])} LoCoMo conversations; every turn is a note. Both sides ask "
        f"the same local server for the same embeddings ({setup['embeddings']['model']}, "
        f"{setup['embeddings']['dimensions']} dimensions), are durable, and take turns call by "
        "call. A ratio is Rekindle's figure over mem0's: below 1× Rekindle is faster.",
        "![Recall and time of search, by side](peers_memory.svg)",
        "### Vectors known beforehand: storing and ranking alone",
        _computed(figures["computedMeanwhile"]),
        "Add, one turn a call:",
        _added(figures["add"]),
        "Add, the turns of a session in one call (`/v1/memory/batch`; a list of messages to "
        "mem0's `add`); the ratio is of turns a second:",
        _added(figures["addSession"], by_turns=True),
        f"Search, the best {setup['top']}:",
        _timed(figures["search"]),
        "### Each vector computed when it is asked for",
        "A part of the first conversation. The model runs in numpy on one thread, so it is slower "
        "here than it need be, and weighs on both sides alike.",
        "Add, one turn a call:",
        _added(embedding["add"]),
        "Add, the turns of a session in one call:",
        _added(embedding["addSession"], by_turns=True),
        "Search:",
        _timed(embedding["search"]),
        f"### Recall@{setup['top']}",
        "The share of a question's evidence among the first results, mean over all questions.",
        _recall(figures["recall"]),
        "### There, and still there",
        _there(figures["there"]),
        "### What to hold against these figures",
        _caveats(peer),
        how_to_repeat(setup, peer),
    ]
    return "\n\n".join(parts) + "\n"


def highlight(figures: dict[str, Any]) -> tuple[str, str]:
    """What the README tells of it."""

    def beside(sides: dict[str, Any]) -> str:
        of = [ratio(sides[name]["medianMs"], sides[PEER]["medianMs"]) for name in _README]
        return f"{of[0]} its time by words alone, {of[1]} with vectors"

    recall = [f"{figures['recall'][name]['all']:.2f}" for name in (*_README, PEER)]
    return (
        "add and search beside mem0, which is called in its own process",
        f"add {beside(figures['add'])}; search {beside(figures['search'])}; recall@"
        f"{figures['setup']['top']} {recall[0]} and {recall[1]}, mem0's {recall[2]}, "
        "which goes by meaning alone as pip installs it",
    )


def _computed(number: int) -> str:
    if not number:
        return "The server computed no vector while this was measured; it knew them all."
    return f"The server computed {number} vectors while this was measured; it knew all others."


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
    last = "turns a second beside mem0" if by_turns else "median beside mem0"
    return table([*_TIMED[:4], "turns a second", last], rows)


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
    return table(["side", "all", "beside mem0", *names], rows)


def _there(there: dict[str, Any]) -> str:
    of = there["of"]
    names = list(dict.fromkeys([*there["atOnce"], *there["afterKill"]]))

    def share(found: dict[str, int], name: str) -> str:
        return f"{found[name]} of {of}" if name in found else "not tried"

    rows = [[name, share(there["atOnce"], name), share(there["afterKill"], name)] for name in names]
    head = ["side", "found as soon as add returned", "found after the process was killed"]
    return table(head, rows)


def _caveats(peer: dict[str, str | None]) -> str:
    lacking = [name for name in ("fastembed", "spacy") if not peer.get(name)]
    points = [
        "Favours mem0: it is called inside its own process, and its time taken there; Rekindle's "
        "includes HTTP, the token's check, the gateway, and gRPC to Firestore in another process. "
        "mem0's own server would add such a way too.",
        "Not measured: extracting facts with a model of language, which is what mem0 is best known "
        "for (`infer=False` leaves it out), and Rekindle's learning of a profile.",
        "Favours Rekindle: mem0's store is qdrant-client's local mode, its default without a "
        "server, which compares a question with every vector of all users. A Qdrant server "
        "indexes them.",
        "Favours Rekindle: its ranking was made with this measure, on these conversations, at "
        "hand.",
        "Favours mem0: the embedded Firestore compares a question with every vector of the "
        "user in Python; Firestore itself has an index for it.",
        "Durability: mem0 commits a point to SQLite and its history to another; Rekindle commits "
        "the note, the digest and the search page in one transaction, to SQLite in write-ahead "
        "mode (`synchronous=NORMAL`: the death of the process loses nothing, a power cut can lose "
        "the last commits).",
        "Embeddings: both have the vector before they acknowledge. mem0 asks for one text a call "
        "even when it is given a list; Rekindle for all of a batch at once. Where the model does "
        "not answer, mem0's add fails; Rekindle saves the note and asks again later.",
        "Duplicates: Rekindle looks for notes that say the same before it saves; mem0 with "
        "`infer=False` does not.",
    ]
    if lacking:
        points.insert(
            0,
            f"Favours Rekindle: mem0's ranking by words and names needs {' and '.join(lacking)}, "
            "which fetch models from a hub and so were not installed. This is mem0 as `pip install "
            "mem0ai` gives it, by meaning alone; with them it would likely find more, and take "
            "longer. Rekindle's semantic mode has the same to go by.",
        )
    return "\n".join(f"- {point}" for point in points)


def _plot(figures: dict[str, Any], plots: Path) -> None:
    """Draws recall over the time of a search."""
    from bench.plots import figure as begin
    from bench.plots import keep

    recall_at = f"recall@{figures['setup']['top']}"
    drawing, axes = begin("Search", "median of a search, ms", recall_at)
    for name, recall in figures["recall"].items():
        at = figures["search"][name]["medianMs"], recall["all"]
        axes.scatter(*at, color="tab:gray" if name == PEER else "tab:blue")
        axes.annotate(name, at, textcoords="offset points", xytext=(6, 4))
    slowest = max(each["medianMs"] for each in figures["search"].values())
    axes.set(xlim=(0, 1.3 * slowest), ylim=(0, 1))
    keep(drawing, plots / "peers_memory.svg")
