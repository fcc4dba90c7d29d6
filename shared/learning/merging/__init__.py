"""Merges candidates into a profile, with one decision each."""

from shared.learning.merging.batch import Merged, merge
from shared.learning.merging.examining import MIN_CONFIDENCE, Examined, examine

__all__ = ["MIN_CONFIDENCE", "Examined", "Merged", "examine", "merge"]
