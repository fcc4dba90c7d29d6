"""Finds terms similar to one that occurs nowhere, because of a misspelling or a rare ending."""

from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz, process

_SHORTEST = 4
_ALIKE = 80.0
"""The fuzz.ratio, 0–100, at which two terms count as the same."""
_PREFIX = 0.7
"""The share of the longer term that must be a common prefix."""
_MOST = 3


def variants_of(needle: str, texts: Iterable[str]) -> Iterator[str]:
    """Yields the needles of up to three terms in the texts that resemble the missing one."""
    term = needle.strip()
    if len(term) < _SHORTEST or needle == term:
        return
    known = {other for text in texts for other in text.split() if other[:1] == term[:1]}
    ordered = sorted(known)
    alike = process.extract(term, ordered, scorer=fuzz.ratio, limit=_MOST, score_cutoff=_ALIKE)
    found = [other for other, _, _ in alike] or [o for o in ordered if _same_prefix(term, o)]
    for other in sorted(found)[:_MOST]:
        yield f" {other} "


def _same_prefix(one: str, other: str) -> bool:
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    return common >= _SHORTEST and common >= _PREFIX * max(len(one), len(other))
