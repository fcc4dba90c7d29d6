"""Finds the few patterns that can match a clause, by the words that they need."""

from collections.abc import Sequence, Set

from adapters.reader.languages import ReadyRule
from adapters.reader.lines import Line
from adapters.reader.patterns import Compiled

_ANY = ""
"""Stands for any word."""


class Index:
    """The patterns of a language's rules, numbered in the order in which they are tried."""

    def __init__(self, rules: Sequence[ReadyRule]) -> None:
        self.patterns: list[tuple[int, Compiled]] = [
            (place, pattern)
            for place, ready in enumerate(rules)
            for pattern in ready.match.patterns
        ]
        self._by_clue: dict[str, set[int]] = {}
        self._by_first: dict[str, set[int]] = {}
        self._words = {word for _, one in self.patterns for need in one.needs for word in need}
        for number, (_, pattern) in enumerate(self.patterns):
            for clue in pattern.clues or (_ANY,):
                self._by_clue.setdefault(clue, set()).add(number)
            for first in pattern.firsts or (_ANY,):
                self._by_first.setdefault(first, set()).add(number)

    def in_sentence(self, line: Line, also: Set[str]) -> frozenset[int]:
        """Returns the patterns that can match in a sentence.

        Args:
            line: the sentence.
            also: words that may be added to it.
        """
        nothing: set[int] = set()
        if line.spaced:
            words = line.words_in_it | also
        else:
            words = frozenset(word for word in self._words if word in line.norm)
        found = self._by_clue.get(_ANY, nothing).union(
            *(self._by_clue.get(word, nothing) for word in words)
        )
        return frozenset(n for n in found if self.patterns[n][1].can_be_of(words))

    def at(self, line: Line, likely: Set[int]) -> Set[int]:
        """Returns those of some patterns that can match at the start of a line."""
        first = line.tokens[0].norm if line.spaced and line.tokens else _ANY
        nothing: set[int] = set()
        return likely & (self._by_first.get(first, nothing) | self._by_first.get(_ANY, nothing))
