"""Terms that are like one that nobody used: misspelt, or with an ending that no rule knows."""

from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz, process

_SHORTEST = 4
_ALIKE = 80.0
"""fuzz.ratio, 0–100, from which two terms are taken for one."""
_PREFIX = 0.7
"""Share of the longer term that the two must begin with in common."""
_MOST = 3


def variants_of(needle: str, texts: Iterable[str]) -> Iterator[str]:
    """The needles of at most three terms of the texts that are most like the one not found."""
    term = needle.strip()
    if len(term) < _SHORTEST or needle == term:
        return
    known = {other for text in texts for other in text.split() if other[:1] == term[:1]}
    ordered = sorted(known)
    alike = process.extract(term, ordered, scorer=fuzz.ratio, limit=_MOST, score_cutoff=_ALIKE)
    found = [other for other, _, _ in alike] or [o for o in ordered if _same_beginning(term, o)]
    for other in sorted(found)[:_MOST]:
        yield f" {other} "


def _same_beginning(one: str, other: str) -> bool:
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    return common >= _SHORTEST and common >= _PREFIX * max(len(one), len(other))
