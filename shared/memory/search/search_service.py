"""Searches all of a user's memory by words, by embeddings, or by both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import mul
from typing import Literal

from shared.base.clock import Clock
from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, Origin, Tier
from shared.memory.budget import Usage, usage_of
from shared.memory.digest import live
from shared.memory.embeddings import Embedder
from shared.memory.packing import Packed, column_of, columns, unpack
from shared.memory.search.blending import NEAREST, blended, semantic_shares
from shared.memory.search.named_times import named_times_in
from shared.memory.search.ranking import text_scores
from shared.ports import Records, Store, Vector

UsedMode = Literal["text", "semantic", "hybrid"]
Mode = Literal["auto", "text", "semantic", "hybrid"]
COMPARED = 200
"""Up to this many entries that pass a narrow filter are compared without the vector index."""
NOT_CONFIGURED = "No embedding model is configured, so this search used words only."
NOT_AVAILABLE = "The embedding model or index did not answer, so this search used words only."


@dataclass(frozen=True)
class SearchQuery:
    """What to search for. Filters that are None match everything.

    Attributes:
        text: the words or question to search for.
        limit: the maximum number of results.
        mode: `auto` is hybrid if an embedding model is configured, and text otherwise.
        target, source, tag, thread_id: values that the entries must have.
        since, until: when the entries must have been created; `until` is exclusive.
        patience: the most seconds to wait for the embedding of the text.
    """

    text: str
    limit: int = 10
    mode: Mode = "auto"
    target: Tier | None = None
    source: Origin | None = None
    tag: str | None = None
    thread_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    patience: float = math.inf

    @property
    def is_narrow(self) -> bool:
        """Whether it has filters that the vector index does not support."""
        return any((self.source, self.tag, self.thread_id, self.since, self.until))


@dataclass(frozen=True)
class SearchResult:
    """A matching entry.

    Attributes:
        entry: the entry.
        score: the score by which results are ordered.
        scores: the parts of the score: BM25 as `text`, cosine similarity as `semantic`.
    """

    entry: MemoryEntry
    score: float
    scores: dict[str, float]


@dataclass(frozen=True)
class SearchResults:
    """The outcome of a search.

    Attributes:
        results: the matching entries, best first.
        mode: the mode that was used.
        usage: how full the tiers are.
        warnings: why the mode differs from the requested one.
    """

    results: list[SearchResult]
    mode: UsedMode
    usage: Usage
    warnings: list[str]


class MemorySearch:
    """Searches notes. Reads the digest and the pages, never the entries. May raise Unavailable."""

    def __init__(self, store: Store, clock: Clock, embedder: Embedder | None = None) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder

    def search(self, uid: str, query: SearchQuery) -> SearchResults:
        """Returns the best matches among the entries that pass the filters.

        Without an embedding model, or if it fails, every mode falls back to text with a warning.
        """
        digest = self._store.digests.get(uid, DIGEST_ID) or MemoryDigest()
        return self.search_known(uid, digest, query)

    def search_known(self, uid: str, digest: MemoryDigest, query: SearchQuery) -> SearchResults:
        """Searches like `search`, with a digest that the caller has already read."""
        now = self._clock()
        notes = all_notes(self._store, uid, digest, now)
        mode, vector, warnings = self._choose_mode(query)
        try:
            results = self._ranked(uid, notes, query, now, vector, mode)
        except Unavailable:
            if vector is None:
                raise
            mode, vector, warnings = "text", None, [NOT_AVAILABLE]
            results = self._ranked(uid, notes, query, now, vector, mode)
        return SearchResults(results, mode, usage_of(live(digest, now)), warnings)

    def _ranked(
        self,
        uid: str,
        notes: Sequence[tuple[str, Packed]],
        query: SearchQuery,
        now: datetime,
        vector: Vector | None,
        mode: Mode,
    ) -> list[SearchResult]:
        """Returns the best entries by words, and by similarity to `vector` if there is one."""
        packed = [entry for _, entry in notes]
        eligible = [index for index, entry in enumerate(packed) if _passes(entry, query)]
        texts = [0.0] * len(notes)
        if mode != "semantic":
            texts = text_scores(packed, query.text, named_times_in(query.text, now))
        similar = self._similar(uid, query, [notes[i][0] for i in eligible], vector)
        if mode == "semantic":
            scores = [similar.get(id_, 0.0) for id_, _ in notes]
        elif similar:
            scores = blended(texts, semantic_shares(notes, similar))
        else:
            scores = texts
        best = sorted(
            (index for index in eligible if scores[index] > 0),
            key=lambda index: (scores[index], packed[index].created, packed[index].position),
            reverse=True,
        )
        results = []
        for index in best[: query.limit]:
            id_ = notes[index][0]
            parts = {"text": texts[index]} if mode != "semantic" else {}
            if vector is not None:
                parts["semantic"] = similar.get(id_, 0.0)
            results.append(SearchResult(unpack(id_, packed[index]), scores[index], parts))
        return results

    def _choose_mode(self, query: SearchQuery) -> tuple[UsedMode, Vector | None, list[str]]:
        """Returns the mode to use, the vector of the question if it is needed, and warnings."""
        if query.mode == "text" or (query.mode == "auto" and self._embedder is None):
            return "text", None, []
        if self._embedder is None:
            return "text", None, [NOT_CONFIGURED]
        try:
            with within(min(query.patience, time_left() / 2)):
                vector = self._embedder.embed([query.text])[0]
        except Unavailable:
            return "text", None, [NOT_AVAILABLE]
        return "hybrid" if query.mode == "auto" else query.mode, vector, []

    def _similar(
        self, uid: str, query: SearchQuery, ids: Sequence[str], vector: Vector | None
    ) -> dict[str, float]:
        """Returns the cosine similarity of the nearest entries among `ids`."""
        if vector is None or not ids:
            return {}
        if query.is_narrow and len(ids) <= COMPARED:
            stored = self._store.memory.vectors_of(uid, ids)
            return {id_: _cosine(vector, other) for id_, other in stored.items()}
        nearest = self._store.memory.nearest_entries(uid, vector, NEAREST, query.target)
        allowed = set(ids)
        return {id_: similarity for id_, similarity in nearest.items() if id_ in allowed}


def all_notes(
    records: Records, uid: str, digest: MemoryDigest, now: datetime
) -> list[tuple[str, Packed]]:
    """Returns all live entries in conversation order, at one read per page."""
    stored = [
        str(fill.number)
        for fill in digest.pages
        if fill.entries > len(digest.tail.get(str(fill.number), {}))
    ]
    lines: dict[str, str] = {}
    for page in records.pages.get_many(uid, stored) if stored else ():
        lines |= page.entries
    for tail in digest.tail.values():
        lines |= tail
    current = column_of(now)
    return [
        (id_, packed)
        for id_, packed in columns(lines.items())
        if not packed.expires or packed.expires > current
    ]


def _passes(entry: Packed, query: SearchQuery) -> bool:
    if query.target and entry.tier != query.target.value:
        return False
    if not query.is_narrow:
        return True
    if query.since and entry.created < column_of(query.since):
        return False
    if query.until and entry.created >= column_of(query.until):
        return False
    found = unpack("", entry)
    return (
        (query.thread_id is None or found.thread_id == query.thread_id)
        and (query.source is None or found.source == query.source)
        and (query.tag is None or query.tag in found.tags)
    )


def _cosine(one: Vector, other: Vector) -> float:
    if len(one) != len(other):
        return 0.0
    norms = math.hypot(*one) * math.hypot(*other)
    return sum(map(mul, one, other)) / norms if norms else 0.0
