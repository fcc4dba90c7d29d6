"""What is learned from statements about oneself, and that nothing else is learned."""

import pytest

from adapters.reader.languages import languages
from adapters.reader.reader import reader
from adapters.reader.wording import Wording
from shared.learning.candidates import PreferenceCandidate
from tests.unit.reader.reading import about, lines, preferences, read

STATEMENTS = [
    tuple(part.strip() for part in line.rsplit("|", 1)) for line in lines("statements.txt")
]


@pytest.mark.parametrize(("statement", "kept"), STATEMENTS)
def test_a_statement_gives_its_substance(statement: str, kept: str) -> None:
    """A description, value or domain holds the word that matters."""
    found = [
        str(getattr(candidate, "description", None) or getattr(candidate, "value", candidate))
        for candidate in read(statement)
        if getattr(candidate, "confidence", 1.0) >= 0.65
    ]
    assert any(kept.lower() in said.lower() for said in found), found


@pytest.mark.parametrize(
    ("said", "description"),
    [
        (
            "As a rule, I iron my shirts on Sunday evenings.",
            "irons their shirts on Sunday evenings",
        ),
        ("On the whole I cook at home on weekdays.", "cooks at home on weekdays"),
    ],
)
def test_how_a_sentence_opens_is_left_out(said: str, description: str) -> None:
    assert [one.description for one in read(said)] == [description]


@pytest.mark.parametrize("message", lines("nothing_to_learn.txt"))
def test_nothing_is_learned_where_nothing_is_said(message: str) -> None:
    assert list(read(message)) == []


def test_one_message_yields_preferences_of_several_types() -> None:
    """See F-8 in docs/requirements.md."""
    message = (
        "I have been working as a software engineer for 5 years, mostly with backend systems. "
        "I am trying to learn more about frontend development because I want to build "
        "full-stack applications."
    )
    found = [c for c in read(message) if isinstance(c, PreferenceCandidate)]
    assert [(str(c.type), c.description, c.confidence, c.context) for c in found] == [
        (
            "experience",
            "5 years in software engineering",
            0.95,
            "User mentioned having 5 years of experience as a software engineer",
        ),
        ("expertise", "backend systems", 0.9, "User has mostly worked with backend systems"),
        (
            "learning_interest",
            "frontend development",
            0.9,
            "User is trying to learn more about frontend development",
        ),
        (
            "goal",
            "building full-stack applications",
            0.85,
            "User wants to build full-stack applications",
        ),
    ]


@pytest.mark.parametrize(
    ("message", "left_out", "told"),
    [
        ("Tired of polka.", "i am", "User is tired of polka"),
        ("Been using Emacs for years.", "i have", "User has been using Emacs for years"),
        ("Team meetings are on Fridays.", "i am", "User said: Team meetings are on Fridays"),
        ("It's on its way, dont worry.", "", "User said: it is on its way, do not worry"),
    ],
)
def test_a_clause_is_told_as_a_sentence(message: str, left_out: str, told: str) -> None:
    (sentence,) = reader().read(message).sentences
    line = sentence.line.begun_with(left_out.split())
    assert Wording(languages()["en"]).told(line) == told


@pytest.mark.parametrize(
    ("message", "low", "high"),
    [
        ("I love Python", 0.95, 1.0),
        ("I've been using Python daily for years", 0.85, 0.95),
        ("I usually reach for Python when solving problems", 0.75, 0.84),
        ("Python seems interesting", 0.65, 0.74),
    ],
)
def test_confidence_stays_in_its_band(message: str, low: float, high: float) -> None:
    """See F-13 in docs/requirements.md."""
    found = [c for c in read(message) if isinstance(c, PreferenceCandidate)]
    assert len(found) == 1
    assert low <= found[0].confidence <= high
    assert "Python" in found[0].description


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "I've been working with Python for 5 years",
            [("expertise", "Python"), ("work.languages", "Python")],
        ),
        ("I'm trying to build a web application", [("goal", "building a web application")]),
        ("Hello", []),
        ("I'm a vegetarian. What should I cook?", [("custom.diet", "vegetarian")]),
        ("I'm a vegetarian, what should I cook?", [("custom.diet", "vegetarian")]),
        ("I hate crowds and avoid big cities.", [("dislike", "crowds"), ("dislike", "big cities")]),
        ("I prefer tea over coffee because it is milder.", [("preference", "tea over coffee")]),
        ("I don't like olives but I love capers.", [("dislike", "olives"), ("like", "capers")]),
        ("I never really liked olives.", [("dislike", "olives")]),
        ("I've never liked olives.", [("dislike", "olives")]),
        ("I'm not afraid of spiders.", []),
        ("Long flights bore me.", [("dislike", "long flights")]),
        ("My favourite tea is oolong.", [("like", "oolong (favourite tea)")]),
        ("I'd rather walk than drive.", [("preference", "walking rather than driving")]),
        ("I gave up meat two years ago.", [("preference", "no meat")]),
        ("During Lent, I never eat meat.", [("preference", "never eats meat during Lent")]),
        ("I have a strong aversion to crowds.", [("dislike", "crowds")]),
        ("I have no interest in golf.", [("dislike", "golf")]),
        ("I have a nut allergy.", [("custom.allergies", "nut")]),
        (
            "I hate crowds but want to learn Italian.",
            [("dislike", "crowds"), ("learning_interest", "Italian")],
        ),
        (
            "I love green tea and never eat seafood.",
            [("like", "green tea"), ("preference", "no seafood")],
        ),
        (
            "I like people who listen and never judge others.",
            [("like", "people who listen and never judge others")],
        ),
    ],
)
def test_types_and_descriptions(message: str, expected: list[tuple[str, str]]) -> None:
    assert [*preferences(message), *about(message)] == expected


def test_similar_statements_get_one_description() -> None:
    said = {
        preferences(text)[0][1] for text in ("I love to hike", "I love hiking", "I adore hiking!")
    }
    assert said == {"hiking"}


def test_a_doubt_lowers_the_confidence() -> None:
    sure, unsure = read("I love jazz."), read("I think I love jazz.")
    assert unsure[0].confidence < sure[0].confidence  # type: ignore[union-attr]


def test_an_aim_that_is_only_considered_introduces_a_question() -> None:
    assert preferences("I'm thinking of learning chess. Where do I start?") == []
    assert preferences("I'm teaching myself chess. Which openings should I know?") == [
        ("learning_interest", "chess")
    ]


def test_a_question_may_begin_behind_a_pause() -> None:
    assert about("my axolotls look pale, normal?") == [("custom.pets", "axolotls")]
    assert about("Axolotls look pale, normal?") == []


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("my axolotls look pale 😖 normal?", "normal"),
        ("got two pale axolotls lately, normal?", "normal"),
        ("lots of axolotls here lately, normal?", "lots"),
    ],
)
def test_what_stands_before_the_pause_is_of_its_author(message: str, asks: str) -> None:
    (sentence,) = reader().read(message).sentences
    assert sentence.asks_from == list(sentence.line.words).index(asks)


def test_a_number_alone_is_no_employer() -> None:
    assert about("I start at 4.") == []
    assert about("I start at Aldi.") == [("work.org", "Aldi")]


def test_two_who_are_named_as_a_subject_are_the_user_and_somebody() -> None:
    assert about("My wife and I moved to Ghent in June.") == [
        ("custom.relationship", "has a wife"),
        ("custom.location", "Ghent"),
    ]


def test_a_trade_behind_as_is_not_the_subject_of_the_next_clause() -> None:
    said = preferences("I volunteer as a coach and we need a hall.")
    assert said == [("preference", "volunteers as a coach")]


def test_the_us_is_not_the_user_and_others() -> None:
    said = preferences("From now on, give me US cups.")
    assert [text for _, text in said if "US cups" in text]
