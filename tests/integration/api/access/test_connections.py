"""Access keys over HTTP: what each may do, and what is told of it."""

import json
import os
import subprocess

import pytest

from adapters.firestore.access import FirestoreAccess
from functions.http.access.scopes import OFFERED, ROUTES, TOOLS, Access
from functions.http.openapi import routes
from shared.documents.access import Scope
from shared.tools.catalog import ALL
from tests.support.api import Api
from tests.support.documents import IN_THE_CLOUD
from tests.support.firestore_support import make_client

MOST_TOKENS = 1200
CHARACTERS_OF_A_TOKEN = 3
"""At least: the tokenizers of OpenAI's models take 3.7 characters of these schemas together."""
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
def key(api):
    """Makes an access key; returns its id and an API that shows it."""
    clients = []

    def make(*scopes, **fields):
        body = {"name": "script", "scopes": scopes or ("read",), **fields}
        made = api.post("/v1/connections", body)
        clients.append(api.stack.bearer(made["key"]))
        return made["id"], Api(clients[-1], api.stack)

    yield make
    for client in clients:
        client.close()


def test_every_route_stands_in_the_table_of_scopes_and_nothing_else_does():
    declared = {f"{route.method} {route.path}" for _, route in routes()} | {"POST /mcp"}
    assert set(ROUTES) == declared
    assert set(TOOLS) == set(ALL)


def test_the_document_tells_what_each_route_needs(stack):
    document = stack.call("GET", "/openapi.json").json()
    told = {
        f"{method.upper()} {path.replace('{', '<').replace('}', '>')}": operation
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }
    assert {name: each["x-scope"] for name, each in told.items()} | {"POST /mcp": "any"} == ROUTES
    schemes = document["components"]["securitySchemes"]
    assert set(schemes["oauth"]["flows"]["authorizationCode"]["scopes"]) == set(OFFERED)
    for name, each in told.items():
        let_in = {scheme: scopes for way in each["security"] for scheme, scopes in way.items()}
        needs = ROUTES[name]
        assert set(let_in) <= set(schemes)
        assert ("firebase" in let_in) is (needs is not Access.PUBLIC)
        assert ("accessKey" in let_in) is (needs is Access.ANY or needs in set(Scope)), name
        assert ("oauth" in let_in) is (needs is Access.ANY or needs in OFFERED), name
        scopes = [needs] if needs in set(Scope) else []
        assert all(let_in[scheme] == scopes for scheme in let_in if scheme != "firebase")


def test_no_route_can_be_declared_without_a_scope():
    from functions.http.routing import Api as Routes

    with pytest.raises(KeyError):
        Routes().route("GET", "/v1/new")(lambda _: None)


@pytest.mark.parametrize("scope", Scope)
def test_a_key_may_do_what_its_scope_says_and_nothing_else(key, scope):
    _, script = key(scope)
    for name, needs in ROUTES.items():
        method, path = name.split(" ")
        if name == "POST /mcp" or needs in (Access.PUBLIC, Access.ANY, Access.OPERATOR, scope):
            continue
        answer = script.client.request(method, path.replace("<id>", "none"), json={})
        assert answer.status_code == 403, (name, answer.text)
        (detail,) = answer.json()["error"]["details"]
        challenge = answer.headers["WWW-Authenticate"]
        assert 'error="insufficient_scope"' in challenge
        if needs is Access.USER:
            assert detail == {"reason": "USER_ONLY"}
        else:
            assert detail == {"reason": "INSUFFICIENT_SCOPE", "scope": needs}
            assert f'scope="{needs}"' in challenge


def test_each_scope_opens_its_routes(key):
    _, reader = key("read")
    _, writer = key("write")
    _, recorder = key("record")
    _, admin = key("admin")
    assert writer.post("/v1/memory", {"content": "a note", "target": "archive"})["entry"]
    assert [entry["content"] for entry in reader.get("/v1/memory")["entries"]] == ["a note"]
    recorder.post("/v1/prompts", {"prompts": [{"content": "I love tea."}]})
    assert admin.get("/v1/export")["format"] == "rekindle"


@pytest.mark.parametrize(
    ("tool", "arguments", "needs"),
    [
        ("recall", {"query": "tea"}, "read"),
        ("remember", {"content": "tea"}, "write"),
        ("memory", {"mode": "list"}, "read"),
        ("memory", {"mode": "add", "content": "tea"}, "write"),
        ("memory", {"mode": "forget", "memoryId": "x"}, "write"),
        ("memory", {"mode": "forget", "memory_id": "x", "query": "tea"}, "write"),
        ("memory", {"mode": "forget", "query": "tea", "target": "archive"}, "read"),
        ("memory", {"mode": "forget", "query": "tea", "memoryId": "", "limit": 1}, "read"),
        ("forget", {"id": "x"}, "write"),
        ("forget", {"id": "x", "query": "tea"}, "write"),
        ("forget", {"query": "tea"}, "read"),
        ("review_inbox", {}, "read"),
        ("review_inbox", {"id": "x", "answer": "accept"}, "write"),
    ],
)
def test_a_tool_needs_what_it_does(key, tool, arguments, needs):
    for scope in ("read", "write", "record", "admin"):
        _, script = key(scope)
        over_http = script.client.post(f"/v1/tools/{tool}", json=arguments)
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        over_mcp = script.client.post("/mcp", json=message, headers=ACCEPT)
        expected = 200 if scope == needs else 403
        assert (over_http.status_code, over_mcp.status_code) == (expected, expected), scope


def test_firebase_is_asked_whether_a_sign_in_still_holds_before_it_becomes_a_connection():
    """Otherwise an ID token that was revoked an hour ago makes a key that never ends."""
    asked = {f"{route.method} {route.path}" for _, route in routes() if route.check_revoked}
    assert {"POST /v1/connections", "POST /v1/authorizations"} <= asked


def test_resources_and_prompts_need_read(key):
    _, writer = key("write")
    for method, params in (
        ("resources/read", {"uri": "rekindle://profile"}),
        ("prompts/get", {"name": "context"}),
    ):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        assert writer.client.post("/mcp", json=message, headers=ACCEPT).status_code == 403


def test_a_connection_is_shown_with_what_it_did(api, key):
    id_, script = key("read", "write")
    script.get("/v1/context")
    script.post("/v1/memory", {"content": "a note"})
    script.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    (shown,) = api.get("/v1/connections")["connections"]
    assert (shown["id"], shown["name"], shown["kind"]) == (id_, "script", "key")
    assert shown["scopes"] == ["read", "write"]
    assert (shown["reads"], shown["writes"]) == (1, 2)
    assert shown["lastUsedAt"] >= shown["createdAt"]
    assert "key" not in shown
    (entry,) = api.get("/v1/profile/changelog")["entries"]
    assert entry["connection"] == id_


@pytest.mark.parametrize(("scope", "writes"), [("write", 2), ("record", 2), ("admin", 2)])
def test_what_a_connection_wrote_is_counted_in_all_that_its_scope_lets_it_write(
    api, key, scope, writes
):
    _, script = key(scope)
    if scope == "record":
        script.post("/v1/prompts", {"prompts": [{"content": "I love tea."}]})
        script.post("/v1/sessions", {"id": "talk"})
    elif scope == "write":
        script.post("/v1/memory", {"content": "a note"})
        script.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    else:
        at = api.get("/v1/connections")["connections"][0]["createdAt"]
        note = {"id": "n1", "content": "a note", "tier": "archive", "source": "explicit"}
        note |= {"createdAt": at, "updatedAt": at}
        session = {"id": "talk", "startedAt": at, "lastActiveAt": at}
        data = {"format": "rekindle", "schemaVersion": 1, "memory": [note]}
        data |= {"sessions": [session]}
        report = script.post("/v1/import", {"format": "rekindle", "data": data})
        assert report["refused"] == []
    (shown,) = api.get("/v1/connections")["connections"]
    assert shown["writes"] == writes


def test_what_an_assistant_reads_through_its_tools_is_counted(api, key):
    _, script = key("read", "write")
    script.post("/v1/memory", {"content": "a note"})
    recall = {"name": "recall", "arguments": {"query": "note"}}
    remember = {"name": "remember", "arguments": {"content": "another one"}}
    for params in (recall, remember, recall):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        assert script.client.post("/mcp", json=message, headers=ACCEPT).status_code == 200
    script.post("/v1/tools/recall", {"query": "note"})
    api.stack.control("POST", "clock", {"advanceSeconds": 3600})
    script.post("/v1/tools/recall", {"query": "note"})
    (shown,) = api.get("/v1/connections")["connections"]
    # Each process of the gateway has its own count, and the tools share one.
    assert shown["reads"] >= 2


def test_a_key_is_nowhere_but_in_the_answer_that_made_it(api):
    made = api.post("/v1/connections", {"name": "script", "scopes": ["read"]})
    key = made["key"]
    everything = json.dumps([api.get("/v1/export"), api.get("/v1/connections")])
    assert key[10:34] not in everything
    assert key[34:66] not in everything
    (told,) = api.get("/v1/export")["connections"]
    assert told == {name: value for name, value in made.items() if name not in ("key", "writes")}


def test_a_key_that_is_said_is_masked(api):
    key = api.post("/v1/connections", {"name": "script", "scopes": ["read"]})["key"]
    (prompt,) = api.say(f"my key is {key}")
    assert key not in api.get(f"/v1/prompts/{prompt}")["content"]
    refused = api.refused("POST", "/v1/memory", {"content": f"the key {key}"})
    assert refused["details"][0]["reason"] == "UNSAFE_CONTENT"
    named = api.refused("POST", "/v1/connections", {"name": key, "scopes": ["read"]})
    assert key not in json.dumps(named)


def test_what_is_cut_off_is_out_within_a_minute(api, key):
    id_, script = key("read", "write")
    script.get("/v1/context")
    assert api.call("DELETE", f"/v1/connections/{id_}") == {"deleted": 1}
    api.stack.control("POST", "clock", {"advanceSeconds": 60})
    refused = script.refused("GET", "/v1/context")
    assert refused["code"] == 401
    assert api.get("/v1/connections") == {"connections": []}
    api.refused("DELETE", f"/v1/connections/{id_}")


def test_others_cannot_see_cut_off_or_undo_a_connection(api, key, uid):
    id_, _ = key("read")
    with api.stack.user(f"{uid}-eve") as client:
        eve = Api(client, api.stack)
        assert eve.get("/v1/connections") == {"connections": []}
        for method, path in (
            ("DELETE", f"/v1/connections/{id_}"),
            ("POST", f"/v1/connections/{id_}/undo"),
        ):
            body = {} if method == "POST" else None
            assert eve.refused(method, path, body)["code"] == 404


def test_a_key_acts_for_no_other_user(key):
    _, script = key("read")
    refused = script.refused("GET", "/v1/profile", headers={"X-On-Behalf-Of": "eve"})
    assert refused["details"] == [{"reason": "NOT_TRUSTED"}]


def test_undo_takes_back_what_it_wrote_in_one_version(api, key):
    id_, script = key("read", "write")
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    script.call("PATCH", "/v1/profile/about", {"name": "Bob", "bio": "A liar"})
    script.post("/v1/preferences", {"type": "like", "description": "beer"})
    script.post("/v1/memory", {"content": "Bob drinks", "target": "archive"})
    version = api.profile()["version"]
    done = api.post(f"/v1/connections/{id_}/undo", {})
    assert done == {
        "messages": 0,
        "notes": 1,
        "sessions": 0,
        "facts": 2,
        "preferences": 1,
        "habits": 0,
        "version": version + 1,
        "complete": True,
        "left": [],
    }
    profile = api.profile()
    assert profile["about"] == {"name": "Ada"}
    assert profile["preferences"] == []
    assert api.get("/v1/memory")["entries"] == []


def test_what_a_connection_wrote_can_be_taken_back_after_it_was_cut_off(api, key):
    id_, script = key("read", "write")
    script.post("/v1/memory", {"content": "Bob drinks", "target": "archive"})
    api.call("DELETE", f"/v1/connections/{id_}")
    undone = api.client.post(f"/v1/connections/{id_}/undo")
    assert undone.json()["notes"] == 1, "it needs no body"
    assert api.get("/v1/memory")["entries"] == []


def test_a_note_that_a_connection_changed_is_put_back_after_it_was_cut_off(api, key):
    id_, script = key("write")
    note = api.post("/v1/memory", {"content": "Ada drinks tea", "target": "archive"})["entry"]
    path = f"/v1/memory/{note['id']}"
    changed = script.call("PATCH", path, {"content": "Bob drinks", "tags": ["beer"]})["entry"]
    assert set(changed) == {*note, "tags"}, "no answer tells what it was before"
    api.call("DELETE", f"/v1/connections/{id_}")
    done = api.post(f"/v1/connections/{id_}/undo", {})
    assert (done["notes"], done["left"]) == (1, [])
    assert api.get(path)["entry"] == note
    found = api.get("/v1/memory/search", q="tea")["results"]
    assert [each["entry"]["content"] for each in found] == ["Ada drinks tea"]
    assert "before" not in api.get("/v1/export")["memory"][0]


def test_the_entry_of_an_undo_names_the_connection(api, key):
    id_, script = key("write")
    script.call("PATCH", "/v1/profile/about", {"name": "Bob"})
    api.post(f"/v1/connections/{id_}/undo", {})
    undone, made = api.get("/v1/profile/changelog")["entries"]
    assert (undone["undoes"], undone.get("connection")) == (id_, None)
    assert (made.get("undoes"), made["connection"]) == (None, id_)


def test_nothing_is_written_through_a_connection_once_its_user_is_erased(api, key):
    """Not even by a process that has cached it: what it wrote would outlive the user."""
    _, script = key("read", "write", "record")
    script.post("/v1/memory", {"content": "a note"})
    script.post("/v1/prompts", {"prompts": [{"content": "I love tea."}]})
    api.call("DELETE", "/v1/account")
    remember = {"name": "remember", "arguments": {"content": "late"}}
    for path, body in (
        ("/v1/memory", {"content": "late"}),
        ("/v1/prompts", {"prompts": [{"content": "I love coffee."}]}),
        ("/v1/preferences", {"type": "like", "description": "coffee"}),
        ("/v1/sessions", {"id": "late"}),
        ("/v1/tools/remember", {"content": "late"}),
        ("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": remember}),
    ):
        answer = script.client.post(path, json=body, headers=ACCEPT)
        assert "late" not in answer.text, path
        # A process that has cached the connection gets as far as the protocol, which says it there.
        assert answer.status_code == 401 or path == "/mcp", path
    api.stack.idle()
    left = api.get("/v1/export")
    assert not any(left[part] for part in ("memory", "prompts", "sessions", "changelog"))


def test_no_import_speaks_for_another_connection_or_for_the_user(api, key):
    """What a key imports is that key's, whatever the data says, and undoing takes it back."""
    other, _ = key("write")
    id_, script = key("admin", "record")
    at = "2026-01-01T00:00:00Z"
    note = {"tier": "archive", "source": "explicit", "createdAt": at, "updatedAt": at}
    like = {"type": "like", "createdAt": at, "lastUpdated": at, "source": "manual"}
    like |= {"category": "", "confidence": 0.9, "baseConfidence": 0.9}
    said = {"createdAt": at, "recordedAt": at}
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    data = {
        "format": "rekindle",
        "schemaVersion": 1,
        "profile": {
            "schemaVersion": 1,
            "version": 1,
            "createdAt": at,
            "about": {"bio": "Trusts Eve"},
            "preferences": [
                {**like, "id": "p1", "description": "Eve"},
                {**like, "id": "p2", "description": "beer", "connection": other},
            ],
        },
        "memory": [
            {**note, "id": "n1", "content": "Pay Eve's bills at once"},
            {**note, "id": "n2", "content": "Bob is a friend of Eve's", "connection": other},
        ],
        "prompts": [
            {"id": "m1", "content": "I love Eve.", "role": "user", **said},
            {"id": "m2", "content": "I hate Ada.", **said, "connection": other},
        ],
    }
    report = script.post("/v1/import", {"format": "rekindle", "data": data})
    assert report["refused"] == []
    exported = api.get("/v1/export")
    for part in ("memory", "prompts"):
        assert {item["connection"] for item in exported[part]} == {id_}
    preferences = api.profile()["preferences"]
    assert {item["connection"] for item in preferences} == {id_}
    assert api.post(f"/v1/connections/{other}/undo", {})["notes"] == 0
    done = api.post(f"/v1/connections/{id_}/undo", {})
    assert (done["notes"], done["preferences"], done["complete"]) == (2, 2, True)
    assert api.profile()["about"] == {"name": "Ada"}


def test_no_key_forges_what_the_user_said(api, key):
    """Only what a connection with the scope `record` brings counts as the user's own words."""
    _, script = key("admin")
    at = "2026-01-01T00:00:00Z"
    quote = {"quote": "I love Eve.", "promptId": "m1", "at": at}
    like = {"id": "p1", "type": "like", "category": "", "description": "Eve", "source": "learned"}
    like |= {"confidence": 0.9, "baseConfidence": 0.9, "createdAt": at, "lastUpdated": at}
    like |= {"evidence": [quote]}
    past = {**like, "id": "p2", "ended": {"at": at, "by": "said", "quote": "No more Bob."}}
    profile = {"schemaVersion": 1, "version": 1, "createdAt": at, "preferences": [like]}
    profile |= {"past": {"preferences": [past]}}
    data = {
        "format": "rekindle",
        "schemaVersion": 1,
        "profile": profile,
        "prompts": [{"id": "m1", "content": "I love Eve.", "createdAt": at, "recordedAt": at}],
    }
    report = script.post("/v1/import", {"format": "rekindle", "data": data})
    refused = {(each["section"], each["reason"]) for each in report["refused"]}
    assert refused == {("prompts", "INSUFFICIENT_SCOPE")}
    exported = api.get("/v1/export")
    assert exported["prompts"] == []
    assert "I love Eve." not in json.dumps(exported)
    assert "No more Bob." not in json.dumps(exported)
    chat = {"uuid": "c", "name": "", "chat_messages": []}
    refused = script.refused("POST", "/v1/import", {"format": "claude", "data": [chat]})
    assert refused["details"] == [{"reason": "INSUFFICIENT_SCOPE", "scope": "record"}]
    _, recorder = key("admin", "record")
    assert recorder.post("/v1/import", {"format": "rekindle", "data": data})["refused"] == []


def test_a_message_cannot_escape_its_undoing_by_claiming_to_be_older(api, key):
    id_, script = key("admin", "record")
    since = api.get("/v1/connections")["connections"][0]["createdAt"]
    at = "2026-01-01T00:00:00Z"
    said = {"id": "m1", "content": "I love Eve.", "createdAt": at, "recordedAt": at}
    data = {"format": "rekindle", "schemaVersion": 1, "prompts": [said]}
    assert script.post("/v1/import", {"format": "rekindle", "data": data})["taken"] == 1
    assert api.post(f"/v1/connections/{id_}/undo", {"since": since})["messages"] == 1
    assert api.get("/v1/prompts")["prompts"] == []


def test_a_users_own_export_keeps_its_marks(api, key):
    id_, script = key("write")
    script.post("/v1/memory", {"content": "a note", "target": "archive"})
    data = api.get("/v1/export")
    data["memory"] = [{**data["memory"][0], "id": "again", "content": "quite another text"}]
    api.post("/v1/import", {"format": "rekindle", "data": data})
    assert {entry["connection"] for entry in api.get("/v1/memory")["entries"]} == {id_}


def test_erasing_the_user_ends_all_connections(api, key):
    _, script = key("read", "write")
    script.post("/v1/memory", {"content": "a note"})
    assert api.call("DELETE", "/v1/account")["deleted"]["connections"] == 1
    api.stack.control("POST", "clock", {"advanceSeconds": 60})
    assert script.refused("GET", "/v1/context")["code"] == 401


def test_a_repeated_request_makes_one_key_and_tells_it_once(api):
    body, headers = {"name": "script", "scopes": ["read"]}, {"Idempotency-Key": "one"}
    first = api.client.post("/v1/connections", json=body, headers=headers)
    again = api.client.post("/v1/connections", json=body, headers=headers)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == {name: v for name, v in first.json().items() if name != "key"}
    assert len(api.get("/v1/connections")["connections"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["everything"]},
        {"name": "", "scopes": ["read"]},
        {"scopes": ["read"]},
        {"name": "x", "scopes": ["read"], "expiresAt": "2020-01-01T00:00:00Z"},
        {"name": "x", "scopes": ["read"], "uid": "eve"},
    ],
)
def test_bad_requests_for_a_key_are_refused(api, body):
    assert api.refused("POST", "/v1/connections", body)["code"] == 400


def test_the_operator_finds_the_document_of_a_key_as_written(api):
    """The commands of docs/operations.md for a key that leaked."""
    key = api.post("/v1/connections", {"name": "script", "scopes": ["read"]})["key"]
    (line,) = (each for each in IN_THE_CLOUD.read_text().splitlines() if "sha256sum" in each)
    command = line.replace("read -rs KEY && ", "")
    env = {**os.environ, "KEY": key}
    done = subprocess.run(["bash", "-c", command], env=env, capture_output=True, text=True)
    document = FirestoreAccess(make_client(api.stack.firestore, api.stack.project)).connections.get(
        done.stdout.split()[0]
    )
    assert document is not None
    assert document.name == "script"


def test_a_compact_set_of_tools_fits_its_budget(api):
    found = api.get("/v1/tools", set="compact")
    names = [tool["function"]["name"] for tool in found["tools"]]
    assert names == [
        "remember",
        "recall",
        "forget",
        "update_profile",
        "get_context",
        "review_inbox",
    ]
    assert len(json.dumps(found["tools"])) <= MOST_TOKENS * CHARACTERS_OF_A_TOKEN
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    listed = api.client.post("/mcp", json=message, headers=ACCEPT).json()["result"]["tools"]
    shown = [
        {part: tool[part] for part in ("name", "description", "inputSchema")} for tool in listed
    ]
    assert len(json.dumps(shown)) <= MOST_TOKENS * CHARACTERS_OF_A_TOKEN
