"""The front passes requests to the back, and answers back, byte for byte."""

import io
import json
import os
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from emulator.faults.lateness import Lateness
from emulator.gateway.app import Gateway
from emulator.gateway.assembly import MAX_BODY
from emulator.gateway.line import LineBroken, Server
from emulator.gateway.paths import ROOT
from emulator.gateway.roles import Back, listen_locally
from emulator.guard import Guard


@pytest.fixture
def back(tmp_path):
    """The front's view of a back that says what it was asked."""
    seen = []

    def run(function, environ, start_response):
        seen.append((function, environ, environ["wsgi.input"].read()))
        if function == "broken":
            raise RuntimeError("on purpose")
        whole = [("Content-Length", "13")] if function == "whole" else []
        start_response("207 Multi-Status", [("Content-Type", "text/x"), ("X-One", "é"), *whole])
        return pieces(function)

    def pieces(function):
        yield b"first, "
        yield b""
        if function == "breaks off":
            raise RuntimeError("on purpose")
        yield b"second"

    listener = socket.socket(fileno=listen_locally(tmp_path))
    server = Server(listener, run)
    server.start()
    yield Back(tmp_path), seen
    server.drain(5)
    listener.close()


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


@pytest.mark.parametrize("function", ["whole", "in pieces"])
def test_a_request_arrives_as_it_was_sent(back, function):
    front, seen = back
    for _ in range(3):
        answered = []
        answer = front(
            function, environ_of(b'{"a": 1}'), lambda *given, to=answered: to.append(given)
        )
        assert b"".join(answer) == b"first, second"
        answer.close()
        name, environ, body = seen.pop()
        assert (name, body) == (function, b'{"a": 1}')
        assert environ["REQUEST_METHOD"] == "POST"
        assert environ["RAW_URI"] == "/v1/memory/search?q=M%C3%BCnchen%20a%2Fb"
        assert environ["CONTENT_TYPE"] == "application/json"
        assert environ["HTTP_HOST"] == "127.0.0.1:4747"
        assert environ["HTTP_X_ON_BEHALF_OF"] == "\xe9 a,b"
        assert "HTTP_USER_AGENT" not in environ
        status, headers = answered[0]
        assert status == "207 Multi-Status"
        assert headers[:2] == [("Content-Type", "text/x"), ("X-One", "é")]


def test_many_requests_at_once_get_their_own_answers(back):
    front, seen = back

    def ask(number):
        answer = front("whole", environ_of(str(number).encode()), lambda *_: None)
        whole = b"".join(answer)
        answer.close()
        return whole

    with ThreadPoolExecutor(20) as threads:
        assert set(threads.map(ask, range(200))) == {b"first, second"}
    assert sorted(int(body) for _, _, body in seen) == list(range(200))


def test_an_answer_that_breaks_off_is_an_error_and_the_next_one_is_not(back):
    front, _ = back
    answer = front("breaks off", environ_of(), lambda *_: None)
    with pytest.raises(LineBroken):
        list(answer)
    answer.close()
    with pytest.raises(LineBroken):
        front("broken", environ_of(), lambda *_: None)
    assert b"".join(front("whole", environ_of(), lambda *_: None)) == b"first, second"


def test_an_answer_that_nobody_reads_to_its_end_costs_only_its_connection(back):
    front, _ = back
    answer = front("in pieces", environ_of(), lambda *_: None)
    assert next(iter(answer)) == b"first, "
    answer.close()
    assert b"".join(front("in pieces", environ_of(), lambda *_: None)) == b"first, second"


def test_a_body_that_is_too_large_for_every_function_is_not_waited_for(back):
    front, seen = back
    declared = environ_of(CONTENT_LENGTH=str(MAX_BODY + 1))
    list(front("whole", declared, lambda *_: None))
    assert seen[0][1]["CONTENT_LENGTH"] == str(MAX_BODY + 1)
    assert seen[0][2] == b""


def test_a_body_in_chunks_arrives(back):
    front, seen = back
    environ = environ_of(b"chunks", HTTP_TRANSFER_ENCODING="chunked")
    del environ["CONTENT_LENGTH"]
    list(front("whole", environ, lambda *_: None))
    assert seen[0][2] == b"chunks"


def test_a_back_that_stops_answers_what_it_was_asked(tmp_path):
    asked, may_answer, drained = threading.Event(), threading.Event(), threading.Event()

    def run(_function, _environ, start_response):
        asked.set()
        may_answer.wait(10)
        start_response("200 OK", [])
        return [b"late"]

    listener = socket.socket(fileno=listen_locally(tmp_path))
    server = Server(listener, run)
    server.start()
    with ThreadPoolExecutor() as threads:
        answer = threads.submit(lambda: list(Back(tmp_path)("any", environ_of(), lambda *_: None)))
        assert asked.wait(10)
        threads.submit(lambda: (server.drain(10), drained.set()))
        assert not drained.wait(0.05)
        may_answer.set()
        assert answer.result() == [b"late"]
        assert drained.wait(10)
    listener.close()


def test_a_back_that_is_gone_is_an_error(tmp_path):
    with pytest.raises(LineBroken):
        Back(tmp_path)("whole", environ_of(), lambda *_: None)


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
