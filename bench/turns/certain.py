"""How likely it is that something was told, given how sure the network is.

The network is too sure of itself, in some languages more than in others. A logistic regression on
messages that it was not taught with corrects that: one slope, and one intercept for each language.
The kind of thing does not matter here. A habit that is taken for a taste is still worth knowing;
what nobody said is not.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from adapters.reader.judging.network import APART, CLOSE, Network
from adapters.reader.judging.tagging import told_in
from adapters.reader.reader import reader
from bench.turns.rows import Row

_STEPS = 20
"""Of Newton's method."""
_HELD = 1e-3
"""The weight of the penalty on all coefficients, so that there always is a best fit."""


class Found(NamedTuple):
    """Something that the network finds in a message.

    Attributes:
        language: the message's.
        sure: how sure the network is that anything is told there, from 0 to 1.
        is_right: whether the message is marked there.
    """

    language: str
    sure: float
    is_right: bool


def found(network: Network, every: Iterable[Row]) -> Iterator[Found]:
    """Yields what a network finds in messages of which everything is marked that they tell."""
    for row in every:
        read = reader().read(row.message, others=[])
        told = told_in(read, network.of(row.message, row.language).pieces)
        marks = [mark for mark in row.marks if mark.what not in APART]
        for sentence, some in zip(read.sentences, told, strict=True):
            for one in some:
                if one.what in APART:
                    continue
                tokens = sentence.line.tokens[one.start : one.end]
                start, end = tokens[0].start, tokens[-1].end
                is_right = any(mark.start < end and start < mark.end for mark in marks)
                yield Found(row.language, one.sure, is_right)


def fitted(every: Sequence[Found]) -> Mapping[str, Any]:
    """Returns the `slope`, and the intercept of each of `languages`."""
    languages = sorted({one.language for one in every})
    rows = np.zeros((len(every), 1 + len(languages)))
    for row, one in zip(rows, every, strict=True):
        row[0], row[1 + languages.index(one.language)] = _odds(one.sure), 1.0
    right = np.array([one.is_right for one in every], float)
    held, weights = np.diag([_HELD] * len(rows[0])), np.zeros(len(rows[0]))
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        steepness = (rows * (likely * (1 - likely))[:, None]).T @ rows + held
        weights += np.linalg.solve(steepness, rows.T @ (right - likely) - held @ weights)
    slope, *added = (round(each, 3) for each in weights.tolist())
    return {"slope": slope, "languages": dict(zip(languages, added, strict=True))}


def _odds(sure: float) -> float:
    bounded = min(max(sure, CLOSE), 1 - CLOSE)
    return math.log(bounded / (1 - bounded))
