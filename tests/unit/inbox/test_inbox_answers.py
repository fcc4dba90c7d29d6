"""What answers do: corrections, rejections, limits, and what holds afterwards."""

import warnings
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.base.errors import InvalidArgument, NotFound
from shared.documents.bounds import size_of
from shared.documents.profile import MAX_PROPOSALS, MAX_PROPOSALS_SIZE, Profile
from shared.documents.settings import Settings
from shared.documents.slots import Slot
from shared.profile import edits
from tests.support.strategies import examples
from tests.support.truth.person import Person, fact, preference

APPROVING = Settings(approval="everything")
MOVED = fact("custom.location", "Berlin")


def mover():
    """A user who has declared a home, and says another one."""
    person = Person()
    person.declares({"custom": {"location": "Hamburg"}})
    person.says("I live in Berlin now", MOVED)
    return person


def test_a_correction_that_is_too_long_or_empty_is_refused():
    for kind in ("preference", "pattern", "workflow"):
        for correction in ("x" * 501, "x" * 1500, " ", 5, ["x"]):
            person = Person(APPROVING)
            said = {"kind": kind, "description": "writes tests first", "confidence": 0.95}
            said |= {"type": "trait"} if kind == "preference" else {}
            person.says("I write tests first", said)
            with pytest.raises(InvalidArgument):
                person.answers("correct", correction)
            person.answers("correct", "  writes tests last ")
            items = [
                *person.profile.preferences,
                *person.profile.patterns,
                *person.profile.workflows,
            ]
            assert [item.description for item in items] == ["writes tests last"]


def test_a_correction_of_a_fact_must_say_something():
    for correction in ("", " ", [], {}, "x" * 2100):
        person = mover()
        with pytest.raises(InvalidArgument):
            person.answers("correct", correction)


@given(st.text(min_size=1, max_size=600))
def test_whatever_is_stored_by_a_correction_can_be_read_again(correction):
    person = Person(APPROVING)
    person.says("I like tea", preference("like", "tea"))
    try:
        person.answers("correct", correction)
    except InvalidArgument:
        return
    dumped = person.profile.model_dump(mode="json", by_alias=True)
    assert Profile.model_validate(dumped) == person.profile


def test_a_fact_that_contests_a_preference_takes_its_place():
    person = Person()
    person.adds("tool", "Vim")
    own = person.profile.preferences[0].model_copy(update={"slot": Slot.EDITOR})
    person.profile = Profile.model_validate({**dict(person.profile), "preferences": [own]})
    person.says("I use Neovim as my editor", fact("tools.editor", "Neovim"))
    person.answers("accept")
    assert person.about == {"tools": {"editor": "Neovim"}}
    assert person.profile.preferences == []
    assert [item.description for item in person.profile.past.preferences] == ["Vim"]


def test_an_approved_fact_ends_when_its_words_say():
    person = Person(APPROVING)
    until = person.now + timedelta(days=10)
    staying = fact("custom.location", "Lisbon", valid_to=until, ageing="passing")
    person.says("I am in Lisbon until next week", staying)
    person.answers("accept")
    assert person.about == {"custom": {"location": "Lisbon"}}
    (meta,) = person.profile.about_meta
    assert (meta.source, meta.valid_to) == ("learned", until)
    person.later(days=30)
    assert person.about == {}


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"custom": {"location": "Hamburg"}}, MOVED),
        (
            {"custom": {"location": "Hamburg"}},
            {**MOVED, "does": "replace", "target_text": "Hamburg"},
        ),
        (
            {"contacts": [{"name": "Tom", "relation": "manager"}]},
            fact("contacts", {"name": "Berlin", "relation": "manager"}),
        ),
    ],
)
def test_a_rejected_proposal_is_not_asked_again(declared, said):
    person = Person()
    person.declares(declared)
    for _ in range(2):
        person.says("My manager, or my home, is Berlin", said)
        for asked in person.asked():
            person.answers("reject", id_=asked.id)
    person.says("My manager, or my home, is Berlin", said)
    assert person.asked() == []
    assert person.outcomes == ["rejected:forgotten"]
    assert person.about == declared


def test_a_rejected_contact_is_not_learned_again():
    person = Person(APPROVING)
    someone = fact("contacts", {"name": "Anna", "relation": "friend"})
    person.says("Anna is a friend", someone)
    person.answers("reject")
    person.says("Anna is a friend", someone)
    assert person.outcomes == ["rejected:forgotten"]


@pytest.mark.parametrize("late", [False, True])
def test_only_the_newest_answer_to_a_question_waits(late):
    person = Person()
    person.declares({"custom": {"location": "Hamburg"}})
    person.later(days=20)
    words = [
        ("I live in Berlin", MOVED, 5),
        ("I live in Munich", fact("custom.location", "Munich"), 1),
    ]
    for text, said, days_ago in reversed(words) if late else words:
        person.says(text, said, days_ago=days_ago)
    assert [item.value for item in person.profile.proposals] == ["Munich"]
    person.answers("accept")
    assert person.about == {"custom": {"location": "Munich"}}
    assert person.asked() == []


def test_what_holds_instead_stays_before_words_that_only_end_it():
    person = mover()
    over = fact("custom.location", "Hamburg", does="end")
    person.says("I no longer live in Hamburg", over)
    assert [(item.value, item.ends) for item in person.profile.proposals] == [("Berlin", False)]


def evicting():
    person = Person(Settings(user_profile_max_preferences=10))
    for number in range(11):
        name = f"instrument{number}"
        person.says(f"I like the {name}", preference("like", name))
    return person


def test_an_evicted_item_that_was_learned_again_is_kept_once():
    person = evicting()
    (asked,) = person.asked()
    name = asked.proposal["description"]
    person.says(f"I like the {name}", preference("like", name, confidence=1.0))
    person.answers("accept", id_=asked.id)
    kept = [item for item in person.profile.preferences if item.description == name]
    assert [item.source for item in kept] == ["manual"]


def test_approving_everything_keeps_a_hundred_and_rejects_the_rest():
    person = Person(APPROVING)
    for number in range(MAX_PROPOSALS):
        person.says(f"I like hobby{number}", preference("like", f"hobby{number}"))
        assert person.outcomes == ["rejected:proposed"]
    person.says("I like chess", preference("like", "chess"))
    assert person.outcomes == ["rejected:limit"]
    assert len(person.profile.proposals) == MAX_PROPOSALS
    assert person.profile.proposals[0].preference.description == "hobby0"


@pytest.mark.slow
def test_proposals_fit_into_their_part_of_the_document():
    person = Person(APPROVING)
    for batch in range(60):
        text = f"訓{batch} " + "習" * 480
        workflow = {"kind": "workflow", "description": text, "steps": [text] * 12}
        person.says(text, {**workflow, "confidence": 0.95})
    sizes = [size_of(item) for item in person.profile.proposals]
    assert MAX_PROPOSALS_SIZE / 2 < sum(sizes) <= MAX_PROPOSALS_SIZE
    assert person.outcomes == ["rejected:limit"]


def test_an_accepted_skill_level_is_a_level():
    person = Person(APPROVING)
    skill = {"kind": "skill", "domain": "go", "level": "advanced"}
    person.says("I am an expert in Go", {**skill, "confidence": 0.95})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        person.answers("accept")
        person.profile.model_dump_json()
    assert person.profile.skill_level.domains["go"].rank == 2


@pytest.mark.parametrize("does", ["end", "retract"])
@pytest.mark.parametrize("named", [{}, {"target": "custom.location"}])
def test_words_take_back_what_waits(does, named):
    person = mover()
    person.says("Forget Berlin, that was a typo", {**MOVED, "does": does, **named})
    assert person.outcomes == ["ended" if does == "end" else "retracted"]
    assert person.asked() == []
    assert person.lines() == ["location: Hamburg"]


def test_words_take_back_only_what_was_said_before_them():
    person = mover()
    person.says("Forget Berlin, that was a typo", {**MOVED, "does": "retract"}, days_ago=5)
    assert [item.value for item in person.profile.proposals] == ["Berlin"]


def test_questions_name_facts_as_the_context_does():
    person = Person()
    person.declares({"tools": {"editor": "Vim"}})
    person.says("I use Neovim now", fact("tools.editor", "Neovim"))
    (asked,) = person.asked()
    assert asked.because == (
        "You have stated Editor: Vim. Your words now say Editor: Neovim. Accept the new one?"
    )


def test_an_accepted_habit_takes_the_place_of_the_rarest():
    person = Person(Settings(user_profile_max_patterns=10))
    for number in range(11):
        said = {"kind": "pattern", "description": f"asks about topic{number}", "confidence": 0.9}
        for _ in range(1 if number == 0 else 2):
            person.says(f"A question about topic{number}", said)
    evicted = next(asked for asked in person.asked() if asked.kind == "evicted")
    person.answers("accept", id_=evicted.id)
    kept = edits.limited(person.profile, person.settings)
    names = [item.description for item in kept.patterns]
    assert len(names) == 10
    assert evicted.proposal["description"] in names


@pytest.mark.parametrize("key", ["k" * 200, "a/b", "a~b", "näme"])
@pytest.mark.parametrize("answer", ["accept", "reject", "correct"])
def test_a_fact_with_an_odd_key_can_be_asked_about(key, answer):
    person = Person()
    person.says("I work at Siemens", fact("work.org", "Siemens"))
    person.says("I sing in the Siemens choir", fact(f"custom.{key}", "the Siemens choir"))
    person.says("I left Siemens", fact("work.org", "Siemens", does="end"))
    (asked,) = person.asked()
    assert asked.item == {"path": f"custom.{key}", "value": "the Siemens choir"}
    person.answers(answer, "a church choir" if answer == "correct" else None)
    assert person.asked() == []
    known = {"accept": "the Siemens choir", "correct": "a church choir"}.get(answer)
    assert person.about == ({"custom": {key: known}} if known else {})


@pytest.mark.parametrize(
    ("said", "over"),
    [
        (fact("work.languages", "Go"), fact("work.languages", "Go", does="end")),
        (preference("like", "tea"), preference("like", "tea", does="end")),
        (
            {"kind": "workflow", "description": "tests first", "confidence": 0.95},
            {"kind": "workflow", "description": "tests first", "confidence": 0.95, "does": "end"},
        ),
        (
            {"kind": "skill", "domain": "go", "level": "advanced", "confidence": 0.95},
            {"kind": "skill", "domain": "go", "level": "advanced", "confidence": 0.95}
            | {"does": "end"},
        ),
    ],
)
def test_older_words_bring_back_nothing_that_an_answer_has_ended(said, over):
    person = Person(APPROVING)
    person.says("I like tea, Go, and tests first", said)
    person.answers("accept")
    person.says("No tea, Go, and tests first any more", over)
    person.answers("accept")
    ended = person.profile
    person.says("I like tea, Go, and tests first", said, days_ago=4)
    assert person.outcomes == ["rejected:outdated"]
    assert person.profile.model_copy(update={"last_analyzed": None}) == ended
    person.says("I like tea, Go, and tests first again", said)
    assert person.outcomes == ["rejected:proposed"]


def test_questions_about_what_is_gone_are_not_asked():
    person = Person()
    person.adds("like", "Python")
    person.says("I hate Python now", preference("dislike", "Python"))
    (asked,) = person.asked()
    person.profile = person.profile.model_copy(update={"preferences": []})
    assert person.asked() == []
    with pytest.raises(NotFound):
        person.answers("accept", id_=asked.id)


VALUES = ["Go", "Vim", "Berlin"]
SAID = st.one_of(
    st.builds(preference, st.sampled_from(["tool", "like", "dislike"]), st.sampled_from(VALUES)),
    st.builds(
        fact,
        st.sampled_from(["work.languages", "tools.editor", "custom.location", "interests"]),
        st.sampled_from(VALUES),
    ),
    st.builds(
        lambda name: fact("contacts", {"name": name, "relation": "manager"}),
        st.sampled_from(VALUES),
    ),
    st.builds(
        lambda domain: {"kind": "skill", "domain": domain, "level": "advanced", "confidence": 0.9},
        st.sampled_from(["go", "vim"]),
    ),
)
DOES = st.sampled_from(
    [{}, {"does": "end"}, {"does": "retract"}, {"does": "replace", "target_text": "Go"}]
)
DECLARED = {
    "work": {"languages": ["Go", "Vim"]},
    "tools": {"editor": "Emacs"},
    "contacts": [{"name": "Go", "relation": "manager"}, {"name": "Anna"}],
}


@settings(max_examples=examples(60))
@given(st.data(), st.booleans())
def test_every_question_has_answers_that_settle_it(data, approves):
    person = Person(APPROVING if approves else Settings())
    person.declares(DECLARED)
    for said, does in data.draw(st.lists(st.tuples(SAID, DOES), min_size=1, max_size=5)):
        person.says("Go, Vim and Berlin, my manager", {**said, **does})
        for asked in person.asked():
            assert asked.proposal or asked.item, asked
            if data.draw(st.booleans()):
                continue
            if all(asked.id != left.id for left in person.asked()):
                continue  # an answer before has settled it, too
            answer = data.draw(st.sampled_from(["accept", "reject", "correct"]))
            try:
                person.answers(answer, "Zed" if answer == "correct" else None, id_=asked.id)
            except InvalidArgument:
                assert answer == "correct"
                continue
            assert all(asked.id != left.id for left in person.asked())
            stored = person.profile.model_dump(mode="json", by_alias=True)
            assert Profile.model_validate(stored) == person.profile
            people = person.about.get("contacts", [])
            assert {"name": "Anna"} in people, "what nobody mentioned stays"
