"""What follows from sameness: for what was deleted, for facts of other kinds, and for notes."""

import pytest

from shared.base.errors import FailedPrecondition
from shared.base.sameness import comparison, object_of, repeats, says_no_more
from shared.documents.memory import Tier
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.memory.rules import NewEntry
from shared.profile import forgotten
from shared.profile.edits import add_preference, delete_preference
from shared.profile.preferences import matching
from tests.support.domain import START, Domain


def preference(text, type):
    return Preference(
        id="p",
        type=type,
        description=text,
        confidence=0.9,
        base_confidence=0.9,
        created_at=START,
        last_updated=START,
    )


def deleted(kind, text):
    """The keys of a profile from which a preference was deleted."""
    item = preference(text, type=kind)
    return delete_preference(add_preference(Profile(), item), item.id).forgotten


@pytest.mark.parametrize(
    ("kind", "text", "candidate"),
    [
        ("like", "I love Python", "using Python"),
        ("like", "I love Python", "really love using Python!"),
        ("like", "I love Python", "Python"),
        ("like", "Python", "enjoys Python"),
        ("dislike", "I hate mushrooms", "mushrooms"),
        ("dislike", "mushrooms", "can't stand mushrooms"),
        ("dislike", "mushrooms", "does not like mushrooms"),
        ("preference", "tabs over spaces", "prefers tabs to spaces"),
        ("trait", "vegetarian", "is a vegetarian"),
        ("goal", "learn Spanish", "learning Spanish"),
    ],
)
def test_what_was_deleted_stays_away_in_paraphrase(kind, text, candidate):
    keys = deleted(kind, text)
    assert forgotten.is_forgotten(keys, "preference", kind, candidate)
    assert forgotten.allow_again(keys, "preference", kind, candidate) == []


@pytest.mark.parametrize(
    ("kind", "text", "other", "candidate"),
    [
        ("like", "Python", "dislike", "Python"),
        ("like", "Python", "expertise", "Python"),
        ("like", "Python", "like", "Python 2 to 3 migration"),
        ("like", "Python", "like", "JavaScript"),
        ("preference", "Python", "preference", "avoid Python"),
        ("preference", "loves Python", "preference", "no longer loves Python"),
        ("preference", "tabs over spaces", "preference", "spaces over tabs"),
        ("preference", "code with comments", "preference", "code without comments"),
        ("trait", "vegetarian", "trait", "no longer vegetarian"),
        ("goal", "learn Spanish", "goal", "quit Spanish"),
        ("tool", "Vim", "tool", "stopped using Vim"),
    ],
)
def test_what_was_deleted_keeps_nothing_else_away(kind, text, other, candidate):
    assert not forgotten.is_forgotten(deleted(kind, text), "preference", other, candidate)


def test_a_preference_is_known_in_other_words_of_its_type():
    known = [preference("Python", type="like"), preference("mushrooms", type="dislike")]
    assert matching(known, PreferenceType.LIKE, "loves using Python") is known[0]
    assert matching(known, PreferenceType.DISLIKE, "hates mushrooms") is known[1]
    assert matching(known, PreferenceType.LIKE, "hates Python") is None
    assert matching(known, PreferenceType.EXPERTISE, "Python") is None


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Neovim", ["Neovim"]),
        ("uses Neovim", ["Neovim"]),
        ("nurse", ["works as a nurse"]),
        ("nurse", ["pediatric nurse"]),
        ("Docker", ["React", "neovim and Docker"]),
        ("nurse", ["nurse in Ulm"]),
        ("Siemens", ["Siemens, Munich"]),
    ],
)
def test_what_says_no_more(text, known):
    assert says_no_more(text, known)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Neovim", []),
        ("Neovim for Go", ["Neovim"]),
        ("coffee", ["coffee shops"]),
        ("coffee", ["allergic to coffee"]),
        ("coffee", ["no coffee"]),
        ("hates coffee", ["coffee"]),
        ("spaces", ["tabs over spaces"]),
        ("tests", ["tests need Docker"]),
        ("Java", ["JavaScript"]),
        ("nurse", ["no longer a nurse"]),
    ],
)
def test_what_says_something_of_its_own(text, known):
    assert not says_no_more(text, known)


@pytest.mark.parametrize(
    ("text", "chosen", "rejected", "condition"),
    [
        ("I prefer tabs over spaces now", "tabs", "spaces", ""),
        ("FastAPI over Django for small services", "FastAPI", "Django", "for small services"),
        ("prefers an aisle seat to a window seat", "aisle seat", "window seat", ""),
        ("likes dogs less than cats", "cats", "dogs", ""),
        ("lieber Tee als Kaffee", "Tee", "Kaffee", ""),
        ("préfère le thé au café", "thé", "café", ""),
        ("prefiero el tren al avión", "tren", "avión", ""),
        ("piuttosto il treno che l'auto", "treno", "l'auto", ""),
    ],
)
def test_what_is_chosen_and_rejected(text, chosen, rejected, condition):
    found = comparison(text)
    assert (found.chosen, found.rejected, found.condition) == (chosen, rejected, condition)


@pytest.mark.parametrize(
    "text",
    [
        "flew over Berlin",
        "hiking over the weekend",
        "over 50 people came",
        "more than 5 dogs",
        "prefers flights to Rome",
        "prefers walking to work",
        "prefers to walk",
        "no longer prefers tabs over spaces",
        "hates cats more than dogs",
        "talks to customers",
        "I'm over the moon because I can expand the store",
        "more excited than ever",
        "I prefer not to attend crowded conventions",
        "I have a strong preference for electric cars due to environmental concerns",
        "No, not really.",
        "relief and some anxiety - over finishing this project",
        "moved over to Berlin",
        "We cut over to PostgreSQL on the weekend",
        "",
    ],
)
def test_what_compares_nothing(text):
    assert comparison(text) is None


def test_the_object_of_a_text():
    assert object_of("I really love using Python") == "python"
    assert object_of("no longer uses Vim at work") == "vim work"
    assert object_of("love") == "love"
    assert repeats("", "")
    assert not repeats("", "tea")


def note(content):
    return NewEntry(content, target=Tier.ARCHIVE)


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("I love Python", "I really love Python", "I really love Python"),
        ("I really love Python", "I love Python", "I really love Python"),
        ("Likes vegetarian food", "Likes vegeterian food", "Likes vegeterian food"),
        ("The tests need Docker.", "the  tests need docker!", "The tests need Docker."),
        ("Vim and tmux", "tmux and now Vim", "tmux and now Vim"),
    ],
)
def test_merging_notes_loses_no_word_of_the_newer(first, second, kept):
    domain = Domain()
    one = domain.memory.save("ann", note(first))
    other = domain.memory.save("ann", note(second))
    again = domain.memory.save("ann", note(second))
    assert (one.entry.id, True, True) == (other.entry.id, other.deduplicated, again.deduplicated)
    assert other.entry.content == again.entry.content == kept
    assert again.usage.archive.entries == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Martin is allergic to nuts", "Martina is allergic to nuts"),
        ("Windows is supported", "Windows is unsupported"),
        ("The lease runs 5 years", "The lease runs 6 years"),
        ("Paid 1.450 euros", "Paid 1.540 euros"),
        ("Anna reports to Berta", "Berta reports to Anna"),
        ("Met Ann in Lisbon", "Met Ann in Lisboa"),
        ("The organ is old", "The organization is old"),
        ("Tabs over spaces", "Spaces over tabs"),
    ],
)
def test_notes_that_differ_in_what_matters_are_both_kept(first, second):
    domain = Domain()
    for target in (Tier.MEMORY, Tier.ARCHIVE):
        assert not domain.memory.save("ann", NewEntry(first, target=target)).deduplicated
        assert not domain.memory.save("ann", NewEntry(second, target=target)).deduplicated


def test_more_words_than_the_budget_has_room_for_change_nothing():
    domain = Domain()
    domain.memory.save("ann", NewEntry("x" * 2000))
    full = "likes tea " + "y" * (2200 - 2000 - len("likes tea "))
    first = domain.memory.save("ann", NewEntry(full))
    with pytest.raises(FailedPrecondition):
        domain.memory.save("ann", NewEntry(f"really {full}"))
    assert domain.memory.get("ann", first.entry.id).content == full
    assert domain.memory.save("ann", NewEntry(full)).deduplicated
