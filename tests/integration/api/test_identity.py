"""Who may call, for whom, from where, and how often."""

import base64
import json
import time
import uuid

import pytest

from emulator.tokens import user_token
from functions.http.openapi import document
from tests.support.api import Api
from tests.support.stacks import stack_process

TRUSTED = "assistant@demo.iam.gserviceaccount.com"


def token(algorithm="none", signature="", **claims):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': algorithm, 'typ': 'JWT'})}.{part(claims)}.{signature}"


def account_token(email=TRUSTED, **claims):
    now = int(time.time())
    usual = {
        "iss": "https://accounts.google.com",
        "aud": "rekindle",
        "sub": "1",
        "email": email,
        "email_verified": True,
        "iat": now,
        "exp": now + 3600,
    }
    return token(**usual | claims)


@pytest.fixture(scope="module")
def guarded():
    """A stack with a trusted account, an allowed origin and a rate limit."""
    env = {
        "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:8]}",
        "REKINDLE_TRUSTED_SERVICE_ACCOUNTS": f"other@x.com, {TRUSTED}",
        "REKINDLE_ALLOWED_ORIGINS": "https://app.example",
        "REKINDLE_REQUESTS_PER_MINUTE": "40",
    }
    with stack_process(env=env) as stack:
        yield stack


def call(stack, bearer, path="/v1/profile", method="GET", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if bearer:
        named["Authorization"] = f"Bearer {bearer}"
    return stack.call(method, path, headers=named)


def test_a_trusted_account_acts_for_the_user_it_names(guarded, uid):
    with guarded.user(uid) as client:
        Api(client, guarded).post("/v1/memory", {"content": "mine"})
    answer = call(guarded, account_token(), "/v1/memory", X_On_Behalf_Of=uid)
    assert [entry["content"] for entry in answer.json()["entries"]] == ["mine"]
    nobody = call(guarded, account_token())
    assert nobody.status_code == 401
    assert "X-On-Behalf-Of" in nobody.json()["error"]["message"]


@pytest.mark.parametrize(
    ("bearer", "code"),
    [
        (account_token("stranger@evil.com"), 403),
        (account_token(email_verified=False), 403),
        (account_token(aud="another-service"), 401),
        (account_token(exp=int(time.time()) - 60), 401),
        (account_token(iss="https://evil.com"), 401),
    ],
    ids=["stranger", "unverified", "audience", "expired", "issuer"],
)
def test_no_other_account_may(guarded, uid, bearer, code):
    assert call(guarded, bearer, X_On_Behalf_Of=uid).status_code == code


def test_a_user_acts_for_nobody_else(guarded, uid):
    mine = user_token(uid, guarded.project)
    assert call(guarded, mine, X_On_Behalf_Of="someone-else").status_code == 403
    assert call(guarded, mine, X_On_Behalf_Of=uid).status_code == 200


@pytest.mark.parametrize(
    "bearer",
    [
        None,
        "x",
        "a.b.c",
        "é.é.é",
        "A" * 5000,
        token(),
        token(iss="https://securetoken.google.com/another", aud="another", sub="u", uid="u"),
    ],
)
def test_a_token_that_does_not_hold_is_refused(guarded, bearer):
    headers = [("Authorization", f"Bearer {bearer}".encode())] if bearer is not None else []
    answer = guarded.call("GET", "/v1/profile", headers=headers)
    assert answer.status_code == 401
    assert answer.json()["error"]["status"] == "UNAUTHENTICATED"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


STRANGE = [
    "a/b",
    "%2e%2e",
    "x%00y",
    "ü" * 100,
    "x" * 1500,
    "__all__",
    "users",
    "a b",
    "%F0%9F%92%A9",
]


MAKES_WHAT_IT_NAMES = ("POST", "/v1/imports/{id}")


def routes_with_an_id():
    for path, operations in document()["paths"].items():
        if "{id}" in path:
            for method in operations:
                if (method.upper(), path) != MAKES_WHAT_IT_NAMES:
                    yield method.upper(), path


@pytest.fixture(scope="module")
def victim(stack):
    """The ids of a user's data, which nobody else may see or change."""
    uid = f"victim-{uuid.uuid4().hex}"
    with stack.user(uid) as client:
        api = Api(client, stack)
        secret = "the treasure lies under the oak"
        batch = api.learn(f"I love maps. {secret}")
        ids = {
            "memory": api.post("/v1/memory", {"content": secret})["entry"]["id"],
            "preferences": api.profile()["preferences"][0]["id"],
            "prompts": batch["promptIds"][0],
            "batches": batch["id"],
            "changelog": api.get("/v1/profile/changelog")["entries"][0]["id"],
            "sessions": api.post("/v1/sessions", {"id": "shared-name"})["id"],
            "connections": api.post("/v1/connections", {"name": "key", "scopes": ["read"]})["id"],
        }
        before = api.get("/v1/export")
        yield ids
        after = api.get("/v1/export")
    assert {**after, "exportedAt": ""} == {**before, "exportedAt": ""}


BODIES = {
    ("PATCH", "memory"): {"content": "changed"},
    ("PATCH", "preferences"): {"description": "changed"},
    ("PATCH", "sessions"): {"summary": "changed"},
    ("POST", "sessions"): {"offset": 0, "turns": []},
    ("POST", "inbox"): {"answer": "accept"},
    ("POST", "connections"): {},
}


@pytest.mark.parametrize(("method", "path"), list(routes_with_an_id()))
def test_another_users_ids_are_not_there(api, victim, method, path):
    kind = next((name for name in victim if f"/{name}" in path), "preferences")
    if "snapshot" in path:
        kind = "changelog"
    body = BODIES.get((method, "inbox" if "/inbox" in path else kind))
    of_victim = api.client.request(method, path.replace("{id}", victim[kind]), json=body)
    of_nobody = api.client.request(method, path.replace("{id}", "nobody-has-this"), json=body)
    # Of operators' routes, nobody else learns anything.
    expected = 403 if path.startswith("/v1/admin/") else 404
    assert of_victim.status_code == of_nobody.status_code == expected
    assert of_victim.json() == of_nobody.json()
    for strange in STRANGE:
        answer = api.client.request(method, path.replace("{id}", strange), json=body)
        refused = (400, 404, 405, 415, expected)
        assert answer.status_code in refused, (strange, answer.text)
        assert "treasure" not in answer.text


def test_a_user_id_in_a_query_changes_nothing(api, victim):
    for path in ("/api/chat/preferences", "/v1/memory"):
        answer = api.client.get(path, params={"user_id": "victim"})
        assert answer.status_code in (400, 403)


def test_pages_of_allowed_origins_may_call_and_no_others(guarded, uid):
    mine = user_token(uid, guarded.project)
    asked = call(
        guarded,
        None,
        method="OPTIONS",
        Origin="https://app.example",
        Access_Control_Request_Method="PATCH",
    )
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == "https://app.example"
    assert "PATCH" in asked.headers["Access-Control-Allow-Methods"]
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]
    allowed = call(guarded, mine, Origin="https://app.example")
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://app.example"
    assert "ETag" in allowed.headers["Access-Control-Expose-Headers"]
    other = call(guarded, mine, Origin="https://evil.example")
    assert other.status_code == 403
    assert "Access-Control-Allow-Origin" not in other.headers
    assert "Origin" in other.headers["Vary"]


def test_an_assistant_in_an_allowed_page_may_connect_and_no_other(guarded, uid):
    mine = user_token(uid, guarded.project)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    codes = {}
    for origin in ("https://app.example", "https://evil.example"):
        headers = {
            "Authorization": f"Bearer {mine}",
            "Accept": "application/json, text/event-stream",
            "Origin": origin,
        }
        answer = guarded.call("POST", "/mcp", json=ping, headers=headers)
        codes[origin] = answer.status_code
    assert codes == {"https://app.example": 200, "https://evil.example": 403}


def test_every_answer_has_a_request_id_and_is_not_cached(guarded, uid):
    mine = user_token(uid, guarded.project)
    given = call(guarded, mine, X_Request_Id="my-id-1")
    assert given.headers["X-Request-Id"] == "my-id-1"
    made = [call(guarded, bearer, "/v1/profile") for bearer in (mine, None)]
    assert len({answer.headers["X-Request-Id"] for answer in made}) == 2
    forged = call(guarded, mine, X_Request_Id="a b\tc")
    assert forged.headers["X-Request-Id"] != "a b\tc"
    assert {answer.headers["Cache-Control"] for answer in [given, *made]} == {"private, no-store"}


@pytest.mark.parametrize("written", ["{}", "app-{}-1", "UPPER"])
def test_a_request_id_does_not_name_the_user(guarded, written):
    uid = f"name-{uuid.uuid4().hex[:20]}"
    given = uid.upper() if written == "UPPER" else written.format(uid)
    answer = call(guarded, user_token(uid, guarded.project), X_Request_Id=given)
    assert answer.status_code == 200
    assert uid not in answer.headers["X-Request-Id"].lower()


def test_a_short_uid_may_be_part_of_a_request_id(guarded):
    mine = user_token("req", guarded.project)
    assert call(guarded, mine, X_Request_Id="req-17").headers["X-Request-Id"] == "req-17"
    assert call(guarded, mine, X_Request_Id="req").headers["X-Request-Id"] != "req"


def test_who_is_refused_the_operators_api_is_slowed_down(guarded):
    flood = user_token(f"flood-{uuid.uuid4().hex}", guarded.project)
    codes = {call(guarded, flood, "/v1/admin/runs").status_code for _ in range(90)}
    assert codes == {403, 429}


def test_a_page_may_trace_its_requests_and_name_its_agent(guarded):
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    answer = guarded.call("OPTIONS", "/v1/prompts", headers=asked)
    allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"traceparent", "tracestate", "x-rekindle-agent"} <= set(allowed)


def test_a_user_who_asks_too_much_is_slowed_down_and_nobody_else(guarded):
    flood = user_token(f"flood-{uuid.uuid4().hex}", guarded.project)
    answers = [call(guarded, flood, "/v1/settings") for _ in range(90)]
    codes = [answer.status_code for answer in answers]
    assert codes.count(200) >= 40
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json()["error"]["details"][0] == {"reason": "RATE_LIMITED", "limit": 40}
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    calm = user_token(f"calm-{uuid.uuid4().hex}", guarded.project)
    assert call(guarded, calm, "/v1/settings").status_code == 200
