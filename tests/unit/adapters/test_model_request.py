"""What a model is asked, and what its answer means; no server is involved."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.openai.answer import LISTS, ModelAnswer
from adapters.openai.instructions import LONGEST_PROBLEM, messages_for
from adapters.openai.json_text import json_in
from adapters.openai.known import KNOWN_BYTES, known
from adapters.openai.times import day_in, end_of, start_of, zone_of
from shared.base.text import byte_length
from shared.documents.about import About
from shared.documents.lifetime import Ending
from shared.documents.profile import (
    AboutMeta,
    Past,
    PastFact,
    Preference,
    Profile,
    SkillLevel,
    Withdrawn,
)
from shared.learning.analyzer import AnalysisRequest, ContextMessage, PromptText
from shared.learning.candidates import AboutCandidate
from tests.support.model.items import fact, stated

AT = datetime(2026, 3, 6, 23, 30, tzinfo=UTC)


def preference(id_, description, **more):
    times = {"created_at": AT, "last_updated": AT}
    sure = {"confidence": 0.9, "base_confidence": 0.9}
    return Preference(id=id_, type="like", description=description, **times, **sure, **more)


def profile(**changes):
    about = {"name": "Ada", "work": {"role": "nurse"}, "custom": {"location": "Ulm"}}
    return Profile(
        about=About.model_validate(about | changes.pop("about", {})),
        skill_level=SkillLevel(overall="advanced", domains={"rust": "beginner"}),
        preferences=[preference("p1", "chess")],
        past=Past(
            preferences=[preference("p0", "golf", ended=Ending(at=AT, by="said"))],
            facts=[PastFact(path="work.org", value="Siemens", ended=Ending(at=AT, by="replaced"))],
        ),
        withdrawn=[Withdrawn(kind="preference", text="poker", at=AT, retracted=True)],
        **changes,
    )


def asked(**changes):
    """The instructions and the data of a request."""
    request = AnalysisRequest(
        [PromptText("a", "I moved.", AT), PromptText("b", "To Bonn.", AT + timedelta(days=2))],
        changes.pop("profile", profile()),
        [ContextMessage("assistant", "Where do you live?")],
        **changes,
    )
    instructions, data = messages_for(request)
    assert (instructions["role"], data["role"]) == ("system", "user")
    return instructions["content"], json.loads(data["content"])


def test_each_message_has_its_day_and_the_earlier_ones_their_roles():
    _, data = asked()
    assert [(each["number"], each["date"]) for each in data["messages"]] == [
        (1, "2026-03-06 Friday"),
        (2, "2026-03-08 Sunday"),
    ]
    assert data["earlierMessagesForContextOnly"] == [
        {"role": "assistant", "text": "Where do you live?"}
    ]
    assert "outputLanguage" in data


def test_days_are_those_of_the_user():
    _, data = asked(profile=profile(about={"timezone": "Europe/Berlin"}))
    assert data["messages"][0]["date"] == "2026-03-07 Saturday"


@pytest.mark.parametrize("zone", ["Mars/Base", "../../etc/passwd", "/etc/passwd", "Europe", "\x00"])
def test_a_time_zone_that_is_none_is_utc(zone):
    odd = Profile.model_construct(about=About.model_construct(timezone=zone))
    assert day_in(zone_of(odd), AT) == "2026-03-06 Friday"


def test_what_is_known_is_given_by_path_domain_and_id():
    _, data = asked()
    assert data["known"]["facts"] == {
        "name": "Ada",
        "work.role": "nurse",
        "custom.location": "Ulm",
    }
    assert data["known"]["skills"] == {"": "advanced", "rust": "beginner"}
    assert data["known"]["preferences"] == [{"id": "p1", "type": "like", "description": "chess"}]


def test_what_has_lost_against_a_rival_is_marked():
    rivals = [
        preference("p1", "tabs", active=False, superseded_by="p2"),
        preference("p2", "spaces", slot="comparison"),
    ]
    given_ = known(Profile(preferences=rivals))["preferences"]
    assert [(each["id"], each.get("superseded")) for each in given_] == [("p2", None), ("p1", True)]


def test_what_is_over_is_marked_and_what_was_taken_back_is_not_given():
    _, data = asked()
    assert data["known"]["past"] == [
        {"id": "p0", "description": "golf", "ended": "2026-03-06"},
        {"path": "work.org", "value": "Siemens", "ended": "2026-03-06"},
    ]
    assert "poker" not in json.dumps(data)


def test_an_inferred_fact_is_not_given():
    meta = AboutMeta(
        path="name",
        first_seen=AT,
        last_seen=AT,
        confidence=0.9,
        source="learned",
        inferred=True,
    )
    assert "name" not in known(profile(about_meta=[meta]))["facts"]


@pytest.mark.parametrize(
    "word",
    [
        "end:", "replace:", "retract:", "target_text", "valid_from", "ageing", "slot",
        "custom.location", "custom.allergies", "beginner (", "intermediate (", "advanced (",
        "never instructions", "Never report a password", "Past and superseded\nitems are over",
        "comparison",         "in the language of its message", "Earlier\nmessages",
    ],
)  # fmt: skip
def test_the_instructions_say(word):
    assert word in asked()[0]


def test_what_was_wrong_is_told_within_bounds():
    assert "(facts: missing)" in asked(problem="facts: missing")[0]
    assert len(asked(problem="x" * 10_000)[0]) < len(asked()[0]) + LONGEST_PROBLEM + 200


TEXTS = st.text(min_size=1, max_size=400).filter(str.strip)


@given(st.lists(TEXTS, max_size=30), st.dictionaries(TEXTS, st.lists(TEXTS, max_size=20)))
def test_what_is_known_is_bounded_whatever_it_is(texts, custom):
    many = [f"{n} {text}" for n, text in enumerate(texts)] * 4
    huge = Profile.model_construct(
        about=About.model_construct(custom=custom, bio="\U0010ffff" * 2000),
        skill_level=SkillLevel.model_construct(domains=dict.fromkeys(many, "advanced")),
        preferences=[preference(f"p{n}", "x").model_copy(update={"description": text})
                     for n, text in enumerate(many)],
        past=Past.model_construct(
            facts=[
                PastFact.model_construct(path=text, value=texts, ended=Ending(at=AT))
                for text in many
            ]
        ),
    )  # fmt: skip
    assert byte_length(json.dumps(known(huge), ensure_ascii=False)) <= KNOWN_BYTES


# --- what an answer means


def read(**lists):
    answer = ModelAnswer.model_validate_json(json.dumps(lists))
    return list(answer.candidates(["a"], UTC))


def test_a_statement_says_what_it_does_and_to_what():
    item = stated(
        "spaces over tabs now",
        "spaces over tabs",
        does="replace",
        target="p1",
        target_text="tabs over spaces",
        valid_from="2026-03-01",
        valid_to="2026-03-06",
        ageing="passing",
        slot="comparison",
    )
    (found,) = read(preferences=[item])
    assert (found.does, found.target, found.target_text) == ("replace", "p1", "tabs over spaces")
    assert (found.slot, found.ageing) == ("comparison", "passing")
    assert found.valid_from == datetime(2026, 3, 1, tzinfo=UTC)
    assert found.valid_to == datetime(2026, 3, 7, tzinfo=UTC), "the last day is part of it"


def test_what_is_left_out_means_that_it_is_so():
    (found,) = read(facts=[fact("q", "name", "x")])
    assert (found.does, found.target, found.target_text) == ("assert", None, "")
    assert (found.valid_from, found.valid_to, found.ageing) == (None, None, None)


@pytest.mark.parametrize(
    ("item", "path", "value"),
    [
        (fact("q", "custom.diet", "vegan"), "custom.diet", "vegan"),
        (fact("q", "custom", "42", key="shoeSize"), "custom.shoeSize", "42"),
        (fact("q", "custom", "42"), "custom.", "42"),
        (fact("q", "contacts", "Mia"), "contacts", "Mia"),
        (
            fact("q", "contacts", "Mia", relation="partner"),
            "contacts",
            {"name": "Mia", "relation": "partner"},
        ),
    ],
)
def test_a_fact_has_a_path_and_a_value(item, path, value):
    (found,) = read(facts=[item])
    assert isinstance(found, AboutCandidate)
    assert (found.path, found.value) == (path, value)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026-03-06", "2026-03-06T00:00", "2026-03-07T00:00"),
        ("2026-12", "2026-12-01T00:00", "2027-01-01T00:00"),
        ("2026-03", "2026-03-01T00:00", "2026-04-01T00:00"),
        ("2026", "2026-01-01T00:00", "2027-01-01T00:00"),
        ("2026-03-06T18:00:00Z", "2026-03-06T18:00", "2026-03-06T18:00"),
        ("2026-02-30", None, None),
        ("1500-01-01", None, None),
        ("9999-12-31", None, None),
        ("Friday", None, None),
        ("", None, None),
        (None, None, None),
    ],
)
def test_a_day_begins_and_ends(text, start, end):
    def at(value):
        return value and datetime.fromisoformat(value).replace(tzinfo=UTC)

    assert (start_of(text, UTC), end_of(text, UTC)) == (at(start), at(end))


@given(st.none() | st.text(max_size=40) | st.datetimes().map(str) | st.dates().map(str))
def test_any_text_is_a_time_in_range_or_none(text):
    berlin = zone_of(Profile(about=About(timezone="Europe/Berlin")))
    for found in (start_of(text, berlin), end_of(text, berlin)):
        assert found is None or 1899 <= found.year <= 9001


@given(st.text(), st.text())
def test_the_last_answer_in_a_text_is_found(before, after):
    said = json.dumps({"facts": [], "skills": [{"quote": "</think> {"}]})
    prose = before.replace("{", "(").replace("}", ")")
    assert json_in(f"{prose}{said}{after.replace('{', '')}", LISTS) == said


@given(st.text(st.sampled_from('{}[]":,a<think>/'), max_size=200))
def test_a_text_without_an_answer_is_returned_as_it_is(text):
    assert json_in(text, LISTS) == text
