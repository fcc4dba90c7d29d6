"""Every rule shows what it reads: its own examples are its tests."""

from datetime import UTC, datetime

import pytest

from adapters.reader.clauses import Starts
from adapters.reader.explain import shown
from adapters.reader.languages import Language, ReadyRule, ReadySpeech, languages
from adapters.reader.lines import Line
from adapters.reader.reader import Reader
from adapters.reader.times import Times
from tests.unit.reader.reading import read

LANGUAGES = languages()
READER = Reader(LANGUAGES)
RULES = [
    pytest.param(language, ready, id=f"{code}-{ready.rule.id}")
    for code, language in LANGUAGES.items()
    for ready in language.rules
]
SPEECH = [
    pytest.param(language, ready, id=f"{code}-{ready.speech.id}")
    for code, language in LANGUAGES.items()
    for ready in language.speech
]
SPANS = [
    pytest.param(language, said, day, id=f"{code}-{said}")
    for code, language in LANGUAGES.items()
    for ready in language.spans
    for said, day in ready.span.yes.items()
]


def usual(language: Language) -> str:
    """A message that shows the language, which a short example need not."""
    return " ".join(sorted(language.list("frequent") or language.list("signs"))[:8])


@pytest.mark.parametrize(("language", "ready"), RULES)
def test_a_rule_reads_its_examples_and_nothing_else(language: Language, ready: ReadyRule) -> None:
    wrong = {}
    for said, expected in ready.rule.yes.items():
        found = tuple(shown(candidate) for candidate in read(said, context=usual(language)))
        if found != expected:
            wrong[said] = found
    assert not wrong
    code = language.about.code
    others = [
        said for said in ready.rule.yes if READER.language_of(said, [usual(language)]) != code
    ]
    assert not others, "read in another language"
    fired = [
        said
        for said in ready.rule.no
        for sentence in READER.read(said, others=[usual(language)]).sentences
        if any(one.rule is ready for one in sentence.fired)
    ]
    assert not fired, "fires on its counterexamples"


@pytest.mark.parametrize(("language", "ready"), SPEECH)
def test_speech_is_told_by_its_examples(language: Language, ready: ReadySpeech) -> None:
    speech = ready.speech

    def shows(said: str) -> bool:
        return any(
            mark == f"{speech.kind}: {speech.id}"
            for sentence in READER.read(said, others=[usual(language)]).sentences
            for mark in sentence.marks
        )

    assert [said for said in speech.yes if not shows(said)] == []
    assert [said for said in speech.no if shows(said)] == []


@pytest.mark.parametrize(("language", "said", "day"), SPANS)
def test_a_time_is_the_one_of_its_example(language: Language, said: str, day: str) -> None:
    at = datetime(2026, 1, 7, 9, 30, tzinfo=UTC)
    line = Line(said, language.spelling.tokens(said, 0, len(said)), language.about.spaced)
    times = Times(language)
    found = times.until(line, at) or times.since(line, at)
    assert found is not None
    assert found.date().isoformat() == day
    assert Starts(language).of(line)
