"""Many patterns at once: which of them match where a line begins.

Of thousands of patterns a line has the words of a few. What several of these begin with is matched
once.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import and_, or_
from typing import Generic

from adapters.reader.languages import Entry, Ready
from adapters.reader.lines import Line
from adapters.reader.parts import End, Part

_FEW = 4
"""Ways on from a node that are tried one by one, without looking at the word."""


class _Node:
    """A place in a net: the patterns that end there, and the ways in which others go on."""

    def __init__(self) -> None:
        self.complete: list[int] = []
        self.ways: dict[Part, _Node] = {}
        self.leads_to = 0

    def before(self, word: str) -> Iterable[tuple[Part, "_Node"]]:
        """Returns the ways on that may begin with a word."""
        if len(self.ways) <= _FEW:
            return self.ways.items()
        return self._by_word.get(word) or self._by_word[""]

    @cached_property
    def _by_word(self) -> dict[str, list[tuple[Part, "_Node"]]]:
        """The ways on by the words with which they begin; under "" those that need none."""
        free = [way for way in self.ways.items() if way[0].optional or way[0].firsts is None]
        found = {"": free}
        for way in self.ways.items():
            for word in (way[0].firsts if way not in free else None) or ():
                found.setdefault(word, [*free]).append(way)
        return found

    @cached_property
    def openings(self) -> frozenset[str] | None:
        """The words before which it leads on, "" for the end of a line; None if before any."""
        words: frozenset[str] = frozenset()
        for part, node in self.ways.items() if not self.complete else ():
            if isinstance(part, End):
                words |= {""}
                continue
            later = node.openings if part.optional else frozenset()
            if part.firsts is None or later is None:
                return None
            words = words.union(part.firsts, later)
        return None if self.complete else words


class Net(Generic[Entry]):
    """The patterns of many entries, of which those that match are found together.

    Sets of patterns are the bits of a number, so that all of them are asked at once whether a line
    has what they need: their first needs, their second needs, and so on.

    Args:
        entries: the entries, in the order in which they are found.
    """

    def __init__(self, entries: Iterable[Ready[Entry]]) -> None:
        self._root = _Node()
        patterns = [(entry, pattern) for entry in entries for pattern in entry.match.patterns]
        self._owners: list[Ready[Entry]] = [entry for entry, _ in patterns]
        self._every = (1 << len(patterns)) - 1
        wanting: dict[int, dict[frozenset[str], int]] = defaultdict(lambda: defaultdict(int))
        for number, (entry, pattern) in enumerate(patterns):
            node, bit = self._root, 1 << number
            for part, _ in pattern.steps:
                node = node.ways.setdefault(part, _Node())
                node.leads_to |= bit
            node.complete.append(number)
            for place, need in enumerate(pattern.needs | entry.within.needs):
                wanting[place][need] |= bit
        self._content = [self._every & ~reduce(or_, needs.values()) for needs in wanting.values()]
        met_by: dict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
        for place, needs in wanting.items():
            for need in needs:
                for word in need:
                    met_by[word].append((place, need))

        # What words meet is told once for all that meet the same.
        met: dict[tuple[tuple[int, frozenset[str]], ...], Sequence[tuple[int, int]]] = {}
        for pairs in map(tuple, met_by.values()):
            places = dict.fromkeys(place for place, _ in pairs)
            met[pairs] = met.get(pairs) or [
                (at, reduce(or_, (wanting[p][n] for p, n in pairs if p == at))) for at in places
            ]
        self._met_by = {word: met[tuple(pairs)] for word, pairs in met_by.items()}

    def at(self, line: Line, at: int = 0) -> Iterable[Ready[Entry]]:
        """Returns the entries that match at a token, in order."""
        likely, words = self._likely(line), line.padded
        found: list[int] = []
        waiting = [(self._root, at)] if likely else []
        seen = set(waiting)
        for node, place in waiting:
            found += node.complete
            word = words[place]
            for part, further in node.before(word):
                firsts = part.firsts
                if not (firsts is None or word in firsts or part.optional):
                    continue
                if not further.leads_to & likely:
                    continue
                ends, openings = part.ends(line, place), further.openings
                if not further.ways:
                    found += further.complete if ends else ()
                    continue
                for end in ends:
                    opens = (
                        openings is None
                        or words[end] in openings
                        or (end >= line.tail and "" in openings)
                    )
                    if opens and (further, end) not in seen:
                        seen.add((further, end))
                        waiting.append((further, end))
        return dict.fromkeys(self._owners[number] for number in sorted(found))

    def everywhere(self, line: Line) -> Iterator[tuple[int, Ready[Entry]]]:
        """Yields each token at which entries match, with them in order."""
        openings = self._root.openings if self._likely(line) else frozenset()
        for at, word in enumerate(line.words):
            for entry in self.at(line, at) if openings is None or word in openings else ():
                yield at, entry

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
