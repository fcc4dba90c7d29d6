"""Many patterns at once: which of them match where a line begins.

Of thousands of patterns a sentence has the words of a few. These are found by the rarest word that
each needs, and what several of them begin with is matched once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from adapters.reader.lines import Line, is_mark
from adapters.reader.parts import End, Part, Pattern


class _Node:
    """A place in a net: the patterns that end there, and the ways in which others go on."""

    def __init__(self) -> None:
        self.complete: list[int] = []
        self.ways: dict[Part, _Node] = {}
        self.parts: dict[_Node, Part] = {}


_Ways = dict[str, list[tuple[Part, _Node]]]
"""The ways on from a node by the words of a sentence with which they begin.

Those that can begin with any word, or be missing, are under each of them, and under "".
"""


class _Likely:
    """What a net knows of a sentence.

    Args:
        said: its words and marks, and "" for its end.
        nodes: the places on the way to the patterns of which it has the words.
    """

    def __init__(self, said: Set[str], nodes: Set[_Node]) -> None:
        self.nodes = nodes
        self._said = said
        self._ends = {word for word in said if not word or is_mark(word)}
        self._ways: dict[_Node, _Ways] = {}
        self._openings: dict[_Node, Set[str] | None] = {}

    def ways(self, node: _Node) -> _Ways:
        """Returns the likely ways on from a node."""
        found = self._ways.get(node)
        if found is None:
            ways = [(node.parts[further], further) for further in node.parts.keys() & self.nodes]
            free = [way for way in ways if way[0].optional or way[0].firsts is None]
            found = self._ways[node] = {"": free}
            for part, further in ways:
                if part.firsts is not None and not part.optional:
                    for word in part.firsts & self._said:
                        found.setdefault(word, [*free]).append((part, further))
        return found

    def openings(self, node: _Node) -> Set[str] | None:
        """Returns the words before which a node leads on; None if it does before any."""
        if node not in self._openings:
            self._openings[node] = self._opened(node)
        return self._openings[node]

    def _opened(self, node: _Node) -> Set[str] | None:
        if node.complete:
            return None
        ways = self.ways(node)
        words = {word for word in ways if word}
        for part, further in ways[""]:
            if isinstance(part, End):
                words |= self._ends
                continue
            later = self.openings(further) if part.firsts is not None else None
            if part.firsts is None or later is None:
                return None
            words |= part.firsts & self._said
            words |= later
        return words


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
                further = node.ways.setdefault(part, _Node())
                node.parts[further] = part
                node = further
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

    def everywhere(self, line: Line) -> Iterator[tuple[int, int]]:
        """Yields the numbers of the patterns that match anywhere, each after the token."""
        likely = self._known(line)
        openings = likely.openings(self._root) if likely.nodes else ()
        for at, word in enumerate(line.words):
            if openings is None or word in openings:
                for number in self.at(line, at):
                    yield at, number

    def at(self, line: Line, at: int = 0) -> Sequence[int]:
        """Returns the numbers of the patterns that match at a token, in order."""
        known = self._known(line)
        found: set[int] = set()
        waiting = [(self._root, at)] if known.nodes else []
        seen = set(waiting)
        for node, place in waiting:
            found.update(node.complete)
            ways = known.ways(node)
            for part, further in ways.get(line.padded[place], ways[""]):
                openings = known.openings(further)
                for end in part.ends(line, place):
                    if openings is not None and line.padded[end] not in openings:
                        continue
                    if (further, end) not in seen:
                        seen.add((further, end))
                        waiting.append((further, end))
        return sorted(found)

    def _known(self, line: Line) -> _Likely:
        known: _Likely | None = line.likely.get(self)
        if known is None:
            said = {*line.sentence, *self._assumed, ""}
            known = line.likely[self] = _Likely(said, self._likely(said))
        return known

    def _likely(self, words: Set[str]) -> Set[_Node]:
        """Returns the places on the way to the patterns of which a sentence has the words."""
        likely: set[_Node] = set()
        met = 0
        for word in words & self._met_by.keys():
            met |= self._met_by[word]
        for word in words & self._by_clue.keys():
            for wanted, path in self._by_clue[word]:
                if wanted & met == wanted:
                    likely.update(path)
        return likely
