"""all-MiniLM-L6-v2 behind OpenAI's embeddings API, for both sides of the comparison.

`python -m bench.peers.embeddings`, in the peers' own environment, prints its base URL as the first
line and ends with its standard input. A text is computed once and then given from memory until
`POST /v1/forget`; `POST /v1/counts` tells how many calls there were, how many texts were asked for
and how many of them had to be computed. So a measurement can have the embedding in it or not, and
show which it was.
"""

import json
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from bench.peers.embeddings_http import EmbeddingsHttp

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class KnownTexts:
    """Vectors as JSON text, each computed once.

    Args:
        embed: computes vectors.
    """

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, str] = {}
        self._lock = threading.Lock()
        self._counts = {"calls": 0, "texts": 0, "computed": 0}

    def answer(self, request: dict[str, Any]) -> list[str]:
        """The vectors of a request's texts."""
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
        """Does what a path other than the API's asks for; the counts so far."""
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
