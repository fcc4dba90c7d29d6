"""For every history: the last words win, what is over is out, what is taken back is gone."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import settings as run
from hypothesis import strategies as st

from shared.documents.profile import Profile
from shared.learning.analyzer import PromptText
from shared.profile import edits
from tests.support.strategies import examples
from tests.support.truth.histories import (
    HOUR,
    ITEMS,
    SLOTS,
    Said,
    candidate,
    delivered,
    deliveries,
    histories,
    merged,
    message,
    value_of,
    words_of,
)
from tests.support.truth.play import included, known, past_lines
from tests.support.truth.table import START

NOW = START + 200 * HOUR
slots = pytest.mark.parametrize("family", SLOTS, ids=lambda family: family.name)
items = pytest.mark.parametrize("family", ITEMS, ids=lambda family: family.name)


def shown(family, profile):
    """The values of a family that are included."""
    lines = included(profile, NOW)
    return {
        value
        for value in family.values
        if any(re.search(family.shown.format(value), line, re.IGNORECASE) for line in lines)
    }


def values(profile):
    """What a profile says, without how sure and how often."""
    about = profile.about.to_json()
    preferences = {(item.type, item.description, item.active) for item in profile.preferences}
    others = {item.description for item in [*profile.patterns, *profile.workflows]}
    proposals = {item.id for item in profile.proposals}
    skills = profile.skill_level.model_dump(mode="json")
    return about, preferences, others, skills, set(past_lines(profile)), proposals


@slots
@run(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_the_last_words_on_a_slot_win_however_they_are_delivered(family, data):
    history = data.draw(histories(family))
    profile = delivered(family, history, data.draw(deliveries(len(history))))
    expected = value_of(history)
    assert shown(family, profile) == ({expected} if expected else set())


@slots
@run(max_examples=15, deadline=None)
@given(data=st.data())
def test_later_in_a_message_is_later(family, data):
    order = data.draw(st.permutations(family.values))
    said = [Said(place, "assert", value) for place, value in enumerate(order)]
    text = " ".join(words_of(family, one) for one in said)
    reads = [candidate(family, one, words_of(family, one), "p0") for one in said]
    listed = data.draw(st.permutations(reads))
    profile = merged(Profile(), listed, [PromptText("p0", text, START)], 0).profile
    assert shown(family, profile) == {order[-1]}


@items
@run(max_examples=30, deadline=None)
@given(data=st.data())
def test_what_has_ended_is_never_included(family, data):
    history = data.draw(histories(family, 4))
    history = [*history, Said(len(history), "end", family.values[0])]
    profile = delivered(family, history, data.draw(deliveries(len(history))))
    assert shown(family, profile) == set()


@items
@run(max_examples=30, deadline=None)
@given(data=st.data())
def test_what_is_taken_back_leaves_no_trace(family, data):
    history = data.draw(histories(family, 4))
    history = [*history, Said(len(history), "retract", family.values[0])]
    profile = delivered(family, history, data.draw(deliveries(len(history))))
    assert shown(family, profile) == set()
    assert family.values[0].casefold() not in json.dumps(known(profile)).casefold()


@items
@run(max_examples=20, deadline=None)
@given(data=st.data())
def test_what_is_taken_back_leaves_the_others(family, data):
    """Beside one item of each other kind, in one profile."""
    others = [other for other in ITEMS if other.name not in (family.name, "contact")]
    profile = Profile()
    for number, other in enumerate(others * 2):
        said = Said(number, "assert", other.values[0])
        profile = merged(profile, [candidate(other, said)], [message(other, said)], number).profile
    place = 2 * len(others)
    before = values(profile)
    for does in ("assert", data.draw(st.sampled_from(["assert", "end"])), "retract"):
        said = Said(place, does, family.values[0])
        profile = merged(profile, [candidate(family, said)], [message(family, said)], place).profile
        place += 1
    assert values(profile) == before
    for other in others:
        assert shown(other, profile) == {other.values[0]}


@pytest.mark.parametrize("family", [*SLOTS, *ITEMS], ids=lambda family: family.name)
@run(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_batch_that_is_merged_twice_says_the_same(family, data):
    history = data.draw(histories(family, 4))
    if history[-1].does == "assert" and data.draw(st.booleans()):
        history.append(Said(len(history), "retract", history[-1].value))
    first = data.draw(st.integers(0, len(history)))
    profile = delivered(family, history[:first], [[place] for place in range(first)])
    rest = history[first:]
    reads = [candidate(family, one) for one in rest]
    prompts = [message(family, one) for one in rest]
    once = merged(profile, reads, prompts, 9).profile
    assert values(merged(once, reads, prompts, 9).profile) == values(once)


def _said(*steps):
    return [Said(place, *step) for place, step in enumerate(steps)]


FOUND = {
    "a tool that was superseded before it was replaced": (
        "editor as a tool",
        _said(
            ("assert", "Lapce"),
            ("assert", "Helix"),
            ("replace", "Kakoune", "Lapce"),
            ("assert", "Kakoune"),
            ("retract", "Kakoune"),
        ),
    ),
    "a trait that a fact says as well": (
        "home as a fact or a trait",
        _said(
            ("assert", "Leeds", "", True),
            ("assert", "Tartu", "", True),
            ("assert", "Leeds"),
            ("assert", "Tartu"),
            ("retract", "Tartu"),
        ),
    ),
    "a fact, and a newer trait": (
        "home as a fact or a trait",
        _said(
            ("assert", "Leeds", "", True),
            ("assert", "Omaha", "", True),
            ("assert", "Leeds", "", True),
            ("assert", "Tartu"),
            ("assert", "Leeds"),
            ("retract", "Leeds"),
        ),
    ),
    "two tools that one fact had superseded": (
        "editor as a fact or a tool",
        _said(
            ("assert", "Lapce", "", True),
            ("assert", "Kakoune", "", True),
            ("assert", "Helix", "", True),
            ("assert", "Kakoune"),
            ("retract", "Kakoune"),
        ),
    ),
    "a tool that a fact says, said again": (
        "editor as a fact or a tool",
        _said(
            ("assert", "Lapce", "", True),
            ("assert", "Kakoune", "", True),
            ("assert", "Lapce"),
            ("assert", "Lapce", "", True),
        ),
    ),
    "a comparison turned around and back": (
        "comparison",
        _said(
            ("assert", "tabs over spaces"),
            ("replace", "spaces over tabs", "tabs over spaces"),
            ("assert", "tabs over spaces"),
            ("replace", "spaces over tabs", "tabs over spaces"),
            ("assert", "spaces over tabs"),
            ("retract", "spaces over tabs"),
        ),
    ),
}
"""Histories of which something was once stored twice, or came back."""


@pytest.mark.parametrize("name", FOUND)
def test_one_value_is_left_and_merging_again_changes_nothing(name):
    slot, history = FOUND[name]
    family = next(family for family in SLOTS if family.name == slot)
    reads = [candidate(family, one) for one in history]
    prompts = [message(family, one) for one in history]
    once = merged(Profile(), reads, prompts, 9).profile
    active = [item for item in once.preferences if item.active]
    assert len(active) + len(once.about_meta) == 1
    assert values(merged(once, reads, prompts, 9).profile) == values(once)


@run(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_what_is_declared_stays_declared(data):
    family = SLOTS[0]
    declared = edits.patch_about(Profile(), {"custom": {"location": "Porto"}}, START)
    history = data.draw(histories(family, 4))
    profile = declared
    for one in history:
        profile = merged(
            profile, [candidate(family, one)], [message(family, one)], one.place
        ).profile
        assert profile.about.custom["location"] == "Porto"
    assert next(meta for meta in profile.about_meta).source == "declared"


FAMILIES = {family.name: family for family in (*SLOTS, *ITEMS)}


def test_of_several_that_gave_way_only_the_last_comes_back():
    family = FAMILIES["editor as a tool"]
    history = [
        Said(0, "assert", "Lapce"),
        Said(1, "assert", "Helix"),
        Said(2, "replace", "Kakoune", "Helix"),
        Said(3, "assert", "Helix"),
        Said(4, "retract", "Helix"),
    ]
    reads = [candidate(family, one) for one in history]
    prompts = [message(family, one) for one in history]
    once = merged(Profile(), reads, prompts, 9).profile
    assert shown(family, once) == {"Kakoune"}
    assert values(merged(once, reads, prompts, 9).profile) == values(once)


@pytest.mark.parametrize(
    ("name", "said", "order"),
    [
        ("editor as a fact or a tool", "Helix Helix Lapce Helix*", [3, 1, 2, 0]),
        ("home as a fact or a trait", "Leeds Tartu Leeds* Leeds* Leeds*", [2, 4, 3, 0, 1]),
        ("home as a fact or a trait", "Leeds* Leeds Leeds Tartu Leeds*", [0, 4, 2, 3, 1]),
        ("home as a fact or a trait", "Leeds Leeds Tartu Leeds Tartu*", [0, 4, 2, 3, 1]),
    ],
)
def test_the_last_words_win_where_facts_and_preferences_share_a_slot(name, said, order):
    """The star marks what was told as a preference, not as a fact."""
    family = FAMILIES[name]
    history = [
        Said(place, "assert", word.rstrip("*"), otherwise=word.endswith("*"))
        for place, word in enumerate(said.split())
    ]
    profile = delivered(family, history, [[place] for place in order])
    assert shown(family, profile) == {history[-1].value}
