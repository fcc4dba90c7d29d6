"""Words of long ago beside words of today: what was said last holds, whatever arrives last."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from shared.learning.importing import OldMessage, Piece
from tests.support.domain import START

LONG_AGO = datetime(2023, 5, 1, 9, tzinfo=UTC)


def remember(domain, text, at=LONG_AGO, id_="m"):
    message = OldMessage(id=f"{id_} {at}", thread="t", role="user", at=at, content=text)
    domain.importer.take("ada", Piece("old", "chatgpt", [message]))
    domain.work()


def history(domain):
    facts = domain.profiles.get("ada").past.facts
    return [(fact.value, fact.valid_from, fact.valid_to) for fact in facts]


def test_an_old_place_is_history_when_it_arrives_first(domain):
    remember(domain, "I live in Berlin.")
    domain.learn("ada", "I live in Lisbon.")
    assert domain.profiles.get("ada").about.custom["location"] == "Lisbon"
    assert history(domain) == [("Berlin", LONG_AGO, START)]


def test_an_old_place_is_history_when_it_arrives_last(domain):
    domain.learn("ada", "I live in Lisbon.")
    remember(domain, "I live in Berlin.")
    assert domain.profiles.get("ada").about.custom["location"] == "Lisbon"
    assert history(domain) == [("Berlin", LONG_AGO, START)]
    assert domain.profiles.get("ada").about_meta[0].stated_at == START


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_four_places_make_one_history_in_any_order(domain, order):
    places_of_four_years(domain, ["Rome", "Oslo", "Porto", "Lisbon"], order)


@pytest.mark.parametrize("order", [(3, 2, 1, 0), (3, 2, 0, 1), (3, 0, 2, 1), (0, 1, 2, 3)])
def test_a_return_to_a_place_is_a_second_stay(domain, order):
    places_of_four_years(domain, ["Rome", "Oslo", "Rome", "Lisbon"], order)


def places_of_four_years(domain, places, order):
    times = [LONG_AGO + timedelta(days=100 * n) for n in range(4)]
    for n in order:
        remember(domain, f"I live in {places[n]}.", times[n])
    assert domain.profiles.get("ada").about.custom["location"] == "Lisbon"
    found = sorted(history(domain), key=lambda each: each[1])
    assert found == [(places[n], times[n], times[n + 1]) for n in range(3)]


def test_what_was_repeated_long_ago_is_one_stay_from_the_first_time_on(domain):
    domain.learn("ada", "I live in Lisbon.")
    for days in (30, 10, 20, 0):
        remember(domain, "I live in Berlin.", LONG_AGO + timedelta(days=days))
    assert history(domain) == [("Berlin", LONG_AGO, START)]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("I live in Lisbon.", "I no longer live in Lisbon."),
        ("I live in Lisbon.", "Forget that I live in Lisbon."),
        ("I love coffee.", "I stopped drinking coffee."),
        ("I use vim.", "I no longer use vim."),
    ],
)
def test_old_words_that_ended_something_do_not_end_it_now(domain, new, old):
    domain.learn("ada", new)
    before = domain.profiles.get("ada")
    remember(domain, old)
    after = domain.profiles.get("ada")
    assert after.about == before.about
    kept = [item.description for item in after.preferences if item.active]
    assert kept == [item.description for item in before.preferences if item.active]


def test_what_was_said_long_ago_was_last_seen_then(domain):
    remember(domain, "I love oolong tea.", START - timedelta(days=45))
    (item,) = domain.profiles.get("ada").preferences
    assert item.last_updated == START - timedelta(days=45)
    shown = domain.profiles.get("ada")
    assert shown.preferences[0].confidence < item.base_confidence


def test_a_habit_of_years_ago_has_faded_and_a_birthplace_has_not(domain):
    remember(domain, "I love oolong tea. I was born in Ghent.")
    profile = domain.profiles.get("ada")
    assert not [item for item in profile.preferences if item.confidence]
    assert "Ghent" in str(profile.about.to_json())


def test_old_words_reinforce_what_is_known_but_do_not_make_it_fresh(domain):
    domain.learn("ada", "I love oolong tea.")
    domain.clock.advance(days=40)
    remember(domain, "I love oolong tea.", START - timedelta(days=100))
    (item,) = domain.store.users.get("ada").profile.preferences
    assert item.last_updated == START


def test_what_was_deleted_does_not_come_back(domain):
    domain.learn("ada", "I love oolong tea.", "I live in Berlin.")
    (item,) = domain.profiles.get("ada").preferences
    domain.profiles.delete_preference("ada", item.id, None)
    domain.profiles.patch_about("ada", {"custom": {"location": None}}, None)
    domain.learn("ada", "I live in Lisbon.")
    remember(domain, "I love oolong tea.", id_="tea")
    remember(domain, "I live in Berlin.", id_="berlin")
    profile = domain.profiles.get("ada")
    assert not [each for each in profile.preferences if "oolong" in each.description]
    assert profile.about.custom["location"] == "Lisbon"
    assert "Berlin" not in [value for value, _, _ in history(domain)]
