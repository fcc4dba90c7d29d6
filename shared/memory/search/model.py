"""The model that scores notes: a weighted sum of a few features, read as log-odds.

The weights are data, `weights.json`. `python -m bench.ranking.fit` writes them; what it learns from
and how they hold on conversations of another kind is in `bench/ranking/`.
"""

import json
import math
from collections.abc import Sequence
from operator import mul
from pathlib import Path
from typing import NamedTuple


class Evidence(NamedTuple):
    """What speaks for a note, each from 0 to about 1, in the order of the weights.

    Attributes:
        words: how much of the question's information its words cover, on a scale of logarithms.
        meaning: how far the similarity of its embedding to that of the question stands out.
        meaning_beside: the same, or of the note before or after it as far as it is brief itself.
        meaning_near: the same as `meaning`, of all its neighbors in the thread together.
        named: whether the question names who speaks.
        time: how close it is to the time that the question names, up to 2.
        asks: how far it is only a question, unless a user asks it of an assistant.
        remark: how little it says, in a conversation.
        told: whether the user tells it of themselves, where the question is about the user.
        kind: whether it holds the kind of thing that the question asks for, a time or a number.
        ordered: whether it is a standing instruction.
        wished: whether it says how somebody wants things, where the question asks for advice.
    """

    words: float
    meaning: float
    meaning_beside: float
    meaning_near: float
    named: float
    time: float
    asks: float
    remark: float
    told: float
    kind: float
    ordered: float
    wished: float


class Scale(NamedTuple):
    """How a mode's sums become log-odds: a slope, and what they are if nothing speaks."""

    slope: float
    bias: float


class Model(NamedTuple):
    """The weights.

    Attributes:
        weights: one for each field of `Evidence`.
        text, hybrid: the scale without embeddings, and with them.
    """

    weights: Sequence[float]
    text: Scale
    hybrid: Scale

    def total(self, evidence: Evidence) -> float:
        """Returns what all the evidence weighs together."""
        total: float = sum(map(mul, self.weights, evidence))
        return total

    def probability(self, total: float, *, has_meaning: bool) -> float:
        """Returns the probability that a note answers, for what its evidence weighs."""
        slope, bias = self.hybrid if has_meaning else self.text
        return 1 / (1 + math.exp(-max(slope * total + bias, -500.0)))


def _stored() -> Model:
    held = json.loads(Path(__file__).with_name("weights.json").read_text())
    weights = [float(held["weights"][name]) for name in Evidence._fields]
    return Model(weights, Scale(**held["text"]), Scale(**held["hybrid"]))


MODEL = _stored()
