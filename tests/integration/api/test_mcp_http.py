"""The Model Context Protocol over HTTP: who may call, from where, and with which messages."""

import json

import pytest

from emulator.tokens import user_token

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
META = "io.modelcontextprotocol"
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
def post(api):
    def send(message=PING, **headers):
        return api.client.post("/mcp", json=message, headers={**ACCEPT, **headers})

    return send


def test_a_message_is_answered_in_json_without_a_session(post):
    answer = post()
    assert (answer.status_code, answer.json()) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Mcp-Session-Id" not in answer.headers


def test_a_notification_is_taken_without_an_answer(post):
    answer = post({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (answer.status_code, answer.content) == (202, b"")


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_and_no_session(api, method):
    answer = api.client.request(method, "/mcp", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        (lambda uid, project: None, "NO_TOKEN"),
        (lambda uid, project: "nonsense", "BAD_TOKEN"),
        (lambda uid, project: user_token(uid, project, -60), "BAD_TOKEN"),
        (lambda uid, project: user_token(uid, "demo-other"), "BAD_TOKEN"),
    ],
)
def test_nobody_gets_in_without_a_token_that_holds(stack, uid, token, reason):
    given = token(uid, stack.project)
    headers = {**ACCEPT, **({"Authorization": f"Bearer {given}"} if given else {})}
    answer = stack.call("POST", "/mcp", json=PING, headers=headers)
    assert (answer.status_code, answer.json()["error"]["details"][0]["reason"]) == (401, reason)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    told = answer.json()
    assert (told["jsonrpc"], told["id"], told["error"]["code"]) == ("2.0", None, 401)
    assert told["error"]["data"]["details"] == told["error"]["details"]


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        ("http://localhost:6274", None, 200),
        ("http://[::1]:6274", None, 200),
        ("vscode-file://vscode-app", None, 200),
        ("http://evil.example", None, 403),
        ("https://127.0.0.1.evil.example", None, 403),
        ("http://evil.example:4747", "evil.example:4747", 403),
        ("http://localhost:6274", "memory.example", 403),
        ("http://[", None, 403),
        ("null", None, 403),
    ],
)
def test_no_page_from_elsewhere_gets_in(post, origin, host, status):
    answer = post(Origin=origin, **({"Host": host} if host else {}))
    assert answer.status_code == status
    if status == 403:
        reason = "HOST_NOT_ALLOWED" if host else "ORIGIN_NOT_ALLOWED"
        assert answer.json()["error"]["details"][0]["reason"] == reason


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (json.dumps([PING, PING]).encode(), 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "\\ud800"}}', 400),
        (b'{"jsonrpc": "2.0"}', 400),
        (b'{"a": "' + b"x" * 1024 * 1024 + b'"}', 413),
    ],
)
def test_what_is_no_message_is_refused(api, content, status):
    headers = {**ACCEPT, "Content-Type": "application/json"}
    answer = api.client.post("/mcp", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_client_must_take_json(post):
    assert post(Accept="text/html").status_code == 406


def test_a_revision_that_nobody_knows_is_refused_with_those_that_are_known(post):
    meta = {f"{META}/protocolVersion": "1999-01-01", f"{META}/clientCapabilities": {}}
    message = {**PING, "method": "tools/list", "params": {"_meta": meta}}
    headers = {"Mcp-Protocol-Version": "1999-01-01", "Mcp-Method": "tools/list"}
    answer = post(message, **headers)
    assert answer.status_code == 400
    assert "2026-07-28" in answer.text


@pytest.mark.parametrize("method", ["subscriptions/listen", "logging/setLevel", "nothing/at_all"])
def test_what_is_not_offered_is_said_at_once(post, method):
    error = post({"jsonrpc": "2.0", "id": 7, "method": method, "params": {"level": "info"}}).json()
    assert (error["id"], error["error"]["code"]) == (7, -32601)


def test_arguments_of_the_wrong_form_are_refused_without_repeating_them(post):
    params = {"name": "add_memory", "arguments": "a secret wish"}
    answer = post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert answer.json()["error"]["code"] == -32602
    assert "wish" not in answer.text


@pytest.mark.parametrize("name", ["Mcp-Session-Id", "Mcp-Protocol-Version", "Accept"])
def test_a_header_that_is_not_ascii_is_refused(api, name):
    answer = api.client.post("/mcp", json=PING, headers={**ACCEPT, name: b"\xe9"})
    assert answer.status_code == 400
    assert answer.json()["error"]["data"]["details"][0]["field"] == name
