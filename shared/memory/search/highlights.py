"""Shows why a note was found: the words that the question names, and the text around them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.memory.terms import WORD, needles_of, terms_of

SNIPPET = 240
"""Characters of a snippet at most, without the marks that say where text was left out."""
LEFT_OUT = "…"
_LEAD = 60
"""Characters before the first word that a snippet shows."""
_SPACE = re.compile(r"\s")


class Highlight(NamedTuple):
    """A word of a note that the question names.

    Attributes:
        text: the word, as it is written in the note.
        start, end: its place in the content, in characters; `end` is exclusive.
    """

    text: str
    start: int
    end: int


def highlights_of(content: str, question: str) -> list[Highlight]:
    """Returns the words of a note that the question names, in any of their forms."""
    needles = needles_of(question)
    words = {needle.strip() for needle in needles if needle.startswith(" ")}
    pairs = [needle for needle in needles if not needle.startswith(" ")]
    found = []
    for match in WORD.finditer(content):
        if words.intersection(terms_of(match.group())):
            found.append(match.span())
        else:
            found += [
                (at, at + len(pair))
                for pair in pairs
                for at in range(match.start(), match.end())
                if content.startswith(pair, at, match.end())
            ]
    return [Highlight(content[start:end], start, end) for start, end in _joined(found)]


def snippet_of(content: str, highlights: Sequence[Highlight]) -> str:
    """Returns the part of a note that has the most of the highlighted words, whole if it is short.

    It is cut between words, and says where.
    """
    if len(content) <= SNIPPET:
        return content
    start, end = _densest(highlights)
    start = max(0, min(start - _LEAD, len(content) - SNIPPET))
    end = min(len(content), max(end, start + SNIPPET))
    if start:
        start = _next_word(content, start)
    if end < len(content):
        end = _last_word(content, start, end)
    before = LEFT_OUT if start else ""
    return f"{before}{content[start:end].strip()}{LEFT_OUT if end < len(content) else ''}"


def _densest(highlights: Sequence[Highlight]) -> tuple[int, int]:
    """Returns where the most highlighted words stand within the length of a snippet."""
    best = (0, 0, 0)
    first = 0
    for last, one in enumerate(highlights):
        while one.end - highlights[first].start > SNIPPET - _LEAD and first < last:
            first += 1
        best = max(best, (last - first + 1, -highlights[first].start, one.end))
    return -best[1], min(best[2], -best[1] + SNIPPET)


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns spans with those that overlap or touch as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _next_word(text: str, at: int) -> int:
    """Returns where a word begins, at or soon after a place; the place itself if none does."""
    space = _SPACE.search(text, at - 1, at + _LEAD)
    return space.end() if space else at


def _last_word(text: str, start: int, at: int) -> int:
    """Returns where a word ends, at or soon before a place; the place itself if none does."""
    if text[at].isspace():
        return at
    space = max(text.rfind(mark, max(start, at - _LEAD), at) for mark in " \n\t")
    return space if space > start else at
