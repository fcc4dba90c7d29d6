"""The front and the back pass connections to each other."""

import os
import socket
import struct
import subprocess
import sys

import pytest

from emulator.gateway.app import Gateway
from emulator.gateway.paths import ROOT
from emulator.gateway.roles import Handover, Role
from emulator.guard import Guard


@pytest.fixture
def handover():
    made = Handover()
    yield made
    made.close()


def test_a_connection_arrives_with_all_that_was_sent_over_it(handover):
    client, served = socket.socketpair()
    client.sendall(b"GET /v1/memory/search HTTP/1.1\r\n")
    assert handover.pass_on(served, Role.BACK)
    served.close()
    client.sendall(b"\r\n")
    received, _ = handover.receive(Role.BACK)
    assert received.recv(100) == b"GET /v1/memory/search HTTP/1.1\r\n\r\n"
    received.sendall(b"HTTP/1.1 200 OK\r\n")
    assert client.recv(100) == b"HTTP/1.1 200 OK\r\n"
    client.close()
    received.close()


def test_connections_arrive_one_by_one_at_the_role_they_are_for(handover):
    pairs = [socket.socketpair() for _ in range(3)]
    for _, served in pairs:
        assert handover.pass_on(served, Role.FRONT)
    assert handover.receive(Role.BACK) is None
    for client, _ in pairs:
        received, _ = handover.receive(Role.FRONT)
        received.sendall(b"yours")
        assert client.recv(100) == b"yours"
        received.close()
    assert handover.receive(Role.FRONT) is None
    for each in (end for pair in pairs for end in pair):
        each.close()


def test_a_connection_that_is_reset_on_its_way_is_dropped(handover):
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = socket.create_connection(server.getsockname())
        served, address = server.accept()
    assert handover.pass_on(served, Role.BACK)
    received, seen = handover.receive(Role.BACK)
    assert seen == address
    received.close()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()
    assert handover.pass_on(served, Role.BACK)
    served.close()
    assert handover.receive(Role.BACK) is None


def test_a_worker_that_takes_nothing_leaves_connections_where_they_are(handover):
    client, served = socket.socketpair()
    passed = 0
    while handover.pass_on(served, Role.BACK):
        passed += 1
    assert passed > 50
    received, _ = handover.receive(Role.BACK)
    received.close()
    assert handover.pass_on(served, Role.BACK)
    client.close()
    served.close()


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/v1/context", Role.FRONT),
        ("/v1/prompts/p1", Role.FRONT),
        ("/v1/memory", Role.BACK),
        ("/v1/memory/search", Role.BACK),
        ("/mcp", Role.BACK),
        ("/on_prompt_created", Role.BACK),
        ("/", Role.FRONT),
        ("/__emulator/idle", Role.FRONT),
        ("/v1/nowhere", Role.FRONT),
    ],
)
def test_what_may_take_long_is_for_the_back(path, role):
    assert Gateway("http://127.0.0.1:1", Guard()).role_for(path) is role


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
