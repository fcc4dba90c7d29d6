"""Questions about an element of a list leave the other elements alone."""

import pytest

from tests.support.truth.person import Person, fact, preference

LANGUAGES = {"work": {"languages": ["Python", "Go", "Rust"]}}
OVER = [
    preference("tool", "Go", does="end"),
    fact("work.languages", "go", does="end"),
]


def programmer():
    person = Person()
    person.declares(LANGUAGES)
    return person


@pytest.mark.parametrize("words", OVER)
def test_accepting_that_an_element_is_over_ends_only_that(words):
    person = programmer()
    person.says("I no longer use Go", words)
    person.answers("accept")
    assert person.about == {"work": {"languages": ["Python", "Rust"]}}
    assert [past.value for past in person.profile.past.facts] == ["Go"]
    assert person.asked() == []


@pytest.mark.parametrize("answer", ["accept", "correct"])
def test_what_replaces_an_element_takes_its_place(answer):
    person = programmer()
    zig = fact("work.languages", "Zig", does="replace", target_text="Go")
    person.says("I moved from Go to Zig", zig)
    person.answers(answer, "Odin" if answer == "correct" else None)
    new = "Odin" if answer == "correct" else "Zig"
    assert person.about == {"work": {"languages": ["Python", "Rust", new]}}


@pytest.mark.parametrize("words", OVER)
def test_the_context_and_the_question_name_only_the_element(words):
    person = programmer()
    person.says("I no longer use Go", words)
    assert person.lines() == ["Languages: Python, Go (may be over), Rust"]
    (asked,) = person.asked()
    assert asked.item == {"path": "work.languages", "value": "Go"}
    assert "Languages: Go is over" in asked.because


def test_rejecting_that_an_element_is_over_keeps_it_until_newer_words():
    person = programmer()
    person.says("I no longer use Go", OVER[1])
    person.answers("reject")
    person.says("I no longer use Go", OVER[1], days_ago=2)
    assert person.about == LANGUAGES
    assert person.asked() == []


def test_another_element_that_is_stated_does_not_settle_the_question():
    person = programmer()
    person.says("I no longer use Go", OVER[1])
    person.says("I use Kotlin", fact("work.languages", "Kotlin"))
    assert [item.contests for item in person.profile.proposals] == ["work.languages"]


def test_ending_an_outdated_contact_leaves_the_others():
    person = Person()
    people = [{"name": "Bob", "relation": "manager at Siemens"}, {"name": "Anna"}]
    person.says("I work at Siemens", fact("work.org", "Siemens"))
    person.says(
        "Bob is my manager at Siemens, and Anna a friend",
        *(fact("contacts", someone) for someone in people),
    )
    person.says("I left Siemens", fact("work.org", "Siemens", does="end"))
    (asked,) = person.asked()
    assert asked.item == {"path": "contacts", "value": people[0]}
    person.answers("reject")
    assert person.about == {"contacts": [people[1]]}
    (meta,) = person.profile.about_meta
    assert meta.source == "learned"


def test_an_element_in_doubt_is_confirmed_or_corrected():
    for answer, correction in (("accept", None), ("correct", "the Bosch choir")):
        person = Person()
        person.says("I work at Siemens", fact("work.org", "Siemens"))
        person.says(
            "I like the Siemens choir and chess",
            fact("interests", "the Siemens choir"),
            fact("interests", "chess"),
        )
        person.says("I left Siemens", fact("work.org", "Siemens", does="end"))
        person.answers(answer, correction)
        assert person.about == {"interests": [correction or "the Siemens choir", "chess"]}
        assert person.asked() == []
