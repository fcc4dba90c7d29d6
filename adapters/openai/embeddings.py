"""Embeddings from OpenAI, or from any compatible server."""

import logging
from collections.abc import Sequence
from typing import Any

import httpx
from pydantic import ValidationError

from adapters.openai.config import EmbeddingsConfig
from adapters.openai.transport import DeadlineTransport
from shared.base.breaker import Breaker, Finding, Rules
from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable
from shared.base.model import Model
from shared.base.telemetry import Doing, span
from shared.memory.embeddings import UnusableEmbeddings, problem_with
from shared.ports import Vector

log = logging.getLogger(__name__)

PER_CALL = 100
"""Texts sent in one call."""
MAX_ANSWER = 128 * 1024
"""The longest answer that is read, in bytes per text: twice what the longest vector takes."""
RULES = Rules(failures=5, window=120.0, first_pause=1.0, longest_pause=600.0)
"""When calls to a failing server pause, so that notes are saved without waiting for it."""
_TELLING = 0.5
"""The share of the configured timeout that a call must have had before its silence says something
about the server. A save that waits gets somewhat less than all of it, a context far less."""
_TEMPORARY = (408, 425, 429)


class _Item(Model):
    index: int
    embedding: list[float]


class _Answer(Model):
    data: list[_Item]


class EmbeddingsApi:
    """An `Embedder` that calls `POST /embeddings`.

    Saving and searching notes wait for it but can do without it: a call ends after a few seconds,
    however the server behaves, and is not repeated. Redirects are not followed.
    """

    def __init__(self, config: EmbeddingsConfig, breaker: Breaker | None = None) -> None:
        self._config = config
        self._breaker = breaker or Breaker(RULES)
        headers = {"Authorization": f"Bearer {config.api_key}"} if config.api_key else {}
        self._http = httpx.Client(
            base_url=config.base_url,
            headers=headers,
            timeout=config.timeout,
            follow_redirects=False,
            transport=DeadlineTransport(),
        )

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        vectors: list[Vector] = []
        for start in range(0, len(texts), PER_CALL):
            vectors += self._guarded(texts[start : start + PER_CALL])
        return vectors

    def _guarded(self, texts: Sequence[str]) -> list[Vector]:
        admission = self._breaker.admit()
        if admission == "refused":
            raise _unavailable()
        finding, allowed = Finding.UNCLEAR, time_left(self._config.timeout)
        try:
            with within(self._config.timeout), span(Doing.EMBEDDING, model=self._config.model):
                vectors = self._call(texts)
            finding = Finding.ANSWERED
            return vectors
        except UnusableEmbeddings:
            # Another text may get a vector: it is for one user's notes that a server refuses some.
            finding = Finding.ANSWERED
            raise
        except (Unavailable, httpx.HTTPError) as error:
            hurried = allowed < _TELLING * self._config.timeout
            if not (hurried and isinstance(error, httpx.TimeoutException)):
                finding = Finding.UNREACHABLE
            # The error's text is not logged, because it may quote the input.
            log.warning("embeddings failed: %s", type(error).__name__)
            if isinstance(error, Unavailable):
                raise
            raise _unavailable() from error
        finally:
            self._breaker.settle(admission, finding)

    def _call(self, texts: Sequence[str]) -> list[Vector]:
        body: dict[str, Any] = {"model": self._config.model, "input": list(texts)}
        if self._config.dimensions:
            body["dimensions"] = self._config.dimensions
        raw = b""
        with self._http.stream("POST", "embeddings", json=body) as answer:
            if answer.status_code >= 500 or answer.status_code in _TEMPORARY:
                raise _unavailable()
            if answer.status_code != 200:
                raise _unusable(f"it answered HTTP {answer.status_code}")
            for chunk in answer.iter_bytes():
                raw += chunk
                if len(raw) > MAX_ANSWER * len(texts):
                    raise _unusable("its answer is too long")
        return vectors_in(raw, len(texts), self._config.dimensions)


def vectors_in(raw: bytes, count: int, dimensions: int | None) -> list[Vector]:
    """Returns the vectors in a server's answer.

    Args:
        raw: the answer's body.
        count: how many there must be.
        dimensions: how long they must be; None if any length that Firestore can search will do.

    Raises:
        UnusableEmbeddings: the answer has anything else.
    """
    try:
        items = _Answer.model_validate_json(raw, strict=True).data
    except ValidationError as error:
        raise _unusable("its answer is malformed") from error
    items.sort(key=lambda item: item.index)
    if [item.index for item in items] != list(range(count)):
        raise _unusable(f"it returned {len(items)} vectors for {count} texts")
    vectors: list[Vector] = [item.embedding for item in items]
    if problem := problem_with(vectors, count):
        raise _unusable(problem)
    if dimensions and len(vectors[0]) != dimensions:
        raise _unusable(f"its vectors have the wrong length, {len(vectors[0])}")
    return vectors


def _unavailable() -> Unavailable:
    return Unavailable(
        "The embeddings model failed. Check REKINDLE_EMBEDDINGS_MODEL and "
        "REKINDLE_EMBEDDINGS_BASE_URL, or try again later.",
        [{"reason": "EMBEDDINGS_UNAVAILABLE"}],
    )


def _unusable(problem: str) -> UnusableEmbeddings:
    log.error("embeddings cannot be used: %s", problem)
    return UnusableEmbeddings(
        f"The embeddings model cannot be used: {problem}. Check REKINDLE_EMBEDDINGS_MODEL, "
        "REKINDLE_EMBEDDINGS_BASE_URL and REKINDLE_EMBEDDINGS_DIMENSIONS.",
        [{"reason": "EMBEDDINGS_UNUSABLE"}],
    )
