"""Compares Rekindle with mem0: same conversations, same embedding model, same run.

`make peers` installs what it needs; then run `python -m bench.peers.memory FOLDER`, where the
folder holds `locomo/*.json` as `bench.finding.data` describes. The figures go to
`bench/results/peers_memory.json`; `render` turns them into the report's section.

Both sides are durable, ask the same local server for embeddings, and take turns at every call, so
that other load on the machine affects both. Most is measured with embeddings that the server has
cached, which compares storing and ranking; a part is measured with each embedding computed anew.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from bench.finding.turns import TOP, questions_of, turns_of
from bench.peers.measures import (
    Conversations,
    add_by_session,
    add_one_by_one,
    ask,
    found_at_once,
    still_found,
)
from bench.peers.memory_report import highlight, render
from bench.peers.processes import PeerMissing, embeddings_server
from bench.peers.sides import DIMENSIONS, RekindleSide, mem0_side
from bench.peers.timing import busy, machine
from emulator.client import StackProcess, stack_process
from emulator.gateway.paths import ROOT
from shared.memory.rules import checked_content

__all__ = ["highlight", "main", "measure", "render"]

RESULTS = ROOT / "bench" / "results" / "peers_memory.json"
PACKAGES = ("google-cloud-firestore", "gunicorn", "httpx")
COMPUTED_TURNS = 60
"""Turns of the first conversation that are added while their embeddings are computed."""
COMPUTED_SESSIONS = 4
COMPUTED_QUESTIONS = 60
PROBED = 50
"""Turns that are searched for right after add, and after the process was killed."""
_TOGETHER = 100
_PATIENCE = 600.0


def _environment(embeddings: str | None) -> dict[str, str]:
    env = {"GOOGLE_CLOUD_PROJECT": "demo-peers", "REKINDLE_ANALYZER": "offline"}
    if embeddings:
        env |= {
            "REKINDLE_EMBEDDINGS_MODEL": "all-MiniLM-L6-v2",
            "REKINDLE_EMBEDDINGS_BASE_URL": embeddings,
            "REKINDLE_EMBEDDINGS_DIMENSIONS": str(DIMENSIONS),
            # Never give up on the model: a note without its embedding would save time unfairly.
            "REKINDLE_EMBEDDINGS_TIMEOUT_SECONDS": str(_PATIENCE),
        }
    return env


@contextmanager
def _stack(folder: Path, embeddings: str | None) -> Iterator[StackProcess]:
    with stack_process(data_dir=folder, env=_environment(embeddings)) as stack:
        yield stack


class _Model:
    """A client of the embeddings server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._http = httpx.Client(timeout=_PATIENCE, trust_env=False)

    def learn(self, texts: Sequence[str]) -> None:
        """Has the embeddings of texts computed and cached."""
        for first in range(0, len(texts), _TOGETHER):
            part = list(texts[first : first + _TOGETHER])
            self._post("embeddings", {"model": "all-MiniLM-L6-v2", "input": part})

    def forget(self) -> None:
        """Drops all cached embeddings."""
        self._post("forget", {})

    def computed(self) -> int:
        """How many embeddings have been computed so far."""
        return int(self._post("counts", {})["computed"])

    def _post(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self._http.post(f"{self._url}/{what}", json=body).raise_for_status()
        result: dict[str, Any] = answer.json()
        return result


def _texts(conversations: Conversations) -> list[str]:
    texts: list[str] = []
    for conversation in conversations.values():
        texts += [entry["content"] for _, entry in turns_of(conversation)]
        texts += [question["question"] for question in questions_of(conversation)]
    # mem0 embeds a text without its line breaks, Rekindle embeds what it stores.
    as_asked = [(text, text.replace("\n", " "), checked_content(text)) for text in texts]
    return list(dict.fromkeys(text for each in as_asked for text in each))


def measure(conversations: Conversations, folder: Path) -> dict[str, Any]:
    """All figures.

    Args:
        folder: an empty folder for the data of both sides.

    Raises:
        PeerMissing: the peers are not installed.
    """
    first = dict([next(iter(conversations.items()))])
    figures: dict[str, Any] = {}
    with ExitStack() as exits:
        url = exits.enter_context(embeddings_server())
        model = _Model(url)
        plain = exits.enter_context(_stack(folder / "plain", None))
        embedding = exits.enter_context(_stack(folder / "embedding", url))
        mem0 = exits.enter_context(mem0_side(folder / "mem0", url))
        other = exits.enter_context(mem0_side(folder / "mem0-more", url))

        def rekindle(stack: StackProcess, mode: str) -> RekindleSide:
            return RekindleSide(f"Rekindle {mode}", stack, mode, exits)

        text, hybrid = rekindle(plain, "text"), rekindle(embedding, "hybrid")
        semantic = rekindle(embedding, "semantic")

        def prefixed(prefix: str, some: Conversations = conversations) -> Conversations:
            return {f"{prefix}-{name}": conversation for name, conversation in some.items()}

        # The first calls are slower on every side and are not measured.
        add_one_by_one([text, hybrid, other], prefixed("warm", first), 10)
        figures["withEmbedding"] = {
            "add": add_one_by_one(
                [hybrid, other], prefixed("computed", first), COMPUTED_TURNS, model.forget
            )[0],
            "addSession": add_by_session(
                [hybrid, other], prefixed("computed-by", first), COMPUTED_SESSIONS, model.forget
            ),
        }
        model.learn(_texts(conversations))
        before = model.computed()
        added, entries = add_one_by_one([text, hybrid, mem0], conversations, None)
        for name in conversations:
            entries[semantic.name, name] = entries[hybrid.name, name]
        by_session = add_by_session([text, hybrid, other], prefixed("by"), None)
        sides = [text, hybrid, semantic, mem0]
        ask(sides, first, entries, 5)
        asked, recall = ask(sides, conversations, entries, None)
        figures |= {
            "add": added,
            "addSession": by_session,
            "search": asked,
            "recall": recall,
            "computedMeanwhile": model.computed() - before,
        }
        probes = [entry for _, entry in turns_of(next(iter(first.values())))[:PROBED]]
        figures["there"] = {
            "of": len(probes),
            "atOnce": {s.name: found_at_once(s, "probe", probes) for s in (text, hybrid, other)},
        }
        figures["withEmbedding"]["search"] = ask(
            [hybrid, semantic, mem0], first, entries, COMPUTED_QUESTIONS, model.forget
        )[0]
        figures["peer"] = mem0.about()
        model.learn([entry["content"].replace("\n", " ") for entry in probes])
        figures["there"]["afterKill"] = _after_kill(folder, url, probes)
    return figures


def _after_kill(folder: Path, url: str, probes: Sequence[dict[str, str]]) -> dict[str, int]:
    """How many turns are found after the process was killed right after the last add."""
    with _stack(folder / "killed", url) as stack, ExitStack() as exits:
        side = RekindleSide("Rekindle hybrid", stack, "hybrid", exits)
        ours = [side.add("probe", [entry]).ids[0] for entry in probes]
        stack.kill()
    with mem0_side(folder / "killed-mem0", url) as peer:
        theirs = [peer.add("probe", [entry]).ids[0] for entry in probes]
        peer.conversation.process.kill()
    with _stack(folder / "killed", url) as stack, ExitStack() as exits:
        side = RekindleSide("Rekindle hybrid", stack, "hybrid", exits)
        found = {side.name: still_found(side, "probe", probes, ours)}
    with mem0_side(folder / "killed-mem0", url) as peer:
        found[peer.name] = still_found(peer, "probe", probes, theirs)
    return found


def main() -> int:
    """Measures and writes the figures; returns 0 even if there is nothing to measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=os.environ.get("REKINDLE_EVAL_DIR"))
    parser.add_argument("--conversations", type=int, help="use only this many, from the first")
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    files = sorted(Path(chosen.folder, "locomo").glob("*.json")) if chosen.folder else []
    files = files[: chosen.conversations]
    if not files:
        print("Not measured: Rekindle against mem0. Pass the folder that holds locomo/*.json.")
        return 0
    conversations = {path.stem: json.loads(path.read_text()) for path in files}
    load = busy()
    try:
        with tempfile.TemporaryDirectory() as folder:
            figures = measure(conversations, Path(folder))
    except PeerMissing as missing:
        print(f"Not measured: Rekindle against mem0. {missing}.")
        return 0
    figures["setup"] = machine(PACKAGES) | {
        "command": "make bench-peers DATA=<folder with locomo/*.json>",
        "conversations": list(conversations),
        "turns": sum(len(turns_of(each)) for each in conversations.values()),
        "questions": sum(len(questions_of(each)) for each in conversations.values()),
        "top": TOP,
        "embeddings": {"model": "all-MiniLM-L6-v2", "dimensions": DIMENSIONS},
        "loadPerCore": {"before": load, "after": busy()},
    }
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_text(json.dumps(figures, indent=1) + "\n")
    with tempfile.TemporaryDirectory() as plots:
        print(render(figures, Path(plots)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
