"""Every rule shows what it reads: its own examples are its tests."""

import re
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from adapters.reader.detect import RULES
from adapters.reader.explain import shown
from adapters.reader.languages import Language, Ready, languages
from adapters.reader.lines import Line
from adapters.reader.reader import reader
from adapters.reader.rules import RuleError
from adapters.reader.sentences import Starts
from adapters.reader.times import Times
from tests.unit.reader.reading import read_by_rules

LANGUAGES = languages()
READER = reader()
_ENTRY = re.compile(r'^\[\[(rule|speech)\]\]\nid = "([^"]+)"', re.MULTILINE)


def written(section: str) -> list[str]:
    """The entries of a section in every language, such as "en-weakness".

    They are only looked for here, not loaded: every process that collects tests would take seconds
    to compile all languages.
    """
    return [
        f"{code}-{name}"
        for code in LANGUAGES
        for path in sorted((RULES / code).glob("*.toml"))
        for found, name in _ENTRY.findall(path.read_text(encoding="utf-8"))
        if found == section
    ]


WRITTEN_RULES = written("rule")
WRITTEN_SPEECH = written("speech")


@cache
def loaded(code: str) -> dict[str, Ready[Any]]:
    """The rules and the speech of a language by their ids."""
    language = LANGUAGES[code]
    every: list[Ready[Any]] = [*language.rules, *language.speech]
    return {ready.entry.id: ready for ready in every}


@cache
def problem(code: str) -> str:
    """Why a language does not load, found only once for all of its rules; "" if it loads."""
    try:
        loaded(code)
    except RuleError as error:
        return str(error)
    return ""


def one_of(entry: str) -> tuple[Language, Any]:
    """The language of an entry, and what it is compiled to."""
    code, name = entry.split("-", 1)
    if wrong := problem(code):
        pytest.fail(wrong, pytrace=False)
    return LANGUAGES[code], loaded(code)[name]


def usual(language: Language) -> str:
    """A message that shows the language, which a short example need not."""
    return " ".join(sorted(language.list("frequent") or language.list("signs"))[:8])


def fires(ready: Any, said: str, language: Language) -> bool:
    """Whether a rule takes something from a message, be it only to leave it alone."""
    read = READER.read(said, others=[usual(language)])
    return any(one.rule is ready for sentence in read.sentences for one in sentence.fired)


@pytest.mark.parametrize("entry", WRITTEN_RULES)
def test_a_rule_reads_its_examples_and_nothing_else(entry: str) -> None:
    language, ready = one_of(entry)
    wrong = {}
    for said, expected in ready.entry.yes.items():
        found = tuple(
            shown(candidate) for candidate in read_by_rules(said, context=usual(language))
        )
        if found != expected:
            wrong[said] = f"is read as {list(found)}, not {list(expected)}"
        elif not found and not fires(ready, said, language):
            wrong[said] = "is not read by the rule"
    assert not wrong, "see with `rekindle explain` how they are read"
    code = language.about.code
    others = [
        said for said in ready.entry.yes if READER.language_of(said, [usual(language)]) != code
    ]
    assert not others, "read in another language, of which it has more `frequent` words"
    fired = [said for said in ready.entry.no if fires(ready, said, language)]
    assert not fired, "fires on its counterexamples"


@pytest.mark.parametrize("entry", WRITTEN_SPEECH)
def test_speech_is_told_by_its_examples(entry: str) -> None:
    language, ready = one_of(entry)
    speech = ready.entry

    def shows(said: str) -> bool:
        return any(
            mark == f"{speech.kind}: {speech.id}"
            for sentence in READER.read(said, others=[usual(language)]).sentences
            for mark in sentence.marks
        )

    assert [said for said in speech.yes if not shows(said)] == []
    assert [said for said in speech.no if shows(said)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_entry_is_tried(code: str) -> None:
    language = LANGUAGES[code]
    rules = [f"{code}-{ready.entry.id}" for ready in language.rules]
    speech = [f"{code}-{ready.entry.id}" for ready in language.speech]
    for found, written in ((rules, WRITTEN_RULES), (speech, WRITTEN_SPEECH)):
        assert sorted(found) == sorted(e for e in written if e.startswith(f"{code}-"))
    assert len(loaded(code)) == len(rules) + len(speech)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_time_is_the_one_of_its_example(code: str) -> None:
    language = LANGUAGES[code]
    at = datetime(2026, 1, 7, 9, 30, tzinfo=UTC)
    times = Times(language)
    wrong = {}
    for said, day in [item for ready in language.spans for item in ready.entry.yes.items()]:
        line = Line(said, language.spelling.tokens(said, 0, len(said)), language.about.spaced)
        found = times.until(line, at) or times.since(line, at)
        if found is None or found.date().isoformat() != day or not Starts(language).of(line):
            wrong[said] = found
    assert not wrong
