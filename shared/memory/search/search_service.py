"""Searching one user's whole memory, by words, by meaning, or by both."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import mul
from typing import Literal

from shared.base.clock import Clock
from shared.base.errors import Unavailable
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, Origin, Tier
from shared.memory.budget import Usage, usage_of
from shared.memory.digest import live
from shared.memory.embedding import Embedder
from shared.memory.packing import Packed, column_of, columns, unpack
from shared.memory.search.blending import NEAREST, blended, semantic_shares
from shared.memory.search.moments import moments_in
from shared.memory.search.ranking import text_scores
from shared.ports import Records, Store, Vector

Mode = Literal["auto", "text", "semantic", "hybrid"]
COMPARED = 200
"""Entries that pass a narrow filter and are compared one by one instead of by the vector index."""
OFF = "No model of embeddings is configured, so the search went by words."
SILENT = "The search by meaning did not answer, so this one went by words."


@dataclass(frozen=True)
class Wanted:
    """What to look for. What is None or empty does not matter.

    Attributes:
        text: the question.
        limit: results at most.
        mode: `auto` is hybrid where a model of embeddings is configured, and text elsewhere.
        target, source, tag, thread_id: what the entries must have.
        since, until: when they must be from; the first included, the last not.
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

    @property
    def is_narrow(self) -> bool:
        """Whether it asks for more than the vector index can choose by."""
        return any((self.source, self.tag, self.thread_id, self.since, self.until))


@dataclass(frozen=True)
class Result:
    """One entry that was found.

    Attributes:
        entry: the entry.
        score: what the results are ordered by.
        scores: what it is made of: BM25 as `text`, cosine similarity as `semantic`.
    """

    entry: MemoryEntry
    score: float
    scores: dict[str, float]


@dataclass(frozen=True)
class Found:
    """What a search gave.

    Attributes:
        results: the best first.
        mode: how it was searched in the end.
        usage: how full the tiers are.
        warnings: why it was searched otherwise than asked for.
    """

    results: list[Result]
    mode: Mode
    usage: Usage
    warnings: list[str]


class MemorySearch:
    """Search. It reads the digest and the pages, never the entries. May raise Unavailable."""

    def __init__(self, store: Store, clock: Clock, embedder: Embedder | None = None) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder

    def search(self, uid: str, wanted: Wanted) -> Found:
        """The entries that answer best, of those that pass the filters.

        Without a model of embeddings, or when it fails, every mode goes by words and says so.
        """
        digest = self._store.digests.get(uid, DIGEST_ID) or MemoryDigest()
        return self.search_known(uid, digest, wanted)

    def search_known(self, uid: str, digest: MemoryDigest, wanted: Wanted) -> Found:
        """Like `search`, for one who has read the digest already."""
        now = self._clock()
        notes = all_notes(self._store, uid, digest, now)
        mode, vector, warnings = self._way(wanted)
        try:
            results = self._ranked(uid, notes, wanted, now, vector, mode)
        except Unavailable:
            if vector is None:
                raise
            mode, vector, warnings = "text", None, [SILENT]
            results = self._ranked(uid, notes, wanted, now, vector, mode)
        return Found(results, mode, usage_of(live(digest, now)), warnings)

    def _ranked(
        self,
        uid: str,
        notes: Sequence[tuple[str, Packed]],
        wanted: Wanted,
        now: datetime,
        vector: Vector | None,
        mode: Mode,
    ) -> list[Result]:
        """The best entries by words, and by the nearness to `vector` if there is one."""
        packed = [entry for _, entry in notes]
        eligible = [index for index, entry in enumerate(packed) if _passes(entry, wanted)]
        texts = [0.0] * len(notes)
        if mode != "semantic":
            texts = text_scores(packed, wanted.text, moments_in(wanted.text, now))
        similar = self._similar(uid, wanted, [notes[i][0] for i in eligible], vector)
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
        for index in best[: wanted.limit]:
            id_ = notes[index][0]
            parts = {"text": texts[index]} if mode != "semantic" else {}
            if vector is not None:
                parts["semantic"] = similar.get(id_, 0.0)
            results.append(Result(unpack(id_, packed[index]), scores[index], parts))
        return results

    def _way(self, wanted: Wanted) -> tuple[Mode, Vector | None, list[str]]:
        """How to search; the vector of the question, if it is to be used; what to tell."""
        if wanted.mode == "text" or (wanted.mode == "auto" and self._embedder is None):
            return "text", None, []
        if self._embedder is None:
            return "text", None, [OFF]
        try:
            vector = self._embedder.embed([wanted.text])[0]
        except Unavailable:
            return "text", None, [SILENT]
        return "hybrid" if wanted.mode == "auto" else wanted.mode, vector, []

    def _similar(
        self, uid: str, wanted: Wanted, ids: Sequence[str], vector: Vector | None
    ) -> dict[str, float]:
        """The cosine similarity of the entries nearest in meaning, of those that may be found."""
        if vector is None or not ids:
            return {}
        if wanted.is_narrow and len(ids) <= COMPARED:
            stored = self._store.memory.vectors(uid, ids)
            return {id_: _cosine(vector, other) for id_, other in stored.items()}
        nearest = self._store.memory.nearest(uid, vector, NEAREST, wanted.target)
        allowed = set(ids)
        return {id_: similarity for id_, similarity in nearest.items() if id_ in allowed}


def all_notes(
    records: Records, uid: str, digest: MemoryDigest, now: datetime
) -> list[tuple[str, Packed]]:
    """All live entries, in the order in which the conversations went: one read per page."""
    written = [
        str(fill.number)
        for fill in digest.pages
        if fill.entries > len(digest.tail.get(str(fill.number), {}))
    ]
    lines: dict[str, str] = {}
    for page in records.pages.get_many(uid, written) if written else ():
        lines |= page.entries
    for waiting in digest.tail.values():
        lines |= waiting
    moment = column_of(now)
    return [
        (id_, packed)
        for id_, packed in columns(lines.items())
        if not packed.expires or packed.expires > moment
    ]


def _passes(entry: Packed, wanted: Wanted) -> bool:
    if wanted.target and entry.tier != wanted.target.value:
        return False
    if not wanted.is_narrow:
        return True
    if wanted.since and entry.created < column_of(wanted.since):
        return False
    if wanted.until and entry.created >= column_of(wanted.until):
        return False
    found = unpack("", entry)
    return (
        (wanted.thread_id is None or found.thread_id == wanted.thread_id)
        and (wanted.source is None or found.source == wanted.source)
        and (wanted.tag is None or wanted.tag in found.tags)
    )


def _cosine(one: Vector, other: Vector) -> float:
    if len(one) != len(other):
        return 0.0
    norms = math.hypot(*one) * math.hypot(*other)
    return sum(map(mul, one, other)) / norms if norms else 0.0
