"""Search reads pages as a stream. Its results are those of ranking the whole list at once."""

import tracemalloc
from collections.abc import Iterator
from datetime import timedelta
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.base.deadline import within
from shared.base.errors import Unavailable
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, MemoryPage, PageFill, Tier
from shared.memory.packing import column_of, line_size, pack
from shared.memory.quota import LARGEST_BYTES, LARGEST_NOTES
from shared.memory.search.features import Surveyor
from shared.memory.search.named_times import named_times_in
from shared.memory.search.room import SEARCHES_AT_MOST, Room, needed_for
from shared.memory.search.search_service import MemorySearch, SearchQuery
from shared.ports import Vector
from tests.support.domain import MovableClock
from tests.support.in_memory_store import InMemoryStore
from tests.support.strategies import START
from tests.support.whole_list import columns, ranked

NOW = START + timedelta(days=500)
WORDS = (
    "hiking hike mountains mountian mountaineer trip tripod family thanks Ann: Bob: python "
    "pythonic pithon in march 2026 yesterday 四川火锅 火锅 東京に住む C++ München the of a was?"
).split()
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
questions = st.lists(
    st.sampled_from([*WORDS, "mountan", "pythn", "famly", "火", "trips?"]), min_size=1, max_size=5
).map(" ".join)


@st.composite
def archives(draw):
    """Notes with their lines, spread over pages and the tail."""
    notes = [
        MemoryEntry(
            id=f"e{place}",
            tier=draw(st.sampled_from(Tier)),
            content=draw(phrases),
            source=draw(st.sampled_from(["explicit", "conversation"])),
            thread_id=draw(st.sampled_from([None, None, "t", "u v"])),
            tags=draw(st.sampled_from([[], ["a"]])),
            created_at=START + timedelta(days=draw(st.integers(0, 450))),
            updated_at=START,
            expires_at=draw(st.sampled_from([None, None, NOW, NOW + timedelta(days=1)])),
            position=place,
        )
        for place in range(draw(st.integers(0, 14)))
    ]
    pages: dict[int, dict[str, str]] = {}
    tail: dict[str, dict[str, str]] = {}
    for note in notes:
        page = draw(st.integers(0, 3))
        if draw(st.integers(0, 4)) == 0:
            tail.setdefault(str(page), {})[note.id] = pack(note)
            if draw(st.booleans()):
                # What the page holds is older than the tail, and no longer counts.
                old = note.model_copy(update={"content": "hiking mountains python"})
                pages.setdefault(page, {})[note.id] = pack(old)
        else:
            pages.setdefault(page, {})[note.id] = pack(note)
    return notes, pages, tail


queries = st.builds(
    SearchQuery,
    text=questions,
    limit=st.sampled_from([1, 3, 100]),
    target=st.sampled_from([None, None, Tier.ARCHIVE]),
    source=st.sampled_from([None, None, "explicit"]),
    tag=st.sampled_from([None, None, "a"]),
    thread_id=st.sampled_from([None, None, None, "t"]),
    since=st.sampled_from([None, None, START + timedelta(days=200)]),
    until=st.sampled_from([None, None, START + timedelta(days=300)]),
)


def stored(pages, tail) -> InMemoryStore:
    store = InMemoryStore()

    def write(records):
        for number, lines in pages.items():
            records.pages.set_lines("ada", str(number), lines)
        fills = [
            PageFill(
                number=number,
                entries=len(pages.get(number, {})) + len(tail.get(str(number), {})),
                size=sum(line_size(*pair) for pair in pages.get(number, {}).items()),
            )
            for number in pages.keys() | {int(page) for page in tail}
        ]
        records.digests.overwrite("ada", DIGEST_ID, MemoryDigest(pages=fills, tail=tail))

    store.transact(write)
    for note_id in {id_ for lines in [*pages.values(), *tail.values()] for id_ in lines}:
        store.documents.vectors["ada", "memory", note_id] = [1.0, float(note_id[1:])]
    return store


class Numbers:
    """An embedder that tells texts apart by their lengths."""

    def embed(self, texts) -> list[Vector]:
        return [[1.0, float(len(text))] for text in texts]


def meets(note: MemoryEntry, query: SearchQuery) -> bool:
    return (
        query.target in (None, note.tier)
        and query.source in (None, note.source)
        and (query.tag is None or query.tag in note.tags)
        and query.thread_id in (None, note.thread_id)
        and (query.since is None or note.created_at >= query.since)
        and (query.until is None or note.created_at < query.until)
    )


@settings(deadline=None)
@given(archives(), queries)
def test_the_results_are_those_of_ranking_the_whole_list(archive, query):
    notes, pages, tail = archive
    store = stored(pages, tail)
    live = {note.id: note for note in notes if note.expires_at is None or note.expires_at > NOW}
    whole = columns((note.id, pack(note)) for note in live.values())
    wanted = {note.id for note in live.values() if meets(note, query)}
    names = {packed: id_ for id_, packed in whole}
    times = named_times_in(query.text, NOW)
    expected = ranked(whole, query.text, times, lambda packed: names[packed] in wanted, {})

    results = MemorySearch(store, MovableClock(NOW)).search("ada", query).results
    assert [(found.entry.id, found.score) for found in results] == expected[: query.limit]
    assert all(found.entry == live[found.entry.id] for found in results)


@settings(deadline=None)
@given(archives(), st.builds(SearchQuery, text=questions, limit=st.just(100)))
def test_so_they_are_with_embeddings(archive, query):
    notes, pages, tail = archive
    live = {note.id: note for note in notes if note.expires_at is None or note.expires_at > NOW}
    store = stored(pages, tail)
    for key in [key for key in store.documents.vectors if key[2] not in live]:
        del store.documents.vectors[key]
    for note in notes:
        store.transact(lambda records, note=note: records.memory.overwrite("ada", note.id, note))
    whole = columns((note.id, pack(note)) for note in live.values())
    (vector,) = Numbers().embed([query.text])
    near = store.memory.nearest_entries("ada", vector, 100)
    similar = {id_: similarity for id_, similarity in near.items() if id_ in live}
    times = named_times_in(query.text, NOW)
    expected = ranked(whole, query.text, times, lambda _: True, similar)

    results = MemorySearch(store, MovableClock(NOW), Numbers()).search("ada", query).results
    assert [(found.entry.id, found.score) for found in results] == expected
    assert all(found.entry == live[found.entry.id] for found in results)


@settings(deadline=None)
@given(archives(), questions, st.integers(0, 400))
def test_texts_are_kept_up_to_a_limit_and_then_none(archive, question, limit):
    _, pages, _ = archive
    surveyor = Surveyor(question, lambda _: True, column_of(NOW), keep_all=True, kept_at_most=limit)
    for lines in pages.values():
        surveyor.add(lines.items())
    entries = surveyor.survey().entries
    kept = [text for entry in entries if (text := surveyor.text_of(entry.id)) is not None]
    assert len(kept) in (0, len(entries))
    assert sum(len("\t".join(text).encode()) for text in kept) <= limit


class LongPages(InMemoryStore):
    """A store of many long notes, whose lines are made when their page is read."""

    def __init__(self, count: int, chars: int) -> None:
        super().__init__()
        wanted, other = (
            MemoryEntry(
                id="e",
                tier=Tier.ARCHIVE,
                content=word + " xyz" * (chars // 4 - len(word)),
                created_at=START,
                updated_at=START,
            )
            for word in ("wanted", "other")
        )
        self._wanted, self._other = pack(wanted), pack(other)
        size = 100 * line_size("e", self._other)
        fills = [PageFill(number=n, entries=100, size=size) for n in range(count // 100)]
        digest = MemoryDigest(pages=fills)
        self.transact(lambda records: records.digests.overwrite("ada", DIGEST_ID, digest))
        self.pages.stream = self._stream

    def _stream(self, _uid: str, ids: list[str]) -> Iterator[MemoryPage]:
        for page in ids:
            # A copy of the line each, as each would have been received.
            lines = {f"e{page}-{n}": self._other[:9] + self._other[9:] for n in range(100)}
            yield MemoryPage(id=page, entries={**lines, "e7": self._wanted})


def peak_of_search(count: int, chars: int) -> int:
    store = LongPages(count, chars)
    search = MemorySearch(store, MovableClock(NOW))
    search.search("ada", SearchQuery("wanted"))
    tracemalloc.start()
    try:
        assert search.search("ada", SearchQuery("wanted")).results[0].entry.id == "e7"
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_what_a_note_adds_to_a_search_is_small_and_does_not_depend_on_its_length():
    def added(chars: int) -> float:
        return (peak_of_search(2000, chars) - peak_of_search(500, chars)) / 1500

    short, long = added(500), added(2000)
    assert long < 1.2 * short
    assert long < 2000 / 3


def test_searches_share_the_room_and_say_when_there_is_none():
    room = Room(100)
    with room.taken(60), room.taken(40):
        with pytest.raises(Unavailable) as raised, room.taken(1, patience=0):
            pass
        assert raised.value.details == [{"reason": "SEARCH_BUSY"}]
        assert raised.value.retry_after
    with room.taken(1000), pytest.raises(Unavailable), room.taken(1, patience=0):
        pass
    with room.taken(100, patience=0):
        pass


def test_a_search_leaves_in_time_to_say_why():
    room = Room(100)
    with room.taken(100), within(0.2), pytest.raises(Unavailable) as raised, room.taken(1):
        pass
    assert raised.value.details == [{"reason": "SEARCH_BUSY"}]
    with room.taken(100), within(0.2) as deadline:
        with pytest.raises(Unavailable), room.taken(1):
            pass
        assert deadline.left() > 0


def test_small_searches_do_not_overtake_a_large_one():
    room, order = Room(100), []

    def search(name, needed):
        with room.taken(needed, patience=60):
            order.append(name)

    threads = [Thread(target=search, args=("large", 100))]
    threads += [Thread(target=search, args=("small", 10)) for _ in range(3)]
    with room.taken(50):
        for count, thread in enumerate(threads, 1):
            thread.start()
            while room.waiting < count and not order:
                thread.join(0.01)
        assert order == []
    for thread in threads:
        thread.join()
    assert order[0] == "large"


def test_one_who_gives_up_lets_the_next_in():
    room = Room(100)
    with room.taken(50):
        with pytest.raises(Unavailable), room.taken(100, patience=0.01):
            pass
        with room.taken(50, patience=0):
            pass


def test_no_quota_allows_a_search_that_needs_more_than_there_is():
    fills = [
        PageFill(number=n, entries=LARGEST_NOTES // 1000, size=LARGEST_BYTES // 1000)
        for n in range(1000)
    ]
    assert needed_for(MemoryDigest(pages=fills)) <= SEARCHES_AT_MOST
