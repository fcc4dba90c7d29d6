"""Which item of the profile a candidate repeats."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from shared.documents.profile import Pattern, Preference, PreferenceType, Workflow

SAME: float = 90.0
"""Similarity, of 100, from which two descriptions of one type say the same."""


def same_preference(
    kind: PreferenceType, description: str, known: Iterable[Preference]
) -> str | None:
    """The id of the preference of the same type whose description says the same."""
    wanted = description.casefold()
    best = max(
        (
            (fuzz.token_sort_ratio(wanted, item.description.casefold()), item.id)
            for item in known
            if item.type == kind
        ),
        default=(0.0, ""),
        key=lambda scored: scored[0],
    )
    return best[1] if best[0] >= SAME else None


def same_item(description: str, known: Iterable[Pattern] | Iterable[Workflow]) -> str | None:
    """The id of the pattern or workflow whose description says the same."""
    wanted = description.casefold()
    for item in known:
        if fuzz.ratio(wanted, item.description.casefold()) >= SAME:
            return item.id
    return None
