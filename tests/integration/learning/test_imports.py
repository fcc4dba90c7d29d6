"""Conversations of other products through the API and the command line, on the embedded stack."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.support.api import Api
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process

FIXTURES = Path(__file__).parents[2] / "unit/transfer/fixtures"
LONG_AGO = datetime(2023, 5, 1, tzinfo=UTC)


def said(number, text=None, **fields):
    at = (LONG_AGO + timedelta(hours=number)).isoformat()
    content = text or f"I love subject number {number}."
    message = {"id": f"m{number}", "threadId": "t", "createdAt": at, "content": content}
    return {**message, **fields}


def send(api, *messages, id_="old", **fields):
    return api.post(f"/v1/imports/{id_}", {"source": "chatgpt", "messages": messages, **fields})


def load(name):
    return json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


def test_an_import_is_taken_learned_and_told(api):
    answer = send(
        api,
        said(1, "I live in Berlin."),
        said(2, "You live in Rome.", role="assistant"),
        {"id": "x"},
        said(3, "<private>all of it</private>"),
        position=0,
        leftOut={"HIDDEN": 2},
    )
    assert (answer["taken"], answer["merged"]) == (1, 0)
    assert [(each["index"], each["reason"]) for each in answer["refused"]] == [
        (1, "NOT_THE_USER"),
        (2, "INVALID_FIELD"),
        (3, "PRIVATE"),
    ]
    api.stack.idle()
    progress = api.get("/v1/imports/old")
    assert (progress["state"], progress["waiting"]) == ("done", 0)
    assert progress["total"] == progress["position"] == 6
    assert progress["refused"] == {
        "NOT_THE_USER": 1,
        "INVALID_FIELD": 1,
        "PRIVATE": 1,
        "HIDDEN": 2,
    }
    assert api.get("/v1/imports")["imports"] == [progress]
    assert api.profile()["about"]["custom"]["location"] == "Berlin"
    (batch,) = api.batches()
    assert batch["trigger"] == "import"


def test_a_newer_statement_stays_whatever_arrives_last(api):
    api.learn("I live in Lisbon.")
    send(api, said(1, "I live in Berlin."))
    api.stack.idle()
    profile = api.profile()
    assert profile["about"]["custom"]["location"] == "Lisbon"
    then = api.get("/v1/profile", validAt="2024-06-01T00:00:00Z")["profile"]
    assert then["about"]["custom"]["location"] == "Berlin"


def test_raw_conversations_can_be_imported_through_the_api(api):
    data = [load("chatgpt/plain"), load("chatgpt/edited"), load("chatgpt/empty"), None]
    report = api.post("/v1/import", {"format": "chatgpt", "data": data})
    assert (report["taken"], report["merged"]) == (3, 0)
    reasons = {(each["index"], each["reason"]) for each in report["refused"]}
    assert reasons == {
        (0, "HIDDEN"),
        (0, "NOT_THE_USER"),
        (1, "OTHER_BRANCH"),
        (1, "NOT_THE_USER"),
        (3, "MALFORMED"),
    }
    again = api.post("/v1/import", {"format": "chatgpt", "data": data})
    assert (again["taken"], again["merged"]) == (0, 3)
    api.stack.idle()
    assert api.get("/v1/imports/chatgpt")["waiting"] == 0
    claude = api.post("/v1/import", {"format": "claude", "data": load("claude/plain")})
    assert claude["taken"] == 1


def test_memories_become_notes_that_do_not_come_back_once_deleted(api):
    rows = {"results": [{"id": "1", "memory": "Loves kayaking", "hash": "h", "user_id": "a"}]}
    report = api.post("/v1/import", {"format": "mem0", "data": rows})
    assert report["taken"] == 1
    text = "- Lives in Lisbon (2024-05-01)\n- My key is sk-abcdefghijklmnopqrstu12345\n"
    report = api.post("/v1/import", {"format": "saved-memories", "data": text})
    assert (report["taken"], [each["reason"] for each in report["refused"]]) == (
        1,
        ["UNSAFE_CONTENT"],
    )
    notes = {note["content"]: note for note in api.get("/v1/memory")["entries"]}
    assert set(notes) == {"Loves kayaking", "Lives in Lisbon"}
    assert notes["Lives in Lisbon"]["createdAt"].startswith("2024-05-01")
    api.call("DELETE", f"/v1/memory/{notes['Loves kayaking']['id']}")
    again = api.post("/v1/import", {"format": "mem0", "data": rows})
    assert (again["taken"], again["merged"]) == (0, 1)
    assert len(api.get("/v1/memory")["entries"]) == 1
    assert not api.batches()


def test_bad_pieces_are_refused_with_reasons(api):
    for id_, body in [
        ("x" * 65, {"source": "chatgpt", "messages": []}),
        ("old", {"source": "", "messages": []}),
        ("old", {"source": "chatgpt", "messages": [said(n) for n in range(101)]}),
        ("old", {"source": "chatgpt", "messages": "no"}),
        ("old", {"source": "chatgpt", "messages": [], "position": -1}),
    ]:
        assert api.refused("POST", f"/v1/imports/{id_}", body)["code"] == 400
    assert api.refused("GET", "/v1/imports/none")["details"][0]["reason"] == "NO_SUCH_IMPORT"
    api.call("PATCH", "/v1/settings", {"learningEnabled": False})
    error = api.refused("POST", "/v1/imports/old", {"source": "x", "messages": [said(1)]})
    assert error["details"][0]["reason"] == "LEARNING_OFF"
    assert api.get("/v1/imports") == {"imports": []}


def test_erasing_the_account_erases_its_imports(api):
    send(api, *(said(n) for n in range(30)))
    api.call("DELETE", "/v1/account")
    api.stack.idle()
    assert api.get("/v1/imports") == {"imports": []}
    exported = api.get("/v1/export")
    assert (exported["prompts"], exported["batches"]) == ([], [])


@needs_embedded("another one counts no operations")
def test_the_cost_of_a_hundred_messages(uid):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-imports", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        api.say("I love tea.")
        api.call("PATCH", "/v1/settings", {"learningEnabled": True})
        stack.idle()
        stack.control("DELETE", "usage")
        send(api, *(said(n, "Hello there.") for n in range(100)), position=0)
        stack.idle()
        usage = stack.control("GET", "usage")
        # Recording: 100 prompts, 5 batches, the user and the import. Learning: 5 analyses.
        assert usage["writes"] <= 107 + 5 * 4, usage
        assert usage["reads"] <= 9 + 5 * 25, usage
        stack.control("DELETE", "usage")
        assert api.get("/v1/imports/old")["waiting"] == 0
        assert stack.control("GET", "usage")["reads"] <= 2
