"""Odd times, numbers, ids and bodies are refused with what is wrong, and never with a 500."""

import base64
import json
import socket
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from emulator.tokens import user_token
from tests.support.firestore_support import make_client

START = datetime(2026, 1, 1, tzinfo=UTC)
TIMES = [
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59+14:00",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
]


def answered(api, method, path, body=None, **options):
    """Makes a call that may be refused, but must be answered."""
    answer = api.client.request(method, path, json=body, **options)
    assert answer.status_code < 500, f"{method} {path} {body}: {answer.text}"
    return answer


@pytest.mark.parametrize("time", TIMES)
def test_a_time_beyond_all_bounds_is_refused(api, time):
    for field in ("expiresAt", "createdAt"):
        error = api.refused("POST", "/v1/memory", {"content": "note", field: time})
        assert error["details"][0]["field"] == field
    prompt = {"content": "x", "createdAt": time}
    error = api.refused("POST", "/v1/prompts", {"prompts": [prompt]})
    assert error["details"][0]["field"] == "prompts.0.createdAt"
    for field in ("since", "until"):
        error = api.refused("GET", "/v1/memory/search", params={"q": "x", field: time})
        assert error["details"][0]["field"] == field


@pytest.mark.parametrize("time", [*TIMES, "2016-12-31T23:59:60Z", 253402300799, -62135596800, 1e20])
def test_an_extreme_time_of_a_legacy_system_counts_as_unknown(api, time):
    row = {"preference_type": "like", "preference_value": "tea", "created_at": time}
    row |= {"updated_at": time, "last_used": time}
    data = {"preferences": [row], "memories": [{"content": "a", "createdAt": time}]}
    for format_, items in data.items():
        report = api.post("/v1/import", {"format": format_, "data": items})
        assert (report["taken"], report["refused"]) == (1, [])
    context = api.get("/v1/context", query="a")
    assert context["warnings"] == []


@pytest.mark.parametrize("work", ["x", 5, [], None, True, [{}]], ids=str)
def test_work_that_is_no_object_is_no_place_for_a_role(api, work):
    answered(api, "POST", "/api/user/profile", {"work": work})
    answer = answered(api, "POST", "/api/user/profile", {"work": work, "role": "nurse"})
    assert answer.status_code == (200 if work is None else 400)


@pytest.mark.parametrize("id_", [[], [1], {}, {"a": 1}, 5, None, True, 1.5], ids=str)
@pytest.mark.parametrize(
    "value", [{"at": "2026-01-01T00:00:00Z"}, {"at": TIMES[1]}, {"at": []}, 5, [1]], ids=str
)
def test_a_page_token_with_anything_else_inside_is_refused(api, value, id_):
    for inside in ([value, id_], [id_, value], id_, [value], {"a": value}):
        token = base64.urlsafe_b64encode(json.dumps(inside).encode()).decode().rstrip("=")
        for path in ("/v1/memory", "/v1/profile/changelog"):
            error = api.refused("GET", path, params={"pageToken": token})
            assert error["details"][0]["field"] == "pageToken"


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("chunked", b"zz\r\n{}\r\n0\r\n\r\n"),
        ("chunked", b"-5\r\n{}\r\n0\r\n\r\n"),
        ("chunked", b"2\r\n{}XX0\r\n\r\n"),
        ("chunked", b"\r\n\r\n"),
        ("gzip, chunked", b"2\r\n{}\r\n0\r\n\r\n"),
        ("chunked, chunked", b"2\r\n{}\r\n0\r\n\r\n"),
    ],
)
def test_chunks_that_cannot_be_read_are_refused(stack, uid, coding, body):
    where = urlsplit(stack.gateway)
    head = (
        f"POST /v1/memory HTTP/1.1\r\nHost: {where.netloc}\r\nTransfer-Encoding: {coding}\r\n"
        f"Authorization: Bearer {user_token(uid, stack.project)}\r\n"
        "Content-Type: application/json\r\n\r\n"
    )
    with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
        connection.sendall(head.encode() + body)
        assert connection.recv(12) == b"HTTP/1.1 400"


NUMBERS = [str(2**63), "-9223372036854775809", "NaN", "-Infinity", "1e999", "9" * 5000]
NESTED = ["[" * 100 + "]" * 100, '{"a":' * 100 + "1" + "}" * 100, "[" * 99_999, "[[1]]"]
TEXTS = ['"\\ud800"', '"\\u0000"', '{"":1}', '{"__x__":1}', '{"a":1,"a":2}', '"' + "x" * 1600 + '"']
BODIES = [
    ("POST", "/v1/prompts", '{"prompts":[{"content":"x","id":%s}]}'),
    ("POST", "/v1/memory", '{"content":"c","tags":[%s],"threadId":%s}'),
    ("POST", "/v1/preferences", '{"type":"like","description":"d","metadata":{"a":%s}}'),
    ("PATCH", "/v1/profile/about", '{"custom":{"a":%s}}'),
    ("PATCH", "/v1/settings", '{"memoryCharLimit":%s}'),
    ("POST", "/v1/profile/rollback", '{"version":%s}'),
    ("POST", "/v1/sessions", '{"id":%s}'),
    ("POST", "/v1/import", '{"data":{"profile":{"version":%s}}}'),
    ("POST", "/v1/tools/save_memory", '{"content":"q","thread_id":%s,"tags":[%s]}'),
    ("POST", "/v1/tools/update_memory", '{"id":%s,"content":"q"}'),
    ("POST", "/mcp", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":%s}'),
    ("POST", "/api/user/profile", '{"role":%s}'),
]


@pytest.mark.parametrize(("method", "path", "body"), BODIES, ids=lambda value: value[:30])
def test_odd_json_is_answered_in_every_body(api, method, path, body):
    headers = {"Content-Type": "application/json"}
    for odd in (*NUMBERS, *NESTED, *TEXTS):
        content = body.replace("%s", odd).encode()
        answer = api.client.request(method, path, content=content, headers=headers)
        assert answer.status_code < 500, (content[:200], answer.text)


@pytest.mark.parametrize("metadata", [str(2**70), "[" * 50_000, '{"a":[[1]]}', '{"__x__":1}', "7"])
def test_metadata_of_a_database_is_checked_like_any_other(api, metadata):
    row = {"preference_type": "like", "preference_value": "tea", "metadata": metadata}
    api.post("/v1/import", {"format": "preferences", "data": [row]})
    api.get("/v1/context")


@pytest.mark.parametrize("number", ["nan", "inf", "1e999", "１０", "٣", "1_0", "0x1", str(2**63)])
def test_an_odd_number_in_a_query_is_answered(api, number):
    for query in (
        f"/v1/preferences?minConfidence={number}",
        f"/v1/memory?pageSize={number}",
        f"/v1/context?maxChars={number}",
        f"/v1/memory/search?q=x&limit={number}",
        f"/api/profile/changelog?limit={number}",
    ):
        answered(api, "GET", query)
    assert answered(api, "GET", "/v1/preferences?minConfidence=nan").status_code == 400


def test_what_an_earlier_release_stored_without_bounds_is_still_read(api, stack, uid):
    api.post("/v1/memory", {"content": "A note."})
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    user = make_client(stack.firestore, stack.project).document(f"users/{uid}")
    item = {"type": "like", "description": "tea", "confidence": 0.9, "baseConfidence": 7.5}
    item |= {"createdAt": START, "lastUpdated": START.replace(year=1), "source": "manual"}
    odd = [{**item, "id": ""}, {**item, "id": "__x__"}, {**item, "id": "p" * 1600}]
    changes = {
        "profile.preferences": [*odd, {**item, "id": "good"}],
        "used": {"__a": START},
    }
    user.update({**changes, "learning.pending": ["a/b", "fine"]})
    api.get("/v1/context")
    kept = ["p" * 128, "good"]
    assert [found["id"] for found in api.get("/v1/preferences")["preferences"]] == kept
    assert len(api.get("/v1/memory")["entries"]) == 1
    api.call("PATCH", "/v1/profile/about", {"name": "Eda"})
    stored = user.get().to_dict()
    assert [found["id"] for found in stored["profile"]["preferences"]] == kept


def test_a_document_that_cannot_be_read_does_not_hide_the_others(api, stack, uid):
    for number in range(5):
        api.post("/v1/memory", {"content": f"Note {number} of five.", "id": f"n{number}"})
    notes = make_client(stack.firestore, stack.project).collection(f"users/{uid}/memory")
    notes.document("n3").update({"content": 5})
    first = api.get("/v1/memory", pageSize=3)
    second = api.get("/v1/memory", pageSize=3, pageToken=first["nextPageToken"])
    listed = [entry["id"] for page in (first, second) for entry in page["entries"]]
    assert listed == ["n4", "n2", "n1", "n0"]
    api.get("/v1/export")
