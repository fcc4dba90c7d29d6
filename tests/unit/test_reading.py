"""Odd stored values are brought back into bounds or left out, and everything else is read."""

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from shared.base.model import EARLIEST
from shared.base.reading import readable
from shared.documents.memory import MemoryEntry
from shared.documents.profile import Preference, Profile
from shared.documents.user import UserState
from tests.support.texts.mutation import mutated

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def preference(**fields):
    return {
        "id": "p",
        "type": "like",
        "description": "tea",
        "confidence": 0.9,
        "baseConfidence": 0.9,
        "createdAt": NOW,
        "lastUpdated": NOW,
    } | fields


def test_numbers_times_texts_and_lists_come_back_into_bounds():
    odd = preference(confidence=-3, baseConfidence=float("nan"), createdAt=NOW.replace(year=1))
    quotes = [{"quote": "q" * 900, "promptId": "p1", "at": NOW}] * 5
    profile = readable(
        Profile,
        {"version": 2**63 - 1, "preferences": [odd | {"evidence": quotes, "context": "c" * 501}]},
    )
    (item,) = profile.preferences
    assert profile.version == 10**9
    assert (item.confidence, item.base_confidence, item.created_at) == (0, 0, EARLIEST)
    assert [len(each.quote) for each in item.evidence] == [500] * 3
    assert len(item.context) == 500


def test_an_item_that_is_beyond_that_is_left_out_however_many_problems_it_has():
    worst = {"id": "", "type": 5, "confidence": 9, "lastUpdated": "0001-01-01T00:00:00Z"}
    given_ = [worst, preference(id="a"), preference(id="__x__"), preference(id="b"), "text"]
    profile = readable(
        Profile, {"preferences": given_, "skillLevel": {"domains": {"": "beginner"}}}
    )
    assert [item.id for item in profile.preferences] == ["a", "b"]
    assert profile.skill_level.domains == {}


def test_what_something_else_wrote_is_not_guessed_at():
    for fields in ({"preferences": "oops"}, {"version": "new"}, {"about": 5}):
        with pytest.raises(ValidationError):
            readable(Profile, fields)


def test_an_id_comes_from_the_path_and_is_never_changed():
    fields = {"id": "a/b", "tier": "archive", "content": "c", "createdAt": NOW, "updatedAt": NOW}
    with pytest.raises(ValidationError):
        readable(MemoryEntry, fields)


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_a_mutated_document_is_read_or_refused_and_what_is_read_is_in_bounds(seed):
    item = Preference.model_validate(preference(metadata={"a": 1}))
    state = UserState(profile=Profile(version=3, preferences=[item]), created_at=NOW)
    fields = mutated(state.model_dump(mode="json", by_alias=True), Random(seed))
    try:
        read = readable(UserState, fields) if isinstance(fields, dict) else UserState()
    except ValidationError:
        return
    UserState.model_validate(read.model_dump(by_alias=True))
