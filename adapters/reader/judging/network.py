"""A network that reads a message together with items that it may be about.

`bench/turns` has the messages that it was taught with, and the program that makes it: a transformer
for all languages, with weights of one byte. One pass tells what the message says of its author,
piece by piece, what becomes of each item, and which words take its place.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

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
MOST_ITEMS = 8
DOES = ("keep", "end", "retract", "replace")
"""What may become of an item."""
NOTHING, BEGINS, GOES_ON = "O", "B-", "I-"
"""The tag of a piece that tells nothing, and how those of others begin: the first, and the rest."""
START, END = 0, 2
"""The pieces that stand before a message, and behind it and before each item."""
MESSAGE, ITEM = 0, 1
"""The segments of the network's input."""
CLOSE = 0.001
"""How near probabilities come to 0 and 1 when they are corrected."""


class Piece(NamedTuple):
    """A piece of a message.

    Attributes:
        start, end: where it stands, with the space before it.
        tag: what it tells.
        sure: the probability that it tells that, whether it begins there or goes on, by what was
            right of messages that the network was not taught with (`bench.turns.certain`).
    """

    start: int
    end: int
    tag: str
    sure: float


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
    return f"{what.removeprefix('custom.').replace('.', ' ').replace('_', ' ')}: {text}"


class Network:
    """The network, and how it splits texts into pieces.

    Args:
        folder: where `network.onnx`, `network.json` and `pieces.model` are.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        about = json.loads((folder / "network.json").read_text(encoding="utf-8"))
        self.languages = frozenset[str](about["languages"])
        """The languages of the messages that it was taught with."""
        self._tags: Sequence[str] = about["tags"]
        self._split = sentencepiece.SentencePieceProcessor(model_file=str(folder / "pieces.model"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # A message is small.
        self._session = onnxruntime.InferenceSession(
            str(folder / "network.onnx"), options, providers=["CPUExecutionProvider"]
        )
        begins = [tag.removeprefix(BEGINS).removeprefix(GOES_ON) for tag in self._tags]
        self._alike = np.array([[one == other for other in begins] for one in begins], np.float32)
        """Which tags tell the same."""
        certainty = about.get("certainty", {"slope": 1.0, "kinds": {}, "languages": {}})
        slope, kinds = certainty["slope"], certainty["kinds"]
        self._in_language: Mapping[str, float] = certainty["languages"]
        self._slopes = np.array([slope if kind in kinds else 1.0 for kind in begins])
        self._intercepts = np.array([kinds.get(kind, 0.0) for kind in begins])

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
        for what, text in items:
            slots.append(len(ids))
            ids += [END, *self._split.encode_as_ids(said(what, text))[:LONGEST_ITEM]]
            segments += [ITEM] * (len(ids) - len(segments))
        given = {"ids": np.array([ids]), "segments": np.array([segments])}
        tags, does, firsts, lasts = (one[0] for one in self._session.run(None, given))
        of_message = slice(1, 1 + len(pieces))
        shares = _shares(tags[of_message])
        best = shares.argmax(-1)
        sure = self._corrected((shares * self._alike[best]).sum(-1), best, language)
        told = [
            Piece(start, end, self._tags[tag], float(probability))
            for (start, end), tag, probability in zip(split["offsets"], best, sure, strict=True)
        ]
        values = []
        for slot in slots:
            first, last, probability = _likeliest(
                _shares(firsts[slot, of_message]), _shares(lasts[slot, of_message])
            )
            start, end = split["offsets"][first][0], split["offsets"][last][1]
            values.append(Place(start, end, probability))
        return Seen(told, _shares(does[slots]).tolist(), values)

    def _corrected(self, sure: np.ndarray, tags: np.ndarray, language: str) -> np.ndarray:
        """Returns how probable tags are that the network is so sure of."""
        bounded = np.clip(sure, CLOSE, 1 - CLOSE)
        odds = self._slopes[tags] * np.log(bounded / (1 - bounded)) + self._intercepts[tags]
        return np.asarray(1 / (1 + np.exp(-odds - self._in_language.get(language, 0.0))))


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
