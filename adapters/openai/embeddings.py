"""Embeddings from OpenAI, or from any compatible server."""

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
    """An `Embedder` that calls `POST /embeddings`.

    Saving and searching notes wait for it but can do without it, so it has a timeout of a few
    seconds and does not retry.
    """

    def __init__(self, config: EmbeddingsConfig) -> None:
        self._config = config
        headers = {"Authorization": f"Bearer {config.api_key}"} if config.api_key else {}
        self._http = httpx.Client(
            base_url=config.base_url, headers=headers, timeout=config.timeout, trust_env=False
        )

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), PER_CALL):
            vectors += self._call(texts[start : start + PER_CALL])
        return vectors

    def _call(self, texts: Sequence[str]) -> list[Vector]:
        body: dict[str, Any] = {"model": self._config.model, "input": list(texts)}
        if self._config.dimensions:
            body["dimensions"] = self._config.dimensions
        try:
            answer = self._http.post("embeddings", json=body).raise_for_status().json()
            items = sorted(answer["data"], key=lambda item: item["index"])
            vectors = [[float(number) for number in item["embedding"]] for item in items]
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            # The error's text is not logged, because it may quote the input.
            log.warning("embeddings failed: %s", type(error).__name__)
            raise _failed() from error
        if len(vectors) != len(texts) or not all(any(vector) for vector in vectors):
            log.warning("embeddings failed: %d vectors for %d texts", len(vectors), len(texts))
            raise _failed()
        return list(vectors)


def _failed() -> Unavailable:
    return Unavailable(
        "The embeddings model failed. Check REKINDLE_EMBEDDINGS_MODEL and "
        "REKINDLE_EMBEDDINGS_BASE_URL, or try again later.",
        [{"reason": "EMBEDDINGS_UNAVAILABLE"}],
    )
