"""Embeddings of notes, and what happens when the embedding model is missing or unavailable."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import mul
from typing import Protocol

from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable
from shared.ports import Vector

MAX_DIMENSIONS = 2048
"""The longest vector that Firestore stores and searches."""


class UnusableEmbeddings(Unavailable):
    """The model answers, but not with vectors that can be used. Asking again costs money."""


class Embedder(Protocol):
    """A model that turns texts into vectors; texts with similar meanings get similar vectors."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
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

    vectors: Mapping[str, Vector]
    retry_at: datetime | None

    def vector(self, text: str) -> Vector | None:
        """Returns the vector of a text, or None if it is missing."""
        return self.vectors.get(text)

    def due(self, text: str) -> datetime | None:
        """Returns when to retry embedding a text; None if it needs no retry."""
        return None if text in self.vectors else self.retry_at


def vectors_of(texts: Sequence[str], embedder: Embedder) -> list[Vector]:
    """Returns one vector per text, each of which can be stored and compared.

    Raises:
        Unavailable: the model did not answer.
        UnusableEmbeddings: it answered with vectors that no database takes.
    """
    vectors = embedder.embed(texts)
    if len(vectors) != len(texts) or not all(map(_is_usable, vectors)):
        raise UnusableEmbeddings(
            "The embeddings model returned vectors that cannot be used. Check its settings.",
            [{"reason": "EMBEDDINGS_UNAVAILABLE"}],
        )
    return vectors


def similarity(one: Vector, other: Vector) -> float | None:
    """Returns the cosine similarity of two vectors; None if they cannot be compared.

    Vectors of different lengths come from different models.
    """
    if len(one) != len(other):
        return None
    norms = math.hypot(*one) * math.hypot(*other)
    cosine = sum(map(mul, one, other)) / norms if norms else math.nan
    return cosine if math.isfinite(cosine) else None


def _is_usable(vector: Vector) -> bool:
    return (
        0 < len(vector) <= MAX_DIMENSIONS
        and all(map(math.isfinite, vector))
        and 0 < math.hypot(*vector) < math.inf
    )


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
