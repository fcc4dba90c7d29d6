"""The language in which rules say what they match.

    moved              the word, in the form in which the language's data normalizes it
    (moved|moves in)   one of several
    [back]             may be missing
    <like>             a list of the language, or a phrase that it defines in this same notation
    <adverb>*  [x]*    up to three of them; a ? after a list makes it optional as well
    {thing}            takes words, as the capture of that name says; {who:name} takes a name
    _                  any word
    ...                up to four words
    $                  the end of the clause

An expression begins at the start of a clause.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from threading import RLock
from typing import Any, TypeVar, cast

from adapters.reader.parts import Anything, Either, End, Part, Path, Pattern, Words, expressions

_TOKENS = re.compile(
    r"(?:(?P<list><[\w.-]+>)|(?P<take>\{[\w.-]+(?::[\w.-]+)?\})|(?P<gap>\.\.\.)|(?P<end>\$)"
    r"|(?P<mark>[()\[\]|*?])|(?P<word>\\[?<>*]|[^\s()\[\]|<>{}$*?]+))\s*"
)
_MOST_WAYS = 32
"""How many alternatives one pattern may become where what follows a capture may be missing."""
_Made = TypeVar("_Made", bound=Part)


class PatternError(ValueError):
    """A pattern that says nothing, names an unknown list, or does not end what it begins."""


class _Take(Part):
    """Words that are taken."""

    takes = True

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind


@dataclass(frozen=True)
class Shape:
    """How the words of a language stand in a line, and what its patterns may name.

    Attributes:
        spaced: whether words are separated by spaces.
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
    _entries: dict[tuple[str, ...], Part] = field(default_factory=dict, compare=False, repr=False)
    _made: dict[Any, Part | None] = field(default_factory=dict, compare=False, repr=False)
    _making: RLock = field(default_factory=RLock, compare=False, repr=False)

    def once(self, make: Callable[..., _Made], *values: Any) -> _Made:
        """Returns the part that is made of some values: the same one each time. Thread-safe."""
        key = (make, values)
        made = self._made.get(key)
        if made is not None:
            return cast(_Made, made)
        # Only the thread that makes a part finds it unfinished: it needs itself.
        with self._making:
            if key not in self._made:
                self._made[key] = None
                self._made[key] = make(*values)
            if self._made[key] is None:
                raise PatternError(f"names <{values[0]}>, which stands for itself")
            return cast(_Made, self._made[key])

    def entries(self, *names: str) -> Part:
        """Returns what finds a list or a phrase, or one of several; nothing if there is none."""
        part = self._entries.get(names)
        if part is None and len(names) > 1:
            part = self.either([(self.entries(name),) for name in names])
        elif part is None:
            part = self.once(self._phrase if names[0] in self.phrases else self._list, *names)
        self._entries[names] = part
        return part

    def named(self, name: str) -> Part:
        """Returns what finds a list or a phrase."""
        if name not in self.lists and name not in self.phrases:
            raise PatternError(f"names <{name}>, which is no list and no phrase")
        if name not in self.phrases and not self.lists[name]:
            raise PatternError(f"names <{name}>, which is empty")
        return self.entries(name)

    def word(self, text: str) -> Part:
        """Returns what finds a word, or any if it is "_"."""
        if text == "_":
            return self.once(Anything, 1, 1)
        return self.once(self._words, (text.removeprefix("\\"),))

    def taken(self, kind: str, *, greedy: bool) -> Part:
        """Returns what finds the words of a kind of capture: few, or all there are."""
        if kind in self.only:
            return self.once(self._words, tuple(self.only[kind]))
        closing = "" if self.spaced else "、。,，!?！？「」『』()（）"
        return self.once(Anything, 1, self.most[kind], closing, greedy)

    def gap(self) -> Part:
        """Returns what finds words that do not matter."""
        return self.once(Anything, 0, *((4, "") if self.spaced else (8, "、。!?！？")))

    def end(self) -> Part:
        """Returns what finds the end of a clause, where no question ends or something follows."""
        return self.once(End, "?\"'(" if self.spaced else "?「『(")

    def either(self, ways: Sequence[tuple[Part, ...]]) -> Part:
        """Returns what finds one of several sequences of parts: words, if they are no more."""
        entries = [expressions(way) for way in ways]
        if all(entries):
            return self.once(Words, tuple(entry for each in entries for entry in each))
        return self.once(Either, tuple(ways))

    def _words(self, entries: Sequence[str]) -> Words:
        return Words(tuple(entry.split() if self.spaced else entry) for entry in entries)

    def _list(self, name: str) -> Part:
        return self._words(self.lists.get(name, ()))

    def _phrase(self, name: str) -> Part:
        return Either((_parsed(self.phrases[name], self),))


def compiled(pattern: str, shape: Shape) -> list[Pattern]:
    """Compiles a pattern to alternatives, to be tried in order.

    Raises:
        PatternError: the pattern is wrong; the message says how.
    """
    parts = _parsed(pattern, shape)
    if not parts:
        raise PatternError("the pattern is empty")
    return [_pattern(way, shape) for way in _variants(parts)]


def _pattern(parts: Sequence[Part], shape: Shape) -> Pattern:
    takes = [part for part in parts if isinstance(part, _Take)]
    kinds = {part.name: part.kind for part in takes}
    if len(kinds) < len(takes):
        raise PatternError("takes the same twice")
    steps = []
    paths: list[Path] = []
    for part, behind in zip(parts, [*parts[1:], shape.end()], strict=True):
        name = ""
        if isinstance(part, _Take):
            # What follows ends it, so it takes as little as it can; without that, all there is.
            name, greedy = part.name, isinstance(behind, End)
            part = shape.taken(part.kind, greedy=greedy)
        steps.append((part, name))
        paths.append(shape.once(Path, paths[-1] if paths else None, part))
    return Pattern(steps, paths, kinds)


def _variants(parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    """Returns the pattern with and without what may be missing behind or in a capture.

    A capture ends where the next part begins, so it has to be known whether that part is there.
    """
    choices: list[Sequence[Sequence[Part]]] = []
    for place, part in enumerate(parts):
        # Where words have to follow, the capture ends there, whatever is missing before them.
        taken = any(before.takes for before in parts[:place])
        open_ended = taken and not any(later.required for later in parts[place:])
        ways = part.ways if isinstance(part, Either) and (part.takes or open_ended) else ()
        choices.append([one for way in ways for one in _variants(way)] or [(part,)])
    variants = [tuple(part for way in chosen for part in way) for chosen in product(*choices)]
    if len(variants) > _MOST_WAYS:
        raise PatternError("leaves too much open behind a capture; make it several patterns")
    return variants


def _parsed(pattern: str, shape: Shape) -> tuple[Part, ...]:
    """Returns the parts of a pattern, with its phrases put in."""
    reading = _Parser(pattern, shape)
    parts = reading.sequence()
    if reading.left:
        raise PatternError(f"has {reading.left[0][1]!r} too much")
    return parts


class _Parser:
    def __init__(self, pattern: str, shape: Shape) -> None:
        self.left: list[tuple[str, str]] = []
        self._shape = shape
        at = len(pattern) - len(pattern.lstrip())
        while at < len(pattern):
            match = _TOKENS.match(pattern, at)
            if match is None:
                raise PatternError(f"cannot be read from {pattern[at : at + 20]!r}")
            kind = str(match.lastgroup)
            self.left.append((kind, match[kind]))
            at = match.end()

    def sequence(self) -> tuple[Part, ...]:
        parts: list[Part] = []
        while self.left and self.left[0][1] not in (")", "]", "|"):
            part = self._part()
            while self.left and self.left[0] in (("mark", "*"), ("mark", "?")):
                part = self._repeated(part, 3 if self.left.pop(0)[1] == "*" else 1)
            parts.extend(part)
        return tuple(parts)

    def _part(self) -> tuple[Part, ...]:
        kind, text = self.left.pop(0)
        match kind:
            case "word":
                return (self._shape.word(text),)
            case "gap":
                return (self._shape.gap(),)
            case "end":
                return (self._shape.end(),)
            case "take":
                return (self._take(text),)
            case "list":
                return (self._shape.named(text[1:-1]),)
        if text not in ("(", "["):
            raise PatternError(f"has {text!r} in the wrong place")
        ways = [self.sequence()]
        while self.left and self.left[0][1] == "|":
            self.left.pop(0)
            ways.append(self.sequence())
        closing = ")" if text == "(" else "]"
        if not self.left or self.left.pop(0)[1] != closing:
            raise PatternError(f"lacks a {closing!r}")
        either = ways[0] if len(ways) == 1 else (self._shape.either(ways),)
        return either if text == "(" else self._repeated(either, 1)

    def _repeated(self, parts: tuple[Part, ...], most: int) -> tuple[Part, ...]:
        rest: tuple[Part, ...] = ()
        for _ in range(most):
            rest = (self._shape.once(Either, ((*parts, *rest), ())),)
        return rest

    def _take(self, text: str) -> Part:
        name, _, of = text[1:-1].partition(":")
        of = of or name.partition("_")[0]
        if of not in self._shape.most:
            raise PatternError(f"takes {text}, but no capture is called {of!r}")
        return _Take(name.replace("-", "_"), of)
