"""The comparisons with peers: the parts that need neither a stack nor a peer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bench.peers import firestore, memory
from bench.peers.embeddings import KnownTexts
from bench.peers.emulators import DURABLE, OURS, PEER, peer_versions
from bench.peers.processes import PeerMissing
from bench.peers.timing import percentile, rotated, summary

SETUP = {
    "cores": 2,
    "system": "Linux",
    "architecture": "x86_64",
    "python": "3.11.7",
    "packages": {"grpcio": "1.0"},
    "command": "make bench-peers DATA=<folder>",
    "loadPerCore": {"before": 0.5, "after": None},
    "conversations": ["one"],
    "turns": 20,
    "questions": 4,
    "top": 10,
    "embeddings": {"model": "some", "dimensions": 3},
}


def timed(milliseconds: float) -> dict[str, float]:
    return summary([milliseconds / 1e3] * 4, 4)


def memory_figures() -> dict[str, Any]:
    added = {"Rekindle text": timed(10), "Rekindle hybrid": timed(30), "mem0": timed(20)}
    recall = {
        name: {"all": all_, "categories": {"4": {"recall": all_, "questions": 4}}}
        for name, all_ in (("Rekindle text", 0.9), ("Rekindle hybrid", 0.9), ("mem0", 0.6))
    }
    return {
        "setup": SETUP,
        "peer": {"mem0ai": "2.2.1", "fastembed": None, "spacy": None},
        "computedMeanwhile": 0,
        "add": added,
        "addSession": added,
        "search": added,
        "withEmbedding": {"add": added, "addSession": added, "search": added},
        "recall": recall,
        "there": {"of": 5, "atOnce": dict.fromkeys(added, 5), "afterKill": {"mem0": 4}},
    }


def firestore_figures() -> dict[str, Any]:
    sides = {OURS: [1.0, 1.0], DURABLE: [2.0, 2.0], PEER: [4.0, 4.0]}
    sizes = {who: {"empty": 1e6, "full": 2e6, "perDocument": 100.0} for who in sides}
    return {
        "setup": SETUP,
        "peer": {PEER: "0.3.15", "node": "v20"},
        "rounds": 2,
        "starts": 2,
        "documents": 10_000,
        "operations": {"set": sides},
        "startUp": sides,
        "memory": sizes,
        "behaviours": {
            OURS: {"count": "yes", "cursor": "yes"},
            PEER: {"count": "yes", "cursor": "differs: a|b\nc"},
        },
    }


def cells(text: str, first: str) -> list[str]:
    """The cells of the first row whose first cell is `first`."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_the_memories_are_told_as_ratios(tmp_path: Path) -> None:
    text = memory.render(memory_figures(), tmp_path)
    assert cells(text, "Rekindle text") == [
        "Rekindle text", "4", "10.0", "10.0", "100", "0.50×",
    ]  # fmt: skip
    assert "turns per second vs. mem0" in text
    assert cells(text.split("### Recall")[1], "Rekindle text")[1:3] == ["0.900", "1.50×"]
    assert cells(text.split("### Durability")[1], "mem0") == ["mem0", "5 of 5", "4 of 5"]
    assert "needs fastembed and spacy" in text


def test_a_batch_that_is_faster_has_a_higher_ratio(tmp_path: Path) -> None:
    by_session = memory.render(memory_figures(), tmp_path).split("in one call", 1)[1]
    assert cells(by_session, "Rekindle text")[-1] == "2.00×"


def test_the_emulators_are_told_as_ratios(tmp_path: Path) -> None:
    text = firestore.render(firestore_figures(), tmp_path)
    assert cells(text, "set") == ["set", "1.00", "2.00", "4.00", "0.25×", "0.50×"]
    assert "0.25× (" not in text  # two rounds have no quartiles
    assert cells(text, "cursor") == ["cursor", "yes", r"differs: a\|b c"]
    assert "the embedded emulator has 2, the other 1. Both have: count." in text


@pytest.mark.parametrize(
    ("module", "figures"), [(memory, memory_figures()), (firestore, firestore_figures())]
)
def test_a_plot_is_drawn_where_matplotlib_is(
    module: Any, figures: dict[str, Any], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws the plots, is not installed")
    text = module.render(figures, tmp_path)
    (drawn,) = re.findall(r"!\[.*\]\((.*)\)", text)
    assert (tmp_path / drawn).read_text().startswith("<?xml")


@pytest.mark.parametrize("module", [memory, firestore])
def test_what_was_measured_can_be_told_and_names_no_machine(module: Any, tmp_path: Path) -> None:
    figures = json.loads(module.RESULTS.read_text())
    text = module.render(figures, tmp_path) + json.dumps(figures)
    assert not re.search(r"https?://|/(tmp|home|root|work|usr)/|127\.0\.0\.1:\d", text)


def test_a_text_is_computed_once_until_it_is_forgotten() -> None:
    asked: list[str] = []

    def embed(texts: Any) -> list[list[float]]:
        asked.extend(texts)
        return [[float(len(text))] for text in texts]

    texts = KnownTexts(embed)
    assert texts.answer({"input": ["a", "bb", "a"]}) == ["[1.0]", "[2.0]", "[1.0]"]
    assert texts.answer({"input": "bb"}) == ["[2.0]"]
    assert asked == ["a", "bb"]
    assert texts.control("/v1/forget") == {"calls": 2, "texts": 4, "computed": 2}
    texts.answer({"input": "bb"})
    assert texts.control("/v1/counts")["computed"] == 3


def test_each_goes_first_in_its_turn() -> None:
    assert [rotated("abc", place)[0] for place in range(4)] == ["a", "b", "c", "a"]


def test_the_95th_percentile() -> None:
    assert percentile(range(100), 0.95) == 95
    assert percentile([3.0], 0.95) == 3.0


def test_a_ratio_is_that_of_rounds_which_ran_together(tmp_path: Path) -> None:
    """A machine that is slow in some rounds changes no ratio."""
    figures = firestore_figures()
    slowness = [1.0, 1.0, 9.0, 1.0, 9.0]
    sides = {OURS: 1.0, DURABLE: 2.0, PEER: 4.0}
    figures["operations"] = {
        "set": {who: [each * slow for slow in slowness] for who, each in sides.items()}
    }
    text = firestore.render(figures, tmp_path)
    assert cells(text, "set")[-2:] == ["0.25× (0.25–0.25)", "0.50× (0.50–0.50)"]


def test_an_emulator_that_is_missing_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(PeerMissing):
        peer_versions(tmp_path)
