"""Many patterns at once: which of them match where a line begins.

Of thousands of patterns a line has the words of a few. What several of these begin with is matched
once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import and_, or_

from adapters.reader.lines import Line
from adapters.reader.parts import End, Part, Pattern

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


class Net:
    """Many numbered patterns, of which those that match are found together.

    Sets of patterns are the bits of a number, so that all of them are asked at once whether a line
    has what they need: their first needs, their second needs, and so on.

    Args:
        patterns: the patterns.
        also: what a line needs as well where one of them is to be found.
    """

    def __init__(
        self,
        patterns: Iterable[tuple[int, Pattern]],
        also: Callable[[int], frozenset[frozenset[str]]] = lambda _: frozenset(),
    ) -> None:
        self._root = _Node()
        wanting: dict[int, dict[frozenset[str], int]] = defaultdict(lambda: defaultdict(int))
        every = 0
        for number, pattern in patterns:
            node, bit = self._root, 1 << number
            for part, _ in pattern.steps:
                node = node.ways.setdefault(part, _Node())
                node.leads_to |= bit
            node.complete.append(number)
            every |= bit
            for place, need in enumerate(pattern.needs | also(number)):
                wanting[place][need] |= bit
        self._content = [every & ~reduce(or_, wanting[place].values()) for place in wanting]
        self._every = every
        self._met_by: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for place, needs in wanting.items():
            for need, bits in needs.items():
                for word in need:
                    self._met_by[word][place] |= bits

    def at(self, line: Line, at: int = 0) -> Sequence[int]:
        """Returns the numbers of the patterns that match at a token, in order."""
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
        return sorted(set(found))

    def everywhere(self, line: Line) -> Iterator[tuple[int, int]]:
        """Yields each token at which patterns match, with their numbers in order."""
        openings = self._root.openings if self._likely(line) else frozenset()
        for at, word in enumerate(line.words):
            for number in self.at(line, at) if openings is None or word in openings else ():
                yield at, number

    def _likely(self, line: Line) -> int:
        """Returns the patterns of which a line has the words."""
        found: int | None = line.found.get(self)
        if found is None:
            content = [*self._content]
            for word in line.vocabulary & self._met_by.keys():
                for place, bits in self._met_by[word].items():
                    content[place] |= bits
            found = line.found[self] = reduce(and_, content, self._every)
        return found
