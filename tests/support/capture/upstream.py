"""A model's server, by hand: keeps what it is sent, and answers with the bytes it is told to."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

BREAK = b""
"""A part at which the server breaks off its answer."""
SSE = "text/event-stream; charset=utf-8"


class Arrived(NamedTuple):
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def messages(self):
        """The messages of a request for a chat completion."""
        return json.loads(self.body)["messages"]


class Upstream:
    """Answers each request with the next of its answers; the last one repeats.

    An answer is a status, headers, and the parts of the body, between which it waits for `go_on`.
    """

    def __init__(self):
        self.requests = []
        self.answers = []
        self.go_on = threading.Event()
        self.go_on.set()
        self.broke_off = threading.Event()
        self._arrived = threading.Condition()
        upstream = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.headers.get("Transfer-Encoding") == "chunked":
                    body = b"".join(iter(self._chunk, b""))
                with upstream._arrived:
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    request = Arrived(self.command, self.path, headers, body)
                    upstream.requests.append(request)
                    upstream._arrived.notify_all()
                try:
                    self._send(*upstream._next())
                except OSError:
                    upstream.broke_off.set()

            do_GET = do_POST = do_DELETE = answer

            def _chunk(self):
                size = int(self.rfile.readline(), 16)
                data = self.rfile.read(size)
                self.rfile.readline()
                return data

            def _send(self, status, headers, parts):
                self.send_response_only(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                whole = len(parts) == 1
                if whole:
                    self.send_header("Content-Length", str(len(parts[0])))
                else:
                    self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for part in parts:
                    if part is BREAK:
                        self.close_connection = True
                        return
                    self.wfile.write(part if whole else b"%x\r\n%s\r\n" % (len(part), part))
                    self.wfile.flush()
                    if not whole:
                        upstream.go_on.wait(60)
                if not whole:
                    self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def _next(self):
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def __enter__(self):
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.go_on.set()
        self._http.shutdown()
        self._http.server_close()

    def will(self, *answers):
        """Sets what it answers with."""
        self.answers = list(answers)

    def wait_for(self, count):
        """Waits for requests."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.requests) >= count, 60)


def completion(text, **fields):
    """An answer with a completion, and fields that no client knows."""
    message = {"role": "assistant", "content": text, "refusal": None, **fields}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "x_unknown": {"kept": [1, 2.50, "ä"]},
    }
    headers = {"Content-Type": "application/json", "x-request-id": "req-1", "Set-Cookie": "a=b"}
    return 200, headers, [json.dumps(body).encode()]


def events(*texts):
    """A streamed answer, one part for each text."""
    parts = []
    for text in texts:
        delta = {"index": 0, "delta": {"content": text}, "finish_reason": None}
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        parts.append(b"data: " + json.dumps({**chunk, "choices": [delta]}).encode() + b"\n\n")
    return 200, {"Content-Type": SSE}, [*parts, b"data: [DONE]\n\n"]


def error(status, code, **headers):
    """An answer with an error."""
    body = {"error": {"message": "no", "type": "t", "param": None, "code": code}}
    return status, {"Content-Type": "application/json", **headers}, [json.dumps(body).encode()]
