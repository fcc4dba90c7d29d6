"""Embeddings from OpenAI, or from any server that speaks its API."""

import logging
from collections.abc import Sequence
from typing import Any

import httpx

from adapters.openai.config import EmbeddingsConfig
from shared.base.errors import Unavailable
from shared.ports import Vector

log = logging.getLogger(__name__)

PER_CALL = 100
"""Texts sent in one call."""


class EmbeddingsApi:
    """An `Embedder` on `POST /embeddings`.

    It is asked while somebody waits for a note to be saved or found, so it gets a few seconds and
    no second try; who asks can do without.
    """

    def __init__(self, config: EmbeddingsConfig) -> None:
        self._config = config
        headers = {"Authorization": f"Bearer {config.api_key}"} if config.api_key else {}
        self._http = httpx.Client(
            base_url=config.base_url, headers=headers, timeout=config.timeout, trust_env=False
        )

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """See `shared.memory.embedding.Embedder`."""
        vectors: list[Vector] = []
        for start in range(0, len(texts), PER_CALL):
            vectors += self._call(texts[start : start + PER_CALL])
        return vectors

    def _call(self, texts: Sequence[str]) -> list[Vector]:
        wanted: dict[str, Any] = {"model": self._config.model, "input": list(texts)}
        if self._config.dimensions:
            wanted["dimensions"] = self._config.dimensions
        try:
            answer = self._http.post("embeddings", json=wanted).raise_for_status().json()
            given = sorted(answer["data"], key=lambda item: item["index"])
            vectors = [[float(number) for number in item["embedding"]] for item in given]
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            # The error's text may quote what was sent.
            log.warning("embeddings failed: %s", type(error).__name__)
            raise _failed() from error
        if len(vectors) != len(texts) or not all(any(vector) for vector in vectors):
            log.warning("embeddings failed: %d vectors for %d texts", len(vectors), len(texts))
            raise _failed()
        return list(vectors)


def _failed() -> Unavailable:
    return Unavailable(
        "The model of embeddings did not answer as it should. Check REKINDLE_EMBEDDINGS_MODEL and "
        "REKINDLE_EMBEDDINGS_BASE_URL, or try again later.",
        [{"reason": "EMBEDDINGS_UNAVAILABLE"}],
    )
