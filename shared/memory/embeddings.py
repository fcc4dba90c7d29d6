"""The meaning of texts as vectors: what is asked of a model of embeddings, and its absence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared.base.errors import Unavailable
from shared.ports import Vector


class Embedder(Protocol):
    """A model that turns texts into vectors, near to each other where they mean alike."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector per text, in their order, all of the same length.

        Raises:
            Unavailable: the model did not answer as it should.
        """
        ...


@dataclass(frozen=True)
class Meanings:
    """The vectors of texts that are about to be written.

    Attributes:
        vectors: by text, where the model gave one.
        retry_at: when to ask again for those it did not give; None if there is no model.
    """

    vectors: Mapping[str, Vector]
    retry_at: datetime | None

    def vector(self, text: str) -> Vector | None:
        """The vector of a text, if it is known."""
        return self.vectors.get(text)

    def due(self, text: str) -> datetime | None:
        """When to ask for the vector of a text again; None if there is no need."""
        return None if text in self.vectors else self.retry_at


def meanings_of(texts: Sequence[str], embedder: Embedder | None, now: datetime) -> Meanings:
    """The vectors of texts. A note is saved even if the model does not answer just then."""
    if embedder is None:
        return Meanings({}, None)
    unique = list(dict.fromkeys(texts))
    try:
        vectors = dict(zip(unique, embedder.embed(unique), strict=True)) if unique else {}
    except Unavailable:
        vectors = {}
    return Meanings(vectors, now)
