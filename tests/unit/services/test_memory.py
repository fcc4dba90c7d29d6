"""Saving, searching and expiring notes, on an in-memory store."""

from datetime import timedelta

import pytest

from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    RekindleError,
)
from shared.documents.memory import Tier
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from tests.support.domain import Domain


class Letters:
    """An embedding of a text: how often each vowel is in it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts):
        self.asked += texts
        return [[1.0 + text.lower().count(vowel) for vowel in "aeiou"] for text in texts]


def archived(content: str, **more) -> NewEntry:
    return NewEntry(content, target=Tier.ARCHIVE, **more)


def test_the_same_note_again_refreshes_the_first(domain):
    first = domain.memory.save("ada", archived("The tests need Docker.", tags=["a"]))
    domain.clock.advance(hours=1)
    again = domain.memory.save("ada", archived("the  tests need docker", tags=["b"]))
    assert (first.deduplicated, again.deduplicated) == (False, True)
    assert again.entry.id == first.entry.id
    assert again.entry.tags == ["a", "b"]
    assert again.entry.updated_at == domain.clock.now
    assert again.usage.archive.entries == 1


def test_duplicates_within_one_request_are_one_note(domain):
    wanted = [archived("The tests need Docker."), archived("The tests need docker!")]
    outcomes, usage = domain.memory.save_many("ada", wanted)
    assert [outcome.deduplicated for outcome in outcomes] == [False, True]
    assert usage.archive.entries == 1


def test_a_note_with_an_id_of_its_own_is_saved_beside_hidden_duplicates(domain):
    for n in range(22):
        domain.memory.save("ada", archived(f"Newer fact number {n}"))
    long_ago = domain.clock.now - timedelta(days=400)
    notes = ["Cooks vegetarian food", "Cooks vegeterian food", "Cooks vegetariann food"]
    wanted = [archived(note, id=f"own-{n}", created_at=long_ago) for n, note in enumerate(notes)]
    outcomes, _ = domain.memory.save_many("ada", wanted)
    assert [outcome.entry.id for outcome in outcomes] == ["own-0", "own-1", "own-2"]


def test_hidden_duplicates_of_one_request_are_found_again(domain):
    for n in range(22):
        domain.memory.save("ada", archived(f"Newer fact number {n}"))
    long_ago = domain.clock.now - timedelta(days=400)
    notes = [
        archived(note, created_at=long_ago)
        for note in ("Cooks vegetarian food", "Cooks vegeterian food", "Cooks vegetariian food")
    ]
    domain.memory.save_many("ada", notes)
    again, usage = domain.memory.save_many("ada", notes)
    assert [outcome.deduplicated for outcome in again] == [True, True, True]
    assert usage.archive.entries == 25


def test_a_note_is_judged_by_what_earlier_notes_of_its_request_left(domain):
    domain.memory.save("ada", archived("Prefers the window seat"))
    domain.clock.advance(minutes=1)
    wanted = [archived(f"Fact number {n}") for n in range(26)]
    wanted.append(archived("Prefers a window seat", id="own"))
    outcomes, _ = domain.memory.save_many("ada", wanted)
    assert not [outcome for outcome in outcomes if isinstance(outcome, RekindleError)]


def test_a_full_tier_refuses_and_shows_what_it_holds(domain):
    domain.memory.save("ada", NewEntry("x" * 2000))
    with pytest.raises(FailedPrecondition) as raised:
        domain.memory.save("ada", NewEntry("y" * 300))
    (detail,) = raised.value.details
    assert detail["reason"] == "BUDGET_EXCEEDED"
    assert detail["usage"] == {"chars": 2000, "limit": 2200, "percent": 91}
    assert domain.memory.usage("ada").memory.entries == 1


def test_what_is_refused_keeps_no_other_back(domain):
    wanted = [archived("one"), archived(" "), archived("key sk-" + "a1B2" * 8), archived("two")]
    outcomes, usage = domain.memory.save_many("ada", wanted)
    refused = [isinstance(outcome, RekindleError) for outcome in outcomes]
    assert refused == [False, True, True, False]
    assert usage.archive.entries == 2


def test_an_id_belongs_to_what_it_was_given_to(domain):
    domain.memory.save("ada", archived("The tests need Docker.", id="n1"))
    with pytest.raises(AlreadyExists):
        domain.memory.save("ada", archived("Something else entirely", id="n1"))


def test_a_note_moves_between_tiers(domain):
    saved = domain.memory.save("ada", NewEntry("Prefers short answers"))
    moved = domain.memory.change("ada", saved.entry.id, {"tier": Tier.USER})
    assert moved.usage.memory.entries == 0
    assert moved.usage.user.entries == 1


def test_what_has_expired_is_not_shown_and_is_removed_by_maintenance(domain):
    expires = domain.clock.now + timedelta(hours=1)
    saved = domain.memory.save("ada", archived("Party on Friday", expires_at=expires))
    domain.clock.advance(hours=2)
    with pytest.raises(NotFound):
        domain.memory.get("ada", saved.entry.id)
    assert domain.search.search("ada", SearchQuery("party")).results == []
    assert domain.maintenance.sweep().enqueued["memory"] == 1
    domain.work()
    assert domain.store.memory.get("ada", saved.entry.id) is None
    assert domain.maintenance.sweep().enqueued["memory"] == 0


def test_search_finds_by_stems_and_filters(domain):
    domain.memory.save("ada", archived("Ann booked two flights", tags=["travel"]))
    domain.memory.save("ada", archived("Bob flies kites"))
    found = domain.search.search("ada", SearchQuery("flight"))
    assert [result.entry.content for result in found.results] == ["Ann booked two flights"]
    assert domain.search.search("ada", SearchQuery("flight", tag="work")).results == []


def test_search_without_a_model_says_that_it_goes_by_words(domain):
    domain.memory.save("ada", archived("Ann booked two flights"))
    found = domain.search.search("ada", SearchQuery("flight", mode="semantic"))
    assert found.mode == "text"
    assert found.warnings


def test_semantic_search_finds_what_shares_no_word():
    domain = Domain(embedder=Letters())
    domain.memory.save("ada", archived("eee eee"))
    domain.memory.save("ada", archived("ooo ooo"))
    found = domain.search.search("ada", SearchQuery("beer", mode="semantic", limit=1))
    assert [result.entry.content for result in found.results] == ["eee eee"]


def test_the_pages_and_the_digest_agree_with_the_notes_after_many_changes(domain):
    ids = [
        domain.memory.save("ada", archived(f"Note number {n} about thing {n * 7}")).entry.id
        for n in range(60)
    ]
    for id_ in ids[::3]:
        domain.memory.delete("ada", id_)
    for id_ in ids[1::3]:
        domain.memory.change("ada", id_, {"content": f"Changed {id_}"})
    assert not domain.repair.check("ada")


def test_an_empty_note_and_an_impossible_time_are_refused(domain):
    for new in (NewEntry("  "), archived("x", expires_at=domain.clock.now)):
        with pytest.raises(InvalidArgument):
            domain.memory.save("ada", new)
    assert domain.store.documents.fields == {}
