"""Messages in other words each time, so that the network does not learn them by heart.

Things are exchanged for others of their kind that messages of the language tell of: "I work at
[Bosch]{work.org}" becomes "I work at Tesco". Capitals and the last full stop may be left out. And
people tell an assistant things on the way to a question, so one of another message may be added.
"""

import dataclasses
import random
from collections import defaultdict
from collections.abc import Sequence

from bench.turns.rows import Row
from bench.turns.told import Mark

_EXCHANGED, _SMALL, _OPEN = 0.5, 0.25, 0.15
"""The share of messages with things exchanged, in small letters, and without a last full stop."""
_ASKED, _ASKED_FIRST = 0.25, 0.05
"""The share of messages with a question of another message behind them, and before them."""
_LONGEST_QUESTION = 120
"""Its letters."""
_TRIES = 8
_NAMED = frozenset({
    "name", "person", "work.org", "work.role", "tool", "like", "dislike", "learning_interest",
    "expertise", "custom.location", "custom.origin", "custom.spokenLanguages", "custom.vehicle",
    "custom.allergies", "custom.possessions", "custom.pets", "custom.studies", "custom.hobbies",
})  # fmt: skip
"""Kinds whose words are names or nouns, so that those of another message can replace them."""


class Variety:
    """Varies messages.

    Args:
        rows: all messages.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._things: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._questions: dict[str, list[str]] = defaultdict(list)
        for row in rows:
            asks = row.is_whole and not row.marks and row.message.endswith(("?", "？"))
            if asks and len(row.message) <= _LONGEST_QUESTION:
                self._questions[row.language].append(row.message)
            for start, end, what in row.marks if row.is_whole else ():
                self._things[row.language, what].append(row.message[start:end])

    def of(self, row: Row, chance: random.Random) -> Row:
        """Returns a message as it is, or in another way."""
        if chance.random() < _EXCHANGED:
            row = self._with_other_things(row, chance)
        message = row.message
        if chance.random() < _SMALL and len(message.lower()) == len(message):
            message = message.lower()
        if chance.random() < _OPEN and message.endswith("."):
            message = message[:-1]
        size = len(message)
        marks = [Mark(start, min(end, size), what) for start, end, what in row.marks]
        return self._asking(dataclasses.replace(row, message=message, marks=marks), chance)

    def _asking(self, row: Row, chance: random.Random) -> Row:
        """Returns a message as it is, or with a question beside it."""
        questions, place = self._questions[row.language], chance.random()
        if not questions or place >= _ASKED + _ASKED_FIRST:
            return row
        question, gap = chance.choice(questions), "" if row.language == "ja" else " "
        if place < _ASKED:
            end = "" if not row.message[-1:].isalnum() else "。" if row.language == "ja" else "."
            return dataclasses.replace(row, message=f"{row.message}{end}{gap}{question}")
        added = len(question) + len(gap)
        marks = [Mark(start + added, end + added, what) for start, end, what in row.marks]
        return dataclasses.replace(row, message=f"{question}{gap}{row.message}", marks=marks)

    def _with_other_things(self, row: Row, chance: random.Random) -> Row:
        message, done, marks = "", 0, []
        for start, end, what in sorted(row.marks):
            thing = self._other(row.language, what, row.message[start:end], chance)
            message += row.message[done:start]
            marks.append(Mark(len(message), len(message) + len(thing), what))
            message += thing
            done = end
        return dataclasses.replace(row, message=message + row.message[done:], marks=marks)

    def _other(self, language: str, what: str, thing: str, chance: random.Random) -> str:
        """Returns another thing that can stand in the place of one: of as many words, and a name
        for a name.
        """
        things = self._things[language, what]
        for _ in range(_TRIES if things and what in _NAMED else 0):
            other = chance.choice(things)
            if len(other.split()) == len(thing.split()) and _is_name(other) == _is_name(thing):
                return other
        return thing


def _is_name(thing: str) -> bool:
    return thing[:1].isupper()
