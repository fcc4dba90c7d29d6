"""Cuts a long note into parts, each short enough to be stored."""

import re

from shared.base.ids import derived_id
from shared.documents.memory import MAX_CONTENT, MemoryEntry

MAX_PARTS = 20
"""The most parts that a note is kept in."""
LONGEST_NOTE = MAX_PARTS * MAX_CONTENT // 2
"""Characters of a note that always fit: no part but the last is less than half full."""
_ENDS = (
    re.compile(r"\n\s?\n"),
    re.compile(r"\n"),
    re.compile(r"[.!?…][\"'”’)\]]?\s|[。！？]"),
    re.compile(r"[;:,、，]\s?"),
    re.compile(r"\s"),
)
"""Where to cut, best first: after a paragraph, a line, a sentence, a clause, a word."""


def cut_at(text: str, limit: int = MAX_CONTENT) -> int:
    """Returns how many characters of a text that is too long its first part takes.

    It ends at the last paragraph, else the last line, sentence, clause or word in its second half.
    """
    for end in _ENDS:
        found = [match.end() for match in end.finditer(text[limit // 2 : limit + 1])]
        cuts = [limit // 2 + at for at in found if limit // 2 + at <= limit]
        if cuts:
            return cuts[-1]
    return limit


def parts_of(text: str) -> list[str]:
    """Returns a text of up to `LONGEST_NOTE` characters in at most `MAX_PARTS` parts."""
    parts = []
    rest = text.strip()
    while len(rest) > MAX_CONTENT:
        at = cut_at(rest)
        parts.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
    return [*parts, rest] if rest else parts


def part_id(first: str, number: int) -> str:
    """Returns the id of a part, by that of the first one; numbers begin at 1."""
    return first if number == 1 else derived_id("part", first, str(number))


def ids_of_parts(entry: MemoryEntry) -> list[str]:
    """Returns the ids of all parts of an entry's note; its own if the note was not split."""
    if entry.part is None:
        return [entry.id]
    return [part_id(entry.part.of, number) for number in range(1, entry.part.count + 1)]
