"""What patterns consist of, and where in a line each part of them stands.

Positions are indexes of a line's tokens, which in a language without spaces are its signs. What a
part finds at a position is kept with the line, and parts that are alike are one object, so that
what many patterns begin with is matched once. A match takes time linear in the length of the line.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from adapters.reader.lines import Line

_Words = frozenset[str]


class Part:
    """A part of a pattern.

    Attributes:
        firsts: the words that it can begin with; None for any.
        needs: sets of words: where it stands, a word of each does.
        optional: whether it may be missing.
        required: whether words of the pattern's own have to stand there.
        takes: whether words are taken in it.
    """

    firsts: _Words | None = None
    needs: frozenset[_Words] = frozenset()
    optional = required = takes = False

    def ends(self, line: Line, at: int) -> Sequence[int]:
        """Returns where it can end if it begins at a token, in the order in which to try."""
        raise NotImplementedError


class Words(Part):
    """One of several words or expressions: the longest that stands there, or a shorter one."""

    required = True

    def __init__(self, entries: Iterable[tuple[str, ...]]) -> None:
        self.entries = sorted(dict.fromkeys(entries), key=len, reverse=True)
        rests: dict[str, list[tuple[str, ...]]] = {}
        for entry in self.entries:
            rests.setdefault(entry[0], []).append(entry[1:])
        self._rests = {word: each if any(each) else [] for word, each in rests.items()}
        self.firsts = frozenset(self._rests)
        self.needs = frozenset([self.firsts] if self.firsts else [])

    def ends(self, line: Line, at: int) -> Sequence[int]:
        rests = self._rests.get(line.padded[at])
        if rests is None:
            return ()
        at += 1
        if not rests:
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

    def ends(self, line: Line, at: int) -> Sequence[int]:
        closed = at >= line.tail and not any(word in self._not for word in line.words[at:])
        return (len(line.words),) if closed else ()


class Either(Part):
    """One of several sequences of parts, to be tried in order; an empty one may be missing."""

    def __init__(self, ways: Sequence[Sequence[Part]]) -> None:
        self.ways = ways
        self.optional = any(all(part.optional for part in way) for way in ways)
        self.required = all(any(part.required for part in way) for way in ways)
        self.takes = any(part.takes for way in ways for part in way)
        self.firsts = _union(firsts_of(way) for way in ways)
        self.needs = needs_of([frozenset().union(*(part.needs for part in way)) for way in ways])
        self._led = [
            (None if all(part.optional for part in way) else firsts_of(way), way) for way in ways
        ]
        self._own = frozenset[str]().union(*(firsts for firsts, _ in self._led if firsts))
        self._before: dict[str, Sequence[Sequence[Part]]] = {}
        self._before_any = [way for firsts, way in self._led if firsts is None]

    def ends(self, line: Line, at: int) -> Sequence[int]:
        if self.firsts is not None and line.padded[at] not in self.firsts:
            return (at,) if self.optional else ()
        here = line.at[at]
        found = here.get(self)
        if found is None:
            found = here[self] = tuple(dict.fromkeys(self._ends(line, at)))
        return found

    def _ends(self, line: Line, at: int) -> Iterable[int]:
        word = line.padded[at]
        ways = self._before.get(word, self._before_any)
        if ways is self._before_any and word in self._own:
            ways = [way for firsts, way in self._led if firsts is None or word in firsts]
            self._before[word] = ways
        for way in ways:
            places: Sequence[int] = (at,)
            for part in way:
                places = [end for place in places for end in part.ends(line, place)]
                if not places:
                    break
            yield from places


class Path(Part):
    """What several patterns begin with.

    Attributes:
        before: the path to its last part; None if it has only one.
    """

    def __init__(self, before: "Path | None", part: Part) -> None:
        self.before = before
        self._part = part

    def ends_behind(self, line: Line, places: Iterable[int]) -> Sequence[int]:
        """Returns where it ends if the path before it can end at some tokens, in no order."""
        part, words = self._part, line.padded
        if part.firsts is not None and not part.optional:
            places = [place for place in places if words[place] in part.firsts]
        ends = [end for place in places for end in part.ends(line, place)]
        return ends if len(ends) < 2 else [*{*ends}]


def expressions(parts: Sequence[Part]) -> Sequence[tuple[str, ...]]:
    """Returns what a sequence of parts finds if that is words; otherwise nothing."""
    words = [part.entries for part in parts if isinstance(part, Words)]
    if not words or len(words) < len(parts) or any(len(each) > 1 for each in words[1:]):
        return ()
    return [sum((first, *(each[0] for each in words[1:])), ()) for first in words[0]]


def needs_of(ways: Sequence[frozenset[_Words]]) -> frozenset[_Words]:
    """Returns what is needed wherever one of several needs is met."""
    if len(ways) < 2 or not all(ways):
        return ways[0] if len(ways) == 1 else frozenset()
    return frozenset([frozenset[str]().union(*(max(way, key=_rarity) for way in ways))])


def _rarity(words: _Words) -> tuple[int, int]:
    """Returns how rarely a line has one of some words: the more, the longer and the fewer."""
    return min(map(len, words)), -len(words)


def _union(firsts: Iterable[_Words | None]) -> _Words | None:
    every = list(firsts)
    return None if None in every else frozenset().union(*filter(None, every))


def firsts_of(parts: Sequence[Part]) -> _Words | None:
    """Returns the words with which a sequence can begin; None for any."""
    needed = next((i for i, part in enumerate(parts) if not part.optional), len(parts))
    return _union(part.firsts for part in parts[: needed + 1])


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
        last = (one.start for one in self.taken.values() if one.stop == self.end)
        return min(last, default=self.end)


class Pattern:
    """One alternative of what a rule matches.

    Attributes:
        steps: its parts, each with the name of the capture that it is, or "".
        paths: what leads up to each step, and over it.
        kinds: the kind of each capture, by its name.
        needs: sets of words: a line that matches has a word of each.
        firsts: the words with which it can begin; None for any.
    """

    def __init__(
        self, steps: Sequence[tuple[Part, str]], paths: Sequence[Path], kinds: dict[str, str]
    ) -> None:
        self.steps = steps
        self.paths = paths
        self.kinds = kinds
        parts = [part for part, _ in steps]
        self.needs = frozenset[_Words]().union(*(part.needs for part in parts))
        self.firsts = None if all(part.optional for part in parts) else firsts_of(parts)

    def can_stand_in(self, line: Line) -> bool:
        """Returns whether a line has what a match needs."""
        return not any(map(line.vocabulary.isdisjoint, self.needs))

    def match(self, line: Line, at: int = 0) -> Match | None:
        """Returns the match that begins at a token; None if there is none."""
        if self.firsts is not None and line.padded[at] not in self.firsts:
            return None
        here = line.at[at]
        places: Sequence[int] = (at,)
        for path in self.paths:
            found = here.get(path)
            if found is None:
                found = here[path] = path.ends_behind(line, places)
            if not found:
                return None
            places = found
        failed: set[tuple[int, int]] = set()
        taken: dict[str, range] = {}

        def end_of(step: int, place: int) -> int | None:
            if step == len(self.steps):
                return place
            part, name = self.steps[step]
            for end in part.ends(line, place) if (step, place) not in failed else ():
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

    @cached_property
    def needs(self) -> frozenset[_Words]:
        """Sets of words: a line in which any of them stands has a word of each."""
        return needs_of([one.needs for one in self.patterns])

    def match(self, line: Line, at: int = 0) -> Match | None:
        """Returns the first match that begins at a token."""
        return next((match for one in self.patterns if (match := one.match(line, at))), None)

    def search(self, line: Line) -> Match | None:
        """Returns the first match that begins anywhere in a line."""
        if any(map(line.vocabulary.isdisjoint, self.needs)):
            return None
        likely = [one for one in self.patterns if one.can_stand_in(line)]
        for at, word in enumerate(line.words) if likely else ():
            for one in likely:
                if (one.firsts is None or word in one.firsts) and (match := one.match(line, at)):
                    return match
        return None
