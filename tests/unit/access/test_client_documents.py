"""Fetching what clients say of themselves: from public addresses, little of it, and soon."""

import json
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpcore
import pytest

from adapters.client_documents import MAX_BYTES, ClientDocuments, is_public
from shared.base.errors import FailedPrecondition

URL = "https://client.example/oauth/client.json"
DOCUMENT = {"client_id": URL, "redirect_uris": ["https://client.example/cb"]}


class Plain(httpcore.NetworkBackend):
    """Connects to a local server instead, and notes to which address it was to connect."""

    def __init__(self, port):
        self.port = port
        self.asked = []

    def connect_tcp(self, host, port, *rest, **options):
        self.asked.append((host, port))
        stream = httpcore.SyncBackend().connect_tcp("127.0.0.1", self.port)
        stream.start_tls = lambda *_, **__: stream
        return stream


@contextmanager
def serving(answer):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def sends(body, status=200, **headers):
    def answer(request):
        request.send_response(status)
        for name, value in {"Content-Length": len(body), **headers}.items():
            request.send_header(name.replace("_", "-"), str(value))
        request.end_headers()
        request.wfile.write(body)

    return answer


def fetch(port, url=URL, address="93.184.216.34"):
    backend = Plain(port)
    return ClientDocuments(lambda host, port: [address], backend)(url), backend


def test_a_document_is_fetched_from_the_address_that_was_checked():
    with serving(sends(json.dumps(DOCUMENT).encode())) as port:
        document, backend = fetch(port)
    assert document == DOCUMENT
    assert backend.asked == [("93.184.216.34", 443)]


def test_a_host_is_resolved_once():
    """A second answer, for the connection itself, could name a private address (DNS rebinding)."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    with serving(sends(json.dumps(DOCUMENT).encode())) as port:
        backend = Plain(port)
        ClientDocuments(lambda *_: next(answers), backend)(URL)
    assert backend.asked == [("93.184.216.34", 443)]


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["169.254.169.254"],
        ["192.168.1.1"],
        ["100.64.0.1"],
        ["0.0.0.0"],
        ["224.0.0.1"],
        ["255.255.255.255"],
        ["::1"],
        ["::"],
        ["fe80::1%eth0"],
        ["fec0::1"],
        ["3fff::1"],
        ["fd00::1"],
        ["::ffff:127.0.0.1"],
        ["::ffff:169.254.169.254"],
        ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"],
        ["93.184.216.34", "127.0.0.1"],
        [],
    ],
)
def test_nothing_but_public_addresses_is_connected_to(addresses):
    backend = Plain(1)
    with pytest.raises(FailedPrecondition):
        ClientDocuments(lambda *_: addresses, backend)(URL)
    assert backend.asked == []


def test_public_addresses_are_public():
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")
    assert is_public("::ffff:93.184.216.34")


@pytest.mark.parametrize(
    "url",
    [
        "http://client.example/c.json",
        "https://client.example",
        "https://client.example/",
        "https://client.example:8443/c.json",
        "https://user@client.example/c.json",
        "https://client.example/c.json#x",
        "https://client.example/a/../c.json",
        "https:///c.json",
        "https://[v1.x]/c.json",
        "file:///etc/passwd",
        "gopher://client.example/c.json",
    ],
)
def test_only_plain_addresses_are_asked(url):
    backend = Plain(1)
    with pytest.raises(FailedPrecondition):
        ClientDocuments(lambda *_: ["93.184.216.34"], backend)(url)
    assert backend.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        sends(b"", 302, Location="http://169.254.169.254/"),
        sends(b"[]"),
        sends(b"not json"),
        sends(b"[" * 10_000),
        sends(b" " * (MAX_BYTES + 1)),
        sends(b"{}", 404),
    ],
    ids=["redirect", "list", "text", "nested", "long", "missing"],
)
def test_what_is_no_document_is_refused(answer):
    with serving(answer) as port, pytest.raises(FailedPrecondition) as refused:
        fetch(port)
    assert refused.value.details == [{"reason": "BAD_CLIENT_DOCUMENT"}]


def test_a_body_that_never_ends_is_given_up():
    ended = threading.Event()

    def answer(request):
        request.send_response(200)
        request.end_headers()
        try:
            while not ended.wait(0.05):
                request.wfile.write(b" ")
        except OSError:
            pass

    with serving(answer) as port:
        documents = ClientDocuments(lambda *_: ["93.184.216.34"], Plain(port), seconds=0.3)
        try:
            with pytest.raises(FailedPrecondition, match="too long to arrive"):
                documents(URL)
        finally:
            ended.set()


def test_a_host_that_nobody_knows_in_time_is_given_up():
    """The system's own look-up may take a minute where a name server does not answer."""
    ended = threading.Event()

    def resolve(*_):
        assert ended.wait(60)
        return ["93.184.216.34"]

    backend = Plain(1)
    try:
        with pytest.raises(FailedPrecondition, match="too long to arrive"):
            ClientDocuments(resolve, backend, seconds=0.3)(URL)
    finally:
        ended.set()
    assert backend.asked == []


def test_hosts_that_nobody_knows_leave_only_so_many_look_ups_behind():
    ended, asked = threading.Event(), []

    def resolve(*_):
        asked.append(1)
        assert ended.wait(60)
        return []

    documents = ClientDocuments(resolve, Plain(1), seconds=0.02)
    try:
        for _ in range(20):
            with pytest.raises(FailedPrecondition, match="too long to arrive"):
                documents(URL)
        assert len(asked) == 8
    finally:
        ended.set()


def test_a_host_that_nobody_knows_is_refused():
    def resolve(*_):
        raise socket.gaierror("no such host")

    with pytest.raises(FailedPrecondition, match="could not be reached"):
        ClientDocuments(resolve, Plain(1))(URL)


def test_a_host_that_cannot_be_reached_is_refused():
    with pytest.raises(FailedPrecondition, match="could not be reached"):
        ClientDocuments(lambda *_: ["93.184.216.34"], Plain(1))(URL)


def test_a_head_that_never_ends_is_given_up():
    ended = threading.Event()

    def answer(request):
        try:
            request.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
            while not ended.wait(0.05):
                request.wfile.write(b"x")
        except OSError:
            pass

    with serving(answer) as port:
        documents = ClientDocuments(lambda *_: ["93.184.216.34"], Plain(port), seconds=0.3)
        threading.Timer(5, ended.set).start()
        try:
            with pytest.raises(FailedPrecondition, match="too long to arrive"):
                documents(URL)
        finally:
            ended.set()
