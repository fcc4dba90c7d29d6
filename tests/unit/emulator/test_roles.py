"""The front passes requests to the back, and answers back, byte for byte."""

import io
import json
import os
import subprocess
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import httpx
import pytest

from emulator.faults.lateness import Lateness
from emulator.gateway.app import Gateway
from emulator.gateway.paths import ROOT
from emulator.gateway.roles import Back, listen_locally
from emulator.guard import Guard


class _Handler(WSGIRequestHandler):
    def address_string(self):
        return "front"

    def get_environ(self):
        self.client_address = ("front", 0)
        return {**super().get_environ(), "raw": self.path}

    def log_message(self, *_):
        """Keeps quiet."""


class _Server(WSGIServer):
    def __init__(self, fd, app):
        import socket

        super().__init__(("", 0), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = socket.socket(fileno=fd)
        self.base_environ = {"SERVER_NAME": "back", "SERVER_PORT": "0", "SCRIPT_NAME": ""}
        self.set_app(app)

    def server_close(self):
        self.socket.close()


@pytest.fixture
def back(tmp_path):
    """The front's view of a back that says what it was asked."""
    seen = []

    def app(environ, start_response):
        size = int(environ.get("CONTENT_LENGTH") or 0)
        seen.append((environ, environ["wsgi.input"].read(size)))
        start_response("207 Multi-Status", [("Content-Type", "text/x"), ("X-One", "é")])
        return [b"first, ", b"second"]

    server = _Server(listen_locally(tmp_path), app)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Back(tmp_path), seen
    server.shutdown()
    thread.join()
    server.server_close()


def environ_of(body: bytes = b"", **more: str) -> dict:
    environ = {
        "REQUEST_METHOD": "POST",
        "RAW_URI": "/v1/memory/search?q=M%C3%BCnchen%20a%2Fb",
        "HTTP_HOST": "127.0.0.1:4747",
        "HTTP_X_ON_BEHALF_OF": "\xe9 a,b",
        "HTTP_CONNECTION": "keep-alive",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    }
    return environ | more


def test_a_request_arrives_as_it_was_sent(back):
    front, seen = back
    answered = []
    answer = front(environ_of(b'{"a": 1}'), lambda *given: answered.append(given))
    assert b"".join(answer) == b"first, second"
    answer.close()
    [(environ, body)] = seen
    assert body == b'{"a": 1}'
    assert environ["REQUEST_METHOD"] == "POST"
    assert environ["raw"] == "/v1/memory/search?q=M%C3%BCnchen%20a%2Fb"
    assert environ["CONTENT_TYPE"] == "application/json"
    assert environ["HTTP_HOST"] == "127.0.0.1:4747"
    assert environ["HTTP_X_ON_BEHALF_OF"] == "\xe9 a,b"
    assert "HTTP_USER_AGENT" not in environ
    status, headers = answered[0]
    assert status == "207 Multi-Status"
    assert ("content-type", "text/x") in [(name.lower(), value) for name, value in headers]


def test_a_back_that_is_gone_is_an_error(tmp_path):
    with pytest.raises(httpx.TransportError):
        Back(tmp_path)(environ_of(), lambda *_: None)


def test_a_function_whose_process_ended_says_when_to_repeat(tmp_path):
    gateway = Gateway("http://127.0.0.1:1", Guard())
    gateway.serve_as_front(Back(tmp_path), Lateness(tmp_path / "late"))
    answered = []
    environ = environ_of(PATH_INFO="/v1/memory")
    body = b"".join(gateway(environ, lambda *given: answered.append(given)))
    [(status, headers)] = answered
    assert status.startswith("503 ")
    assert int(dict(headers)["Retry-After"]) >= 1
    assert json.loads(body)["error"]["details"] == [{"reason": "FUNCTION_ENDED"}]


def test_nothing_is_connected_before_the_gateway_forks(tmp_path):
    """A process of its own, since other tests have clients."""
    script = f"""
import gc, pathlib, threading
import httpx
from emulator.gateway.__main__ import _Server
folder = pathlib.Path({str(tmp_path)!r})
server = _Server(0, "http://127.0.0.1:1", frozenset(), folder, folder / "late")
loaded = server.load()
print([found for found in gc.get_objects() if isinstance(found, httpx.Client)])
print(threading.active_count())
"""
    env = {**os.environ, "GOOGLE_CLOUD_PROJECT": "demo", "REKINDLE_ANALYZER": "offline"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.stdout.split() == ["[]", "1"], done.stderr
