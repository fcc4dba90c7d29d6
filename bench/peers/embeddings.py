"""all-MiniLM-L6-v2 behind OpenAI's embeddings API, for both sides of the comparison.

`python -m bench.peers.embeddings`, in the peers' own environment, prints its base URL as the first
line and ends with its standard input. Each text is computed once and then served from a cache until
`POST /v1/forget`; `POST /v1/counts` returns the numbers of calls, of texts requested, and of texts
computed. So a measurement can include or exclude the embedding, and show which it did.
"""

import json
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from bench.peers.embeddings_http import EmbeddingsHttp

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class KnownTexts:
    """Embeddings as JSON text, each computed once.

    Args:
        embed: computes embeddings.
    """

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, str] = {}
        self._lock = threading.Lock()
        self._counts = {"calls": 0, "texts": 0, "computed": 0}

    def answer(self, request: dict[str, Any]) -> list[str]:
        """The embeddings of a request's texts."""
        texts = [request["input"]] if isinstance(request["input"], str) else request["input"]
        with self._lock:
            new = [text for text in dict.fromkeys(texts) if text not in self._known]
            for text, vector in zip(new, self._embed(new) if new else (), strict=True):
                self._known[text] = json.dumps(list(vector))
            self._counts["calls"] += 1
            self._counts["texts"] += len(texts)
            self._counts["computed"] += len(new)
            return [self._known[text] for text in texts]

    def control(self, path: str) -> dict[str, int]:
        """Serves the paths outside the API; returns the counts so far."""
        with self._lock:
            if path.endswith("/forget"):
                self._known.clear()
            return dict(self._counts)


def main() -> None:
    """Serves until standard input ends."""
    from bench.peers.minilm import MiniLM, model_folder

    model = MiniLM(model_folder())
    model.check()
    texts = KnownTexts(model.embed)
    with EmbeddingsHttp(texts.answer, texts.control) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
