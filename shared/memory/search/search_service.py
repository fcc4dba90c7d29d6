"""Searches all of a user's memory by words, by embeddings, or by both."""

import math
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Literal

from shared.base.clock import Clock
from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable
from shared.documents.lifetime import Doubt
from shared.documents.memory import MemoryDigest, MemoryEntry, Origin, Role, Tier
from shared.documents.user import UserState
from shared.memory.budget import Usage, usage_of
from shared.memory.digest import live
from shared.memory.embeddings import Embedder, similarity, vectors_of
from shared.memory.packing import Packed, column_of, thread_column, unpack
from shared.memory.quota import Quota
from shared.memory.search.features import Features, Surveyor
from shared.memory.search.halves import NEAREST
from shared.memory.search.named_times import named_times_in
from shared.memory.search.order import judged, newest_first
from shared.memory.search.ranking import Coverage, coverage, evidence
from shared.memory.search.room import PATIENCE, Room, needed_for
from shared.memory.search.standing import standing
from shared.memory.search.versions import superseded
from shared.memory.tiers import check_open, closed_tiers
from shared.ports import Records, Store, Vector
from shared.profile.outdated import Grounds, grounds

UsedMode = Literal["text", "semantic", "hybrid"]
Mode = Literal["auto", "text", "semantic", "hybrid"]
Precision = Literal["broad", "precise"]
LOOKED_AT = 100
"""Among so many of the best entries, what is superseded is looked for: the same for every page."""
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
        offset: how many of the best results to leave out, for a further page.
        mode: `auto` is hybrid if an embedding model is configured, and text otherwise.
        target, source, tag, thread_id, role: values that the entries must have.
        precision: `broad` finds up to `limit` entries, `precise` only those that probably answer.
        include_superseded: whether entries are found that a newer one replaces.
        since, until: when the entries must have been created; `until` is exclusive.
        without: tiers of which nothing is found.
        patience: the most seconds to wait for the embedding of the text.
    """

    text: str
    limit: int = 10
    offset: int = 0
    mode: Mode = "auto"
    target: Tier | None = None
    source: Origin | None = None
    tag: str | None = None
    thread_id: str | None = None
    role: Role | None = None
    since: datetime | None = None
    until: datetime | None = None
    precision: Precision = "broad"
    include_superseded: bool = False
    without: frozenset[Tier] = frozenset()
    patience: float = math.inf

    @property
    def is_narrow(self) -> bool:
        """Whether it has filters that the vector index does not support."""
        filters = (self.source, self.tag, self.thread_id, self.role, self.since, self.until)
        return any((*filters, self.without))


@dataclass(frozen=True)
class SearchResult:
    """A matching entry.

    Attributes:
        entry: the entry.
        score: the probability that it answers, by which results are ordered; in semantic mode the
            similarity.
        scores: what that rests on: how much of the question's information the words cover as
            `text`, cosine similarity as `semantic`.
        doubt: why the entry may be outdated, if what it rests on has changed.
        superseded_by: the id of a newer entry that states another value of the same thing.
    """

    entry: MemoryEntry
    score: float
    scores: dict[str, float]
    doubt: Doubt | None = None
    superseded_by: str | None = None


@dataclass(frozen=True)
class SearchResults:
    """The outcome of a search.

    Attributes:
        results: the matching entries of the page, best first.
        total: how many entries match.
        mode: the mode that was used.
        usage: how full the tiers are.
        warnings: why the mode differs from the requested one.
    """

    results: list[SearchResult]
    total: int
    mode: UsedMode
    usage: Usage
    warnings: list[str]


class MemorySearch:
    """Searches notes. May raise Unavailable.

    It reads the digest and the pages, as a stream: of all texts, only those of the results are ever
    made into entries. `room` bounds the memory of all searches of the process.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        embedder: Embedder | None = None,
        room: Room | None = None,
        quota: Quota | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder
        self._room = room or Room()
        self._quota = quota or Quota()

    def search(self, uid: str, query: SearchQuery) -> SearchResults:
        """Returns the best matches among the entries that pass the filters.

        Without an embedding model, or if it fails, every mode falls back to text with a warning.

        Raises:
            FailedPrecondition: the tier that is asked for is off for this agent.
        """
        user, digest = self._store.overview(uid)
        return self.search_known(uid, user, digest, query, grounds(user.profile))

    def search_known(
        self,
        uid: str,
        user: UserState,
        digest: MemoryDigest,
        query: SearchQuery,
        changed: Grounds,
        patience: float = PATIENCE,
    ) -> SearchResults:
        """Searches like `search`, with what the caller has already read.

        What may be outdated by what has `changed` ranks behind the others. It waits up to
        `patience` seconds for room among the other searches.
        """
        now = self._clock()
        if query.target:
            check_open(user.settings, query.target)
        query = replace(query, without=closed_tiers(user.settings))
        mode, vector, warnings = self._choose_mode(query)
        with self._room.taken(needed_for(digest), patience):
            surveyor = Surveyor(
                query.text,
                _filter_of(query),
                column_of(now),
                keep_all=vector is not None,
            )
            for lines in pages_of(self._store, uid, digest):
                surveyor.add(lines)
            try:
                results, total = self._ranked(uid, surveyor, query, now, vector, mode)
            except Unavailable:
                if vector is None:
                    raise
                mode, warnings = "text", [NOT_AVAILABLE]
                results, total = self._ranked(uid, surveyor, query, now, None, mode)
        usage = usage_of(live(digest, now), user.settings, self._quota)
        return SearchResults(_doubted_last(results, changed), total, mode, usage, warnings)

    def _ranked(
        self,
        uid: str,
        surveyor: Surveyor,
        query: SearchQuery,
        now: datetime,
        vector: Vector | None,
        mode: UsedMode,
    ) -> tuple[list[SearchResult], int]:
        """Returns the best entries by words, and by similarity to `vector` if there is one.

        Also returns how many match.
        """
        survey = surveyor.survey()
        entries = survey.entries
        covered = coverage(survey) if mode != "semantic" else Coverage.none(len(entries))
        eligible = [index for index, entry in enumerate(entries) if entry.eligible]
        ids = {entries[index].id for index in eligible}
        nearest, count = self._nearest(uid, query, ids, len(entries), vector)
        similar = {id_: cosine for id_, cosine in nearest.items() if id_ in ids}
        standings = standing(nearest, count)
        near = {id_: standings[id_] for id_ in similar}
        known = evidence(survey, covered, named_times_in(query.text, now), near)
        found = judged(entries, known, covered, similar, mode)
        if query.precision == "precise":
            found = [one for one in found if one.fits]
        best = found[:LOOKED_AT]
        replaced = superseded(_kept(surveyor, [one.entry for one in best]))
        matching = [
            one
            for one in [*newest_first(best, replaced), *found[LOOKED_AT:]]
            if query.include_superseded or one.entry.id not in replaced
        ]
        page = matching[query.offset : query.offset + query.limit]
        texts = self._entries(uid, surveyor, [one.entry for one in page])
        results = []
        for one in page:
            id_ = one.entry.id
            if id_ not in texts:
                continue
            parts = {"text": one.covered} if mode != "semantic" else {}
            if vector is not None:
                parts["semantic"] = one.similar or 0.0
            newest = replaced.get(id_)
            results.append(SearchResult(texts[id_], one.score, parts, superseded_by=newest))
        return results, len(matching)

    def _entries(
        self, uid: str, surveyor: Surveyor, wanted: Sequence[Features]
    ) -> dict[str, MemoryEntry]:
        """Returns entries by id, and reads those whose texts were too many to keep."""
        found = {id_: unpack(id_, text) for id_, text in _kept(surveyor, wanted)}
        missing = [one.id for one in wanted if one.id not in found]
        if missing:
            found |= {entry.id: entry for entry in self._store.memory.get_many(uid, missing)}
        return found

    def _choose_mode(self, query: SearchQuery) -> tuple[UsedMode, Vector | None, list[str]]:
        """Returns the mode to use, the vector of the question if it is needed, and warnings."""
        if query.mode == "text" or (query.mode == "auto" and self._embedder is None):
            return "text", None, []
        if self._embedder is None:
            return "text", None, [NOT_CONFIGURED]
        try:
            with within(min(query.patience, time_left() / 2)):
                (vector,) = vectors_of([query.text], self._embedder)
        except Unavailable:
            return "text", None, [NOT_AVAILABLE]
        return "hybrid" if query.mode == "auto" else query.mode, vector, []

    def _nearest(
        self, uid: str, query: SearchQuery, ids: Set[str], total: int, vector: Vector | None
    ) -> tuple[dict[str, float], int]:
        """Returns the cosine similarity of the nearest entries, and of how many they are that.

        Args:
            uid: whose entries they are.
            query: what is searched for.
            ids: the entries that pass the filters; others may be among the nearest.
            total: how many entries there are in all.
            vector: the embedding of the question.
        """
        if vector is None or not ids:
            return {}, 0
        if query.is_narrow and len(ids) <= COMPARED:
            stored = self._store.memory.vectors_of(uid, sorted(ids))
            compared = {id_: similarity(vector, other) for id_, other in stored.items()}
            similar = {id_: cosine for id_, cosine in compared.items() if cosine is not None}
            if stored and not similar:
                raise Unavailable(
                    "The stored embeddings are those of another model.",
                    [{"reason": "EMBEDDINGS_UNAVAILABLE"}],
                )
            return similar, len(similar)
        nearest = self._store.memory.nearest_entries(uid, vector, NEAREST, query.target)
        return nearest, max(total if query.is_narrow else len(ids), len(nearest))


def _kept(surveyor: Surveyor, wanted: Sequence[Features]) -> Iterator[tuple[str, Packed]]:
    """Yields the ids and columns of the entries whose texts were kept while reading."""
    for one in wanted:
        if text := surveyor.text_of(one.id):
            yield one.id, text


def _doubted_last(results: Sequence[SearchResult], changed: Grounds) -> list[SearchResult]:
    marked = [
        replace(item, doubt=changed.doubt(item.entry.content, item.entry.updated_at))
        for item in results
    ]
    return sorted(marked, key=lambda item: item.doubt is not None)


def pages_of(
    records: Records, uid: str, digest: MemoryDigest
) -> Iterator[Iterator[tuple[str, str]]]:
    """Yields the lines of each page with their ids, those not yet on a page first.

    Lines of the tail replace those on their pages. Each page costs one read.
    """
    for tail in digest.tail.values():
        yield iter(tail.items())
    stored = [
        str(fill.number)
        for fill in digest.pages
        if fill.entries > len(digest.tail.get(str(fill.number), {}))
    ]
    if stored:
        for page in records.pages.stream(uid, stored):
            yield iter(page.entries.items())


def _filter_of(query: SearchQuery) -> Callable[[Packed], bool]:
    """Returns whether an entry passes the filters, as a function that does little if there are few.

    It is called for each entry of the user.
    """
    if query.is_narrow:
        return partial(_passes, query)
    if query.target is None:
        return lambda _: True
    tier = query.target.value
    return lambda entry: entry.tier == tier


def _passes(query: SearchQuery, entry: Packed) -> bool:
    if query.target and entry.tier != query.target.value:
        return False
    if entry.tier in query.without:
        return False
    if query.since and entry.created < column_of(query.since):
        return False
    if query.until and entry.created >= column_of(query.until):
        return False
    if query.thread_id is not None and entry.thread != thread_column(query.thread_id):
        return False
    if query.source is None and query.tag is None and query.role is None:
        return True
    details = entry.details
    return (
        (query.source is None or details["source"] == query.source)
        and (query.tag is None or query.tag in details.get("tags", []))
        and (query.role is None or query.role == details.get("role"))
    )
