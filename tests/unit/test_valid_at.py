"""What was true at a time, by what is known."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.about import About
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import (
    AboutMeta,
    Past,
    PastFact,
    Pattern,
    Preference,
    PreferenceType,
    Profile,
)
from shared.documents.settings import Settings
from shared.profile.shown import shown
from shared.profile.valid_at import valid_at
from tests.support.strategies import START

NO_DECAY = Settings(preference_decay="none", about_decay="none")


def day(number):
    return START + timedelta(days=number)


def preference(description, first=0, **fields):
    return Preference(
        id=description,
        type=PreferenceType.LIKE,
        description=description,
        confidence=0.9,
        base_confidence=0.9,
        created_at=day(first),
        last_updated=day(first),
        **fields,
    )


def meta(path, first):
    return AboutMeta(
        path=path, first_seen=day(first), last_seen=day(first), confidence=1.0, source="declared"
    )


def ending(at):
    return Ending(at=day(at), by=EndedBy.SAID, quote="no longer")


PROFILE = Profile(
    version=3,
    about=About(name="Ada", work={"org": "Becker"}, interests=["chess"]),
    about_meta=[meta("name", 0), meta("work.org", 50), meta("interests", 0)],
    preferences=[
        preference("tea", 10),
        preference("jazz", 0, valid_from=day(-300)),
        preference("coffee", 0, active=False, superseded_by="tea", superseded_at=day(10)),
        preference("muted", 0, active=False),
    ],
    patterns=[Pattern(id="tests", description="tests", last_seen=day(20))],
    past=Past(
        preferences=[preference("rum", 0, active=False, ended=ending(30), valid_to=day(30))],
        facts=[
            PastFact(
                path="work.org",
                value="Siemens",
                valid_from=day(0),
                valid_to=day(45),
                ended=ending(50),
            ),
            PastFact(path="interests", value="golf", valid_from=day(0), ended=ending(40)),
            PastFact(
                path="skillLevel.docker", value="beginner", valid_from=day(0), ended=ending(9)
            ),
        ],
    ),
)


def true_at(number):
    known = shown(PROFILE, NO_DECAY, day(100), with_ended=True)
    return valid_at(known, day(number))


@pytest.mark.parametrize(
    ("number", "active"),
    [
        (-400, []),
        (-1, ["jazz"]),
        (0, ["jazz", "coffee", "rum"]),
        (9, ["jazz", "coffee", "rum"]),
        (10, ["tea", "jazz", "rum"]),
        (29, ["tea", "jazz", "rum"]),
        (30, ["tea", "jazz"]),
        (100, ["tea", "jazz"]),
    ],
)
def test_preferences_hold_from_when_they_were_true_until_they_ended(number, active):
    found = true_at(number).preferences
    assert [item.description for item in found if item.active] == active
    assert ("muted" in [item.description for item in found]) == (number >= 0)


@pytest.mark.parametrize(
    ("number", "org", "interests", "docker"),
    [
        (-1, None, None, None),
        (0, "Siemens", ["chess", "golf"], "beginner"),
        (9, "Siemens", ["chess", "golf"], None),
        (44, "Siemens", ["chess"], None),
        (45, None, ["chess"], None),
        (50, "Becker", ["chess"], None),
    ],
)
def test_facts_have_the_value_of_the_time(number, org, interests, docker):
    found = true_at(number)
    assert (found.about.work.org, found.about.interests) == (org, interests)
    assert found.skill_level.domains.get("docker") == docker


def test_a_topic_holds_from_when_it_was_first_seen():
    assert (true_at(19).patterns, len(true_at(20).patterns)) == ([], 1)


@given(st.integers(-500, 500))
def test_what_is_true_now_is_what_has_not_ended(number):
    found = true_at(number)
    assert found.ended is None
    if number >= 100:
        current = shown(PROFILE, NO_DECAY, day(100))
        assert found.about == current.about
        assert [i.id for i in found.preferences if i.active] == [
            i.id for i in current.preferences if i.active
        ]
