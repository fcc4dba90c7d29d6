"""Finds terms similar to one that occurs nowhere, because of a misspelling or a rare ending."""

from collections.abc import Iterable, Mapping, Sequence, Set

from rapidfuzz import fuzz, process

_SHORTEST = 4
_ALIKE = 80.0
"""The fuzz.ratio, 0–100, at which two terms count as the same."""
_PREFIX = 0.7
"""The share of the longer term that must be a common prefix."""
_MOST = 3


class Variants:
    """The terms that resemble a missing one the most, while texts come in page by page.

    Only the best three are remembered. A term that three others surpass never becomes one of the
    best again, so what is counted from its first page on is counted in full.
    """

    def __init__(self, needle: str) -> None:
        """`needle` is the missing term with its spaces; pairs of letters have no variants."""
        term = needle.strip()
        self._term = term if len(term) >= _SHORTEST and needle != term else ""
        self._start = term[:1]
        self._alike: dict[str, tuple[float, dict[int, int]]] = {}
        self._prefixed: dict[str, tuple[float, dict[int, int]]] = {}

    def add(self, page: Sequence[tuple[int, str]], words: Set[str]) -> set[int]:
        """Counts the best variants in a page; returns the numbers of the texts that have one.

        Args:
            page: the numbers and terms of its texts.
            words: what stands between the spaces of all of them.
        """
        if not self._term:
            return set()
        known = {each for each in words if each.startswith(self._start)} - {self._term}
        scored = process.extract(
            self._term, sorted(known), scorer=fuzz.ratio, limit=_MOST, score_cutoff=_ALIKE
        )
        alike = {other: score for other, score, _ in scored}
        prefixed: dict[str, float] = {}
        if not (alike or self._alike):
            prefixed = {other: 0.0 for other in known if _same_prefix(self._term, other)}
        self._alike = _best(self._alike, alike)
        self._prefixed = {} if self._alike else _best(self._prefixed, prefixed)
        return _count(self._alike, page) | _count(self._prefixed, page)

    def counts(self) -> Iterable[Mapping[int, int]]:
        """Returns the counts of each variant, by number, in the order of the terms."""
        best = self._alike or self._prefixed
        return [best[other][1] for other in sorted(best)]


def _best(
    known: Mapping[str, tuple[float, dict[int, int]]], found: Mapping[str, float]
) -> dict[str, tuple[float, dict[int, int]]]:
    """Returns the best of the known and the newly found terms, the earlier one at a tie."""
    every = {**{other: (score, {}) for other, score in found.items()}, **known}
    return dict(sorted(every.items(), key=lambda pair: (-pair[1][0], pair[0]))[:_MOST])


def _count(
    best: Mapping[str, tuple[float, dict[int, int]]], page: Sequence[tuple[int, str]]
) -> set[int]:
    """Adds the counts of each term in a page; returns the numbers of the texts with one."""
    numbers: set[int] = set()
    for other, (_, counts) in best.items():
        needle = f" {other} "
        for number, terms in page:
            if count := terms.count(needle):
                counts[number] = count
                numbers.add(number)
    return numbers


def _same_prefix(one: str, other: str) -> bool:
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    return common >= _SHORTEST and common >= _PREFIX * max(len(one), len(other))
