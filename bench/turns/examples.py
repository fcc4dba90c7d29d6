"""What the weights are learned from: messages, each with an item and what becomes of it.

`examples/<language>.txt` has a line for each: `type | item | message | what becomes of it`, with
the new value in square brackets if there is one. `talk/<language>.txt` has messages that change
nothing, with what they tell of their author: `my [polo]{custom.vehicle} makes a noise`. The
examples of rules change nothing either, nor do the conversations that search learns from.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.reader.judging.features import Message, mentions_of
from adapters.reader.judging.judge import DOES
from adapters.reader.judging.lists import Lists
from adapters.reader.judging.tagging import Tagger
from adapters.reader.known import Known, of_candidate
from adapters.reader.languages import Language
from adapters.reader.naming import Naming
from adapters.reader.reader import Reader
from bench.ranking.conversations import memories
from shared.documents.about import is_several
from shared.documents.profile import PreferenceType
from shared.learning.candidates import AboutCandidate, Candidate, PreferenceCandidate

FOLDER = Path(__file__).parent
KEEP = "keep"
_VALUE = re.compile(r"\[(.+?)\]")
_TOLD = re.compile(r"\[([^\]]+)\]\{([\w.]+)\}")
_PERSON = re.compile(r"(.*?)\s*[(（](.*)[)）]")
_RUN = re.compile("[\u30a0-\u30ff]{2,}|[\u4e00-\u9fff]{2,}")
_TOLD_OF = 0.5
"""The share of messages of which the item is what they tell, if they tell something."""
_LETTERS = 4
"""Of a word that can be an item."""
_PAIRS = 0.4
"""The share of items that are of two words, and of messages that are paired with a foreign item."""
_TALKED_OF = (
    ["like"] * 5
    + ["goal", "preference", "tool"] * 3
    + ["learning_interest", "trait", "dislike", "expertise", "challenge", "interests", "pattern"]
    + ["custom.children", "custom.pets", "custom.hobbies", "custom.family", "custom.health"]
    + ["contacts", "work.role", "work.org", "custom.location", "custom.relationship"]
)
"""The kinds of items that talk is of, about as often as profiles have them."""


@dataclass(frozen=True)
class Line:
    """A line of an example.

    Attributes:
        what: the type or path of the item.
        item: what the item says.
        message: the message.
        does: what becomes of the item, `KEEP` if nothing does.
        value: where the new value stands in the message; None if there is none.
    """

    what: str
    item: str
    message: str
    does: str = KEEP
    value: tuple[int, int] | None = None


@dataclass(frozen=True)
class Example:
    """A line as the engine sees it.

    Attributes:
        line: the line.
        message: its features.
        label: 0 if nothing becomes of the item, or the place in `DOES`, counted from 1.
        values: the features of each value that it may have, and last of there being none.
        value: which of them it has; None if it has one that the engine cannot take.
    """

    line: Line
    message: frozenset[str]
    label: int
    values: Sequence[Sequence[str]]
    value: int | None


def lines(code: str, folder: Path = FOLDER / "examples") -> Iterator[Line]:
    """Yields the examples of a language.

    Raises:
        ValueError: a line is not in the form.
    """
    path = folder / f"{code}.txt"
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield _line(text)
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from error


def _line(text: str) -> Line:
    what, item, message, does = text.split(" | ")
    if does not in (KEEP, *DOES):
        raise ValueError(f"{does!r} is none of {KEEP}, {', '.join(DOES)}")
    if does != "replace":
        return Line(what, item, message, does)
    found = _VALUE.search(message)
    if found is None:
        raise ValueError(f"no new value in brackets: {message!r}")
    start, said = found.start(), found[1]
    plain = message[:start] + said + message[found.end() :]
    return Line(what, item, plain, does, (start, start + len(said)))


def talk(code: str, language: Language) -> Sequence[str]:
    """Returns messages of a language that change nothing."""
    found = []
    for ready in language.rules:
        rule = ready.entry
        if not any(take.does != "assert" for take in ready.takes):
            found += [*rule.yes, *rule.no]
    if code == "en":
        found += [
            note.content
            for memory in memories()
            for note in memory.notes
            if note.role != "assistant"
        ]
    path = FOLDER / "talk" / f"{code}.txt"
    return [one.split(" | ")[-1] for one in found] + path.read_text(encoding="utf-8").splitlines()


class Examples:
    """Makes examples of lines in one language."""

    def __init__(self, reader: Reader, code: str, language: Language) -> None:
        self._reader = reader
        self._code = code
        self._spaced = language.about.spaced
        self._naming = Naming(language)
        self._lists = Lists(language)
        self._tagger = Tagger(language, self._lists)

    def of(self, line: Line) -> tuple[Example, bool]:
        """Returns an example, and whether the message names the item.

        Args:
            line: the line.
        """
        known = known_as(line.what, line.item)
        read = self._reader.read_in(self._code, line.message)
        names = self._naming.among([known])
        at = [
            frozenset[int]().union(*(one.at for one in names.named(sentence.line)))
            for sentence in read.sentences
        ]
        mentions = mentions_of(read, at, self._tagger.of(read))
        message = Message(known.what, mentions, self._lists)
        values: list[Sequence[str]] = []
        place = None
        for value, features in message.values():
            tokens = value.sentence.line.tokens
            if (tokens[value.start].start, tokens[value.end - 1].end) == line.value:
                place = len(values)
            values.append(features)
        values.append(message.no_value())
        label = 0 if line.does == KEEP else 1 + [*DOES].index(line.does)
        without = len(values) - 1 if line.value is None else None
        return Example(
            line, message.features, label, values, without if place is None else place
        ), message.is_named

    def _talked_of(self, text: str, chance: random.Random) -> Line | None:
        """Returns a message with something that it names: what it tells, or any words of it."""
        told = _TOLD.findall(text)
        plain = _TOLD.sub(r"\1", text)
        if told and chance.random() < _TOLD_OF:
            value, what = chance.choice(told)
            return Line(what, value, plain)
        words: list[str] = []
        for sentence in self._reader.read_in(self._code, plain).sentences:
            if self._spaced:
                long = (word for word in sentence.line.words if len(word) >= _LETTERS)
                words += [one for one in long if one.isalpha() and one not in self._naming.light]
            else:
                words += _RUN.findall(sentence.line.norm)
        if not words:
            return None
        at = chance.randrange(len(words))
        size = 1 + (self._spaced and chance.random() < _PAIRS)
        return Line(chance.choice(_TALKED_OF), " ".join(words[at : at + size]), plain)

    def of_talk(
        self, lines: Sequence[Line], texts: Sequence[str], chance: random.Random
    ) -> Iterator[Example]:
        """Yields as many examples as there are lines of things that are only talked of.

        Some have an item of another message besides, which this one is not about.
        """
        every = chance.sample(texts, len(texts))
        left = len(lines)
        for text in every * 3:
            if not left:
                return
            line = self._talked_of(text, chance)
            made, named = self.of(line) if line else (None, False)
            if line is None or made is None or not named:
                continue
            left -= 1
            yield made
            other = chance.choice(lines)
            if chance.random() < _PAIRS:
                yield from self._foreign(other, line.message)

    def of_strangers(self, lines: Sequence[Line], chance: random.Random) -> Iterator[Example]:
        """Yields examples of messages and items of other kinds, which they are not about."""
        single = [one for one in lines if one.what not in _TYPES and not is_several(one.what)]
        for line in lines:
            other = chance.choice(single if chance.random() < 1 - _PAIRS else lines)
            work = {"work.org", "work.role", "experience", "expertise"}
            alike = other.what == line.what or {other.what, line.what} <= work
            if not alike and chance.random() < _PAIRS:
                yield from self._foreign(other, line.message)

    def _foreign(self, line: Line, message: str) -> Iterator[Example]:
        made, named = self.of(Line(line.what, line.item, message))
        if not named:
            yield made


_TYPES = frozenset(map(str, PreferenceType))


def known_as(what: str, text: str) -> Known:
    """Returns an item of a type or path that says a text."""
    person = _PERSON.fullmatch(text) if what == "contacts" else None
    value = {"name": person[1], "relation": person[2]} if person else text
    like: Candidate = AboutCandidate(path=what, value=value, confidence=1)
    if what in _TYPES:
        like = PreferenceCandidate(type=PreferenceType(what), description=text, confidence=1)
    return of_candidate(like)
