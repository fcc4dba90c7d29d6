"""A local HTTP server that speaks OpenAI's embeddings API, with any source of embeddings."""

import json
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class EmbeddingsFailure(Exception):
    """The embeddings are not available; the client gets a 500."""


class EmbeddingsHttp:
    """Serves `POST …/embeddings` on a free port of 127.0.0.1 while entered.

    Args:
        embed: returns one embedding, as JSON text, for each text of a request's body.
            May raise EmbeddingsFailure.
        other: answers a POST to any other path, if given.
    """

    def __init__(
        self,
        embed: Callable[[dict[str, Any]], Sequence[str]],
        other: Callable[[str], object] | None = None,
    ) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Headers and body leave in two packets; Nagle's algorithm would delay the second.
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if not self.path.endswith("/embeddings"):
                    self._send(200, json.dumps(other(self.path) if other else {}))
                    return
                try:
                    vectors = embed(json.loads(body))
                except EmbeddingsFailure as failure:
                    self._send(500, json.dumps({"error": {"message": str(failure)}}))
                    return
                items = [
                    f'{{"object": "embedding", "index": {place}, "embedding": {vector}}}'
                    for place, vector in enumerate(vectors)
                ]
                # In reverse: the API promises no order, so clients must use the index.
                data = ", ".join(reversed(items))
                self._send(200, f'{{"object": "list", "model": "local", "data": [{data}]}}')

            def _send(self, status: int, text: str) -> None:
                data = text.encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self) -> "EmbeddingsHttp":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"
