"""What the rules hand on: a finding in one clause, not yet a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.reader.grammar.words import HABITUAL, HEDGES, STRONG_ADVERBS
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement of stance.

    Attributes:
        type: what kind of thing it says.
        description: the object, normalised.
        confidence: by the bands of F-13.
        passing: whether it may only introduce what the message asks for ("I want to learn chess.
            Where do I start?").
        context: a sentence about the user, or "" where the clause itself is to be retold.
    """

    type: PreferenceType
    description: str
    confidence: float
    passing: bool = False
    context: str = ""


def graded(base: float, clause: Clause, adverbs: Sequence[str] | frozenset[str]) -> float:
    """A confidence within its band: firmer or weaker by the words around the statement."""
    value = base
    if set(adverbs) & STRONG_ADVERBS and base >= 0.9:
        value += 0.03
    if set(adverbs) & HABITUAL:
        value = min(value, 0.84)
    if clause.hedged or set(adverbs) & HEDGES:
        value -= 0.12
    if clause.subject == "we":
        value -= 0.05
    return round(max(0.0, min(1.0, value)), 2)
