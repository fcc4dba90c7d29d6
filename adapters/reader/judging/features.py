"""What a message says of a known item, as features: the words around what names it, and more."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from adapters.reader.judging.lists import Lists
from adapters.reader.judging.tagging import Told, shape_of
from adapters.reader.reader import Read, SentenceRead

_ITEM = "_"
"""What stands for the words of the item."""
_EDGE = "$"
_LONGEST_RUN = 5
"""Signs that are looked at together in a script without spaces."""
_START = 5
"""Letters that words of one family begin with."""
_MOST_SENTENCES = 3
_LONGEST_VALUE = {True: 8, False: 16}
"""Tokens of a new value in a language with spaces between words, and in one without."""
_NEAR = 4
"""Tokens between an item and its new value that are looked at in their order."""


class Mention(NamedTuple):
    """A sentence, its tokens that name the item, and what it tells anew."""

    sentence: SentenceRead
    at: frozenset[int]
    told: Sequence[Told] = ()

    def tells(self, start: int, end: int) -> str:
        """Returns what tokens tell: "=" and the type if it is just them, "~" if they are part."""
        for one in self.told:
            if (one.start, one.end) == (start, end):
                return f"={one.what}"
            if one.start < end and start < one.end:
                return f"~{one.what}"
        return ""


def mentions_of(
    read: Read, places: Iterable[frozenset[int]], told: Iterable[Sequence[Told]]
) -> Sequence[Mention]:
    """Returns the sentences of a message, each with its tokens that name an item.

    Args:
        read: the message.
        places: the tokens in each sentence.
        told: what each sentence tells.
    """
    return [
        Mention(sentence, at, [one for one in every if not one.is_over])
        for sentence, at, every in zip(read.sentences, places, told, strict=True)
    ]


class Value(NamedTuple):
    """Tokens of a sentence that may be the new value of an item."""

    sentence: SentenceRead
    start: int
    end: int


class Message:
    """A message, as far as it is about one item.

    Args:
        what: the type or path of the item.
        mentions: its sentences.
        lists: the lists of the language.
    """

    def __init__(self, what: str, mentions: Sequence[Mention], lists: Lists) -> None:
        self._what = what
        self._mentions = mentions
        self._lists = lists

    @cached_property
    def is_named(self) -> bool:
        """Whether it names the item."""
        return any(one.at for one in self._mentions)

    @property
    def words_of_item(self) -> str:
        """The words that name it."""
        named = next((one for one in self._mentions if one.at), self._mentions[0])
        return " ".join(named.sentence.line.words[i] for i in sorted(named.at))

    @cached_property
    def features(self) -> frozenset[str]:
        """What tells what it does to the item."""
        found = {"any", f"t:{self._what}", f"n:{min(len(self._mentions), _MOST_SENTENCES)}"}
        found.add("named" if self.is_named else "unnamed")
        for mention in self._mentions:
            sentence, at, _ = mention
            about = "s" if at else "m" if self.is_named else "u"
            found |= {f"{about}k:{mark}" for mark in sentence.marks}
            if sentence.asks_from is not None:
                found.add(f"{about}asks")
            for told in mention.told:
                where = "_" if any(one in at for one in range(told.start, told.end)) else ""
                found |= {f"{where}told:{told.what}", f"{where}{self._what}|told:{told.what}"}
            words = _with_item(sentence, at)
            found |= set(_around_item(words) if sentence.line.spaced and at else ())
            found |= {f"{about}{one}" for one in _runs(words, sentence.line.spaced)}
            if not self.is_named:
                found |= {f"{self._what}|{word}" for word in words}
        return frozenset(found)

    def values(self) -> Iterator[tuple[Value, Sequence[str]]]:
        """Yields what may be the item's new value, each with its features."""
        for place, mention in enumerate(self._mentions):
            sentence, at, _ = mention
            line = sentence.line
            where = f"{place}/{min(len(self._mentions), _MOST_SENTENCES)}"
            words = [_ITEM if i in at else word for i, word in enumerate(line.words)]
            padded = [_EDGE, _EDGE, _EDGE, *words, _EDGE, _EDGE]
            for start, first in enumerate(line.tokens):
                longest = start + _LONGEST_VALUE[line.spaced]
                for end in range(start + 1, min(longest, len(line.tokens)) + 1):
                    if first.is_word and line.tokens[end - 1].is_word:
                        value = Value(sentence, start, end)
                        told = mention.tells(start, end)
                        ways = (f"at:{where}", f"told:{told}", f"{self._what}|told:{told}")
                        yield value, [*ways, *self._of_value(value, at, padded)]

    def no_value(self) -> Sequence[str]:
        """Returns the features of its saying no new value."""
        named = "named" if self.is_named else "unnamed"
        every = self._mentions
        words = {word for one in every for word in _with_item(one.sentence, one.at)}
        by_word = (f"0:{named}:{word}" for word in words)
        told = {f"0:{self._what}|told:{told.what}" for one in every for told in one.told}
        of_kind = (f"0:{self._what}", f"0:{self._what}:{named}", f"0:told:{bool(told)}")
        return ["0", f"0:{named}", *of_kind, *told, *by_word]

    def _of_value(self, value: Value, at: frozenset[int], padded: Sequence[str]) -> Iterator[str]:
        line, start, end = value.sentence.line, value.start, value.end
        third, second, before, *said = padded[start : end + 3]
        after, next_ = padded[end + 3 : end + 5]
        kind = self._what
        shapes = [shape_of(line, i) for i in range(start, end)]
        yield from (f"b:{before}", f"b:{second} {before}", f"b:{third} {second} {before}")
        yield from (f"b:{second} *", f"b:{third} * {before}", f"a:{after}", f"a:{after} {next_}")
        yield from (f"f:{said[0]}", f"l:{said[-1]}", f"c:{before} {after}", f"n:{len(said)}")
        yield from (f"{kind}|n:{len(said)}", f"{kind}|{shapes[0]}{shapes[-1]}")
        yield from (f"{kind}|b:{before}", f"{kind}|b:{second} {before}", f"{kind}|f:{said[0]}")
        yield f"h:{''.join(shapes[:4])}"
        yield from (f"i:{word}" for word in said)
        whole = line.normalized(range(start, end))
        for part, text in (("w", whole), ("e", said[-1])):
            for name in self._lists.of(text):
                yield from (f"{part}:{name}", f"{kind}|{part}:{name}")
        yield from (f"i:{one} {two}" for one, two in pairwise(said))
        yield f"is:{_ITEM in said}"
        yield f"m:{start > 0 and not line.tokens[start - 1].is_word}"
        yield f"near:{bool(at)}"
        if at:
            behind = start > max(at)
            gap = (max(at) + 1, start) if behind else (end, min(at))
            between = padded[gap[0] + 3 : gap[1] + 3]
            way = "r" if behind else "l" if end <= min(at) else "x"
            yield f"way:{way}"
            yield from (f"{way}:{word}" for word in between)
            if len(between) <= _NEAR:
                yield f"{way}:{' '.join(between)}."


def _with_item(sentence: SentenceRead, at: frozenset[int]) -> Sequence[str]:
    """Returns the words of a sentence, with one sign for those of the item in a row."""
    every = [_ITEM if i in at else word for i, word in enumerate(sentence.line.words)]
    return [
        word for i, word in enumerate(every) if word != _ITEM or i == 0 or every[i - 1] != _ITEM
    ]


def _runs(words: Sequence[str], spaced: bool) -> Iterator[str]:
    """Yields words that follow each other, or signs in a script without spaces."""
    if not spaced:
        for size in range(1, _LONGEST_RUN + 1):
            yield from (f":{''.join(words[i : i + size])}" for i in range(len(words) - size + 1))
        return
    padded = [*words, _EDGE, _EDGE, _EDGE]
    for i, word in enumerate(words):
        one, two, three = padded[i + 1 : i + 4]
        yield from (f":{word}", f":{word} {one}", f":{word} {one} {two}")
        yield from (f":{word} * {two}", f":{word} * * {three}")
        if len(word) > _START:
            yield f"~{word[:_START]}"


def _around_item(words: Sequence[str]) -> Iterator[str]:
    """Yields the words of a sentence by where they stand from the item that it names."""
    at = words.index(_ITEM)
    yield from (f"<{word}" for word in words[:at])
    yield from (f">{word}" for word in words[at + 1 :])
    padded = [_EDGE, _EDGE, *words, _EDGE, _EDGE]
    for step in (-2, -1, 1, 2):
        yield f"{step}:{padded[at + 2 + step]}"
    yield from (f"^{word}" for word in words[:2])
