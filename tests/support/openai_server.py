"""A local HTTP server that speaks OpenAI's chat completions API, including its failures."""

import json
import threading
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EMPTY = {"preferences": [], "patterns": [], "workflows": [], "skills": [], "facts": []}


def preference(quote, prompt=1, **changes):
    """A preference as the model would return it."""
    return {
        "quote": quote,
        "prompt": prompt,
        "type": "like",
        "category": "Tools",
        "description": "Python",
        "confidence": 0.95,
        "context": "User loves Python",
        "matches": None,
        **changes,
    }


class OpenAIServer:
    """Answers from a script, one item per request; the last one is repeated.

    An item is a mapping for a structured answer, or a function of (handler, request).
    """

    def __init__(self):
        self.requests = []
        self._script = deque()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(request)
                step = server._script[0] if len(server._script) == 1 else server._script.popleft()
                if callable(step):
                    step(self, request)
                else:
                    answer(self, json.dumps(step))

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

    def will(self, *script):
        """Sets what the next requests are answered with."""
        self._script = deque(script)
        self.requests.clear()


def send(handler, status, body, **headers):
    """Sends one HTTP response."""
    data = json.dumps(body).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data)


def answer(handler, content, *, refusal=None, finish="stop"):
    """Sends a chat completion with the given content."""
    send(
        handler,
        200,
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "fake-model",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": content, "refusal": refusal},
                    "finish_reason": finish,
                }
            ],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
        },
    )


def error(status, code=None, message="no", **headers):
    """A step that answers with an API error."""

    def step(handler, _):
        body = {"error": {"message": message, "type": "error", "code": code, "param": None}}
        send(handler, status, body, **headers)

    return step


def refuses(handler, _):
    """The model refuses."""
    answer(handler, None, refusal="I cannot help with that.")


def truncates(handler, _):
    """The answer stops at the length limit."""
    answer(handler, '{"preferences": [', finish="length")


def babbles(handler, _):
    """The answer is not JSON."""
    answer(handler, "Sure! Here are the preferences you asked for:")


def filters(handler, _):
    """The content filter steps in."""
    answer(handler, None, finish="content_filter")


class Assistant:
    """A scripted model: calls the tools it is told to, then answers with the last result."""

    def __init__(self, *calls):
        self._calls = list(calls)

    def __call__(self, handler, request):
        names = {tool["function"]["name"] for tool in request["tools"]}
        if self._calls:
            name, arguments = self._calls.pop(0)
            assert name in names
            call = {
                "id": f"call-{len(request['messages'])}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
            finish = "tool_calls"
        else:
            message = {"role": "assistant", "content": request["messages"][-1]["content"]}
            finish = "stop"
        send(
            handler,
            200,
            {
                "id": "c",
                "object": "chat.completion",
                "created": 1,
                "model": "fake-model",
                "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            },
        )
