"""Clients that send slowly, or not at all, delay nobody else."""

import contextlib
import json
import resource
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from emulator.gateway.__main__ import THREADS
from emulator.gateway.worker import REQUEST_SECONDS
from tests.support.engines import needs_embedded
from tests.support.raw_http import connect, head_of, read_answer
from tests.support.stacks import stack_process

MANY = THREADS + 60
"""More slow clients than the gateway has threads."""
OTHER_FILES = 200
"""Files that the tests' process has open besides."""
STAGES = {
    "nothing": b"",
    "part of the request line": b"POST /v1/prom",
    "a head without an end": b"POST /v1/prompts HTTP/1.1\r\nHost: localhost\r\nX-A: ",
    "a body without an end": head_of(
        "POST", "/v1/prompts", "localhost", Content_Type="application/json", Content_Length="1000"
    )
    + b'{"prompts": ',
    "chunks without an end": head_of(
        "POST",
        "/v1/prompts",
        "localhost",
        Content_Type="application/json",
        Transfer_Encoding="chunked",
    )
    + b"5\r\n{",
}


@pytest.fixture(scope="module")
def room() -> Iterator[None]:
    """Lets this process and the stack open as many files as the clients need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * MANY + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        if hard != resource.RLIM_INFINITY and hard < needed:
            pytest.skip(f"needs {needed} open files; the system allows {hard}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def own(room: None) -> Iterator[object]:
    """A stack of its own, since its sockets are filled."""
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": "demo-slow"}) as stack:
        yield stack


@contextlib.contextmanager
def slow_clients(url: str, beginning: bytes) -> Iterator[list[socket.socket]]:
    """Clients that have sent the beginning of a request and send no more."""
    with contextlib.ExitStack() as open_:
        clients = [open_.enter_context(connect(url)) for _ in range(MANY)]
        for client in clients:
            if beginning:
                client.sendall(beginning)
        yield clients


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("part", ["gateway", "control_url", "firestore", "tasks"])
def test_others_are_answered_while_many_send_slowly(own, part, stage):
    url = getattr(own, part)
    beginning = STAGES[stage].replace(b"/v1/prompts", b"/__emulator/clock")
    target = url if url.startswith("http") else f"http://{url}"
    paths = {"gateway": "/__emulator/usage", "control_url": "/__emulator/usage"}
    with slow_clients(url, beginning):
        began = time.monotonic()
        answer = httpx.get(target + paths.get(part, "/"), timeout=60)
        took = time.monotonic() - began
    assert answer.status_code in (200, 404, 501)  # 501: another Firestore
    assert took < REQUEST_SECONDS / 2, "it waited for the slow ones to be given up"


def test_functions_answer_while_many_send_their_bodies_slowly(own, uid):
    with slow_clients(own.gateway, STAGES["a body without an end"]), own.user(uid) as client:
        began = time.monotonic()
        assert client.post("/v1/memory", json={"content": "quick"}).status_code == 201
        assert time.monotonic() - began < REQUEST_SECONDS / 2


def test_whoever_drips_is_given_up_at_the_deadline(own):
    """Each byte comes in time; the request does not."""
    parts = ("gateway", "control_url")
    with ThreadPoolExecutor(len(parts)) as pool:  # at the same time, for it takes the deadline
        answers = dict(
            zip(parts, pool.map(drip, (getattr(own, part) for part in parts)), strict=True)
        )
    for part, answer in answers.items():
        assert answer is not None, part
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408 "), part


def drip(url: str) -> bytes | None:
    """Sends a request byte by byte; returns what ends it, or None if nothing does."""
    with connect(url) as client:
        client.settimeout(0.2)
        client.sendall(b"POST /__emulator/clock HTTP/1.1\r\nHost: localhost\r\nX-A: ")
        began = time.monotonic()
        while time.monotonic() - began < 3 * REQUEST_SECONDS:
            try:
                client.sendall(b"a")
                return client.recv(1000)
            except TimeoutError:
                continue
            except OSError:
                return b""
    return None


def test_a_request_is_understood_however_it_is_cut(own):
    body = json.dumps({"advanceSeconds": 0}).encode()
    kind = {"Content_Type": "application/json"}
    whole = head_of("POST", "/__emulator/clock", "localhost", **kind, Content_Length=str(len(body)))
    chunked = head_of("POST", "/__emulator/clock", "localhost", **kind, Transfer_Encoding="chunked")
    pieces = b"".join(b"%x\r\n%s\r\n" % (1, body[at : at + 1]) for at in range(len(body)))
    for request in (whole + body, chunked + pieces + b"0\r\n\r\n"):
        for step in (1, 7, len(request)):
            with connect(own.gateway) as client:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for at in range(0, len(request), step):
                    client.sendall(request[at : at + step])
                assert read_answer(client)[0] == 200


@needs_embedded("another one counts no operations")
def test_two_requests_in_one_piece_get_two_answers(own):
    one = head_of("GET", "/__emulator/usage", "localhost")
    with connect(own.gateway) as client:
        client.sendall(one + one + one[:20])
        assert read_answer(client)[0] == 200
        assert read_answer(client)[0] == 200
        client.sendall(one[20:])
        assert read_answer(client)[0] == 200


def test_a_client_that_asks_first_is_told_to_continue(own):
    body = b"{}"
    head = head_of(
        "POST",
        "/__emulator/idle",
        "localhost",
        Content_Type="application/json",
        Content_Length=str(len(body)),
        Expect="100-continue",
    )
    with connect(own.gateway) as client:
        client.sendall(head)
        assert client.recv(1000).startswith(b"HTTP/1.1 100 ")
        client.sendall(body)
        data = b""
        while b'"idle"' not in data:
            data += client.recv(1000)
        assert b"HTTP/1.1 200 " in data
