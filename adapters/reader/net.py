"""Many patterns at once: which of them match at a place of a line.

Of thousands of patterns a line has the words of a few, and only these are tried.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_, or_
from typing import Generic

from adapters.reader.languages import Entry, Ready
from adapters.reader.lines import Line
from adapters.reader.parts import Match, Pattern

_Words = frozenset[str]
_ANY: _Words = frozenset()


class Net(Generic[Entry]):
    """The patterns of many entries, of which those that match are found together.

    Sets of patterns are the bits of a number, so that all of them are asked at once whether a line
    has what they need: their first needs, their second needs, and so on.

    Args:
        entries: the entries, in the order in which they are found.
    """

    def __init__(self, entries: Iterable[Ready[Entry]]) -> None:
        self._patterns: Sequence[tuple[Ready[Entry], Pattern]] = [
            (one, pattern) for one in entries for pattern in one.match.patterns
        ]
        self._every = (1 << len(self._patterns)) - 1
        beginning: dict[_Words, int] = defaultdict(int)
        wanting: dict[int, dict[_Words, int]] = defaultdict(lambda: defaultdict(int))
        needs = [pattern.needs | entry.within.needs for entry, pattern in self._patterns]
        count = Counter(need for each in needs for need in each)
        for number, (_, pattern) in enumerate(self._patterns):
            beginning[pattern.firsts or _ANY] |= 1 << number
            # Those that many have stand first, so that words meet each of them in one place.
            for place, need in enumerate(sorted(needs[number], key=count.__getitem__)[::-1]):
                wanting[place][need] |= 1 << number
        self._begin_with_any = beginning.pop(_ANY, 0)
        self._begin_with = {
            word: self._begin_with_any | bits for word, bits in _by_word(beginning.items())
        }
        self._content = [self._every & ~reduce(or_, each.values()) for each in wanting.values()]
        self._met_by: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, wanted in wanting.items():
            for word, bits in _by_word(wanted.items()):
                self._met_by[word].append((place, bits))

    def at(self, line: Line, at: int = 0) -> list[Ready[Entry]]:
        """Returns the entries that match at a token, in order."""
        begun = self._begin_with.get(line.padded[at], self._begin_with_any)
        found: dict[Ready[Entry], None] = {}
        for entry, pattern in self._of(self._likely(line) & begun):
            if entry not in found and pattern.match(line, at):
                found[entry] = None
        return list(found)

    def search(self, line: Line) -> Iterator[tuple[Ready[Entry], Match]]:
        """Yields the entries that match anywhere in a line, in order, each where it does first."""
        for entry in dict.fromkeys(entry for entry, _ in self._of(self._likely(line))):
            if match := entry.match.search(line):
                yield entry, match

    def _of(self, bits: int) -> Sequence[tuple[Ready[Entry], Pattern]]:
        """Returns the patterns of a set, each with its entry."""
        found = []
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            found.append(self._patterns[lowest.bit_length() - 1])
        return found

    def _likely(self, line: Line) -> int:
        """Returns the patterns of which a line has the words."""
        found: int | None = line.found.get(self)
        if found is None:
            content = [*self._content]
            for word in line.vocabulary & self._met_by.keys():
                for place, bits in self._met_by[word]:
                    content[place] |= bits
            found = line.found[self] = reduce(and_, content, self._every)
        return found


def _by_word(sets: Iterable[tuple[_Words, int]]) -> Iterator[tuple[str, int]]:
    """Yields each word with all that the sets in which it is stand for: one number for many."""
    within: dict[str, list[int]] = defaultdict(list)
    for words, bits in sets:
        for word in words:
            within[word].append(bits)
    joined: dict[tuple[int, ...], int] = {}
    for word, each in within.items():
        key = tuple(each)
        if key not in joined:
            joined[key] = reduce(or_, each)
        yield word, joined[key]
