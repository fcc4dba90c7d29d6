"""What a message teaches: its pieces, what each tells, and what becomes of items beside it."""

import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sentencepiece import SentencePieceProcessor

from adapters.reader.judging import network
from bench.turns import rows
from shared.documents.about import is_several
from shared.documents.profile import PreferenceType

_ALONE, _ALONE_WITHOUT, _MOST = 0.2, 0.6, 8
"""The share of messages without items of others, if they have one of their own and if not; and how
many items the rest has at most.
"""
_ALIKE, _OF_ANY_KIND = 0.3, 0.35
"""The share of these that are of the kind of the item that the message is about, and the share for
which the kind is drawn first, so that the network meets rare kinds as often as others. The rest are
as frequent as their kinds are.
"""
_SHORT = 6
"""The most pieces of a message that is too short to show what it is about: "I sold it." may end
items of other messages, too.
"""
_RESTATED = 0.15
"""The share of messages with an item that is what they tell."""
_AROUND = 2
"""Pieces around what an example marks that are known to tell nothing else."""
UNKNOWN = -100
"""The tag of what is not known, which is not judged."""
_WORD = re.compile(r"\w{4,}")
_SILENT = frozenset({network.RELATION, "instruction", network.STEP})
"""Marks that are no items."""
_TYPES = frozenset(map(str, PreferenceType))
_OVER = frozenset({network.ENDS, network.TAKES_BACK})
"""Marks of what is no new value."""
Item = tuple[str, str, int]
"""The type or path of an item, its text, and the place in `network.DOES` of what becomes of it."""


@dataclass(frozen=True)
class Lesson:
    """A message that the network is taught with.

    Attributes:
        language: its language.
        text: what it says, in small letters.
        ids: its pieces.
        tags: what each tells, `UNKNOWN` if that is not known.
        kinds: the kinds of what it tells.
        told: items that say what it tells.
        item: what it may be about, and what becomes of that; None if that is not known.
        beside: other items of which that is known.
        value: the first and the last piece of what takes its place; None if nothing does.
    """

    language: str
    text: str
    ids: Sequence[int]
    tags: Sequence[int]
    kinds: frozenset[str]
    told: Sequence[tuple[str, str]]
    item: Item | None
    beside: Sequence[Item]
    value: tuple[int, int] | None

    @property
    def is_whole(self) -> bool:
        """Whether all that it tells is known."""
        return UNKNOWN not in self.tags


class Shown(NamedTuple):
    """A lesson as the network gets it, with items.

    Attributes:
        lesson: the lesson.
        ids, tags, segments: of each piece.
        does: what becomes of each item, by the place at which it begins.
        own: the place of the item that the lesson is about; None if it is about none.
        sure: the places of all items of which the lesson says what becomes of them.
        value: where the new value of that begins and ends; None if it has none.
    """

    lesson: Lesson
    ids: Sequence[int]
    tags: Sequence[int]
    segments: Sequence[int]
    does: Mapping[int, int]
    own: int | None
    sure: frozenset[int]
    value: tuple[int, int] | None


class Teaching:
    """Makes lessons of rows, and rows for the network of lessons.

    Args:
        every: messages, and what is known of them.
        splitting: what splits texts into pieces.
    """

    def __init__(self, every: Sequence[rows.Row], splitting: bytes) -> None:
        self._split = SentencePieceProcessor(model_proto=splitting)
        kinds = sorted({what for row in every for *_, what in row.marks} - {rows.VALUE})
        ways = (network.BEGINS, network.GOES_ON)
        self.tags = [network.NOTHING, *(way + kind for kind in kinds for way in ways)]
        self._places = {tag: place for place, tag in enumerate(self.tags)}
        self._items: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        self._kinds: dict[str, list[str]] = defaultdict(list)
        for one in map(self.lesson, every):
            for item in (*one.told, *([one.item[:2]] if one.item else [])):
                for kind in ("", item[0]):
                    self._items[one.language, kind].append(item)
        for language, kind in self._items:
            if kind:
                self._kinds[language].append(kind)

    def lesson(self, row: rows.Row) -> Lesson:
        """Returns a message as the network is taught with it."""
        message = row.message
        split = self._split.encode_as_offset_mapping(message)
        tags = [0 if row.is_whole else UNKNOWN] * len(split["ids"])
        value = None
        for start, end, what in row.marks:
            at = [
                place
                for place, (first, last) in enumerate(split["offsets"])
                if first < end and last > start and message[max(first, start) : last].strip()
            ]
            for place in at if what != rows.VALUE else ():
                way = network.GOES_ON if place > at[0] else network.BEGINS
                tags[place] = self._places[way + what]
            if row.item and at and at[-1] < network.LONGEST and what not in _OVER:
                value = at[0], at[-1]
            for step in range(1, _AROUND + 1) if at and what != rows.VALUE else ():
                for place in (at[0] - step, at[-1] + step):
                    if 0 <= place < len(tags) and tags[place] == UNKNOWN:
                        tags[place] = 0
        said = [(what, message[start:end]) for start, end, what in row.marks]
        what, text, does = row.item or ("", "", "")
        return Lesson(
            row.language,
            message.lower(),
            split["ids"][: network.LONGEST],
            tags[: network.LONGEST],
            frozenset({what, *(kind for kind, _ in said), *(kind for kind, *_ in row.beside)}),
            [one for one in said if one[0] not in _SILENT] if row.is_whole else [],
            (what, text, network.DOES.index(does)) if does else None,
            [(kind, said, network.DOES.index(done)) for kind, said, done in row.beside],
            value,
        )

    def shown(self, lesson: Lesson, chance: random.Random) -> Shown:
        """Returns a lesson with items."""
        items = [*([lesson.item] if lesson.item else []), *lesson.beside]
        known = {*items}
        if lesson.told and chance.random() < _RESTATED:
            items.append((*chance.choice(lesson.told), 0))
        is_vague = lesson.item is not None and lesson.item[2] != 0 and len(lesson.ids) <= _SHORT
        alone = is_vague or chance.random() < (_ALONE if lesson.item else _ALONE_WITHOUT)
        for _ in range(0 if alone else chance.randint(1, _MOST - 1)):
            what, text = self._stranger(lesson, chance)
            words = _WORD.findall(text.lower()) or text
            is_rival = what in lesson.kinds and what not in _TYPES and not is_several(what)
            if not is_rival and not any(word in lesson.text for word in words):
                items.append((what, text, 0))
        items = items[:_MOST]
        chance.shuffle(items)
        ids = [network.START, *lesson.ids, network.END]
        tags = [UNKNOWN, *lesson.tags, UNKNOWN]
        segments = [network.MESSAGE] * len(ids)
        does, own, sure = {}, None, set[int]()
        for number, item in enumerate(items, network.MESSAGE + 1):
            what, text, becomes = item
            does[len(ids)] = becomes
            own = len(ids) if item is lesson.item else own
            sure |= {len(ids)} if item in known else set()
            said = self._split.encode_as_ids(network.said(what, text))[: network.LONGEST_ITEM]
            ids += [network.END, *said]
            tags += [UNKNOWN] * (len(said) + 1)
            segments += [number] * (len(said) + 1)
        value = (lesson.value[0] + 1, lesson.value[1] + 1) if lesson.value else None
        return Shown(lesson, ids, tags, segments, does, own, frozenset(sure), value)

    def _stranger(self, lesson: Lesson, chance: random.Random) -> tuple[str, str]:
        """Returns an item of any message."""
        drawn, kind = chance.random(), ""
        if drawn < _OF_ANY_KIND:
            kind = chance.choice(self._kinds[lesson.language])
        elif drawn < _OF_ANY_KIND + _ALIKE and lesson.item:
            kind = lesson.item[0]
        return chance.choice(self._items[lesson.language, kind])
