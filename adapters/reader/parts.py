"""What patterns consist of, and where in a line each part of them stands.

Positions are indexes of a line's tokens, which in a language without spaces are its signs. What a
part finds at a position is kept with the line, and parts that are alike are one object, so that
what many patterns begin with is matched once. A match takes time linear in the length of the line.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from adapters.reader.lines import Line, is_mark

_NONE: frozenset[str] = frozenset()
_ONE_WORD: list[tuple[str, ...]] = [()]


class Part:
    """A part of a pattern.

    Attributes:
        firsts: the words that it can begin with; None for any.
        optional: whether it may be missing.
    """

    firsts: frozenset[str] | None = None
    optional = False

    def ends(self, line: Line, at: int) -> Sequence[int]:
        """Returns where it can end if it begins at a token, in the order in which to try."""
        if self.firsts is not None and line.padded[at] not in self.firsts:
            return (at,) if self.optional else ()
        key = (self, at)
        found = line.found.get(key)
        if found is None:
            found = line.found[key] = tuple(dict.fromkeys(self._ends(line, at)))
        return found

    def _ends(self, line: Line, at: int) -> Iterable[int]:
        raise NotImplementedError


class Words(Part):
    """One of several words or expressions: the longest that stands there, or a shorter one."""

    def __init__(self, entries: Iterable[tuple[str, ...]]) -> None:
        self._rests: dict[str, list[tuple[str, ...]]] = {}
        for entry in sorted(entries, key=len, reverse=True):
            self._rests.setdefault(entry[0], []).append(entry[1:])
        self.firsts = frozenset(self._rests)

    def ends(self, line: Line, at: int) -> Sequence[int]:
        rests = self._rests.get(line.padded[at])
        if rests is None:
            return ()
        at += 1
        if rests == _ONE_WORD:
            return (at,)
        return [at + len(one) for one in rests if line.words[at : at + len(one)] == one]


class Anything(Part):
    """Any words, as few as will do or as many as there are, but none of the marks that close them.

    Args:
        least, most: how many.
        closing: the marks.
        greedy: whether as many as there are.
    """

    def __init__(self, least: int, most: int, closing: str = "", greedy: bool = False) -> None:
        self.optional = least == 0
        self._size = (least, most)
        self._closing = closing
        self._greedy = greedy

    def ends(self, line: Line, at: int) -> Sequence[int]:
        least, most = self._size
        until = min(at + most, len(line.words))
        if self._closing:
            until = next((i for i in range(at, until) if line.words[i] in self._closing), until)
        found = range(at + least, until + 1)
        return found[::-1] if self._greedy else found


class End(Part):
    """The end of the clause, before which only marks may stand that are none of some."""

    def __init__(self, not_: str) -> None:
        self._not = not_

    def _ends(self, line: Line, at: int) -> Iterable[int]:
        if all(is_mark(word) and word not in self._not for word in line.words[at:]):
            yield len(line.words)


class Either(Part):
    """One of several sequences of parts."""

    def __init__(self, ways: Sequence[Sequence[Part]]) -> None:
        self.ways = ways
        self.optional = any(all(part.optional for part in way) for way in ways)
        every = [part.firsts for way in ways for part in _openers(way)]
        self.firsts = None if None in every else frozenset().union(*filter(None, every))

        self._ways = [(_beginning(way), way[0], way[1:]) for way in ways if way]

    def _ends(self, line: Line, at: int) -> Iterable[int]:
        word = line.padded[at]
        for firsts, first, others in self._ways:
            if firsts is not None and word not in firsts:
                continue
            places = first.ends(line, at)
            for part in others:
                places = [end for place in places for end in part.ends(line, place)]
            yield from places


class Repeated(Part):
    """A part that may be missing, or stand there several times."""

    optional = True

    def __init__(self, part: Part, most: int) -> None:
        self.part = part
        self.most = most
        self.firsts = part.firsts

    def _ends(self, line: Line, at: int) -> Iterable[int]:
        return self._from(line, at, self.most)

    def _from(self, line: Line, at: int, left: int) -> list[int]:
        ends = self.part.ends(line, at) if left else ()
        return [*(one for end in ends for one in self._from(line, end, left - 1)), at]


def _openers(parts: Sequence[Part]) -> Sequence[Part]:
    """Returns the parts with which a sequence may begin."""
    needed = next((i for i, part in enumerate(parts) if not part.optional), len(parts))
    return parts[: needed + 1]


def _beginning(parts: Sequence[Part]) -> frozenset[str] | None:
    """Returns the words with which a sequence begins; None for any, or if it may be missing."""
    every = [part.firsts for part in _openers(parts)]
    missing = all(part.optional for part in parts)
    return None if missing or None in every else frozenset().union(*filter(None, every))


def _needs(parts: Sequence[Part]) -> list[frozenset[str]]:
    """Returns sets of words: where a sequence stands, a word of each does."""
    found: list[frozenset[str]] = []
    for part in parts:
        if isinstance(part, Words) and part.firsts:
            found.append(part.firsts)
        elif isinstance(part, Either):
            ways = [_needs(way) for way in part.ways]
            if len(ways) == 1:
                found += ways[0]
            elif all(ways):
                found.append(frozenset().union(*(min(way, key=len) for way in ways)))
    return found


@dataclass(frozen=True)
class Match:
    """Where a pattern stands in a line.

    Attributes:
        start, end: its first token, and the one behind it.
        taken: the tokens that each of its captures takes.
    """

    start: int
    end: int
    taken: dict[str, range]

    @property
    def firm_end(self) -> int:
        """Where it ends, but for what a capture takes at its end."""
        return min(
            (one.start for one in self.taken.values() if one.stop == self.end), default=self.end
        )


@dataclass(frozen=True, eq=False)
class Pattern:
    """One alternative of what a rule matches.

    Attributes:
        steps: its parts, each with the name of the capture that it is, or "".
        kinds: the kind of each capture, by its name.
    """

    steps: tuple[tuple[Part, str], ...]
    kinds: dict[str, str]

    @cached_property
    def firsts(self) -> frozenset[str] | None:
        """The words of which a match begins with one; None for any."""
        return _beginning([part for part, _ in self.steps])

    @cached_property
    def needs(self) -> frozenset[frozenset[str]]:
        """Sets of words: a line that matches has a word of each."""
        return frozenset(_needs([part for part, _ in self.steps]))

    def can_stand_in(self, line: Line) -> bool:
        """Returns whether a line has what a match needs."""
        return not any(need.isdisjoint(line.words) for need in self.needs)

    def match(self, line: Line, at: int = 0) -> Match | None:
        """Returns the match that begins at a token; None if there is none."""
        if self.firsts is not None and line.padded[at] not in self.firsts:
            return None
        failed: set[tuple[int, int]] = set()
        taken: dict[str, range] = {}

        def end_of(step: int, place: int) -> int | None:
            if step == len(self.steps):
                return place
            if (step, place) in failed:
                return None
            part, name = self.steps[step]
            for end in part.ends(line, place):
                reached = end_of(step + 1, end)
                if reached is not None:
                    if name:
                        taken[name] = range(place, end)
                    return reached
            failed.add((step, place))
            return None

        end = end_of(0, at)
        return None if end is None else Match(at, end, taken)


@dataclass(frozen=True, eq=False)
class Matcher:
    """Patterns, of which any may match."""

    patterns: Sequence[Pattern]

    def match(self, line: Line, at: int = 0) -> Match | None:
        """Returns the first match that begins at a token."""
        return next((match for one in self.patterns if (match := one.match(line, at))), None)

    def search(self, line: Line) -> Match | None:
        """Returns the first match that begins anywhere in a line."""
        likely = Matcher([one for one in self.patterns if one.can_stand_in(line)])
        every = range(len(line.words)) if likely.patterns else ()
        return next((match for at in every if (match := likely.match(line, at))), None)


class _Node:
    """A place in a net: the patterns that end there, and the ways in which others go on."""

    def __init__(self) -> None:
        self.complete: list[int] = []
        self.ways: dict[Part, _Node] = {}
        self.parts: dict[_Node, Part] = {}


class Net:
    """Many numbered patterns, of which those that match are found together.

    What several begin with is there once. Of all, only those are tried of which a line has the
    words: these are found by the rarest word that each needs.

    Args:
        patterns: the patterns.
        assumed: words that a line may have though its author left them out.
    """

    def __init__(self, patterns: Iterable[tuple[int, Pattern]], assumed: Set[str] = _NONE) -> None:
        patterns = list(patterns)
        self._assumed = assumed
        self._root = _Node()
        self._by_clue: dict[str, list[tuple[int, list[_Node]]]] = {}
        self._met_by: dict[str, int] = {}
        bits: dict[frozenset[str], int] = {}
        needed = Counter(word for _, one in patterns for word in frozenset().union(*one.needs))
        for number, pattern in patterns:
            node, path = self._root, []
            for part, _ in pattern.steps:
                further = node.ways.setdefault(part, _Node())
                node.parts[further] = part
                node = further
                path.append(node)
            node.complete.append(number)
            needs = sum(bits.setdefault(need, 1 << len(bits)) for need in pattern.needs)
            rarest = min(
                pattern.needs, key=lambda one: max(map(needed.__getitem__, one)), default=("",)
            )
            for clue in rarest:
                self._by_clue.setdefault(clue, []).append((needs, path))
        for need, bit in bits.items():
            for word in need:
                self._met_by[word] = self._met_by.get(word, 0) | bit

    def at(self, line: Line, at: int = 0) -> Sequence[int]:
        """Returns the numbers of the patterns that match at a token, in order."""
        found: set[int] = set()
        likely = self._likely(line)
        waiting = [(self._root, at)] if likely else []
        while waiting:
            node, place = waiting.pop()
            found.update(node.complete)
            for further in node.parts.keys() & likely:
                waiting += [(further, end) for end in node.parts[further].ends(line, place)]
        return sorted(found)

    def _likely(self, line: Line) -> Set[_Node]:
        """Returns the places on the way to the patterns of which a sentence has the words."""
        likely: set[_Node] | None = line.likely.get(self)
        if likely is None:
            likely = line.likely[self] = set()
            words = {*line.padded, *self._assumed}
            met = 0
            for word in words:
                met |= self._met_by.get(word, 0)
            for word in words:
                for needs, path in self._by_clue.get(word, ()):
                    if needs & met == needs:
                        likely.update(path)
        return likely
