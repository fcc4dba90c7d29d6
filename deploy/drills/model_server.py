"""A model's server for drills, which speaks OpenAI's chat completions and refuses some keys."""

import json
import re
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

_SAID = re.compile(r"I love (\w+)\.")


class ModelServer:
    """Finds in each message what its author loves, on a free port of this machine.

    Attributes:
        takes: the keys that it takes; every other one is refused with 401.
        analyzed: how often it was given each message with a key that it takes.
        refused: how many requests had another key.
        used: the keys of the requests that it answered, in order.
    """

    def __init__(self, *keys: str) -> None:
        self.takes = set(keys)
        self.analyzed: Counter[str] = Counter()
        self.refused = 0
        self.used: list[str] = []
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                status, answer = server.answer(self.headers["Authorization"], request)
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Logs nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self) -> "ModelServer":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def answer(self, authorization: str, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Returns the status and the body of the answer to a request."""
        key = authorization.removeprefix("Bearer ")
        with self._lock:
            if key not in self.takes:
                self.refused += 1
                message = "Incorrect API key provided."
                return 401, {"error": {"message": message, "code": "invalid_api_key"}}
            messages = json.loads(request["messages"][-1]["content"])["messages"]
            self.used.append(key)
            self.analyzed.update(message["text"] for message in messages)
        found = {"preferences": [item for each in messages for item in _found(each)]}
        others: dict[str, Any] = {"patterns": [], "workflows": [], "skills": [], "facts": []}
        return 200, _completion(json.dumps(found | others))


def _found(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "quote": f"I love {thing}.",
            "prompt": message["number"],
            "type": "like",
            "category": "Leisure",
            "description": thing,
            "confidence": 0.95,
            "context": f"User loves {thing}",
            "matches": None,
        }
        for thing in _SAID.findall(message["text"])
    ]


def _completion(content: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, "refusal": None}
    return {
        "id": "chatcmpl-drill",
        "object": "chat.completion",
        "created": 1,
        "model": "drill",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
