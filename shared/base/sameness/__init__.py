"""What makes two texts say the same: one notion for all items and notes (P-14, M-16, F-28)."""

from shared.base.sameness.comparisons import Comparison
from shared.base.sameness.index import Index
from shared.base.sameness.relations import (
    Relation,
    comparison,
    object_of,
    relation,
    repeats,
    same,
    same_object,
    says_no_more,
    words_of,
)

__all__ = [
    "Comparison",
    "Index",
    "Relation",
    "comparison",
    "object_of",
    "relation",
    "repeats",
    "same",
    "same_object",
    "says_no_more",
    "words_of",
]
