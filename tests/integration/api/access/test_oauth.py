"""OAuth over HTTP: a client connects, stays connected, and every attack on the way fails.

docs/security.md names the threats.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest

from emulator.gateway.paths import ROOT
from shared.access.connections import MAX_CONNECTIONS
from shared.access.floods import FROM_ONE
from tests.support.access.oauth_client import REDIRECT, OAuthClient
from tests.support.api import Api
from tests.support.stacks import stack_process


@pytest.fixture
def client(api):
    client = OAuthClient(api)
    assert client.register().status_code == 201
    return client


def test_a_client_finds_its_way_from_a_refusal(stack):
    refused = stack.call("POST", "/mcp", json={})
    assert refused.status_code == 401
    challenge = refused.headers["WWW-Authenticate"]
    assert 'scope="read write"' in challenge
    url = challenge.partition('resource_metadata="')[2].rstrip('"')
    resource = stack.call("GET", urlsplit(url).path).json()
    assert resource["scopes_supported"] == ["read", "write"]
    assert resource["resource"] == f"{stack.gateway}/mcp"
    assert resource["authorization_servers"] == [stack.gateway]
    answer = stack.call("GET", "/.well-known/oauth-authorization-server")
    server = answer.json()
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert server["issuer"] == stack.gateway
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["token_endpoint_auth_methods_supported"] == ["none"]
    assert server["client_id_metadata_document_supported"] is True
    assert server["authorization_response_iss_parameter_supported"] is True
    for name in ("authorization", "token", "registration", "revocation"):
        assert server[f"{name}_endpoint"].startswith(f"{stack.gateway}/oauth/")


def test_the_browser_is_sent_to_the_consent_page_and_nowhere_else(client):
    request = client.request(redirect_uri="https://evil.example/", client_id="nobody")
    answer = client.api.stack.call("GET", "/oauth/authorize", params=request)
    there = urlsplit(answer.headers["Location"])
    assert answer.status_code == 302
    assert f"{there.scheme}://{there.netloc}{there.path}" == f"{client.origin}/connect"
    assert {name: value for name, (value,) in parse_qs(there.query).items()} == request
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_user_sees_who_asks_for_what(client):
    shown = client.api.post("/v1/authorizations/preview", {"request": client.request()})
    assert shown == {
        "client": {"name": "Test client", "redirectHost": "client.example"},
        "scopes": ["read", "write"],
    }


def test_a_client_connects_uses_tools_refreshes_and_leaves(client):
    tokens = client.connect()
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 3600)
    assert tokens["scope"] == "read write"
    saved = client.use_tool(tokens["access_token"], "remember", content="Ada plays chess")
    assert saved.json()["result"]["structuredContent"]["success"] is True
    second = client.refresh(tokens["refresh_token"]).json()
    found = client.use_tool(second["access_token"], "recall", query="chess")
    assert "Ada plays chess" in found.text
    (shown,) = client.api.get("/v1/connections")["connections"]
    assert (shown["kind"], shown["name"], shown["writes"]) == ("oauth", "Test client", 1)
    gone = client.post(
        "/oauth/revoke",
        data={"token": second["refresh_token"], "client_id": client.client_id},
    )
    assert gone.status_code == 200
    assert client.api.get("/v1/connections") == {"connections": []}
    assert client.refresh(second["refresh_token"]).status_code == 400


def test_the_user_may_allow_less_or_nothing(client):
    tokens = client.exchange(client.code("read")).json()
    assert tokens["scope"] == "read"
    refused = client.use_tool(tokens["access_token"], "remember", content="x")
    assert refused.status_code == 403
    assert 'scope="write"' in refused.headers["WWW-Authenticate"]
    back = client.answer(client.request(), decision="deny")
    assert (back["error"], back["state"], back["iss"]) == (
        "access_denied",
        "state-1",
        client.origin,
    )


def test_a_client_stays_connected_for_longer_than_an_hour(client):
    tokens = client.connect()
    client.api.stack.control("POST", "clock", {"advanceSeconds": 3600})
    assert not client.is_connected(tokens["access_token"])
    second = client.refresh(tokens["refresh_token"]).json()
    assert client.is_connected(second["access_token"])


# --- redirects


@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example/callback",
        f"{REDIRECT}/..",
        f"{REDIRECT}?next=evil",
        "https://client.example.evil.example/callback",
        "https://client.example@evil.example/callback",
        "javascript:alert(1)",
        "//client.example/callback",
    ],
)
def test_nobody_is_redirected_to_where_the_client_has_not_registered(client, uri):
    for path in ("/v1/authorizations/preview", "/v1/authorizations"):
        body = {"request": client.request(redirect_uri=uri)}
        if path.endswith("authorizations"):
            body |= {"decision": "allow", "scopes": ["read"]}
        refused = client.api.refused("POST", path, body)
        assert refused["details"] == [{"reason": "BAD_AUTHORIZATION_REQUEST"}]
        assert "evil" not in refused["message"]


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "http://evil.example/",
        "data:text/html,x",
        "https://a/#b",
        f"https://client.example/{'x' * 3000}",
    ],
)
def test_no_client_registers_where_no_client_may_be_sent(api, uri):
    answer = OAuthClient(api, redirect=uri).register()
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_redirect_uri")


def test_an_unknown_client_is_told_to_the_user_not_to_anybody_else(client):
    body = {"request": client.request(client_id="nobody")}
    refused = client.api.refused("POST", "/v1/authorizations/preview", body)
    assert refused["details"] == [{"reason": "BAD_AUTHORIZATION_REQUEST"}]


def test_a_client_document_on_a_private_address_is_never_fetched(client):
    for url in ("https://127.0.0.1/client.json", "https://localhost/client.json"):
        body = {"request": client.request(client_id=url)}
        refused = client.api.refused("POST", "/v1/authorizations/preview", body)
        assert refused["details"] == [{"reason": "BAD_CLIENT_DOCUMENT"}]


def test_nothing_is_fetched_for_whom_is_not_signed_in(client):
    """A token request names a client too; only clients that a user has looked at are known."""
    form = {"grant_type": "refresh_token", "refresh_token": "x"}
    answer = client.post("/oauth/token", data={**form, "client_id": "https://localhost/c.json"})
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


# --- codes and PKCE


def test_a_code_without_its_verifier_is_worth_nothing(client):
    code = client.code()
    for changes in ({"code_verifier": "x" * 64}, {"code_verifier": None}, {"code_verifier": ""}):
        assert client.exchange(code, **changes).status_code == 400
    assert client.exchange(code).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": None},
        {"code_challenge_method": "plain"},
        {"code_challenge": ""},
        {"code_challenge": "x" * 42},
        {"code_challenge": "x" * 129},
        {"code_challenge": "x" * 3999},
        {"code_challenge": "é" * 43},
        {"code_challenge": "x" * 42 + "="},
        {"response_type": "token"},
        {"response_type": None},
    ],
)
def test_pkce_cannot_be_talked_down(client, changes):
    body = {"request": client.request(**changes), "decision": "allow", "scopes": ["read"]}
    there = client.api.post("/v1/authorizations", body)["redirectTo"]
    back = parse_qs(urlsplit(there).query)
    assert "code" not in back
    assert back["error"][0] in ("invalid_request", "unsupported_response_type")


def test_a_code_is_bound_to_client_and_redirect(client, api):
    other = OAuthClient(api)
    other.register()
    code = client.code()
    assert client.exchange(code, client_id=other.client_id).status_code == 400
    assert client.exchange(code, redirect_uri="https://client.example/other").status_code == 400
    assert client.exchange(code).status_code == 200


def test_a_code_that_is_replayed_ends_the_connection(client):
    code = client.code()
    tokens = client.exchange(code).json()
    replayed = client.exchange(code)
    assert (replayed.status_code, replayed.json()["error"]) == (400, "invalid_grant")
    assert not client.is_connected(tokens["access_token"])
    assert client.api.get("/v1/connections") == {"connections": []}


def test_a_code_expires(client):
    code = client.code()
    client.api.stack.control("POST", "clock", {"advanceSeconds": 300})
    assert client.exchange(code).status_code == 400


# --- tokens


def test_a_stolen_refresh_token_ends_the_connection_when_both_have_used_it(client):
    first = client.connect()
    thief = client.refresh(first["refresh_token"]).json()
    assert client.refresh(first["refresh_token"]).status_code == 400
    assert not client.is_connected(thief["access_token"])
    assert client.refresh(thief["refresh_token"]).status_code == 400


def test_a_refresh_token_is_bound_to_its_client(client, api):
    tokens = client.connect()
    other = OAuthClient(api)
    other.register()
    answer = client.refresh(tokens["refresh_token"], client_id=other.client_id)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


def test_no_refresh_gives_more_than_the_user_allowed(client):
    tokens = client.exchange(client.code("read")).json()
    answer = client.refresh(tokens["refresh_token"], scope="read write")
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")
    narrowed = client.connect("read", "write")
    narrow = client.refresh(narrowed["refresh_token"], scope="read").json()
    assert client.use_tool(narrow["access_token"], "remember", content="x").status_code == 403


@pytest.mark.parametrize("scope", ["admin", "read admin", "openid", "read everything"])
def test_no_client_is_offered_more_than_it_may_have(client, scope):
    there = client.api.post("/v1/authorizations/preview", {"request": client.request(scope=scope)})[
        "redirectTo"
    ]
    assert parse_qs(urlsplit(there).query)["error"] == ["invalid_scope"]


def test_a_scope_that_is_asked_for_twice_is_asked_of_the_user_once(client):
    request = client.request(scope=" ".join(["read", "write"] * 20))
    shown = client.api.post("/v1/authorizations/preview", {"request": request})
    assert shown["scopes"] == ["read", "write"]
    assert client.exchange(client.answer(request, "read")["code"]).json()["scope"] == "read"


def test_a_client_that_is_one_too_many_is_told_so(client):
    for number in range(MAX_CONNECTIONS - 1):
        client.api.post("/v1/connections", {"name": f"script {number}", "scopes": ["read"]})
    first, second = client.code(), client.code()
    assert client.exchange(first).status_code == 200
    refused = client.exchange(second)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert "Cut off one" in refused.json()["error_description"]


@pytest.mark.parametrize("scopes", [["record"], ["read", "admin"], []])
def test_no_page_allows_more_than_was_asked(client, scopes):
    body = {"request": client.request(), "decision": "allow", "scopes": scopes}
    assert client.api.refused("POST", "/v1/authorizations", body)["code"] == 400
    assert client.api.get("/v1/connections") == {"connections": []}


@pytest.mark.parametrize("resource", ["https://other.example/mcp", "{origin}/v1", "nonsense"])
def test_no_token_is_issued_for_another_resource(client, resource):
    asked = client.request(resource=resource.format(origin=client.origin))
    there = client.api.post("/v1/authorizations/preview", {"request": asked})["redirectTo"]
    assert parse_qs(urlsplit(there).query)["error"] == ["invalid_target"]


@pytest.mark.parametrize("resource", ["https://other.example/mcp", "{origin}", "nonsense", ""])
def test_no_token_is_exchanged_for_another_resource_than_was_granted(client, resource):
    other = resource.format(origin=client.origin)
    code = client.code()
    refused = client.exchange(code, resource=other)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_target")
    tokens = client.exchange(code, resource=None).json()
    refused = client.refresh(tokens["refresh_token"], resource=other)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_target")
    same = client.refresh(tokens["refresh_token"], resource=f"{client.origin}/mcp/")
    assert same.status_code == 200


def test_a_token_for_mcp_opens_nothing_else_and_one_for_the_api_everything(client):
    tokens = client.connect()
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert client.api.stack.call("GET", "/v1/profile", headers=headers).status_code == 401
    code = client.code(resource=client.origin)
    token = client.exchange(code, resource=client.origin).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert client.api.stack.call("GET", "/v1/profile", headers=headers).status_code == 200
    assert client.is_connected(token)


def test_a_token_is_revoked_whatever_the_client_takes_it_for(client):
    tokens = client.connect()
    form = {"token": tokens["access_token"], "client_id": client.client_id}
    answer = client.post("/oauth/revoke", data=form | {"token_type_hint": "pwdless_token"})
    assert answer.status_code == 200
    assert not client.is_connected(tokens["access_token"])


def test_a_client_that_names_no_resource_gets_no_more_than_mcp(client):
    token = client.exchange(client.code(resource=None), resource=None).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert client.api.stack.call("GET", "/v1/profile", headers=headers).status_code == 401
    assert client.is_connected(token)


def test_a_token_in_a_url_or_a_form_is_not_taken(client):
    token = client.connect()["access_token"]
    answer = client.post(f"/mcp?access_token={token}", json={})
    assert answer.status_code == 401
    assert token not in answer.text


def test_a_token_is_not_a_way_to_another_one(client):
    token = client.connect()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    for path, body in (
        ("/v1/connections", {"name": "more", "scopes": ["admin"]}),
        ("/v1/authorizations", {"request": client.request(), "decision": "allow"}),
    ):
        answer = client.post(path, json=body, headers=headers)
        assert answer.status_code in (401, 403)


# --- consent


def test_consent_takes_the_users_own_token_which_no_other_page_has(client):
    """No cookie stands for the user, so no page can answer in their name (CSRF)."""
    body = {"request": client.request(), "decision": "allow", "scopes": ["read"]}
    assert client.post("/v1/authorizations", json=body).status_code == 401
    preflight = client.api.stack.call(
        "OPTIONS",
        "/v1/authorizations",
        headers={
            "Origin": "https://evil.example",
            "Access-Control-Request-Method": "POST",
        },
    )
    assert "Access-Control-Allow-Origin" not in preflight.headers


def test_consent_is_for_the_user_who_gave_it(client, uid):
    code = client.code()
    with client.api.stack.user(f"{uid}-eve") as other:
        eve = Api(other, client.api.stack)
        assert client.exchange(code).status_code == 200
        assert eve.get("/v1/connections") == {"connections": []}
    assert len(client.api.get("/v1/connections")["connections"]) == 1


def test_two_users_of_one_client_stay_apart(client, uid):
    mine = client.connect()
    with client.api.stack.user(f"{uid}-eve") as other:
        eve = OAuthClient(Api(other, client.api.stack), client_id=client.client_id)
        hers = eve.connect()
        client.use_tool(mine["access_token"], "remember", content="Ada's secret recipe")
        assert "recipe" not in client.use_tool(hers["access_token"], "recall", query="recipe").text
        assert eve.api.get("/v1/memory")["entries"] == []


# --- registration and revocation


def test_a_client_gets_no_secret_and_no_scope_that_is_not_offered(api):
    answer = OAuthClient(api).register(
        token_endpoint_auth_method="client_secret_post", scope="read admin openid"
    )
    registered = answer.json()
    assert registered["token_endpoint_auth_method"] == "none"
    assert registered["scope"] == "read"
    assert "client_secret" not in registered


LOCAL = "http://localhost"
REGISTRATIONS = {
    "Claude": ["https://claude.ai/api/mcp/auth_callback"],
    "Claude Code": [f"{LOCAL}:53211/callback"],
    "ChatGPT": ["https://chatgpt.com/connector/oauth/4b6f"],
    "Cursor": [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        f"{LOCAL}:8787/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
    ],
    "Visual Studio Code": [
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
    ],
    "Gemini CLI": [f"{LOCAL}:7777/oauth/callback"],
}
"""Where the assistants of docs/connect.md want to be sent."""


@pytest.mark.parametrize("name", REGISTRATIONS)
def test_the_assistants_of_the_page_can_register_and_be_sent_back(api, name):
    metadata = {
        "client_name": name,
        "redirect_uris": REGISTRATIONS[name],
        "grant_types": [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code",
        ],
        "response_types": ["code"],
        "token_endpoint_auth_method": "client_secret_basic",
        "application_type": "native",
    }
    for redirect in REGISTRATIONS[name]:
        client = OAuthClient(api, redirect=redirect)
        assert client.register(**metadata).status_code == 201
        assert client.is_connected(client.connect()["access_token"])


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"[" * 10_000, b'{"redirect_uris": 7}'])
def test_what_is_no_registration_is_refused(stack, body):
    headers = {"Content-Type": "application/json"}
    answer = stack.call("POST", "/oauth/register", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_client_metadata")


def test_a_large_registration_is_refused(stack):
    answer = stack.call("POST", "/oauth/register", json={"client_name": "x" * 100_000})
    assert answer.status_code == 413


def test_nobody_revokes_the_tokens_of_another_client(client, api):
    tokens = client.connect()
    other = OAuthClient(api)
    other.register()
    form = {"token": tokens["refresh_token"], "client_id": other.client_id}
    assert client.post("/oauth/revoke", data=form).status_code == 200
    assert client.is_connected(tokens["access_token"])


def test_no_error_repeats_a_token(client):
    tokens = client.connect()
    secret = tokens["refresh_token"]
    for answer in (
        client.exchange(secret),
        client.refresh(secret[:-1] + ("y" if secret.endswith("x") else "x")),
        client.refresh(tokens["access_token"]),
        client.api.stack.call("GET", "/v1/profile", headers={"Authorization": f"Bearer {secret}"}),
    ):
        assert answer.status_code in (400, 401)
        assert secret[10:40] not in answer.text


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/register", "/oauth/nothing"])
def test_other_methods_and_paths_find_nothing(stack, path):
    answer = stack.call("GET", path)
    assert (answer.status_code, answer.json()["error"]["status"]) == (404, "NOT_FOUND")


def test_registrations_are_limited(uid):
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": f"demo-{uid[:20]}"}) as stack:
        body = {"client_name": "Flood", "redirect_uris": [REDIRECT]}
        answers = [
            stack.call("POST", "/oauth/register", json=body) for _ in range(2 * FROM_ONE + 10)
        ]
        limited = [answer for answer in answers if answer.status_code == 429]
        assert limited
        elsewhere = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7"}
        answer = stack.call("POST", "/oauth/register", json=body, headers=elsewhere)
        assert answer.status_code == 201
        assert int(limited[0].headers["Retry-After"]) <= 60
        with stack.user(uid) as user:
            assert user.get("/v1/profile").status_code == 200


def test_a_page_may_call_what_clients_call(stack):
    headers = {"Origin": "http://localhost:6274", "Access-Control-Request-Method": "POST"}
    for path in ("/oauth/token", "/oauth/register", "/oauth/revoke"):
        answer = stack.call("OPTIONS", path, headers=headers)
        assert answer.status_code == 204
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


# --- races and leaks


def at_once(count, call):
    with ThreadPoolExecutor(count) as threads:
        return [each.result() for each in [threads.submit(call) for _ in range(count)]]


def test_a_code_that_is_shown_many_times_at_once_becomes_one_connection_at_most(client):
    code = client.code()
    answers = at_once(6, lambda: client.exchange(code))
    assert sorted({answer.status_code for answer in answers}) in ([200, 400], [400])
    tokens = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(tokens) <= 1
    assert len(client.api.get("/v1/connections")["connections"]) <= len(tokens)


def test_a_refresh_token_that_is_shown_many_times_at_once_ends_the_connection(client):
    tokens = client.connect()
    answers = at_once(6, lambda: client.refresh(tokens["refresh_token"]))
    fresh = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(fresh) <= 1
    assert {answer.status_code for answer in answers} <= {200, 400}
    assert client.api.get("/v1/connections") == {"connections": []}
    assert not any(client.is_connected(each["access_token"]) for each in fresh)


def test_a_client_that_is_cut_off_while_it_works_cannot_go_on(client):
    tokens = client.connect()
    (shown,) = client.api.get("/v1/connections")["connections"]
    client.api.call("DELETE", f"/v1/connections/{shown['id']}")
    assert client.refresh(tokens["refresh_token"]).status_code == 400
    client.api.stack.control("POST", "clock", {"advanceSeconds": 60})
    assert not client.is_connected(tokens["access_token"])
    gone = {"token": tokens["refresh_token"], "client_id": client.client_id}
    assert client.post("/oauth/revoke", data=gone).status_code == 200


def test_a_code_is_worth_nothing_once_its_user_is_erased(client):
    code = client.code()
    client.api.call("DELETE", "/v1/account")
    assert client.exchange(code).status_code == 400


def test_an_answer_to_a_client_names_the_deployment_and_not_the_host_that_was_asked(stack):
    for path in (
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
    ):
        answer = stack.call("GET", path, headers={"Host": "evil.localhost"})
        assert answer.status_code == 200
        assert "evil" not in answer.text


REPLAY = """
import json, sys
from flask import Request
from werkzeug.test import EnvironBuilder
from functions.http.logs import log_json

log_json("demo")
from functions.access import access
from functions.context import context

for asked in json.load(sys.stdin):
    function = access if asked["path"].startswith(("/oauth", "/v1/connections")) else context
    print(function(Request(EnvironBuilder(**asked).get_environ())).status_code)
"""
"""Answers requests with the logging of production, of which the stack shows only warnings."""


def test_no_token_reaches_a_log(client):
    stack, code = client.api.stack, client.code()
    tokens = client.exchange(code).json()
    key = client.api.post("/v1/connections", {"name": "script", "scopes": ["read"]})["key"]
    secrets = [code, tokens["access_token"], tokens["refresh_token"], key]
    requests = []
    for secret in secrets:
        headers = {"Authorization": f"Bearer {secret}", "X-Request-Id": secret[:64]}
        form = {"grant_type": "authorization_code", "code": secret, "client_id": secret}
        form["code_verifier"] = client.verifier
        sent = {"headers": headers, "method": "POST", "data": form}
        requests += [
            {"path": "/oauth/token", **sent},
            {"path": f"/oauth/{secret}", **sent},
            {"path": f"/oauth/revoke?token={secret}", **sent},
            {"path": f"/oauth/authorize?code={secret}", "headers": headers},
            {"path": f"/v1/context?query={secret}", "headers": headers},
            {"path": f"/v1/connections/{secret}", "method": "DELETE"},
        ]
    done = subprocess.run(
        [sys.executable, "-c", REPLAY],
        cwd=ROOT,
        env={
            **os.environ,
            "GOOGLE_CLOUD_PROJECT": stack.project,
            "FIRESTORE_EMULATOR_HOST": stack.firestore,
            "REKINDLE_PUBLIC_URL": stack.gateway,
        },
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"200", "302", "401", "404"} <= set(done.stdout.split())
    assert done.stderr.count('"POST /oauth/token ') == len(secrets)
    for secret in (*secrets, client.verifier):
        for part in (secret[:40], secret[34:60]):
            assert part not in done.stderr
