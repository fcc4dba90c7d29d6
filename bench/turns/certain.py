"""How probable it is that something was told, by how sure the network is of it.

The network is too sure of ages and employers, and less sure of cars and siblings than it could be.
A logistic regression on messages that were kept apart puts that right: with one slope for all, and
an intercept for each kind of things and for each language.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from adapters.reader.judging.network import CLOSE, Network
from adapters.reader.judging.tagging import told_in
from adapters.reader.known import are_of_one_kind
from adapters.reader.reader import reader
from bench.turns.rows import Row

_HELD = 2.0
"""How far kinds and languages that are rarely found keep to the others: the weight of a square."""
_STEPS = 20
"""Of Newton's method."""
_TASTES = frozenset({"like", "dislike"})


class Found(NamedTuple):
    """Something that the network finds in a message.

    Attributes:
        language: the message's.
        what: of what kind it is.
        sure: how sure the network is, from 0 to 1.
        is_right: whether the message is marked there as such, or as another kind of the same.
    """

    language: str
    what: str
    sure: float
    is_right: bool


def found(network: Network, every: Iterable[Row]) -> Iterator[Found]:
    """Yields what a network finds in messages of which all is known that they tell."""
    for row in every:
        read = reader().read(row.message, others=[])
        told = told_in(read, network.of(row.message, row.language).pieces)
        for sentence, some in zip(read.sentences, told, strict=True):
            for one in some:
                tokens = sentence.line.tokens[one.start : one.end]
                start, end = tokens[0].start, tokens[-1].end
                is_right = any(
                    mark.start < end and start < mark.end and _is_one(one.what, mark.what)
                    for mark in row.marks
                )
                if not one.is_over:
                    yield Found(row.language, one.what, one.sure, is_right)


def _is_one(one: str, other: str) -> bool:
    return one == other or (are_of_one_kind(one, other) and {one, other} != _TASTES)


def fitted(every: Sequence[Found]) -> Mapping[str, Any]:
    """Returns the `slope`, the intercept of each of `kinds`, and what each of `languages` adds."""
    groups = [("kinds", one) for one in sorted({one.what for one in every})]
    groups += [("languages", one) for one in sorted({one.language for one in every})]
    places = {group: place for place, group in enumerate(groups, 2)}
    rows = np.zeros((len(every), 2 + len(groups)))
    for row, one in zip(rows, every, strict=True):
        row[:2] = _odds(one.sure), 1.0
        row[places["kinds", one.what]] = row[places["languages", one.language]] = 1.0
    right = np.array([one.is_right for one in every], float)
    held = np.diag([0.0, 0.0, *[_HELD] * len(groups)])
    weights = np.zeros(2 + len(groups))
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        steepness = (rows * (likely * (1 - likely))[:, None]).T @ rows + held
        weights += np.linalg.solve(steepness, rows.T @ (right - likely) - held @ weights)
    slope, common, *_ = weights.tolist()
    own = {"kinds": dict[str, float](), "languages": dict[str, float]()}
    for (group, name), place in places.items():
        own[group][name] = round(float(weights[place]) + common * (group == "kinds"), 3)
    return {"slope": round(slope, 3), **own}


def _odds(sure: float) -> float:
    bounded = min(max(sure, CLOSE), 1 - CLOSE)
    return math.log(bounded / (1 - bounded))
