"""Decay: the examples of P-18 and S-18, and that running it more often changes nothing."""

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.gateway.paths import ROOT
from shared.documents.about import About
from shared.documents.profile import AboutMeta, Preference, PreferenceType, Profile
from shared.documents.settings import Settings
from shared.profile.decay import (
    HALF_LIFE_DAYS,
    HALF_LIFE_FLOOR,
    INCLUDED_FROM,
    STEPPED_FLOOR,
    decayed,
    faded,
    half_life_factor,
    next_decay,
    stepped_factor,
    without_faded,
)
from tests.support.strategies import START, confidences, moments

DAY = timedelta(days=1)


def preference(id_="p", confidence=0.8, updated=START, **changes):
    return Preference(
        id=id_,
        type=PreferenceType.LIKE,
        description=id_,
        confidence=confidence,
        base_confidence=confidence,
        created_at=updated,
        last_updated=updated,
        **changes,
    )


def meta(path="name", confidence=0.8, seen=START, source="learned"):
    return AboutMeta(
        path=path, first_seen=seen, last_seen=seen, confidence=confidence, source=source
    )


def test_a_preference_unseen_for_45_days_has_half_its_confidence():
    """0.8, not seen for 45 days, is 0.4 (P-18)."""
    profile = Profile(preferences=[preference()])
    at = decayed(profile, Settings(), START + 45 * DAY)
    assert at.preferences[0].confidence == pytest.approx(0.4)
    assert at.preferences[0].base_confidence == 0.8


@pytest.mark.parametrize(
    ("age", "factor"),
    [(0, 1), (30, 1), (36, 0.8), (45, 0.5), (59.9, 0.5), (60, 0.5), (66, 0.4), (75, 0.25)],
)
def test_the_stepped_factor(age, factor):
    assert stepped_factor(age, 30) == pytest.approx(factor)


@pytest.mark.parametrize(("age", "factor"), [(0, 1), (30, 0.5), (60, 0.25), (15, 0.5**0.5)])
def test_the_half_life_factor(age, factor):
    assert half_life_factor(age) == pytest.approx(factor)


@given(st.floats(0, 3000), st.floats(0, 3000), st.integers(1, 365))
def test_confidence_never_rises_with_age(one, other, threshold):
    early, late = sorted((one, other))
    assert stepped_factor(early, threshold) >= stepped_factor(late, threshold)
    assert half_life_factor(early) >= half_life_factor(late)


@given(confidences, st.floats(0, 3000), st.sampled_from(["stepped", "halfLife"]))
def test_what_is_left_is_above_the_floor_or_nothing(confidence, age, rule):
    left = faded(confidence, age, rule, 30)
    assert left == 0 or left >= (0.3 if rule == "stepped" else 0.1)
    assert left <= confidence


@given(confidences)
def test_everything_learned_ends(confidence):
    assert faded(confidence, 10_000, "stepped", 30) == 0
    assert faded(confidence, 10_000, "halfLife", 30) == 0


def test_manual_and_declared_items_never_fade():
    profile = Profile(
        preferences=[preference(source="manual")],
        about=About(name="Ada"),
        about_meta=[meta(source="declared", confidence=1.0)],
    )
    assert decayed(profile, Settings(), START + 10_000 * DAY) == profile
    assert next_decay(profile, Settings(), START) is None


def test_an_ended_fact_leaves_about():
    profile = Profile(about=About(bio="Ada", interests=["go"]), about_meta=[meta("bio", 0.15)])
    left = decayed(profile, Settings(), START + 30 * DAY)
    assert left.about.to_json() == {"interests": ["go"]}
    assert left.about_meta == []


def test_a_loser_comes_back_when_its_winner_ends():
    winner = preference("w", 0.7, source="learned")
    loser = preference("l", 1.0, active=False, superseded_by="w", source="manual")
    left = decayed(Profile(preferences=[winner, loser]), Settings(), START + 100 * DAY)
    assert [(item.id, item.active) for item in left.preferences] == [("l", True)]


profiles = st.builds(
    Profile,
    preferences=st.lists(
        st.builds(preference, st.uuids().map(str), confidences, moments, source=st.just("learned")),
        max_size=6,
    ),
    about=st.just(About(name="Ada", interests=["go"])),
    about_meta=st.tuples(
        st.builds(meta, st.just("name"), confidences, moments),
        st.builds(meta, st.just("interests"), confidences, moments),
    ).map(list),
)
rules = st.sampled_from(["stepped", "halfLife", "none"])
settings_ = st.builds(Settings, preference_decay=rules, about_decay=rules)


@given(profiles, settings_, st.lists(st.integers(0, 300), max_size=8))
def test_how_often_maintenance_runs_changes_nothing(profile, settings, days):
    runs = [START + (400 + day) * DAY for day in sorted(days)]
    last = START + 800 * DAY
    often = profile
    for moment in runs:
        often = without_faded(often, settings, moment)
    assert decayed(often, settings, last) == decayed(profile, settings, last).model_copy(
        update={"last_decay": often.last_decay}
    )


@given(profiles, settings_)
def test_nothing_ends_before_the_moment_foretold(profile, settings):
    now = START + 400 * DAY
    present = without_faded(profile, settings, now)
    end = next_decay(present, settings, now)
    before = (end or START + 9000 * DAY) - timedelta(hours=1)
    if before > now:
        left = decayed(present, settings, before)
        assert len(left.preferences) == len(present.preferences)
        assert len(left.about_meta) == len(present.about_meta)
    if end:
        left = decayed(present, settings, end + timedelta(hours=1))
        assert len(left.preferences) + len(left.about_meta) < len(present.preferences) + len(
            present.about_meta
        )


def test_the_dashboard_forecasts_with_the_same_constants():
    source = (ROOT / "dashboard" / "src" / "logic" / "decay.ts").read_text()
    constants = dict(re.findall(r"const (\w+) = ([\d.]+);", source))
    expected = {
        "TOLD_FROM": INCLUDED_FROM,
        "STEPPED_FLOOR": STEPPED_FLOOR,
        "HALF_LIFE_FLOOR": HALF_LIFE_FLOOR,
        "HALF_LIFE_DAYS": HALF_LIFE_DAYS,
    }
    assert {name: float(constants[name]) for name in expected} == expected
