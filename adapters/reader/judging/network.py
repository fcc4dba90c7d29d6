"""A network that reads a message together with items that it may be about.

`bench/turns` has the messages that it was taught with, and the program that makes it: a transformer
for all languages, with weights of one byte. One pass tells what the message says of its author,
piece by piece, what becomes of each item, and which words take its place.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnxruntime
import sentencepiece

FOLDER = Path(__file__).parent
LONGEST = 320
"""Pieces of a message that is looked at; a longer one is a text rather than news."""
LONGEST_VALUE = 16
"""Pieces of what takes the place of an item."""
LONGEST_ITEM = 24
"""Pieces of an item."""
MOST_ITEMS = 16
"""Items that are asked about at once."""
DOES = ("keep", "end", "retract", "replace")
"""What may become of an item."""
NOTHING, BEGINS, GOES_ON = "O", "B-", "I-"
"""The tag of a piece that tells nothing, and how those of others begin: the first, and the rest."""
ENDS, TAKES_BACK, STEP, RELATION = "end", "retract", "step", "relation"
"""What a tag can say besides what a message tells about its author: that something is over, that it
never was, a step of a procedure, and how a person is related to the author.
"""
APART = (ENDS, TAKES_BACK, STEP, RELATION)
START, END = 0, 2
"""The pieces that stand before a message, and behind it and before each item."""
MESSAGE = 0
"""The segment of a message in the network's input. Items have the next ones, each its own."""
_TOLD = "told"
"""The group of all kinds that tell something about the author."""
_CALLED = {
    "custom.hometown": "custom.origin",
    "custom.birthplace": "custom.origin",
    "custom.nationality": "custom.origin",
    "custom.nativeLanguage": "custom.spokenLanguages",
    "custom.nickname": "name",
    "custom.employment": "work.role",
    "custom.university": "custom.education",
    "custom.partner": "custom.relationship",
    "tools.editor": "tool",
    "tools.infra": "tool",
    "work.languages": "tool",
}
"""What the messages that the network was taught with call paths that are not in them."""
_RIVALS = {"like": "dislike", "dislike": "like", "name": "person"}
"""Kinds whose opposite speaks against them: liking and disliking, the author's name and another's.
"""
CLOSE = 0.001
"""How near probabilities come to 0 and 1 when they are corrected."""


class Piece(NamedTuple):
    """A piece of a message.

    Attributes:
        start, end: where it stands, with the space before it.
        tag: what it tells.
        sure: the probability that it tells something of the author, of whatever kind, by what was
            right of messages that the network was not taught with (`bench.turns.certain`); or that
            it says what its tag does, if that is one of `APART`.
        share: the part of that which is its kind's own, from 0 to 1.
    """

    start: int
    end: int
    tag: str
    sure: float
    share: float


class Place(NamedTuple):
    """Where a message says something: from where, to where, and with which probability."""

    start: int
    end: int
    sure: float


class Seen(NamedTuple):
    """What the network makes of a message.

    Attributes:
        pieces: the message in pieces; none if it is too long.
        does: for each item, the probability of each of `DOES`.
        values: for each item, where what takes its place stands, if something does.
    """

    pieces: Sequence[Piece] = ()
    does: Sequence[Sequence[float]] = ()
    values: Sequence[Place] = ()


def said(what: str, text: str) -> str:
    """Returns an item in words.

    Args:
        what: the type of a preference, or the path of a fact.
        text: what it says.
    """
    called = _CALLED.get(what, what).removeprefix("custom.")
    return f"{called.replace('.', ' ').replace('_', ' ')}: {text}"


class Tags:
    """What the tags of a message's pieces tell.

    Args:
        tags: every tag.
        certainty: the `slope`, and what is added for each of `languages`, that turn how sure the
            network is into a probability; None if that is not known yet.
    """

    def __init__(self, tags: Sequence[str], certainty: Mapping[str, Any] | None = None) -> None:
        kinds = [tag.removeprefix(BEGINS).removeprefix(GOES_ON) for tag in tags]
        self._kinds = [NOTHING, *sorted({*kinds} - {NOTHING})]
        self._groups = [NOTHING, _TOLD, *APART]
        groups = [one if one in self._groups else _TOLD for one in self._kinds]
        self._of_kinds = _belongs(kinds, self._kinds)
        self._of_groups = _belongs(groups, self._groups)
        self._begin = np.array([tag.startswith(BEGINS) for tag in tags], np.float32)
        certainty = certainty or {"slope": 1.0, "languages": {}}
        self._slope: float = certainty["slope"]
        self._in_language: Mapping[str, float] = certainty["languages"]

    def told(self, shares: np.ndarray, language: str) -> Iterator[tuple[str, float, float]]:
        """Yields the tag of each piece, how sure it is, and the share of its kind.

        It is clearer whether something is told than what kind of thing it is, so the kinds count
        together, except for a rival of the likeliest. That is the likeliest of all pieces together.

        Args:
            shares: for each piece, the probability of each tag.
            language: the code of the message's language.
        """
        kinds, begins = shares @ self._of_kinds, shares @ self._begin
        groups = kinds @ self._of_groups
        best, start = groups.argmax(-1), 0
        while start < len(best):
            group, end = best[start], start + 1
            while end < len(best) and best[end] == group and begins[end] <= groups[end, group] / 2:
                end += 1
            here = slice(start, end)
            of_group = kinds[here].sum(0) * self._of_groups[:, group]
            kind, share = self._kinds[of_group.argmax()], float(of_group.max() / of_group.sum())
            sure = groups[here, group]
            if kind in _RIVALS:
                sure = sure - kinds[here, self._kinds.index(_RIVALS[kind])]
            if self._groups[group] == _TOLD:
                sure = self._corrected(sure, language)
            for at, each in enumerate(sure):
                way = "" if kind == NOTHING else GOES_ON if at else BEGINS
                yield way + kind, float(each), share
            start = end

    def _corrected(self, sure: np.ndarray, language: str) -> np.ndarray:
        """Returns the probability that something is told, given how sure the network is."""
        bounded = np.clip(sure, CLOSE, 1 - CLOSE)
        odds = self._slope * np.log(bounded / (1 - bounded)) + self._in_language.get(language, 0.0)
        return np.asarray(1 / (1 + np.exp(-odds)))


class Network:
    """The network, and how it splits texts into pieces.

    Args:
        folder: where `network.onnx`, `network.json` and `pieces.model` are.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        about = json.loads((folder / "network.json").read_text(encoding="utf-8"))
        self.languages = frozenset[str](about["languages"])
        """The languages of the messages that it was taught with."""
        self._split = sentencepiece.SentencePieceProcessor(model_file=str(folder / "pieces.model"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # A message is small.
        self._session = onnxruntime.InferenceSession(
            str(folder / "network.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._tags = Tags(about["tags"], about.get("certainty"))

    def of(self, message: str, language: str, items: Sequence[tuple[str, str]] = ()) -> Seen:
        """Returns what a message says, and what becomes of items.

        Args:
            message: the message.
            language: the code of its language.
            items: what it may be about, each with its type or path and its text.
        """
        split = self._split.encode_as_offset_mapping(message)
        pieces: Sequence[int] = split["ids"]
        if not pieces or len(pieces) > LONGEST:
            kept, nowhere = (1.0, 0.0, 0.0, 0.0), Place(0, 0, 0.0)
            return Seen((), [kept] * len(items), [nowhere] * len(items))
        ids = [START, *pieces, END]
        segments, slots = [MESSAGE] * len(ids), []
        for segment, (what, text) in enumerate(items, MESSAGE + 1):
            slots.append(len(ids))
            ids += [END, *self._split.encode_as_ids(said(what, text))[:LONGEST_ITEM]]
            segments += [segment] * (len(ids) - len(segments))
        given = {"ids": np.array([ids]), "segments": np.array([segments])}
        tags, does, firsts, lasts = (one[0] for one in self._session.run(None, given))
        of_message = slice(1, 1 + len(pieces))
        tagged = self._tags.told(_shares(tags[of_message]), language)
        told = [
            Piece(start, end, tag, sure, share)
            for (start, end), (tag, sure, share) in zip(split["offsets"], tagged, strict=True)
        ]
        values = []
        for slot in slots:
            first, last, probability = _likeliest(
                _shares(firsts[slot, of_message]), _shares(lasts[slot, of_message])
            )
            start, end = split["offsets"][first][0], split["offsets"][last][1]
            values.append(Place(start, end, probability))
        return Seen(told, _shares(does[slots]).tolist(), values)


def _belongs(every: Sequence[str], to: Sequence[str]) -> np.ndarray:
    """Returns a matrix that has 1 where something belongs to what its column is of."""
    return np.array([[one == other for other in to] for one in every], np.float32)


def _shares(odds: np.ndarray) -> np.ndarray:
    powers = np.exp(odds - odds.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def _likeliest(firsts: np.ndarray, lasts: np.ndarray) -> tuple[int, int, float]:
    """Returns the likeliest first and last piece of a value, and the probability of both."""
    count = len(firsts)
    ahead = np.subtract.outer(np.arange(count), np.arange(count)).T
    both = np.outer(firsts, lasts) * ((ahead >= 0) & (ahead < LONGEST_VALUE))
    first, last = divmod(int(both.argmax()), count)
    return first, last, float(both[first, last])


@cache
def network() -> Network:
    """Returns the network, loaded once, when it is first needed."""
    return Network()
