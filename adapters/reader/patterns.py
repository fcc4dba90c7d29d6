"""The language in which rules say what they match, compiled to regular expressions.

    moved              the word, in the form in which the language's data normalizes it
    (moved|moves in)   one of several
    [back]             may be missing
    <like>             a list of the language, or a phrase that it defines in this same notation
    <adverb>*  [x]*    up to three of them; a ? after a list makes it optional as well
    {thing}            takes words, as the capture of that name says; {who:name} takes a name
    _                  any word
    ...                up to four words
    $                  the end of the clause

An expression begins at the start of a clause. What is compiled takes time linear in the length of
the clause for each capture, and clauses have a limit.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from adapters.reader.lines import Line

_TOKENS = re.compile(
    r"(?:(?P<list><[\w.-]+>)|(?P<take>\{[\w.-]+(?::[\w.-]+)?\})|(?P<gap>\.\.\.)|(?P<end>\$)"
    r"|(?P<mark>[()\[\]|*?])|(?P<word>\\[?<>]|[^\s()\[\]|<>{}$*?]+))"
)
_OPTIONAL = 8
"""How many alternatives one pattern may become where what follows a capture may be missing."""


_NONE: frozenset[str] = frozenset()


class PatternError(ValueError):
    """A pattern that says nothing, names an unknown list, or does not end what it begins."""


@dataclass(frozen=True)
class Shape:
    """How the words of a language stand in a line, and what its patterns may name.

    Attributes:
        spaced: whether words are separated; each word of a line is then followed by a space.
        lists: words and expressions by the name of their list, normalized.
        phrases: patterns by name.
        most: the most words (in an unspaced language, characters) of each kind of capture.
        only: the entries that a kind of capture takes, if it takes no other words.
    """

    spaced: bool
    lists: Mapping[str, Sequence[str]]
    phrases: Mapping[str, str]
    most: Mapping[str, int]
    only: Mapping[str, Sequence[str]] = field(default_factory=dict)
    _parsed: dict[str, "Part"] = field(default_factory=dict, compare=False, repr=False)
    _alternations: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def phrase(self, name: str, depth: int) -> "Part":
        """Returns the parts of a phrase, which are found once."""
        if name not in self._parsed:
            parts = _Parser(_tokens(self.phrases[name]), self, depth).sequence()
            self._parsed[name] = Either((parts,))
        return self._parsed[name]

    def any_of(self, name: str) -> str:
        """Returns an expression for an entry of a list, which is made once."""
        if name not in self._alternations:
            self._alternations[name] = any_of(self.lists[name])
        return self._alternations[name]


@dataclass(frozen=True)
class Word:
    """A word of a pattern."""

    text: str


@dataclass(frozen=True)
class Listed:
    """One word or expression of a list."""

    name: str


@dataclass(frozen=True)
class Take:
    """Words that are taken."""

    name: str
    kind: str


@dataclass(frozen=True)
class Gap:
    """Words that do not matter: one, or up to four."""

    one: bool = False


@dataclass(frozen=True)
class End:
    """The end of the clause."""


@dataclass(frozen=True)
class Either:
    """One of several sequences."""

    ways: tuple["Sequence_", ...]


@dataclass(frozen=True)
class Repeated:
    """A part that may be missing, or stand there several times."""

    part: "Part"
    most: int


Part = Word | Listed | Take | Gap | End | Either | Repeated
Sequence_ = tuple[Part, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Compiled:
    """One alternative of a pattern.

    Attributes:
        parts: what it consists of.
        shape: the language's words.
        kinds: the kind of each capture, by its name.
        needs: of each of these sets of words, a line that matches has at least one.
        clues: the one of them that few lines have; empty if there is none.
        firsts: a line that matches begins with one of these words; empty if it may begin with any.
    """

    parts: Sequence_
    shape: Shape
    kinds: Mapping[str, str]
    needs: tuple[frozenset[str], ...]
    clues: frozenset[str]
    firsts: frozenset[str]

    @cached_property
    def source(self) -> str:
        """The regular expression."""
        parts = self.parts
        return "".join(_source(part, self.shape, parts[i + 1 :]) for i, part in enumerate(parts))

    def can_stand_in(self, line: Line) -> bool:
        """Returns whether a line has what a match needs."""
        if line.spaced:
            return self.can_be_of(line.words_in_it)
        return all(any(word in line.norm for word in need) for need in self.needs)

    def can_be_of(self, words: Set[str]) -> bool:
        """Returns whether a line with these words has what a match needs."""
        return all(not need.isdisjoint(words) for need in self.needs)

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The expression, compiled when it is first needed: most rules never are."""
        return re.compile(self.source)


def compiled(pattern: str, shape: Shape, common: frozenset[str] = frozenset()) -> list[Compiled]:
    """Compiles a pattern to alternatives, to be tried in order.

    Args:
        pattern: the pattern.
        shape: the language's words.
        common: words so frequent that they are no clue.

    Raises:
        PatternError: the pattern is wrong; the message says how.
    """
    parts = parse(pattern, shape)
    if not parts:
        raise PatternError("the pattern is empty")
    alternatives = []
    for way in _variants(parts):
        names = [part.name for part in _takes(way)]
        if len(names) > len(set(names)):
            raise PatternError("takes the same twice")
        kinds = {part.name: part.kind for part in _takes(way)}
        firsts = (_firsts(way, shape) if shape.spaced else None) or frozenset()
        needs = _needs(way, shape)
        # Rare words find a pattern best, and few of them.
        clues = min(needs, key=lambda one: (not one.isdisjoint(common), len(one)), default=_NONE)
        alternatives.append(Compiled(way, shape, kinds, needs, clues, firsts))
    return alternatives


def parse(pattern: str, shape: Shape) -> Sequence_:
    """Returns the parts of a pattern, with its phrases put in."""
    reading = _Parser(_tokens(pattern), shape)
    parts = reading.sequence()
    if reading.left:
        raise PatternError(f"has {reading.left[0][1]!r} too much")
    return parts


def _tokens(pattern: str) -> list[tuple[str, str]]:
    """Returns the tokens of a pattern, each with its kind."""
    tokens = []
    left = pattern.strip()
    while left:
        match = _TOKENS.match(left)
        if match is None:
            raise PatternError(f"cannot be read from {left[:20]!r}")
        tokens.append((str(match.lastgroup), match.group()))
        left = left[match.end() :].lstrip()
    return tokens


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]], shape: Shape, depth: int = 0) -> None:
        self.left = tokens
        self._shape = shape
        self._depth = depth

    def sequence(self) -> Sequence_:
        parts: list[Part] = []
        while self.left and self.left[0][1] not in (")", "]", "|"):
            part = self._part()
            while self.left and self.left[0] in (("mark", "*"), ("mark", "?")):
                part = (Repeated(_as_one(part), 3 if self.left.pop(0)[1] == "*" else 1),)
            parts.extend(part)
        return tuple(parts)

    def _part(self) -> Sequence_:
        kind, text = self.left.pop(0)
        match kind:
            case "word":
                return (Gap(one=True) if text == "_" else Word(text.removeprefix("\\")),)
            case "gap":
                return (Gap(),)
            case "end":
                return (End(),)
            case "take":
                name, _, of = text[1:-1].partition(":")
                of = of or name.partition("_")[0]
                if of not in self._shape.most:
                    raise PatternError(f"takes {text}, but no capture is called {of!r}")
                return (Take(name, of),)
            case "list":
                return self._named(text[1:-1])
        if text in ("(", "["):
            ways = [self.sequence()]
            while self.left and self.left[0][1] == "|":
                self.left.pop(0)
                ways.append(self.sequence())
            closing = ")" if text == "(" else "]"
            if not self.left or self.left.pop(0)[1] != closing:
                raise PatternError(f"lacks a {closing!r}")
            either = ways[0] if len(ways) == 1 else (Either(tuple(ways)),)
            return either if text == "(" else (Repeated(_as_one(either), 1),)
        raise PatternError(f"has {text!r} in the wrong place")

    def _named(self, name: str) -> Sequence_:
        if name in self._shape.phrases:
            if self._depth > 5:
                raise PatternError(f"<{name}> stands for itself")
            return (self._shape.phrase(name, self._depth + 1),)
        if name not in self._shape.lists:
            raise PatternError(f"names <{name}>, which is no list and no phrase")
        if not self._shape.lists[name]:
            raise PatternError(f"names <{name}>, which is empty")
        return (Listed(name),)


def _as_one(parts: Sequence_) -> Part:
    return parts[0] if len(parts) == 1 else Either((parts,))


def _takes(parts: Sequence_) -> Iterator[Take]:
    for part in parts:
        match part:
            case Take():
                yield part
            case Either():
                for way in part.ways:
                    yield from _takes(way)
            case Repeated():
                yield from _takes((part.part,))


def _variants(parts: Sequence_) -> Iterator[Sequence_]:
    """Yields the pattern with and without what may be missing behind or in a capture.

    A capture ends where the next part begins, so it has to be known whether that part is there.
    """
    choices: list[list[Sequence_]] = []
    taken = False
    count = 1
    for place, part in enumerate(parts):
        ways: list[Sequence_] = [(part,)]
        holds = any(True for _ in _takes((part,)))
        # Where words have to follow, the capture ends there, whatever is missing before them.
        open_ended = taken and not any(_required(later) for later in parts[place + 1 :])
        if isinstance(part, Repeated) and (open_ended or holds):
            ways = [(part.part,) if part.most == 1 else (part.part, part), ()]
        if isinstance(part, Either) and (holds or (open_ended and not _required(part))):
            ways = [one for way in part.ways for one in _variants(way)]
        count *= len(ways)
        choices.append(ways)
        taken = taken or holds
    if count > _OPTIONAL * 4:
        raise PatternError("leaves too much open behind a capture; make it several patterns")
    for chosen in product(*choices):
        yield tuple(part for way in chosen for part in way)


def _required(part: Part) -> bool:
    """Whether words of the pattern's own have to stand there."""
    match part:
        case Word() | Listed():
            return True
        case Either():
            return all(any(_required(each) for each in way) for way in part.ways)
        case _:
            return False


def _source(part: Part, shape: Shape, rest: Sequence_) -> str:
    space = " " if shape.spaced else ""
    match part:
        case Word():
            return re.escape(part.text) + space
        case Listed():
            return f"{shape.any_of(part.name)}{space}"
        case Take() if part.kind in shape.only:
            name = part.name.replace("-", "_")
            return f"(?P<{name}>{any_of(shape.only[part.kind])}{space})"
        case Take():
            most = shape.most[part.kind]
            lazy = "?" if rest and not isinstance(rest[0], End) else ""
            one = r"(?:\S+ )" if shape.spaced else r"[^\s、。,，!?！？「」『』()（）]"
            return f"(?P<{part.name.replace('-', '_')}>{one}{{1,{most}}}{lazy})"
        case Gap():
            if part.one:
                return r"\S+ " if shape.spaced else r"\S"
            return r"(?:\S+ ){0,4}?" if shape.spaced else r"[^\s、。!?！？]{0,8}?"
        case End():
            return r"(?:[^\w\s?\"'(]+ )*$" if shape.spaced else r"[^\w?「『(]*$"
        case Either():
            ways = [
                "".join(_source(each, shape, (*way[i + 1 :], *rest)) for i, each in enumerate(way))
                for way in part.ways
            ]
            return f"(?:{'|'.join(ways)})"
        case Repeated():
            return f"(?:{_source(part.part, shape, rest)}){{0,{part.most}}}"


def any_of(entries: Sequence[str]) -> str:
    """Returns an expression for one of several entries, the longest that stands there.

    What entries begin with in common is written once: that compiles and matches faster.
    """
    root: dict[str, Any] = {}
    for entry in entries:
        node = root
        for sign in entry:
            node = node.setdefault(sign, {})
        node[""] = {}
    return f"(?:{_branches(root)})"


def _branches(node: dict[str, Any]) -> str:
    ways = [re.escape(sign) + _branches(below) for sign, below in node.items() if sign]
    if not ways:
        return ""
    either = ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"
    return f"(?:{either})?" if "" in node else either


def _firsts(parts: Sequence_, shape: Shape) -> frozenset[str] | None:
    """Returns the words of which a match begins with one; None if it is not known."""
    found: set[str] = set()
    for part in parts:
        match part:
            case Repeated():
                words = _firsts((part.part,), shape)
            case Either():
                ways = [_firsts(way, shape) for way in part.ways]
                words = frozenset[str]().union(*(way for way in ways if way))
                if None in ways or not all(any(_required(one) for one in w) for w in part.ways):
                    return None
            case Word() | Listed():
                words = _first_words(part, shape)
            case Take() if part.kind in shape.only:
                words = _first_words(part, shape)
            case _:
                return None
        if words is None:
            return None
        found |= words
        if not isinstance(part, Repeated):
            return frozenset(found)
    return None


def _needs(parts: Sequence_, shape: Shape) -> tuple[frozenset[str], ...]:
    """Returns sets of words: a match has one of each."""
    return tuple(dict.fromkeys(filter(None, (_first_words(part, shape) for part in parts))))


def _first_words(part: Part, shape: Shape) -> frozenset[str]:
    """Returns the words of which a required part has one; empty if it is not known."""
    match part:
        case Word():
            return frozenset([part.text])
        case Listed():
            return _first_of(shape.lists[part.name], shape)
        case Take() if part.kind in shape.only:
            return _first_of(shape.only[part.kind], shape)
        case Either():
            found = [min(_needs(way, shape), key=len, default=_NONE) for way in part.ways]
            return frozenset().union(*found) if all(found) else frozenset()
        case _:
            return frozenset()


def _first_of(entries: Sequence[str], shape: Shape) -> frozenset[str]:
    return frozenset(entry.split()[0] if shape.spaced else entry for entry in entries)
