"""Embeddings of notes, and what happens when the embedding model is missing or unavailable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable
from shared.ports import Vector


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


def embeddings_of(texts: Sequence[str], embedder: Embedder | None, now: datetime) -> Embeddings:
    """Returns the vectors of texts. If the model is unavailable, notes are saved without them."""
    if embedder is None:
        return Embeddings({}, None)
    unique = list(dict.fromkeys(texts))
    try:
        # The write that follows needs time too.
        with within(time_left() / 2):
            vectors = dict(zip(unique, embedder.embed(unique), strict=True)) if unique else {}
    except Unavailable:
        vectors = {}
    return Embeddings(vectors, now)
