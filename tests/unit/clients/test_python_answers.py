"""How the Python client sends what has no method of its own, and what it makes of odd answers."""

import json

import httpx
import pytest

from rekindle_client import ApiError, Rekindle, UnexpectedAnswer, Unreachable, is_local
from tests.support.access.hostile_server import HostileServer
from tests.support.python_client.answers import URL, Calls, Server, ok, refusal

HALF = "caf\udce9"
"""What the shell makes of "café" in Latin-1."""


@pytest.fixture(params=["threads", "tasks"])
def calls(request) -> Calls:
    return Calls(request.param)


def client_of(server) -> Rekindle:
    http = httpx.Client(transport=httpx.MockTransport(server))
    return Rekindle(URL, "token", http_client=http)


def test_any_request_can_be_sent(calls):
    server = Server(ok({"answer": 42}))
    given = {"query": {"limit": 5, "tag": None, "q": HALF}, "body": {"said": HALF}}
    path = ("memory", "a/b ?#", HALF)
    assert calls.run(server, lambda c: c.request("POST", *path, **given)) == {"answer": 42}
    (request,) = server.requests
    assert request.url.raw_path == b"/v1/memory/a%2Fb%20%3F%23/caf%3F?limit=5&q=caf%3F"
    assert json.loads(request.content) == {"said": "caf?"}
    assert request.headers["Idempotency-Key"]


def test_any_list_is_read_through_its_pages():
    server = Server(ok({"notes": [1, 2], "nextPageToken": "more"}), ok({"notes": [3]}))
    found = client_of(server).items("notes", name="notes", query={"tag": "x"})
    assert list(found) == [1, 2, 3]
    asked = [dict(request.url.params) for request in server.requests]
    first = {"pageSize": "100", "tag": "x"}
    assert asked == [first, {**first, "pageToken": "more"}]


@pytest.mark.parametrize("page", [{}, {"notes": None}, {"notes": {"a": 1}}])
def test_a_list_without_items_is_not_the_apis(page):
    with pytest.raises(UnexpectedAnswer, match="without notes"):
        list(client_of(Server(ok(page))).items("notes", name="notes"))


def test_a_list_that_repeats_a_page_ends():
    page = {"notes": [1], "nextPageToken": "again"}
    server = Server(ok(page), ok(page))
    with pytest.raises(UnexpectedAnswer, match="repeats a page"):
        list(client_of(server).items("notes", name="notes"))
    notes = {"entries": [], "usage": {}, "nextPageToken": "again"}
    usage = {"chars": 0, "limit": 1, "percent": 0, "entries": 0}
    archive = {"entries": 0, "entriesLimit": 1, "bytes": 0, "bytesLimit": 1}
    notes["usage"] = {"memory": usage, "user": usage, "archive": archive}
    with pytest.raises(UnexpectedAnswer, match="repeats a page"):
        list(client_of(Server(ok(notes), ok(notes))).memory.all())


@pytest.mark.parametrize(
    "body",
    [b"[" * 200_000, b'{"a":' * 200_000, b"[]", b"\xff", b"", b"<html>"],
    ids=["lists", "objects", "list", "bytes", "empty", "page"],
)
def test_an_answer_that_is_not_the_apis_is_told(calls, body):
    with pytest.raises(UnexpectedAnswer, match="not a Rekindle server"):
        calls.run(Server(httpx.Response(200, content=body)), lambda c: c.request("GET", "x"))
    with pytest.raises(ApiError, match="The server answered 400 Bad Request"):
        calls.run(Server(httpx.Response(400, content=body)), lambda c: c.request("GET", "x"))


def test_a_refusal_in_another_form_is_told_as_far_as_it_is_understood(calls):
    odd = {"message": ["x"], "status": 7, "details": ["x", {"reason": "A"}]}
    server = Server(httpx.Response(400, json={"error": odd}))
    with pytest.raises(ApiError, match="The server answered 400") as refused:
        calls.run(server, lambda c: c.request("GET", "x"))
    assert (refused.value.status, refused.value.reason) == ("UNKNOWN", "A")


def test_an_answer_that_is_larger_than_the_apis_is_not_kept(calls):
    answer = httpx.Response(200, content=b" " * (64 * 2**20 + 1))
    with pytest.raises(UnexpectedAnswer, match="more than 67,108,864 bytes"):
        calls.run(Server(answer), lambda client: client.tools.list())


def test_an_export_tells_how_much_has_arrived(calls):
    document = {"format": "rekindle", "memory": ["x" * 1000]}
    sizes = []
    answer = calls.run(Server(ok(document)), lambda c: c.account.export(sizes.append))
    assert answer == document
    assert sum(sizes) == len(ok(document).content)


@pytest.mark.parametrize("answer", [httpx.ConnectError("x"), httpx.Response(502)])
def test_who_does_not_reconnect_hears_at_once_that_there_is_no_answer(calls, answer):
    with pytest.raises((ApiError, Unreachable)):
        calls.run(Server(answer), lambda client: client.tools.list(), reconnect=False)
    assert calls.waits == []
    busy = refusal(503, "UNAVAILABLE", "DATABASE_BUSY", **{"Retry-After": "3"})
    calls.run(Server(busy, ok()), lambda client: client.tools.list(), reconnect=False)
    assert len(calls.waits) == 1


@pytest.mark.parametrize(
    ("failure", "sent"),
    [
        (httpx.ConnectError("x"), False),
        (httpx.ReadError("x"), True),
        (httpx.ReadTimeout("x"), True),
    ],
)
def test_whether_a_request_may_have_taken_effect_is_told(calls, failure, sent):
    with pytest.raises(Unreachable) as error:
        calls.run(Server(failure), lambda client: client.tools.list(), retries=0)
    assert error.value.sent is sent


@pytest.mark.parametrize(
    "after", ["inf", "²".encode(), "-5", "9" * 400, "Wed, 21 Oct 2026 07:28:00 GMT"]
)
def test_a_pause_that_is_not_understood_is_not_waited_for(calls, after):
    busy = refusal(503, "UNAVAILABLE", "DATABASE_BUSY", **{"Retry-After": after})
    with pytest.raises(ApiError):
        calls.run(Server(busy), lambda client: client.tools.list())
    assert calls.waits == []


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *[(host, True) for host in ("127.0.0.1", "127.8.8.8", "localhost", "a.localhost", "[::1]")],
        *[(host, False) for host in ("localhost.example.com", "127.0.0.1.example.com", "10.0.0.1")],
        *[(host, False) for host in ("0", "", "[::1")],
    ],
)
def test_which_addresses_are_on_this_machine(host, local):
    assert is_local(f"http://{host}:4747/v1") is local


def test_a_server_on_this_machine_is_not_behind_the_proxy(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    with HostileServer() as server, Rekindle(server.gateway, "token") as rekindle:
        server.body = {"answer": 42}
        assert rekindle.request("GET", "settings") == {"answer": 42}
