"""Whether a quote supports what was made of it: nothing is learned that nobody said (P-12)."""

from shared.learning.support.judging import Claim, Support, judge

__all__ = ["Claim", "Support", "judge"]
