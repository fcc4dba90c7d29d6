"""How well search finds, through the HTTP API: recall, the newest of facts, and silence.

Run it as `python -m bench.eval_search FOLDER`, or with the folder in REKINDLE_EVAL_DIR.
`bench.finding` says what the folder may hold and where that comes from; what is missing is left
out. `--only NAME` measures one data set. Nothing is learned from these data.

With `make peers` done, or with REKINDLE_EMBEDDINGS_MODEL and REKINDLE_EMBEDDINGS_BASE_URL set,
hybrid and semantic search are measured as well as text search.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from bench.figures import save, table
from bench.finding import data, facts, fitting
from bench.finding.data import Corpus
from bench.finding.recall import ALL, measure, plain
from bench.finding.turns import TOP
from bench.peers.processes import PeerMissing, embeddings_server
from emulator.client import stack_process

MODEL = "all-MiniLM-L6-v2"
_TOGETHER = 32
"""Texts that are embedded in one call ahead of the measurement."""

CORPORA: Mapping[str, Callable[[Path], list[Corpus]]] = {
    "locomo": data.locomo,
    "beam": data.beam,
    "beam-user": lambda folder: data.beam(folder, users=True),
    "paraphrases": data.paraphrases,
}
TARGETS: Mapping[str, Mapping[str, float]] = {
    "locomo": {"text": 0.82, "hybrid": 0.85},
    "paraphrases": {"hybrid": 0.95},
}
TIMES_PLAIN: Mapping[str, float] = {"beam": 1.15, "beam-user": 1.1}
"""How many times the recall of plain BM25 text search must reach; hybrid must be above both."""
NEWEST_FIRST = 0.95
ACTIVE, PRECISION = 30, 0.6
"""PrecisionMemBench: active cases of 43, and the mean precision."""


@contextmanager
def environment() -> Iterator[dict[str, str]]:
    """Yields the environment of a stack with embeddings, or without if there are none."""
    base = {"GOOGLE_CLOUD_PROJECT": "demo-eval"}
    if os.environ.get("REKINDLE_EMBEDDINGS_MODEL"):
        yield base
        return
    try:
        with embeddings_server() as url:
            yield {
                **base,
                "REKINDLE_EMBEDDINGS_MODEL": MODEL,
                "REKINDLE_EMBEDDINGS_BASE_URL": url,
                "REKINDLE_EMBEDDINGS_DIMENSIONS": "384",
            }
    except PeerMissing:
        yield base


def embed_ahead(corpora: Sequence[Corpus], url: str) -> None:
    """Has the local server embed all texts, so that no save waits for it."""
    texts = [note["content"] for corpus in corpora for note in corpus.notes.values()]
    texts += [asked.question for corpus in corpora for asked in corpus.asked]
    for first in range(0, len(texts), _TOGETHER):
        part = {"model": MODEL, "input": texts[first : first + _TOGETHER]}
        httpx.post(f"{url}/embeddings", json=part, timeout=600).raise_for_status()


def missed(name: str, recalled: Mapping[str, Mapping[str, Mapping[str, float]]]) -> list[str]:
    """Returns which targets a data set misses."""
    reached = {mode: each[ALL]["recall"] for mode, each in recalled.items()}
    wanted = dict(TARGETS.get(name, {}))
    if name in TIMES_PLAIN:
        wanted["text"] = TIMES_PLAIN[name] * reached["bm25"]
        wanted["hybrid"] = max(reached["bm25"], reached["text"])
    return [
        f"{name}, {mode}: {reached[mode]:.4f}, target {least:.4f}"
        for mode, least in wanted.items()
        if mode in reached and reached[mode] < least
    ]


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    parts = [
        f"""## Finding evidence

Recall@{figures["top"]} through the HTTP API: the share of a question's evidence that search finds.
The public data are not part of this repository, and nothing is learned from them. `bm25` is plain
BM25 over stemmed words, on the same notes.
"""
    ]
    for name, recalled in figures["recall"].items():
        names = list(recalled["text"])
        rows = [
            [mode, *(f"{each[category]['recall']:.3f}" for category in names)]
            for mode, each in recalled.items()
        ]
        asked = [f"{recalled['text'][category]['questions']:,}" for category in names]
        parts.append(f"{name}:\n\n{table(['search', *names], [*rows, ['questions', *asked]])}\n")
    if "newestFirst" in figures:
        parts.append(
            f"Of facts that contradict each other, the newest comes first for "
            f"{figures['newestFirst']:.0%} of the questions.\n"
        )
    for precision, found in figures.get("silence", {}).items():
        parts.append(
            f"PrecisionMemBench with `precision={precision}`: {found['active']} active cases of "
            f"43, {found['passed']} of {found['cases']} in all, mean precision "
            f"{found['precision']:.2f}, recall {found['recall']:.2f}.\n"
        )
    return "\n".join(parts)


def main() -> int:
    """Measures; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=os.environ.get("REKINDLE_EVAL_DIR"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    folder = Path(options.folder) if options.folder else None
    read = {
        name: corpora
        for name, load in CORPORA.items()
        if folder and options.only in ("", name) and (corpora := load(folder))
    }
    case = facts.read(folder) if folder and options.only in ("", "facts") else None
    if not read and not case and options.only != "silence":
        print("search: not measured. Pass the folder that bench/finding/data.py describes.")
        return 0
    figures: dict[str, Any] = {"top": TOP, "recall": {}}
    short: list[str] = []
    with environment() as env:
        url = env.get("REKINDLE_EMBEDDINGS_BASE_URL")
        modes = ["text", "hybrid", "semantic"] if len(env) > 1 or _has_model() else ["text"]
        with stack_process(env=env) as stack:
            for name, corpora in read.items():
                if url:
                    embed_ahead(corpora, url)
                recalled = {"bm25": plain(corpora), **measure(stack, corpora, modes)}
                figures["recall"][name] = recalled
                short += missed(name, recalled)
                for mode, each in recalled.items():
                    print(f"  {name:12} {mode:9} {each[ALL]['recall']:.4f}", flush=True)
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": "demo-eval"}) as stack:
        if case:
            with stack.user("facts") as client:
                figures["newestFirst"] = facts.share_first(client, case)
            print(f"  newest first {figures['newestFirst']:.2f}", flush=True)
            if figures["newestFirst"] < NEWEST_FIRST:
                short.append(f"newest first: {figures['newestFirst']:.2f}, target {NEWEST_FIRST}")
        if folder and options.only in ("", "silence"):
            figures["silence"] = {}
            for precision in ("broad", "precise"):
                if summary := fitting.report(stack, folder, precision):
                    found = fitting.figures(summary)
                    figures["silence"][precision] = found
                    print(f"  silence {precision}: {found}", flush=True)
                    if precision == "precise":
                        print("\n".join(f"    {line}" for line in fitting.failed(summary)))
                        if found["active"] < ACTIVE or found["precision"] < PRECISION:
                            short.append(f"silence: {found}")
    if not options.only:
        save("eval_search", figures)
    print("\n".join(f"missed: {line}" for line in short) or "every target reached")
    return 1 if short else 0


def _has_model() -> bool:
    return bool(os.environ.get("REKINDLE_EMBEDDINGS_MODEL"))


if __name__ == "__main__":
    sys.exit(main())
