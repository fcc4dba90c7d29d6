"""The model's tools: what they do, what they refuse, and a model that uses them."""

import json

import openai
import pytest

from tests.support.openai_server import Assistant, OpenAIServer

NAMES = [
    "save_memory",
    "search_memory",
    "add_memory",
    "update_memory",
    "delete_memory",
    "search_memories",
    "get_memories",
    "memory",
    "review_inbox",
]
TARGETS = ["memory", "user", "archive"]


def run(api, name, **arguments):
    return api.post(f"/v1/tools/{name}", arguments)["result"]


def test_the_schemas_are_what_openai_takes(api):
    answer = api.get("/v1/tools")
    assert [tool["function"]["name"] for tool in answer["tools"]] == NAMES
    for tool in answer["tools"]:
        assert tool["type"] == "function"
        assert tool["function"]["description"]
        parameters = tool["function"]["parameters"]
        assert (parameters["type"], parameters["additionalProperties"]) == ("object", False)
        assert "$" not in json.dumps(parameters)
        for field in parameters["properties"].values():
            assert field["type"] in ("string", "integer", "array")
            assert field["description"]
    by_name = {tool["function"]["name"]: tool["function"]["parameters"] for tool in answer["tools"]}
    for name in ("add_memory", "search_memories", "get_memories"):
        target = by_name[name]["properties"]["target"]
        assert (target["enum"], target["default"]) == (TARGETS, "memory")
    modes = by_name["memory"]["properties"]["mode"]["enum"]
    assert modes == ["add", "search", "list", "profile", "forget", "help"]


@pytest.mark.parametrize(
    "word", ["preferences", "constraints", "working style", "important contacts", "decisions"]
)
def test_the_instructions_say_when_to_save(api, word):
    assert f"- {word}:" in api.get("/v1/tools")["instructions"]


def test_save_and_search(api):
    saved = run(api, "save_memory", content="Ann is the CFO", tags=["contact"], threadId="t1")
    assert saved["success"] is True
    assert (saved["entry"]["target"], saved["entry"]["source"]) == ("archive", "conversation")
    assert saved["usage"]["archive"]["entries"] == 1
    found = run(api, "search_memory", query="who is the CFO?")
    assert found["results"][0]["id"] == saved["entry"]["id"]
    assert found["usage"]["archive"]["entries"] == 1
    again = run(api, "save_memory", content="ann is the CFO.")
    assert (again["deduplicated"], again["entry"]["id"]) == (True, saved["entry"]["id"])


def test_tiers(api):
    note = run(api, "add_memory", content="The tests need Docker")["entry"]
    who = run(api, "add_memory", content="The user lives in Lyon", target="user")["entry"]
    assert (note["target"], who["target"]) == ("memory", "user")
    listed = run(api, "get_memories")
    assert [entry["id"] for entry in listed["entries"]] == [note["id"]]
    assert listed["usage"]["user"]["entries"] == 1
    assert [e["id"] for e in run(api, "get_memories", target="user")["entries"]] == [who["id"]]
    assert [
        r["id"] for r in run(api, "search_memories", query="Lyon", target="user")["results"]
    ] == [who["id"]]
    assert run(api, "search_memories", query="Lyon")["results"] == []
    changed = run(api, "update_memory", id=who["id"], content="The user lives in Paris")
    assert changed["entry"]["content"] == "The user lives in Paris"
    wrong = run(api, "update_memory", id=who["id"], content="x", target="memory")
    assert wrong["success"] is False
    assert "memory tier" in wrong["error"]
    gone = run(api, "delete_memory", id=who["id"], target="user")
    assert (gone["deleted"], gone["usage"]["user"]["entries"]) == (who["id"], 0)


def test_the_inbox_is_reviewed(api):
    def location(place):
        api.call("PATCH", "/v1/profile/about", {"custom": {"location": place}})

    assert run(api, "review_inbox") == {"success": True, "items": []}
    location("Hamburg")
    note = run(api, "add_memory", content="Swims in Hamburg on Mondays.")["entry"]
    location("Bonn")
    listed = run(api, "get_memories")["entries"][0]
    (found,) = run(api, "search_memories", query="swims")["results"]
    assert "Bonn" in listed["mayBeOutdated"]["because"]
    assert found["mayBeOutdated"] == listed["mayBeOutdated"]

    (question,) = run(api, "review_inbox")["items"]
    assert (question["kind"], question["item"]["id"]) == ("outdated", note["id"])
    for arguments, field in (
        ({"id": question["id"]}, "answer"),
        ({"answer": "accept"}, "id"),
        ({"id": question["id"], "answer": "correct"}, "correction"),
        ({"id": question["id"], "answer": "accept", "correction": "Swims in Bonn."}, "correction"),
    ):
        refused = run(api, "review_inbox", **arguments)
        assert (refused["success"], refused["details"][0]["field"]) == (False, field)
        assert refused["usage"]["memory"]["entries"] == 1
    corrected = {"id": question["id"], "answer": "correct", "correction": "Swims in Bonn."}
    assert run(api, "review_inbox", **corrected) == {"success": True, "answered": question["id"]}
    assert [entry["content"] for entry in run(api, "get_memories")["entries"]] == ["Swims in Bonn."]
    gone = run(api, "review_inbox", id="outdated-work.role", answer="accept")
    assert (gone["success"], gone["details"][0]["reason"]) == (False, "NO_SUCH_QUESTION")


def test_a_full_tier_is_a_result_that_tells_what_to_do(api):
    first = run(api, "add_memory", content="x" * 1300, target="user")["entry"]
    full = run(api, "add_memory", content="y" * 120, target="user")
    assert full["success"] is False
    assert "Replace or remove" in full["error"]
    detail = full["details"][0]
    assert (detail["reason"], detail["required"]) == ("BUDGET_EXCEEDED", 120)
    assert detail["entries"][0]["id"] == first["id"]
    assert full["usage"]["user"] == {"chars": 1300, "limit": 1375, "percent": 95, "entries": 1}
    run(api, "update_memory", id=first["id"], content="z" * 1200)
    assert run(api, "add_memory", content="y" * 120, target="user")["success"] is True


@pytest.mark.parametrize(
    ("name", "arguments", "word"),
    [
        ("add_memory", {}, "content"),
        ("add_memory", {"content": "x", "target": "moon"}, "target"),
        ("add_memory", {"content": "x", "colour": "red"}, "colour"),
        ("add_memory", {"content": "my key is sk-abcdefghijklmnopqrstuvwx1234"}, "secret"),
        ("delete_memory", {"id": "nothing"}, "no memory entry"),
        ("memory", {"mode": "add"}, "content"),
        ("memory", {"mode": "dance"}, "mode"),
        ("memory", {"mode": "forget"}, "memoryId"),
        (
            "memory",
            {"mode": "add", "content": "x", "scope": "user"},
            "User-scoped memories are deprecated",
        ),
    ],
)
def test_what_is_refused_is_a_result_with_error_and_usage(api, name, arguments, word):
    result = run(api, name, **arguments)
    assert result["success"] is False
    assert word in result["error"]
    assert result["usage"]["memory"]["limit"] == 2200


def test_a_tool_that_is_not_there(api):
    error = api.refused("POST", "/v1/tools/launch_rocket", {})
    assert (error["code"], error["details"][0]["reason"]) == (404, "NO_SUCH_TOOL")


def test_the_memory_tool_in_all_its_modes(api):
    api.learn("I love Python.")
    added = run(api, "memory", mode="add", content="Likes tea", target="user")
    found = run(api, "memory", mode="search", query="tea")
    assert [result["id"] for result in found["results"]] == [added["entry"]["id"]]
    listed = run(api, "memory", mode="list")
    assert [entry["id"] for entry in listed["entries"]] == [added["entry"]["id"]]
    profile = run(api, "memory", mode="profile")
    assert profile["success"] is True
    assert profile["profile"]["preferences"][0]["description"] == "Python"
    assert profile["profile"]["version"] == 1
    unsure = run(api, "memory", mode="forget", query="tea")
    assert unsure["deleted"] is None
    assert unsure["results"][0]["id"] == added["entry"]["id"]
    gone = run(api, "memory", mode="forget", memoryId=added["entry"]["id"])
    assert gone["usage"]["user"]["entries"] == 0
    assert set(run(api, "memory", mode="help")["modes"]) == {
        "add",
        "search",
        "list",
        "profile",
        "forget",
        "help",
    }


def test_what_a_model_sends_as_null_counts_as_left_out(api):
    result = run(api, "save_memory", content="Likes tea", tags=None, threadId=None, source=None)
    assert result["success"] is True


def converse(client, api, said):
    """An assistant's loop for one message: runs tools until the model answers."""
    offered = api.get("/v1/tools")
    messages = [
        {"role": "system", "content": offered["instructions"]},
        {"role": "user", "content": said},
    ]
    while True:
        completion = client.chat.completions.create(
            model="fake-model", messages=messages, tools=offered["tools"]
        )
        message = completion.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            result = run(api, call.function.name, **json.loads(call.function.arguments))
            messages.append(
                {"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)}
            )


def test_a_model_saves_in_one_conversation_and_recalls_in_the_next(api):
    with OpenAIServer() as server:
        client = openai.OpenAI(api_key="none", base_url=server.url, max_retries=0)
        server.will(Assistant(("save_memory", {"content": "Ann is the CFO of Acme"})))
        converse(client, api, "By the way, Ann became the CFO.")
        server.will(Assistant(("search_memory", {"query": "CFO"})))
        assert "Ann is the CFO of Acme" in converse(client, api, "Who is our CFO?")


def test_claudes_memory_tool_edits_files_over_http(api):
    def command(name, **arguments):
        return run(api, "anthropic_memory", command=name, **arguments)

    path = "/memories/tests.md"
    created = command("create", path=path, file_text="The tests need Docker.\n")
    assert created == {"success": True, "content": f"File created successfully at: {path}"}
    command("insert", path=path, insert_line=1, insert_text="Port 4747.\n")
    assert command("view", path=path)["content"].endswith("Docker.\n     2\tPort 4747.")
    refused = command("view", path="/etc/passwd")
    assert (refused["success"], refused["details"][0]["field"]) == (False, "path")
    missing = command("create", path="/memories/other.md")
    assert missing["details"][0] == {
        "reason": "INVALID_FIELD",
        "field": "file_text",
        "message": "is required for the command create",
    }
    (found,) = run(api, "recall", query="docker")["results"]
    assert found["content"] == "The tests need Docker.\nPort 4747.\n"
    assert run(api, "anthropic_memory", command="format")["success"] is False


def test_looking_at_a_memory_file_needs_no_right_to_write(api):
    key = api.post("/v1/connections", {"name": "reader", "scopes": ["read"]})["key"]
    headers = {"Authorization": f"Bearer {key}"}
    where = "/v1/tools/anthropic_memory"
    view = {"command": "view", "path": "/memories"}
    assert api.post(where, view, headers=headers)["result"]["success"] is True
    create = {"command": "create", "path": "/memories/a", "file_text": "x"}
    assert api.refused("POST", where, create, headers=headers)["code"] == 403
