"""mem0 behind JSON lines: `python -m bench.peers.mem0_worker FOLDER URL DIMENSIONS`.

It runs in the peers' own environment, set up as mem0's documentation suggests for one machine: its
default store, qdrant-client, in a folder; its history in SQLite next to it; an embedder that speaks
OpenAI's API. `infer=False` stores its input as it is, without a model that extracts facts. Times
are taken here, around mem0's calls, so they do not include the pipe.
"""

import json
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("mem0ai", "qdrant-client", "numpy")
OPTIONAL = ("fastembed", "spacy")
"""Packages that mem0 needs to rank by words and names; both download models from a hub."""


class Worker:
    """One mem0 `Memory`.

    Args:
        folder: where it stores everything.
        url: the base URL of the embeddings API.
        dimensions: the length of the embeddings.
    """

    def __init__(self, folder: Path, url: str, dimensions: int) -> None:
        from mem0 import Memory

        api = {"api_key": "none-is-needed", "openai_base_url": url}
        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": str(folder / "qdrant"),
                        "embedding_model_dims": dimensions,
                    },
                },
                "embedder": {"provider": "openai", "config": {"model": "all-MiniLM-L6-v2", **api}},
                # The constructor requires it; `infer=False` never calls it.
                "llm": {"provider": "openai", "config": api},
                "history_db_path": str(folder / "history.db"),
            }
        )

    def add(self, user: str, contents: list[str], metadata: dict[str, Any]) -> dict[str, Any]:
        """Adds messages in one call; returns their ids and the seconds it took."""
        messages = [{"role": "user", "content": content} for content in contents]
        began = time.perf_counter()
        answer = self._memory.add(messages, user_id=user, metadata=metadata, infer=False)
        seconds = time.perf_counter() - began
        return {"ids": [item["id"] for item in answer["results"]], "seconds": seconds}

    def search(self, user: str, question: str, limit: int) -> dict[str, Any]:
        """Searches; returns the ids, best first, and the seconds it took."""
        began = time.perf_counter()
        answer = self._memory.search(question, top_k=limit, filters={"user_id": user})
        seconds = time.perf_counter() - began
        return {"ids": [item["id"] for item in answer["results"]], "seconds": seconds}

    def about(self) -> dict[str, Any]:
        """The versions of the packages; None for those that are not installed."""
        return {name: _version(name) for name in (*PACKAGES, *OPTIONAL)}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def main() -> None:
    """Answers until standard input ends."""
    # Keeps what libraries print out of the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    worker = Worker(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    calls = {"add": worker.add, "search": worker.search, "about": worker.about}
    for line in sys.stdin:
        request = json.loads(line)
        call = calls[request.pop("call")]
        try:
            answer = {"result": call(**request)}
        except Exception as error:  # the other process reports it
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
