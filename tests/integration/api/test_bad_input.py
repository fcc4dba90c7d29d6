"""Bad input of any kind gets the documented error body, and never a 500."""

import base64
import json
import time

import pytest

from emulator.tokens import user_token
from tests.support.firestore_support import make_client


def token(header, claims):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part(header)}.{part(claims)}."


def claims(stack, **changes):
    now = int(time.time())
    return {
        "iss": f"https://securetoken.google.com/{stack.project}",
        "aud": stack.project,
        "sub": "mallory",
        "iat": now,
        "exp": now + 600,
        **changes,
    }


NONE = {"alg": "none", "typ": "JWT"}


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Basic bWFsbG9yeTpwdw==",
        "Bearer garbage",
        "Bearer a.b.c",
        "Bearer ..",
        "Bearer " + "x" * 5000,
        "Bearer eyJhbGciOiJub25lIn0.bm90IGpzb24.",
    ],
)
def test_no_token_or_a_bad_one_is_401(stack, header):
    headers = {"Authorization": header} if header is not None else {}
    answer = stack.call("GET", "/v1/profile", headers=headers)
    assert answer.status_code == 401
    assert answer.json()["error"]["status"] == "UNAUTHENTICATED"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "another-project"},
        {"iss": "https://securetoken.google.com/another-project"},
        {"iss": "https://accounts.google.com"},
        {"exp": 1},
        {"exp": None},
        {"exp": "soon"},
        {"iat": 9999999999},
        {"sub": ""},
        {"sub": None},
        {"sub": 42},
        {"sub": "x" * 129},
        {"sub": "new\nline"},
    ],
    ids=str,
)
def test_a_token_whose_claims_do_not_hold_is_401(stack, changes):
    bad = token(NONE, claims(stack, **changes))
    answer = stack.call("GET", "/v1/profile", headers={"Authorization": f"Bearer {bad}"})
    assert answer.status_code == 401


def test_a_token_with_the_claims_of_the_auth_emulator_is_accepted(stack):
    good = token(NONE, claims(stack))
    answer = stack.call("GET", "/v1/profile", headers={"Authorization": f"bearer {good}"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "/v1/prompts", {}, "prompts"),
        ("POST", "/v1/prompts", {"prompts": []}, "prompts"),
        ("POST", "/v1/prompts", {"prompts": "hello"}, "prompts"),
        ("POST", "/v1/prompts", {"prompts": [{}]}, "prompts.0.content"),
        ("POST", "/v1/prompts", {"prompts": [{"content": 3}]}, "prompts.0.content"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x", "rol": "user"}]}, "prompts.0.rol"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x", "role": "root"}]}, "prompts.0.role"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x" * 50_001}]}, "prompts.0.content"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x"}] * 101}, "prompts"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x", "id": "a/b"}]}, "prompts.0.id"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x", "id": ".."}]}, "prompts.0.id"),
        ("POST", "/v1/prompts", {"prompts": [{"content": "x", "id": "__x__"}]}, "prompts.0.id"),
        (
            "POST",
            "/v1/prompts",
            {"prompts": [{"content": "x", "createdAt": "yesterday"}]},
            "prompts.0.createdAt",
        ),
        (
            "POST",
            "/v1/prompts",
            {"prompts": [{"content": "x", "createdAt": "2026-01-01T10:00:00"}]},
            "prompts.0.createdAt",
        ),
        ("POST", "/v1/memory", {"content": ""}, "content"),
        ("POST", "/v1/memory", {"content": "\u200b\u2060"}, "content"),
        ("POST", "/v1/memory", {"content": "x" * 2001}, "content"),
        ("POST", "/v1/memory", {"content": "x", "target": "cloud"}, "target"),
        ("POST", "/v1/memory", {"content": "x", "confidence": "low"}, "confidence"),
        ("POST", "/v1/memory", {"content": "x", "tags": "a"}, "tags"),
        ("POST", "/v1/memory", {"content": "x", "createdAt": "2999-01-01T00:00:00Z"}, "createdAt"),
        ("POST", "/v1/memory", {"content": "x", "expiresAt": "2001-01-01T00:00:00Z"}, "expiresAt"),
        ("POST", "/v1/preferences", {"type": "like"}, "description"),
        ("POST", "/v1/preferences", {"type": "love", "description": "tea"}, "type"),
        (
            "POST",
            "/v1/preferences",
            {"type": "like", "description": "tea", "confidence": 1.5},
            "confidence",
        ),
        ("POST", "/v1/profile/rollback", {"version": "3"}, "version"),
        ("POST", "/v1/profile/rollback", {"version": 0}, "version"),
        ("PATCH", "/v1/profile/about", {"nmae": "Ada"}, "nmae"),
        ("PATCH", "/v1/profile/about", {"work": {"role": 7}}, "work.role"),
        (
            "PATCH",
            "/v1/profile/about",
            {"codePreferences": {"tone": "rude"}},
            "codePreferences.tone",
        ),
        ("PATCH", "/v1/profile/about", {"work": "engineer"}, "work"),
        ("POST", "/v1/memory", {"content": "x", "thread_id": "t"}, "thread_id"),
        ("POST", "/v1/memory", {"content": "x", "createdAt": 5}, "createdAt"),
        (
            "POST",
            "/v1/memory",
            {"content": "x", "createdAt": "9999-12-31T23:59:59-01:00"},
            "createdAt",
        ),
        (
            "POST",
            "/v1/prompts",
            {"prompts": [{"content": "x", "createdAt": "0001-01-01T00:00:00+01:00"}]},
            "prompts.0.createdAt",
        ),
        (
            "POST",
            "/v1/preferences",
            {"type": "like", "description": "tea", "confidence": "0.8"},
            "confidence",
        ),
        ("PATCH", "/v1/settings", {"learningEnabled": "off"}, "learningEnabled"),
        (
            "PATCH",
            "/v1/settings",
            {"userMemoryAnalysisInterval": "5"},
            "userMemoryAnalysisInterval",
        ),
        ("PATCH", "/v1/profile/about", {"code_preferences": {}}, "code_preferences"),
        ("PATCH", "/v1/profile/about", {"custom": {"a": "x" * 3000}}, "custom.a"),
        ("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": -1}, "userMemoryAnalysisInterval"),
        ("PATCH", "/v1/settings", {"colour": "red"}, "colour"),
        ("GET", "/v1/memory?target=cloud", None, "target"),
        ("GET", "/v1/memory?pageSize=0", None, "pageSize"),
        ("GET", "/v1/memory?pageSize=101", None, "pageSize"),
        ("GET", "/v1/memory?pageToken=nonsense", None, "pageToken"),
        ("GET", "/v1/memory?colour=red", None, "colour"),
        ("GET", "/v1/preferences?minConfidence=2", None, "minConfidence"),
        ("GET", "/v1/context?maxChars=-1", None, "maxChars"),
        ("GET", "/v1/context?format=xml", None, "format"),
    ],
)
def test_a_wrong_field_is_named(api, method, path, body, field):
    error = api.refused(method, path, body)
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["message"]
    assert error["details"][0]["field"] == field


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"{", 400),
        (b"", 400),
        (b"[]", 400),
        (b'"text"', 400),
        (b"null", 400),
        (b'{"prompts": NaN}', 400),
        (b'{"prompts": 1e999}', 400),
        (b'{"prompts": 99999999999999999999}', 400),
        (b'{"prompts": [{"content": "\\ud800"}]}', 400),
        (b'{"prompts": [{"content": "\xff\xfe"}]}', 400),
        (b"[" * 100_000, 400),
        (b'{"prompts": ' + b"[" * 500 + b"]" * 500 + b"}", 400),
        (b'{"a": "' + b"x" * 2_000_000 + b'"}', 413),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_body_that_cannot_be_read_is_refused(api, content, code):
    headers = {"Content-Type": "application/json"}
    answer = api.client.post("/v1/prompts", content=content, headers=headers)
    assert answer.status_code == code
    assert answer.json()["error"]["code"] == code


def test_a_chunked_body_is_limited_too(api):
    def chunks():
        for _ in range(40):
            yield b"x" * 65_536

    headers = {"Content-Type": "application/json"}
    answer = api.client.post("/v1/prompts", content=chunks(), headers=headers)
    assert answer.status_code == 413


def test_another_content_type_is_415(api):
    answer = api.client.post("/v1/prompts", content=b"a=b", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "value",
    [{"custom": {"a": [[1]]}}, {"custom": {"__x__": 1}}, {"custom": {"": 1}}],
    ids=str,
)
def test_json_that_firestore_cannot_store_is_refused(api, value):
    assert api.refused("PATCH", "/v1/profile/about", value)["code"] == 400


def test_an_unknown_path_is_404_and_a_wrong_method_405(api):
    assert api.refused("GET", "/v1/nothing")["status"] == "NOT_FOUND"
    assert api.refused("GET", "/v1/profile/nothing/here")["status"] == "NOT_FOUND"
    answer = api.client.put("/v1/profile", json={})
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("id_", ["nobody", "__x__", "%2e%2e", "a%2Fb", "é", "x" * 1500, "%00"])
@pytest.mark.parametrize(
    "path",
    ["/v1/memory/{}", "/v1/prompts/{}", "/v1/batches/{}", "/v1/preferences/{}",
     "/v1/profile/changelog/{}"],
)  # fmt: skip
def test_an_id_that_is_not_there_is_404(api, path, id_):
    assert api.refused("GET", path.format(id_))["code"] == 404


def test_a_wrong_version_header_is_named(api):
    headers = {"If-Match": "abc"}
    error = api.refused("PATCH", "/v1/profile/about", {"name": "Ada"}, headers=headers)
    assert error["details"][0]["field"] == "If-Match"


def test_a_token_for_each_user_reaches_that_user_alone(stack, api):
    api.post("/v1/memory", {"content": "My secret plan.", "id": "plan"})
    other = {"Authorization": f"Bearer {user_token('somebody-else', stack.project)}"}
    answer = stack.call("GET", "/v1/memory/plan", headers=other)
    assert answer.status_code == 404


@pytest.mark.parametrize("uid", ["a/b", "..", ".", "__x__", "50% off", "ünï", "x" * 128])
def test_any_firebase_uid_works(stack, uid):
    with stack.user(uid) as client:
        client.delete("/v1/account")
        assert client.post("/v1/memory", json={"content": "note"}).status_code == 201
        assert client.post("/v1/prompts", json={"prompts": [{"content": "hi"}]}).status_code == 202
        stack.idle()
        assert client.get("/v1/profile/status").json()["learning"]["pending"] == 1
        assert len(client.get("/v1/memory").json()["entries"]) == 1


def page_token(value):
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


@pytest.mark.parametrize(
    "value",
    [
        json.dumps([10**30, "x"]).encode(),
        b'["\\ud800", "x"]',
        b"[" * 3000,
        json.dumps([{"at": "0001-01-01T00:00:00+05:00"}, "x"]).encode(),
        json.dumps([7, "x"]).encode(),
        json.dumps([{"at": "2026-01-01T00:00:00Z"}, "a/b"]).encode(),
        json.dumps([{"at": "2026-01-01T00:00:00Z"}, 5]).encode(),
        b"{}",
        b"\xff",
    ],
    ids=lambda value: str(value)[:30],
)
@pytest.mark.parametrize("path", ["/v1/memory", "/v1/batches"])
def test_a_page_token_of_ones_own_making_is_refused(api, path, value):
    error = api.refused("GET", path, params={"pageToken": page_token(value)})
    assert error["details"][0]["field"] == "pageToken"


SECRET = "sk-proj-" + "a1B2c3D4" * 4


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/v1/profile/about", {"notes": f"my key {SECRET}"}),
        ("PATCH", "/v1/profile/about", {"custom": {"password": "hunter2!x"}}),
        ("PATCH", "/v1/profile/about", {"contacts": [{"name": "Ann", "note": SECRET}]}),
        ("POST", "/v1/preferences", {"type": "like", "description": SECRET}),
        ("POST", "/v1/preferences", {"type": "like", "description": "a", "context": SECRET}),
        (
            "POST",
            "/v1/preferences",
            {"type": "tool", "description": "a", "metadata": {"k": SECRET}},
        ),
        ("POST", "/v1/memory", {"content": SECRET}),
        ("POST", "/v1/memory", {"content": "a", "tags": [SECRET]}),
        ("POST", "/v1/memory", {"content": "a", "threadId": SECRET}),
    ],
)
def test_a_secret_is_refused_wherever_it_stands(api, method, path, body):
    error = api.refused(method, path, body)
    assert error["details"][0]["reason"] == "UNSAFE_CONTENT"
    assert SECRET not in str(error)
    assert api.profile()["version"] == 0


@pytest.mark.parametrize("pump", ["a.", "secret=a", "eyJ-", "a://:", "4111 "])
def test_a_text_of_a_megabyte_is_refused_by_its_length(api, pump):
    error = api.refused("PATCH", "/v1/profile/about", {"bio": pump * (900_000 // len(pump))})
    assert error["details"][0]["field"] == "bio"
    assert "2000 characters" in error["details"][0]["message"]


def test_invisible_characters_are_not_kept(api):
    profile = api.call("PATCH", "/v1/profile/about", {"name": "Ada\u202e\u200b"})["profile"]
    assert profile["about"] == {"name": "Ada"}


def test_a_document_that_something_else_broke_is_a_clear_error(api, stack, uid):
    """The context block is then empty, with a warning, so that the assistant can go on."""
    client = make_client(stack.firestore, stack.project)
    client.document(f"users/{uid}").set({"profile": {"preferences": "oops"}, "mine": 1})
    error = api.refused("GET", "/v1/profile")
    assert (error["status"], error["details"][0]["reason"]) == ("DATA_LOSS", "UNREADABLE")
    built = api.get("/v1/context")
    assert built["text"] == ""
    assert built["warnings"]


def test_what_an_app_keeps_in_the_users_document_stays(api, stack, uid):
    client = make_client(stack.firestore, stack.project)
    own = {"createdAt": "2026-01-01", "settings": {"theme": "dark"}, "name": "Ada"}
    client.document(f"users/{uid}").set(own)
    api.call("PATCH", "/v1/settings", {"memoryCharLimit": 500})
    api.call("PATCH", "/v1/profile/about", {"name": "Eda"})
    kept = client.document(f"users/{uid}").get().to_dict()
    assert kept["createdAt"] == "2026-01-01"
    assert kept["name"] == "Ada"
    assert kept["settings"] == {"theme": "dark", "memoryCharLimit": 500}
    assert api.get("/v1/settings")["memoryCharLimit"] == 500


@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "-1", "1e300", "true", '"5"', "null"])
def test_the_clock_refuses_what_is_no_time(stack, seconds):
    content = f'{{"advanceSeconds": {seconds}}}'
    answer = stack.call("POST", "/__emulator/clock", content=content)
    assert answer.status_code == 400


def test_a_path_with_an_empty_part_is_404(api):
    assert api.refused("GET", "/v1/memory//x")["code"] == 404
