"""Merging candidates into a profile, one accountable decision each."""

from shared.learning.merging.batch import MIN_CONFIDENCE, Merged, merge

__all__ = ["MIN_CONFIDENCE", "Merged", "merge"]
