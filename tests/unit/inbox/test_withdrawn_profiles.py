"""What the user's words have withdrawn stays out of restored and imported profiles."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.profile import PastFact, Profile, Withdrawn
from shared.inbox.listing import inbox
from shared.profile.restoring import restored
from shared.profile.withdrawing import without_withdrawn
from shared.transfer.merging import merged_profile
from shared.transfer.profile_items import valid_profile
from shared.transfer.report import Report
from tests.support.truth.person import Person, fact, preference

GYM = preference("like", "gym")


def dumped(profile: Profile) -> dict[str, Any]:
    return profile.model_dump(mode="json", by_alias=True)


def rolled_back(person: Person, version: Profile) -> Profile:
    return restored(person.profile, dumped(version), person.settings, person.now)


def descriptions(profile):
    return [item.description for item in profile.preferences]


def test_a_rollback_keeps_what_was_stated_after_it_was_taken_back():
    person = Person()
    person.says("I like the gym", GYM)
    first = person.profile
    person.says("Forget that I like the gym", {**GYM, "does": "retract"})
    person.says("I like the gym after all", GYM)
    again = person.profile
    person.says("I like tea", preference("like", "tea"))
    assert descriptions(rolled_back(person, again)) == ["gym"]
    assert descriptions(rolled_back(person, first)) == []


def test_a_rollback_drops_only_what_was_meant():
    person = Person()
    person.says(
        "I am Max, and I like chess",
        fact("name", "Max"),
        fact("interests", "chess"),
        preference("expertise", "chess"),
    )
    version = person.profile
    at = person.now
    gone = [
        Withdrawn(kind="about", scope="", text="Max", at=at, retracted=True),
        Withdrawn(kind="preference", scope="knowing", text="chess", at=at, retracted=True),
    ]
    person.profile = person.profile.model_copy(update={"withdrawn": gone})
    back = rolled_back(person, version)
    assert back.about.to_json() == {"name": "Max", "interests": ["chess"]}
    assert descriptions(back) == []


def test_a_rollback_closes_questions_about_what_is_gone():
    person = Person()
    person.says("I like tea", preference("like", "tea"))
    version = person.profile
    person.declares({"tools": {"editor": "Vim"}})
    person.says("I use Neovim now", fact("tools.editor", "Neovim"))
    back = rolled_back(person, version)
    assert inbox(back, [], person.settings, person.now) == []


def test_an_old_export_brings_back_nothing_that_is_over():
    person = Person()
    person.says(
        "I like tea, and I live in Rome",
        preference("like", "tea"),
        fact("custom.location", "Rome"),
    )
    export = person.profile
    person.says("I never liked tea", preference("like", "tea", does="retract"))
    person.says("I left Rome", fact("custom.location", "Rome", does="end"))
    merged = merged_profile(person.profile, export, person.settings)
    assert (merged.about.to_json(), merged.preferences) == ({}, [])
    assert merged.past == person.profile.past


def test_an_export_brings_what_was_stated_since():
    person = Person()
    person.says("I like tea", preference("like", "tea"))
    person.says("I never liked tea", preference("like", "tea", does="retract"))
    here = person.profile
    person.says("I like tea after all", preference("like", "tea"))
    assert descriptions(merged_profile(here, person.profile, person.settings)) == ["tea"]


@given(st.integers(-3, 3), st.sampled_from(["", "like", "doing"]), st.booleans())
def test_time_and_scope_decide_what_is_left_out(days, scope, retracted):
    person = Person()
    person.says("I like tea", preference("like", "tea"))
    said = person.now
    person.later(days=days)
    gone = Withdrawn(kind="preference", scope=scope, text="tea", at=person.now, retracted=retracted)
    left = without_withdrawn(person.profile, [gone])
    is_gone = person.now >= said and scope in ("", "like")
    assert descriptions(left) == ([] if is_gone else ["tea"])


@pytest.mark.parametrize(
    "odd",
    [
        {"path": "skillLevel.go", "value": "wizard"},
        {"path": "skillLevel.go"},
        {"path": "codePreferences.tone", "value": "shouting"},
        {"path": "work.languages", "value": ["nested"]},
        {},
        {"ends": True, "path": "tools.editor", "value": "Vim"},
    ],
)
def test_an_import_refuses_proposals_that_nobody_could_answer(odd):
    person = Person()
    common = {"why": "approval", "at": person.now.isoformat()}
    good = {"id": "good", "path": "tools.editor", "value": "Vim", **common}
    report = Report()
    given_profile = {"proposals": [good, {"id": "odd", **common, **odd}]}
    profile = valid_profile(given_profile, report, person.now)
    assert [item.id for item in profile.proposals] == ["good"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(["Siemens"], "Siemens"), ({"name": "Siemens"}, "Siemens"), ({"firm": "Siemens"}, "Siemens")],
)
def test_reasons_are_sentences_whatever_has_ended(value, shown):
    person = Person()
    person.says("I like the Siemens choir", preference("like", "the Siemens choir"))
    ended = {"at": person.now, "by": "said"}
    past = [
        PastFact(path="custom.firm", value=each, ended=ended) for each in ([], {}, "", None, value)
    ]
    history = person.profile.past.model_copy(update={"facts": past})
    person.profile = person.profile.model_copy(update={"past": history})
    (asked,) = person.asked()
    assert asked.because.startswith(f"It mentions {shown}, which is over.")
