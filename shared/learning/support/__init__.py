"""Whether a quote supports what was made of it: nothing is learned that nobody said (P-12)."""

from shared.learning.support.judging import Claim, Support, judge
from shared.learning.support.said import Said
from shared.learning.support.statements import Utterance

__all__ = ["Claim", "Said", "Support", "Utterance", "judge"]
