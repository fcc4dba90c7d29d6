"""A body that does not arrive ends by the deadline; one that does is left alone."""

import json
import socket
import threading

import pytest
from flask import Request

from functions.http.body import read_json
from functions.http.errors import HttpError
from shared.base.deadline import Deadline, within
from shared.base.watchdog import Watchdog

BODY = json.dumps({"content": "x" * 1000}).encode()


@pytest.fixture(scope="module")
def watchdog():
    return Watchdog()


@pytest.fixture
def client():
    """The client's end of a connection, and the request that reads from the server's."""
    ours, theirs = socket.socketpair()
    with ours, theirs, theirs.makefile("rb") as body:
        request = Request(
            {
                "REQUEST_METHOD": "POST",
                "PATH_INFO": "/v1/memory",
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(BODY)),
                "wsgi.input": body,
                "gunicorn.socket": theirs,
            }
        )
        yield ours, theirs, request


def test_a_body_that_stops_is_left_at_the_deadline(client, watchdog):
    ours, theirs, request = client
    ours.sendall(BODY[:500])
    with pytest.raises(HttpError) as raised, within(0.1):
        read_json(request, watchdog)
    assert (raised.value.code, raised.value.reason) == (408, "BODY_TOO_SLOW")
    theirs.sendall(b"the answer")
    assert ours.recv(100) == b"the answer"


def test_a_body_that_drips_is_left_at_the_deadline(client, watchdog):
    ours, _, request = client
    ended = threading.Event()

    def drip():
        for place in range(len(BODY)):
            if ended.wait(0.02):
                return
            try:
                ours.sendall(BODY[place : place + 1])
            except OSError:
                return

    thread = threading.Thread(target=drip)
    thread.start()
    with pytest.raises(HttpError), within(0.2):
        read_json(request, watchdog)
    ended.set()
    thread.join()


def test_a_body_that_arrives_is_read_and_its_connection_stays(client, watchdog):
    ours, theirs, request = client
    ours.sendall(BODY)
    with within(0.05) as deadline:
        assert read_json(request, watchdog) == json.loads(BODY)
        while deadline.left():
            pass
    ours.sendall(b"the next request")
    assert theirs.recv(100) == b"the next request"


def test_many_waits_are_interrupted_in_their_order(watchdog):
    fired, done = [], threading.Event()

    def watch(number):
        with watchdog.watching(_in(0.2 * number), lambda: _note(number)):
            done.wait(20)

    def _note(number):
        fired.append(number)
        if len(fired) == 4:
            done.set()

    threads = [threading.Thread(target=watch, args=(number,)) for number in (4, 2, 3, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fired == [1, 2, 3, 4]


def _in(seconds):
    with within(seconds) as deadline:
        assert isinstance(deadline, Deadline)
        return deadline
