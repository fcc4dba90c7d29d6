"""In which language a message is read, and that it may not be known."""

import pytest

from adapters.reader.detect import NOT_KNOWN, Detector
from adapters.reader.explain import explanation, shown
from adapters.reader.languages import languages
from shared.documents.profile import Evidence, Preference, PreferenceType, Profile
from shared.learning.analyzer import NOT_READ
from tests.unit.reader.reading import ANALYZER, AT, request

DETECTOR = Detector(languages().sketches)
WITHOUT_RULES = {
    "it": "Abito qui dalla scorsa estate e lavoro come medico.",
    "pl": "Mieszkam tu od zeszłego lata.",
    "ru": "Я живу здесь с прошлого лета.",
    "zh": "我从去年夏天开始住在这里。",
}
"""Messages by their languages, of which those count that nobody has written rules for."""
NOT_READ_YET = [message for code, message in WITHOUT_RULES.items() if code not in languages()]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("I have lived here since last summer.", "en"),
        ("Ich wohne seit letztem Sommer hier.", "de"),
        ("J'habite ici depuis l'été dernier.", "fr"),
        ("Vivo aquí desde el verano pasado.", "es"),
        ("去年の夏からここに住んでいます。", "ja"),
        ("OSはDebian。", "ja"),
        ('My favorite word is "ねこ", as I said.', "en"),
    ],
)
def test_a_language_is_told(message, code):
    assert DETECTOR.language_of(message) == code


@pytest.mark.parametrize("message", NOT_READ_YET)
def test_a_language_without_rules_is_told(message):
    assert DETECTOR.language_of(message) is None


@pytest.mark.parametrize("message", ["Lisbon!", "42", "Python 3.12"])
def test_it_may_not_be_known(message):
    assert DETECTOR.language_of(message) == NOT_KNOWN


def test_what_is_not_known_is_read_in_the_language_of_the_other_messages():
    found = ANALYZER.analyze(request("Ich wohne in Graz.", "Kein Koriander!", "Ich mag Tee."))
    assert found.left_out == []


def test_a_message_that_is_not_read_is_left_out():
    analysis = ANALYZER.analyze(request("I love tea.", NOT_READ_YET[0]))
    assert [(one.prompt_id, one.reason) for one in analysis.left_out] == [("p1", NOT_READ)]
    assert len(analysis.candidates) == 1


def test_an_explanation_names_the_rule_and_what_stops_it():
    lines = list(explanation("I love tea. My boss says that I love meetings.", AT))
    assert "Language: English" in lines
    assert any(line.startswith("  read by ") for line in lines)
    assert "  like: tea (confidence: 0.95)" in lines
    assert any(line.startswith("  not read by ") and "reports" in line for line in lines)


def test_an_explanation_says_that_a_language_is_not_read():
    (line,) = explanation(NOT_READ_YET[0], AT)
    assert "English" in line


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Lisbon!", "English, which the message does not show (frequent words: none)"),
        ("I love tea.", "English"),
    ],
)
def test_an_explanation_says_whether_the_message_shows_its_language(message, told):
    assert next(explanation(message, AT)) == f"Language: {told}"


def test_an_explanation_shows_how_near_a_message_is_to_each_language():
    first = next(explanation("No como gluten.", AT))
    assert first.startswith("Language: Spanish, which the message does not show (frequent words: ")
    assert {"English 1", "Spanish 2"} <= {*first.split(": ")[-1].strip(")").split(", ")}


def test_an_explanation_names_the_rule_that_refuses_a_clause_whose_words_match():
    lines = list(explanation("I love it.", AT))
    assert "  not read by likes: 'it' is nothing that the capture {thing} may be" in lines
    assert "  no rule matches" not in lines
    lines = list(explanation("I want to fix the gate.", AT))
    assert "  not read by wants-to: nothing of `within` stands in the clause" in lines
    assert "  no rule matches" in explanation("The weather was fine.", AT)


def test_an_explanation_says_what_a_rule_lacks_that_takes_nothing():
    *_, read, last = explanation("Forget the last thing I said.", AT)
    assert read.startswith("  read by ")
    assert last == "Taken: nothing; what ends or replaces may need something known"


@pytest.mark.parametrize(
    ("message", "code"),
    [("No como gluten.", "es"), ("今24歳", "ja"), ("都内在住", "ja"), ("我今年二十四岁", None)],
)
def test_what_does_not_show_its_language_has_a_likely_one(message, code):
    assert DETECTOR.language_of(message) == (NOT_KNOWN if code else None)
    assert DETECTOR.likely(message) == code


def test_the_words_kept_of_a_user_tell_the_language_of_a_short_message():
    said = Evidence(quote="Uso Vivaldi para todo.", prompt_id="p", at=AT)
    item = Preference(
        id="t",
        type=PreferenceType.TOOL,
        description="Vivaldi",
        confidence=0.9,
        base_confidence=0.9,
        evidence=[said],
        created_at=AT,
        last_updated=AT,
    )
    found = ANALYZER.analyze(request("Vivaldi no, Opera.", profile=Profile(preferences=[item])))
    assert [shown(one) for one in found.candidates] == ["retract tool: Vivaldi", "tool: Opera"]
