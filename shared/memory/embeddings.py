"""Embeddings of notes, and what happens when the embedding model is missing or unavailable."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import mul
from typing import TYPE_CHECKING, Protocol

from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable

if TYPE_CHECKING:
    from shared.ports import Vector

MAX_DIMENSIONS = 2048
"""The longest vector that Firestore stores and searches."""
_NORMS = (1e-6, 1e6)
"""The bounds of a vector's length, within which cosines can be computed."""


class UnusableEmbeddings(Unavailable):
    """The model answers, but not with vectors that can be used. Asking again costs money."""


class Embedder(Protocol):
    """A model that turns texts into vectors; texts with similar meanings get similar vectors."""

    def embed(self, texts: Sequence[str]) -> "list[Vector]":
        """Returns one vector per text, in order, all of the same length.

        Raises:
            Unavailable: the model did not answer.
            UnusableEmbeddings: its answer is invalid.
        """
        ...


@dataclass(frozen=True)
class Embeddings:
    """The vectors of texts that are about to be written.

    Attributes:
        vectors: the vectors that the model returned, by text.
        retry_at: when to retry the missing ones; None if no model is configured.
    """

    vectors: "Mapping[str, Vector]"
    retry_at: datetime | None

    def vector(self, text: str) -> "Vector | None":
        """Returns the vector of a text, or None if it is missing."""
        return self.vectors.get(text)

    def due(self, text: str) -> datetime | None:
        """Returns when to retry embedding a text; None if it needs no retry."""
        return None if text in self.vectors else self.retry_at


def vectors_of(texts: Sequence[str], embedder: Embedder) -> "list[Vector]":
    """Returns one vector per text, each of which can be stored and compared.

    Raises:
        Unavailable: the model did not answer.
        UnusableEmbeddings: it answered with vectors that no database takes.
    """
    vectors = embedder.embed(texts)
    if problem := problem_with(vectors, len(texts)):
        raise UnusableEmbeddings(
            f"The embeddings model cannot be used: {problem}. Check its settings.",
            [{"reason": "EMBEDDINGS_UNAVAILABLE"}],
        )
    return vectors


def problem_with(vectors: "Sequence[Vector]", count: int) -> str | None:
    """Returns why vectors cannot be stored and compared; None if they can.

    There must be `count` of them, of one length.
    """
    if len(vectors) != count:
        return f"it returned {len(vectors)} vectors for {count} texts"
    lengths = {len(vector) for vector in vectors}
    if len(lengths) > 1 or not lengths <= set(range(1, MAX_DIMENSIONS + 1)):
        return f"its vectors have the wrong length, {max(lengths)}"
    if not all(_NORMS[0] <= math.hypot(*vector) <= _NORMS[1] for vector in vectors):
        return "its vectors have no direction"
    return None


def similarity(one: "Vector", other: "Vector") -> float | None:
    """Returns the cosine similarity of two vectors; None if they cannot be compared.

    Vectors of different lengths come from different models.
    """
    if len(one) != len(other):
        return None
    norms = math.hypot(*one) * math.hypot(*other)
    cosine = sum(map(mul, one, other)) / norms if norms else math.nan
    return cosine if math.isfinite(cosine) else None


def embeddings_of(texts: Sequence[str], embedder: Embedder | None, now: datetime) -> Embeddings:
    """Returns the vectors of texts. If the model is unavailable, notes are saved without them."""
    if embedder is None:
        return Embeddings({}, None)
    unique = list(dict.fromkeys(texts))
    try:
        # The write that follows needs time too.
        with within(time_left() / 2):
            vectors = dict(zip(unique, vectors_of(unique, embedder), strict=True)) if unique else {}
    except Unavailable:
        vectors = {}
    return Embeddings(vectors, now)
