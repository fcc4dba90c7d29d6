"""Removing words from JSON, and from the deltas between versions."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.account.scrubbing import Scrubber
from shared.base.deltas import applied, as_text, difference, equal

WORDS = ["green tea", "tea", "I love tea.", "C++", "Straße"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I drink Green\n tea, and teas.", "I drink …, and teas."),
        ("She said: I LOVE tea. Yes", "She said: … Yes"),
        ("team, steal, C++ and C", "team, steal, … and C"),
        ("in der STRASSE", "in der …"),
        ("tea tea-time", "… …-time"),
        ("nothing", "nothing"),
    ],
)
def test_words_go_whole_in_whatever_case_and_white_space(text, left):
    assert Scrubber(WORDS, [], "s").text(text) == left


@given(st.text("tea gren.C+ \n-", max_size=40))
def test_no_word_is_left_and_scrubbing_twice_changes_nothing(text):
    scrubber = Scrubber(WORDS, [], "s")
    once = scrubber.text(text)
    assert not re.search(r"(?i)(?<!\w)tea(?!\w)", once)
    assert scrubber.text(once) == once
    assert len(once) <= len(text)


def test_keys_of_what_was_deleted_become_hashes():
    scrubber = Scrubber(WORDS, [], "s")
    hashed = scrubber.text("preference:like:green tea")
    assert hashed.startswith("preference:like:#s$")
    assert scrubber.text(hashed) == hashed
    assert scrubber.text("preference:like:jazz") == "preference:like:jazz"


sentences = st.sampled_from(["tea", "I love tea.", "jazz", "green tea and jazz", "chess"])
quotes = st.builds(lambda q, n: {"quote": q, "promptId": f"p{n}"}, sentences, st.integers(0, 2))
items = st.builds(
    lambda i, d, e: {"id": i, "type": "like", "description": d, "evidence": e},
    st.sampled_from("abcd"),
    sentences,
    st.lists(quotes, max_size=2),
)
profiles = st.fixed_dictionaries(
    {
        "preferences": st.lists(items, max_size=4, unique_by=lambda item: item["id"]),
        "about": st.dictionaries(st.sampled_from(["bio", "name", "tea"]), sentences, max_size=3),
        "forgotten": st.lists(sentences.map(lambda s: f"about:name:{s}"), max_size=3, unique=True),
    }
)


def by_id(profile):
    """The profile, whatever the order of its preferences."""
    return profile | {"preferences": sorted(profile["preferences"], key=lambda item: item["id"])}


@given(profiles, profiles)
def test_a_scrubbed_delta_leads_to_the_scrubbed_version(before, after):
    """Unless two items become the same, which ends what can be rebuilt."""
    scrubber = Scrubber(WORDS, ["a"], "s")
    delta = difference(after, before)
    if delta is None:
        return
    undo = scrubber.undo(as_text(delta))
    assert undo is not None
    assert "tea" not in re.findall(r"\w+", undo)
    whole = [scrubber.value(version) for version in (before, after)]
    if any(len(set(map(json.dumps, v["forgotten"]))) < len(v["forgotten"]) for v in whole):
        return
    found = applied(whole[1], json.loads(undo))
    assert equal(by_id(found), by_id(whole[0]))
