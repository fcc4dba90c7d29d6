"""Recall@10 through the HTTP API: the share of a question's evidence among the first ten."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx

from bench.finding.bm25 import Bm25
from bench.finding.data import Asked, Corpus
from bench.finding.turns import TOP
from emulator.client import StackProcess

ALL = "all"
_BATCH = 25

Figures = dict[str, dict[str, float]]


def mean(values: Sequence[float]) -> float:
    """The mean, or 0 if there are no values."""
    return sum(values) / len(values) if values else 0.0


def share_found(asked: Asked, ids: Mapping[str, str], found: Collection[str]) -> float:
    """The share of a question's evidence among what was found.

    Args:
        asked: the question.
        ids: entry ids by the names of notes.
        found: the ids of the entries found.
    """
    return sum(ids.get(name) in found for name in asked.evidence) / len(asked.evidence)


def remember(client: httpx.Client, corpus: Corpus) -> dict[str, str]:
    """Saves every note to the archive; returns the entry ids by name."""
    ids: dict[str, str] = {}
    names = list(corpus.notes)
    for first in range(0, len(names), _BATCH):
        part = names[first : first + _BATCH]
        entries = [{**corpus.notes[name], "target": "archive"} for name in part]
        answer = client.post("/v1/memory/batch", json={"entries": entries})
        results = answer.raise_for_status().json()["results"]
        for name, result in zip(part, results, strict=True):
            if result["status"] != "refused":
                ids[name] = result["entry"]["id"]
    return ids


def by_category(pairs: Sequence[tuple[str, float]]) -> Figures:
    """The mean recall and the number of questions of each category, and of all."""
    shares: dict[str, list[float]] = defaultdict(list)
    for category, share in pairs:
        shares[category].append(share)
    every = {**dict(sorted(shares.items())), ALL: [share for _, share in pairs]}
    return {name: {"recall": mean(each), "questions": len(each)} for name, each in every.items()}


def plain(corpora: Sequence[Corpus]) -> Figures:
    """The recall of BM25 over stemmed words, on the same notes."""
    pairs = []
    for corpus in corpora:
        names = list(corpus.notes)
        index = Bm25([corpus.notes[name]["content"] for name in names])
        for asked in corpus.asked:
            best = {names[place] for place in index.best(asked.question, TOP)}
            pairs.append((asked.category, share_found(asked, {name: name for name in names}, best)))
    return by_category(pairs)


def measure(
    stack: StackProcess, corpora: Sequence[Corpus], modes: Sequence[str]
) -> dict[str, Figures]:
    """The recall of each mode."""
    pairs: dict[str, list[tuple[str, float]]] = {mode: [] for mode in modes}
    for corpus in corpora:
        with stack.user(f"finder-{corpus.name}") as client:
            ids = remember(client, corpus)
            for mode in modes:
                pairs[mode] += _asked(client, corpus, ids, mode)
    return {mode: by_category(each) for mode, each in pairs.items()}


def _asked(
    client: httpx.Client, corpus: Corpus, ids: Mapping[str, str], mode: str
) -> list[tuple[str, float]]:
    def of(asked: Asked) -> tuple[str, float]:
        params = {"q": asked.question, "limit": str(TOP), "mode": mode}
        answer = client.get("/v1/memory/search", params=params).raise_for_status().json()
        if answer["mode"] != mode:
            raise SystemExit(f"search used {answer['mode']}, not {mode}: {answer['warnings']}")
        found = {result["entry"]["id"] for result in answer["results"]}
        return asked.category, share_found(asked, ids, found)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(of, corpus.asked))
