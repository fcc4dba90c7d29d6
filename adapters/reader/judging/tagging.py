"""What a message tells of its author, tagged by a model that was learned from marked messages.

Rules read how most people say something. `bench/turns` has thousands of messages whose writers
marked what they tell of themselves, and the program that makes a model of them for each language:
a conditional random field, whose tags say of each token whether something told begins there, goes
on, or neither.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import pycrfsuite

from adapters.reader.judging.lists import KIND, Lists
from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.reader import Read, SentenceRead

MODELS = Path(__file__).parent
"""A file for each language."""
NOTHING, BEGINS, GOES_ON = "O", "B-", "I-"
"""The tag of a token that tells nothing, and how those of others begin: the first, and the rest."""
ENDS, TAKES_BACK = "end", "retract"
"""The tags of what is over, and of what never was, as far as a message names it."""
_EDGE = "$"
_LONGEST = 150
"""Tokens of a message that is tagged; a longer one is a text rather than news."""
_AROUND = 6
"""Tokens on each side that are looked at in no order."""


class Told(NamedTuple):
    """Tokens of a sentence that tell something.

    Attributes:
        what: the type of a preference, the path of a fact; or `person`, `relation`, `instruction`;
            or `end` and `retract` of what is over, and of what never was.
        start, end: the tokens.
        sure: the least probability of their tags, from 0 to 1.
    """

    what: str
    start: int
    end: int
    sure: float

    @property
    def is_over(self) -> bool:
        """Whether it is said of something that it is over, or never was."""
        return self.what in (ENDS, TAKES_BACK)


class Tagger:
    """Tags messages of one language; none if there is no model for it."""

    def __init__(self, language: Language, lists: Lists) -> None:
        path = MODELS / f"{language.about.code}.crf"
        self._lists = lists
        self._lock = Lock()
        self._model = pycrfsuite.Tagger() if path.exists() else None
        if self._model:
            self._model.open(str(path))

    def of(self, read: Read) -> Sequence[Sequence[Told]]:
        """Returns what each sentence tells, apart from those that suppose, report or play."""
        size = sum(len(sentence.line.tokens) for sentence in read.sentences)
        if self._model is None or size > _LONGEST:
            return [()] * len(read.sentences)
        return [() if one.stopped else self._told(self._model, one) for one in read.sentences]

    def _told(self, model: pycrfsuite.Tagger, sentence: SentenceRead) -> Sequence[Told]:
        features = features_of(sentence, self._lists)
        with self._lock:  # The model keeps what it has tagged, for the probabilities.
            return [*spans_of(model.tag(features), model.marginal)]


def spans_of(tags: Sequence[str], sure: Callable[[str, int], float]) -> Iterator[Told]:
    """Yields what tags say.

    Args:
        tags: a tag for each token.
        sure: returns the probability of a tag at a token.
    """
    start = 0
    while start < len(tags):
        end, what = start + 1, tags[start][len(BEGINS) :]
        while end < len(tags) and tags[end] == GOES_ON + what:
            end += 1
        if tags[start] != NOTHING:
            yield Told(what, start, end, min(sure(tags[at], at) for at in range(start, end)))
        start = end


def features_of(sentence: SentenceRead, lists: Lists) -> Sequence[Sequence[str]]:
    """Returns the features of each token: the words around it, what they look like, and are."""
    line = sentence.line
    words = line.words
    edge = (_EDGE,) * 3
    padded = edge + words + edge
    shapes = [shape_of(line, at) for at in range(len(words))]
    framed = ("", *shapes, "")
    whole = [f"1:{words[0]}", f"small:{'X' not in shapes}"]
    whole += ["asks"] if sentence.asks_from is not None else []
    listed = lists.of_tokens(line)
    kinds = [(), *([name for name in names if name.startswith(KIND)] for names in listed), ()]
    left, right = [f"<{word}" for word in words], [f"{word}>" for word in words]
    found = []
    for at, word in enumerate(words):
        third, second, before, _, after, next_, last = padded[at : at + 7]
        one = [
            f"w:{word}",
            f"-1:{before}",
            f"-2:{second}",
            f"+1:{after}",
            f"+2:{next_}",
            f"-1w:{before} {word}",
            f"w+1:{word} {after}",
            f"-2-1:{second} {before}",
            f"+1+2:{after} {next_}",
            f"-1+1:{before} {after}",
            f"s:{shapes[at]}",
            f"ss:{''.join(framed[at : at + 3])}",
        ]
        if line.spaced:
            one += (f"{word[:3]}<", f"{word[:4]}<", f">{word[-3:]}", f">{word[-4:]}")
            one.append(f"-1>{before[-3:]}")
        else:
            one += (f"-3:{third}", f"+3:{last}", f"w+2:{word}{after}{next_}")
            one += (f"+1+3:{after}{next_}{last}", f"-2+1:{second}{before}{word}{after}")
        one += (f"l:{name}" for name in listed[at])
        for name in kinds[at + 1]:
            one += (f"{before}|{name}", f"{second} {before}|{name}")
        one += (f"-l:{name}" for name in kinds[at])
        one += (f"+l:{name}" for name in kinds[at + 2])
        one += left[max(0, at - _AROUND) : at]
        one += right[at + 1 : at + _AROUND]
        one += whole
        found.append(one)
    return found


def shape_of(line: Line, at: int) -> str:
    """Returns what a token looks like: a capital, a figure, a small letter, or a mark."""
    token = line.tokens[at]
    if not token.is_word:
        return "."
    return "X" if token.capital else "9" if token.norm[0].isdigit() else "x"
