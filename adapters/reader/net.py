"""Many patterns at once: which of them match where a line begins.

Of thousands of patterns a sentence has the words of a few. These are found by the rarest word that
each needs, and what several of them begin with is matched once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property

from adapters.reader.lines import Line
from adapters.reader.parts import Part, Pattern

_FEW = 4
"""Ways on from a node that are tried one by one, without looking at the word."""


class _Node:
    """A place in a net: the patterns that end there, and the ways in which others go on."""

    def __init__(self) -> None:
        self.complete: list[int] = []
        self.ways: dict[Part, _Node] = {}

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
    def openings(self) -> Set[str] | None:
        """The words before which it leads on; None if it does before any."""
        words: frozenset[str] = frozenset()
        for part, node in self.ways.items() if not self.complete else ():
            later = node.openings if part.optional else frozenset()
            if part.firsts is None or later is None:
                return None
            words = words.union(part.firsts, later)
        return None if self.complete else words


class Net:
    """Many numbered patterns, of which those that match are found together.

    Args:
        patterns: the patterns.
        assumed: words that a line may have though its author left them out.
    """

    def __init__(
        self, patterns: Iterable[tuple[int, Pattern]], assumed: Set[str] = frozenset()
    ) -> None:
        self._assumed = assumed
        self._root = _Node()
        paths: list[tuple[list[_Node], frozenset[frozenset[str]]]] = []
        for number, pattern in patterns:
            node, path = self._root, []
            for part, _ in pattern.steps:
                node = node.ways.setdefault(part, _Node())
                path.append(node)
            node.complete.append(number)
            paths.append((path, pattern.needs))
        shared = Counter(need for _, needs in paths for need in needs)
        counts: Counter[str] = Counter()
        for need, count in shared.items():
            counts.update(dict.fromkeys(need, count))
        common = {need: max(map(counts.__getitem__, need)) for need in shared}
        bits = {need: 1 << place for place, need in enumerate(shared)}
        self._met_by: dict[str, int] = defaultdict(int)
        for need, bit in bits.items():
            for word in need:
                self._met_by[word] |= bit
        self._by_clue: dict[str, list[tuple[int, list[_Node]]]] = defaultdict(list)
        for path, needs in paths:
            wanted = sum(map(bits.__getitem__, needs))
            for clue in min(needs, key=common.__getitem__, default=("",)):
                self._by_clue[clue].append((wanted, path))

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
                if further not in likely or not (firsts is None or word in firsts or part.optional):
                    continue
                openings = further.openings
                for end in part.ends(line, place):
                    way = (further, end)
                    if (openings is None or words[end] in openings) and way not in seen:
                        seen.add(way)
                        waiting.append(way)
        return sorted(set(found))

    def everywhere(self, line: Line) -> Iterator[tuple[int, int]]:
        """Yields each token at which patterns match, with their numbers in order."""
        openings = self._root.openings if self._likely(line) else frozenset()
        for at, word in enumerate(line.words):
            for number in self.at(line, at) if openings is None or word in openings else ():
                yield at, number

    def _likely(self, line: Line) -> Set[_Node]:
        """Returns the places on the way to the patterns of which a line's sentence has the words.

        What its author left out is taken to be there.
        """
        found: set[_Node] | None = line.likely.get(self)
        if found is None:
            found = line.likely[self] = set()
            words, met = {*line.sentence, *self._assumed, ""}, 0
            for word in words & self._met_by.keys():
                met |= self._met_by[word]
            for word in words & self._by_clue.keys():
                for wanted, path in self._by_clue[word]:
                    if wanted & met == wanted:
                        found.update(path)
        return found
