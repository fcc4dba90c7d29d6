"""A local HTTP server that speaks OpenAI's embeddings API, with a model of a few meanings."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MEANINGS = [
    {"car", "automobile", "vehicle", "engine"},
    {"doctor", "physician", "hospital", "medicine"},
    {"sea", "ocean", "beach", "waves"},
    {"bread", "baker", "loaf", "flour"},
]


def meaning_of(text):
    """A vector: how much of each meaning the text has, and a little of everything else."""
    words = {word.strip(".,?!:").lower() for word in text.split()}
    return [float(len(words & meaning)) for meaning in MEANINGS] + [0.1]


class EmbeddingsServer:
    """Answers every request, unless told to fail."""

    def __init__(self):
        self.requests = []
        self.failing = False
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(request)
                if server.failing:
                    return self._send(500, {"error": {"message": "out of order"}})
                data = [
                    {"object": "embedding", "index": place, "embedding": meaning_of(text)}
                    for place, text in enumerate(request["input"])
                ]
                return self._send(200, {"object": "list", "data": data[::-1]})

            def _send(self, status, body):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self):
        """The base URL of the API."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"
