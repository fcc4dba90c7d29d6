"""What the network is taught with: the messages of all files, in one form."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from adapters.reader.judging.network import ENDS, TAKES_BACK
from adapters.reader.languages import languages
from adapters.reader.reader import reader
from bench.turns import told
from bench.turns.examples import FOLDER, KEEP, Readable, lines, talk

FOLDERS = ("examples", "talk", "told")
TALK = {"en": 1}
"""How many items a message of talk is paired with, two if not said here."""
Item = tuple[str, str, str]
"""The type or path of an item, its text, and what becomes of it."""
VALUE = "value"
"""The mark of a new value of which no message is marked to tell: "Wen is my [husband] now"."""


@dataclass(frozen=True)
class Row:
    """A message, and what is known of it.

    Attributes:
        language: its language.
        message: the message.
        marks: what it tells, and `VALUE`.
        is_whole: whether that is all that it tells.
        item: what it may be about.
        beside: other items of which it is known what becomes of them.
    """

    language: str
    message: str
    marks: Sequence[told.Mark] = ()
    is_whole: bool = False
    item: Item | None = None
    beside: Sequence[Item] = ()


def rows(code: str) -> Iterator[Row]:
    """Yields the rows of a language."""
    language, chance = languages()[code], random.Random(0)
    kinds = set[str]()
    for line in dict.fromkeys(told.messages(code)):
        message, marks = told.unmarked(line)
        kinds |= {mark.what for mark in marks}
        yield Row(code, message, marks, is_whole=True)
    yield from of_examples(code, kinds)
    readable = Readable(reader(), code, language)
    for text in talk(code, language):
        for _ in range(TALK.get(code, 2)):
            found = readable.talked_of(text, chance)
            if found:
                yield Row(code, found.message, item=(found.what, found.item, KEEP))


def of_examples(code: str, kinds: Set[str], folder: Path = FOLDER / "examples") -> Iterator[Row]:
    """Yields the rows of a language's examples.

    Args:
        code: the language.
        kinds: the kinds of what is marked in messages.
        folder: where the examples are.
    """
    readable = Readable(reader(), code, languages()[code])
    every = [*lines(code, folder)]
    items = defaultdict[str, list[Item]](list)
    for one in every:
        items[one.message].append((one.what, one.item, one.does))
    for one in every:
        marks = list[told.Mark]()
        if one.does != KEEP:
            over = TAKES_BACK if one.does == TAKES_BACK else ENDS
            marks = [told.Mark(*place, over) for place in readable.naming(one)]
        if one.value:
            start, end = one.value
            marks = [mark for mark in marks if mark.end <= start or mark.start >= end]
            marks.append(told.Mark(start, end, one.what if one.what in kinds else VALUE))
        item = (one.what, one.item, one.does)
        beside = [other for other in items[one.message] if other[:2] != item[:2]]
        yield Row(code, one.message, marks, item=item, beside=beside)


def digest() -> str:
    """Returns what tells whether anything was changed that the network is taught with."""
    files = (path for name in FOLDERS for path in sorted((FOLDER / name).glob("*.txt")))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()
