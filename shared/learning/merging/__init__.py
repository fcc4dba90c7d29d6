"""Merges candidates into a profile, with one decision each."""

from shared.learning.merging.batch import MIN_CONFIDENCE, Merged, merge

__all__ = ["MIN_CONFIDENCE", "Merged", "merge"]
