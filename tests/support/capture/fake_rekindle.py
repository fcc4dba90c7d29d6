"""A local server that answers like Rekindle's API, or fails as it is told to."""

import json
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FakeRekindle:
    """Records what it is sent; `answers` overrides the status of a method and path.

    An override is a status, the reason that its body names, and headers.
    """

    def __init__(self):
        self.requests = []
        self.block = "[ABOUT THE USER]\nLikes tea.\n[END ABOUT THE USER]"
        self.answers = {}
        self.content_type = "text/plain; charset=utf-8"
        self.gate = threading.Event()
        self.gate.set()
        self._changed = threading.Condition()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = self.path.partition("?")[0]
                with fake._changed:
                    given = json.loads(body) if body else None
                    fake.requests.append((self.command, path, given, dict(self.headers)))
                    fake._changed.notify_all()
                fake.gate.wait(60)
                with suppress(OSError):  # it did not wait
                    fake._answer(self, path, given)

            do_POST = do_PATCH = do_GET

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def _answer(self, handler, path, given):
        status, reason, headers = self.answers.get((handler.command, path), (None, "", {}))
        kind = "application/json"
        if status is not None:
            error = {"code": status, "details": [{"reason": reason}] if reason else []}
            body = json.dumps({"error": error}).encode()
        elif path == "/v1/context":
            status, headers = 200, {"ETag": '"1"'}
            if "format=text" in handler.path:
                body, kind = self.block.encode(), self.content_type
            else:
                body = json.dumps(_context(self.block)).encode()
        elif path == "/v1/prompts":
            status = 202
            each = [{"id": one["id"], "status": "recorded"} for one in given["prompts"]]
            body = json.dumps({"prompts": each}).encode()
        else:
            status, body = 200, b"{}"
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.gate.set()
        self._http.shutdown()
        self._http.server_close()

    def refuse(self, method, path, status, reason="", **headers):
        """Answers these requests with an error from now on."""
        self.answers[method, path] = (status, reason, headers)

    def to(self, method, path):
        """The bodies of the requests to a route, in order."""
        return [body for verb, where, body, _ in self.requests if (verb, where) == (method, path)]

    def prompts(self):
        """The texts that were sent, in order, as often as they were."""
        return [
            one["content"] for body in self.to("POST", "/v1/prompts") for one in body["prompts"]
        ]

    def wait_for(self, method, path, count=1):
        """Waits for requests to a route."""
        with self._changed:
            arrived = self._changed.wait_for(lambda: len(self.to(method, path)) >= count, 60)
        assert arrived, (method, path, self.requests)


def _context(block):
    return {
        "text": block,
        "sections": [],
        "version": "1",
        "stablePrefixLength": len(block),
        "stablePrefixHash": "0",
        "omitted": [],
        "warnings": [],
    }
