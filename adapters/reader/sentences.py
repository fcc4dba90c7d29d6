"""The sentences of a message."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 700
"""Characters. What runs on for longer without an end is not a sentence that somebody typed."""
_BREAK = re.compile(
    # Only from the start of a run: trying each of its places would be quadratic.
    r"(?<![.!?\u2026])[.!?\u2026]++[\"'\u201d\u2019)\u00bb]*+(?=\s|$)"
    r"|(?<=[a-z]{2})[.!?](?=[A-Z][a-z])|[\u3002\uff01\uff1f]+\u300d?|\n"
)
_ABBREVIATION = re.compile(r"(?<!\w)(?:(?:[^\W\d_]\.){0,4}[^\W\d_]|\d{1,2}|[A-Za-z]{1,5})\.$")
_BULLET = re.compile(r"\s{0,100}+(?:[-*\u2022+]|\d{1,2}[.)])\s+")


@dataclass(frozen=True)
class Sentence:
    """A sentence.

    Attributes:
        start, end: where it stands in the message.
        asked: whether it ends in a question mark.
    """

    start: int
    end: int
    asked: bool


def sentences(prose: str, abbreviations: frozenset[str] = frozenset()) -> Iterator[Sentence]:
    """Yields the sentences of a message's prose, in order. Over-long runs of text are left out."""
    start = 0
    for match in _BREAK.finditer(prose):
        if match.group() == "\n":
            if _goes_on(prose, start, match.start()):
                continue
            end = match.start()
        else:
            tail = _ABBREVIATION.search(prose, max(start, match.end() - 12), match.end())
            if match.group() == "." and tail and _is_short(tail.group(), abbreviations):
                continue
            end = match.end()
        yield from _sentence(prose, start, end)
        start = match.end()
    yield from _sentence(prose, start, len(prose))


def _is_short(word: str, abbreviations: frozenset[str]) -> bool:
    bare = word[:-1].lower()
    return (len(bare) == 1 and bare.isalpha()) or "." in bare or bare in abbreviations


def _goes_on(prose: str, start: int, newline: int) -> bool:
    """Whether a soft-wrapped line goes on: a long one, and the next begins in lower case."""
    return newline - start > 60 and prose[newline + 1 : newline + 2].islower()


def _sentence(prose: str, start: int, end: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(prose, start, end)
    start = bullet.end() if bullet else start
    while start < end and prose[start].isspace():
        start += 1
    while end > start and prose[end - 1].isspace():
        end -= 1
    if end - start < 2:
        return
    if end - start > LONGEST:
        yield from _piece(prose, start)
        return
    tail = prose[max(start, end - 4) : end]
    yield Sentence(start, end, asked="?" in tail or "\uff1f" in tail)


def _piece(prose: str, start: int) -> Iterator[Sentence]:
    """Yields the beginning of a text without an end: nobody types on like that by hand."""
    cut = prose.rfind(" ", start, start + LONGEST)
    if cut > start and "," in prose[start:cut]:
        yield Sentence(start, cut, asked=False)
