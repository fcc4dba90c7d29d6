"""The history of a profile, and what waits, take little room, whatever they hold."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.documents.bounds import newest_within, size_of
from shared.documents.lifetime import Ending
from shared.documents.profile import (
    MAX_PAST,
    MAX_PAST_SIZE,
    MAX_PROPOSALS,
    MAX_PROPOSALS_SIZE,
    MAX_WITHDRAWN,
    MAX_WITHDRAWN_SIZE,
    Evidence,
    Past,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Proposed,
    Withdrawn,
    Workflow,
)
from shared.profile.past import with_past_facts, with_past_items

START = datetime(2026, 3, 2, tzinfo=UTC)
LETTERS = "aж漢"


def on(day):
    return START + timedelta(days=day)


def preference(number, letter="a", length=500, quotes=3, **fields):
    quote = Evidence(quote=letter * length, prompt_id="p", at=START)
    return Preference(
        id=f"preference {number}",
        type="tool",
        description=letter * length,
        context=letter * length,
        confidence=1,
        base_confidence=1,
        evidence=[quote] * quotes,
        created_at=START,
        last_updated=START,
        metadata={"a": letter * length},
        **fields,
    )


def workflow(number, letter="a", length=500, steps=50, **fields):
    text = letter * length
    id_ = f"workflow {number}"
    return Workflow(id=id_, description=text, steps=[text] * steps, last_seen=START, **fields)


def fact(number, letter="a", length=500, **fields):
    return PastFact(path=f"custom.k{number}", value=letter * length, **fields)


@st.composite
def histories(draw):
    """Ended items of each kind, as a store may hold them, with the most recent ones last."""
    lists = {"preferences": [], "workflows": [], "facts": []}
    makers = {"preferences": preference, "workflows": workflow, "facts": fact}
    for day in range(draw(st.integers(0, 60))):
        kind = draw(st.sampled_from(sorted(lists)))
        letter, length = draw(st.sampled_from(LETTERS)), draw(st.sampled_from([5, 500]))
        if len(lists[kind]) < MAX_PAST:
            ended = Ending(at=on(day), quote=letter * length)
            lists[kind].append(makers[kind](day, letter, length, ended=ended))
    return lists


def days(lists):
    return {item.ended.at for items in lists.values() for item in items}


@settings(max_examples=15, deadline=None)
@given(histories())
def test_a_history_keeps_what_ended_last(lists):
    stored = {
        kind: [item.model_dump(mode="json", by_alias=True) for item in items]
        for kind, items in lists.items()
    }
    past = Past.model_validate(stored)
    assert size_of(past) <= MAX_PAST_SIZE + 100
    kept = {kind: getattr(past, kind) for kind in lists}
    gone = days(lists) - days(kept)
    assert not gone or max(gone) < min(days(kept))
    if sum(map(size_of, lists.values())) <= MAX_PAST_SIZE - 2:
        assert kept == lists
    assert Past.model_validate(past.model_dump()) == past


def test_old_details_go_before_any_item():
    ended = [workflow(day, steps=10, ended=Ending(at=on(day))) for day in range(20)]
    kept = Past(workflows=ended).workflows
    assert [item.id for item in kept] == [item.id for item in ended]
    assert kept[-1].steps == ended[-1].steps
    assert kept[0].steps == []


@pytest.mark.parametrize("letter", LETTERS)
def test_what_words_end_stays_within_bounds(letter):
    profile = Profile()
    for day in range(MAX_PAST):
        ending = Ending(at=on(day), quote=letter * 500)
        ended = {f"preference {day}": ending, f"workflow {day}": ending, f"pattern {day}": ending}
        habit = Pattern(id=f"pattern {day}", description=letter * 500, last_seen=START)
        profile = profile.model_copy(
            update={
                "preferences": [preference(day, letter)],
                "workflows": [workflow(day, letter)],
                "patterns": [habit],
            }
        )
        profile = with_past_items(profile, ended)
        profile = with_past_facts(profile, [fact(day, letter, 1900, ended=ending)])
        assert size_of(profile.past) <= MAX_PAST_SIZE + 100
        assert profile.past.facts[-1].path == f"custom.k{day}"


@pytest.mark.parametrize("letter", LETTERS)
def test_a_stored_profile_that_is_too_long_is_read_and_trimmed(letter):
    withdrawn = [
        Withdrawn(kind="about", text=f"{day} {letter * 1900}", at=on(day))
        for day in range(MAX_WITHDRAWN + 1)
    ]
    proposals = [
        Proposed(id=f"p{day}", why="evicted", workflow=workflow(day, letter, steps=12), at=on(day))
        for day in range(MAX_PROPOSALS + 1)
    ]
    stored = {
        "withdrawn": [item.model_dump() for item in withdrawn],
        "proposals": [item.model_dump() for item in proposals],
    }
    profile = Profile.model_validate(stored)
    assert profile.withdrawn == withdrawn[-len(profile.withdrawn) :]
    assert profile.proposals == proposals[-len(profile.proposals) :]
    assert 1 < len(profile.withdrawn) <= MAX_WITHDRAWN
    assert 1 <= len(profile.proposals) <= MAX_PROPOSALS
    assert size_of(profile.withdrawn) <= MAX_WITHDRAWN_SIZE
    assert size_of(profile.proposals) <= MAX_PROPOSALS_SIZE


@given(st.lists(st.integers(1, 400), max_size=30), st.integers(1, 40), st.integers(2, 6000))
def test_the_newest_are_kept_as_far_as_they_fit(lengths, count, size):
    items = [Withdrawn(kind="skill", text="x" * length, at=START) for length in lengths]
    kept = newest_within(items, count, size)
    assert kept == items[len(items) - len(kept) :]
    assert len(kept) <= count
    assert size_of(kept) <= size or len(kept) == 1
    more = items[-len(kept) - 1 :] if kept else items
    assert len(more) == len(kept) or len(kept) == count or size_of(more) > size
