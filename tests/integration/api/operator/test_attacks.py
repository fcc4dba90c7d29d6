"""Nobody but an operator reaches the operator's API, and no content comes out of it."""

import json
import time
from typing import Any

import pytest

from emulator.client import StackProcess
from emulator.tokens import identity_token, user_token
from functions.http.access.scopes import ROUTES, Access
from functions.http.openapi import routes
from shared.documents.access import Scope
from tests.integration.api.operator.conftest import TRUSTED
from tests.support.access.oauth_client import OAuthClient
from tests.support.api import Api

ROUTES_OF_OPERATORS = [name for name, needs in ROUTES.items() if needs is Access.OPERATOR]
CLAIMS: list[dict[str, Any]] = [
    {},
    {"operator": "true"},
    {"operator": "True"},
    {"operator": 1},
    {"operator": 1.0},
    {"operator": [True]},
    {"operator": {"operator": True}},
    {"operator": None},
    {"operator": False},
    {"Operator": True},
    {"OPERATOR": True},
    {"operator ": True},
    {"оperator": True},
    {"operators": True},
    {"admin": True},
    {"role": "operator"},
    {"claims": {"operator": True}},
    {"firebase": {"operator": True}},
    {"scope": "operator"},
]


def each_route(stack: StackProcess, token: str | None, **headers: str) -> list[tuple[str, int]]:
    """Asks every route of operators; returns what is answered."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        named["Authorization"] = f"Bearer {token}"
    found = []
    for name in ROUTES_OF_OPERATORS:
        method, path = name.split(" ")
        body = {"json": {}} if method == "POST" else {}
        answer = stack.call(method, path.replace("<id>", "none"), headers=named, **body)
        assert "WWW-Authenticate" in answer.headers or answer.status_code != 401
        found.append((answer.json()["error"]["details"][0]["reason"], answer.status_code))
    return found


def test_every_request_asks_whether_the_sign_in_still_holds() -> None:
    asked = {f"{route.method} {route.path}" for _, route in routes() if route.check_revoked}
    assert set(ROUTES_OF_OPERATORS) <= asked


def test_it_answers_operators(operator: Api) -> None:
    assert operator.get("/v1/admin/configuration")["variables"]["REKINDLE_OPERATORS"] == "on"


@pytest.mark.parametrize("claims", CLAIMS, ids=str)
def test_other_claims_open_nothing(
    operated: StackProcess, uid: str, claims: dict[str, Any]
) -> None:
    token = user_token(uid, operated.project, claims=claims)
    assert set(each_route(operated, token)) == {("OPERATOR_ONLY", 403)}


def test_no_token_and_an_expired_one_open_nothing(operated: StackProcess, uid: str) -> None:
    assert set(each_route(operated, None)) == {("NO_TOKEN", 401)}
    old = user_token(uid, operated.project, lifetime=-60, claims={"operator": True})
    assert set(each_route(operated, old)) == {("BAD_TOKEN", 401)}
    other = user_token(uid, "another-project", claims={"operator": True})
    assert set(each_route(operated, other)) == {("BAD_TOKEN", 401)}


def test_a_key_of_an_operator_opens_nothing_whatever_its_scopes(
    operated: StackProcess, operator: Api
) -> None:
    for scopes in ([scope] for scope in Scope):
        key = operator.post("/v1/connections", {"name": "script", "scopes": scopes})["key"]
        assert set(each_route(operated, key)) == {("OPERATOR_ONLY", 403)}
    key = operator.post("/v1/connections", {"name": "script", "scopes": list(Scope)})["key"]
    assert set(each_route(operated, key)) == {("OPERATOR_ONLY", 403)}


def test_an_oauth_token_of_an_operator_opens_nothing(operated: StackProcess, operator: Api) -> None:
    client = OAuthClient(operator)
    assert client.register().status_code == 201
    token = client.connect("read", "write")["access_token"]
    # Such tokens are valid for the server's own URL, below which this is.
    assert {status for _, status in each_route(operated, token)} <= {401, 403}
    for asked in ("operator", "read operator"):
        refused = operated.call("GET", "/oauth/authorize", params=client.request(scope=asked))
        assert "code=" not in refused.headers.get("Location", "")


def test_nobody_operates_on_behalf_of_an_operator(
    operated: StackProcess, operator: Api, operator_uid: str, uid: str
) -> None:
    account = identity_token(TRUSTED, "rekindle")
    found = each_route(operated, account, X_On_Behalf_Of=operator_uid)
    assert set(found) == {("OPERATOR_ONLY", 403)}
    assert set(each_route(operated, account)) == {("BAD_TOKEN", 401)}
    own = operator.client.headers["Authorization"].removeprefix("Bearer ")
    # Not even for oneself: a proxy that adds the header acts for somebody.
    assert set(each_route(operated, own, X_On_Behalf_Of=operator_uid)) == {("OPERATOR_ONLY", 403)}
    assert set(each_route(operated, own, X_On_Behalf_Of=uid)) == {("NOT_TRUSTED", 403)}


def test_a_service_account_with_the_claim_is_no_operator(operated: StackProcess) -> None:
    from emulator.tokens import _unsigned

    now = int(time.time())
    claims = {"iss": "https://accounts.google.com", "aud": "rekindle", "sub": "1", "iat": now}
    trusted = claims | {"email": TRUSTED, "email_verified": True, "exp": now + 99, "operator": True}
    found = each_route(operated, _unsigned(trusted), X_On_Behalf_Of="ada")
    assert set(found) == {("OPERATOR_ONLY", 403)}


@pytest.mark.parametrize(
    "path",
    [
        "//v1/admin/users",
        "/v1//admin/users",
        "/v1/admin//users",
        "/v1/ADMIN/users",
        "/V1/admin/users",
        "/v1/admin/users/",
        "/v1/admin/users;a=b",
        "/v1/admin/%75sers",
        "/v1/%61dmin/users",
        "/v1/profile/../admin/users",
        "/v1/profile/%2e%2e/admin/users",
        "/v1/profile%2f..%2fadmin/users",
        "/v1/admin/users%00",
        "/v1/admin/users%20",
        "/v1/admin/users/.",
        "/admin",
        "/admin/v1/admin/users",
        "/account/../v1/admin/users",
        "/v1/account/../admin/users",
        "/api/v1/admin/users",
        "/v1\\admin\\users",
    ],
)
def test_no_way_of_writing_a_path_opens_it(operated: StackProcess, uid: str, path: str) -> None:
    token = user_token(uid, operated.project)
    for method in ("GET", "POST", "HEAD"):
        answer = operated.call(method, path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code in (301, 308, 400, 403, 404, 405), (method, path, answer.text)
        assert '"users"' not in answer.text


@pytest.mark.parametrize(
    "header", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method"]
)
def test_no_method_is_put_in_place_of_another(
    operated: StackProcess, operator: Api, uid: str, header: str
) -> None:
    own = operator.client.headers["Authorization"]
    answer = operated.call(
        "GET", "/v1/admin/batches/retry", headers={"Authorization": own, header: "POST"}
    )
    assert answer.status_code == 405
    token = {"Authorization": f"Bearer {user_token(uid, operated.project)}"}
    for extra in ({header: "GET"}, {"X-Original-URL": "/v1/admin/users"}):
        answer = operated.call("GET", "/v1/admin/users", headers=token | extra)
        assert answer.status_code == 403


def test_a_page_of_another_origin_gets_nothing(operated: StackProcess, operator: Api) -> None:
    own = operator.client.headers["Authorization"]
    for origin in ("https://evil.example", "null", "https://app.example.evil.example"):
        headers = {"Origin": origin, "Authorization": own}
        answer = operated.call("GET", "/v1/admin/users", headers=headers)
        assert "Access-Control-Allow-Origin" not in answer.headers
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "GET"}
    preflight = operated.call("OPTIONS", "/v1/admin/users", headers=asked)
    assert "Access-Control-Allow-Credentials" not in preflight.headers


@pytest.mark.parametrize("id_", ["none", "", "é", "a" * 3000, "../x", "AAAA", "%2e%2e"])
def test_a_made_up_id_is_nobody(operator: Api, id_: str) -> None:
    for path in (f"/v1/admin/users/{id_}", f"/v1/admin/batches/{id_}/retry"):
        method = "POST" if path.endswith("retry") else "GET"
        answer = operator.client.request(method, path)
        assert answer.status_code in (400, 404, 405, 414) or id_ == ""


def test_an_id_or_token_is_of_use_in_its_own_place_only(operator: Api, person: Api) -> None:
    person.say("I love tea.")
    operator.post("/v1/memory", {"content": "Two users make two pages."})
    page = operator.get("/v1/admin/users", pageSize=1)
    user, token = page["users"][0]["id"], page["nextPageToken"]
    assert operator.refused("POST", f"/v1/admin/batches/{user}/retry")["code"] == 404
    assert operator.refused("POST", f"/v1/admin/parked/{user}/release")["code"] == 404
    for given in (user, token):
        error = operator.refused("GET", "/v1/admin/looks", params={"pageToken": given})
        assert error["details"][0]["field"] == "pageToken"
    flipped = user[:-2] + ("AA" if user[-2:] != "AA" else "BB")
    assert operator.refused("GET", f"/v1/admin/users/{flipped}")["code"] == 404


SAID = [
    "My name is Zebulon Quartermaine.",
    "I love marzipan volcanoes.",
    "I work at Xylophonic Industries.",
]


def test_nothing_that_anybody_said_or_is_called_comes_out(
    operator: Api, person: Api, uid: str
) -> None:
    person.learn(*SAID)
    person.post("/v1/memory", {"content": "the wifi password is on the fridge", "tags": ["home"]})
    session = person.post("/v1/sessions", {"id": "quartermaine-session", "projectPath": "/zebulon"})
    key = person.post("/v1/connections", {"name": "Zebulon's laptop", "scopes": ["read"]})["key"]
    batch = person.batches()[0]["id"]
    answers = list(_everything(operator, uid))
    words = ["zebulon", "quartermaine", "marzipan", "xylophonic", "fridge", "wifi", 'home"']
    for secret in (*words, uid, key, batch, session.get("id", "quartermaine"), "hunter2"):
        assert not [name for name, text in answers if secret.lower() in text.lower()], secret
    own = operator.client.headers["Authorization"].removeprefix("Bearer ")
    assert not [name for name, text in answers if own in text]


def _everything(operator: Api, uid: str) -> list[tuple[str, str]]:
    found = []
    user = operator.post("/v1/admin/users/find", {"uid": uid})["id"]
    for name in ROUTES_OF_OPERATORS:
        method, path = name.split(" ")
        body = {"json": {"uid": uid} if path.endswith("find") else {}}
        answer = operator.client.request(
            method, path.replace("<id>", user), **(body if method == "POST" else {})
        )
        found.append((name, answer.text + json.dumps(dict(answer.headers))))
        while token := (answer.json().get("nextPageToken") if method == "GET" else None):
            answer = operator.client.get(path, params={"pageToken": token})
            found.append((name, answer.text))
    return found
