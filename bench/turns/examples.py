"""What messages do to items: an item, a message, and what becomes of the item.

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

from adapters.reader.judging.network import DOES
from adapters.reader.known import Known, of_candidate
from adapters.reader.languages import Language
from adapters.reader.naming import Naming
from adapters.reader.reader import Reader
from bench.ranking.conversations import memories
from bench.turns.told import unmarked
from shared.documents.profile import PreferenceType
from shared.learning.candidates import AboutCandidate, Candidate, PreferenceCandidate

FOLDER = Path(__file__).parent
KEEP = DOES[0]
_VALUE = re.compile(r"\[(.+?)\]")
_PERSON = re.compile(r"(.*?)\s*[(（](.*)[)）]")
_RUN = re.compile("[\u30a0-\u30ff]{2,}|[\u4e00-\u9fff]{2,}")
_TOLD_OF = 0.5
"""The share of messages of which the item is what they tell, if they tell something."""
_LETTERS = 4
"""Of a word that can be an item."""
_PAIRS = 0.4
"""The share of items that are of two words."""
_TALKED_OF = (
    ["like"] * 5
    + ["goal", "preference", "tool"] * 3
    + ["learning_interest", "trait", "dislike", "expertise", "challenge", "interests", "pattern"]
    + ["custom.children", "custom.pets", "custom.hobbies", "custom.family", "custom.health"]
    + ["contacts", "work.role", "work.org", "custom.location", "custom.relationship"]
)
"""The kinds of items that talk is of, about as often as profiles have them."""
_TYPES = frozenset(map(str, PreferenceType))


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
    if does not in DOES:
        raise ValueError(f"{does!r} is none of {', '.join(DOES)}")
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


class Readable:
    """Finds in messages of one language what they may be about."""

    def __init__(self, reader: Reader, code: str, language: Language) -> None:
        self._reader = reader
        self._code = code
        self._spaced = language.about.spaced
        self._naming = Naming(language)

    def talked_of(self, text: str, chance: random.Random) -> Line | None:
        """Returns a message with something that it names: what it tells, or any words of it."""
        plain, told = unmarked(text)
        if told and chance.random() < _TOLD_OF:
            start, end, what = chance.choice(told)
            return Line(what, plain[start:end], plain)
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

    def naming(self, line: Line) -> Iterator[tuple[int, int]]:
        """Yields where the message of an example names its item: from where, to where."""
        names = self._naming.among([_known_as(line.what, line.item)])
        for sentence in self._reader.read_in(self._code, line.message).sentences:
            at = frozenset[int]().union(*(one.at for one in names.named(sentence.line)))
            tokens = sentence.line.tokens
            for first in sorted(i for i in at if i - 1 not in at):
                last = next(i for i in range(first, len(tokens) + 1) if i not in at) - 1
                yield tokens[first].start, tokens[last].end


def _known_as(what: str, text: str) -> Known:
    """Returns an item of a type or path that says a text."""
    person = _PERSON.fullmatch(text) if what == "contacts" else None
    value = {"name": person[1], "relation": person[2]} if person else text
    like: Candidate = AboutCandidate(path=what, value=value, confidence=1)
    if what in _TYPES:
        like = PreferenceCandidate(type=PreferenceType(what), description=text, confidence=1)
    return of_candidate(like)
