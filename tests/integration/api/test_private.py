"""What the user marks as private is not stored, and the answer says so."""

import json

import pytest

from tests.support.api import Api
from tests.support.stacks import stack_process


def record(api, *prompts, **headers):
    answer = api.client.post("/v1/prompts", json={"prompts": list(prompts)}, headers=headers)
    assert answer.status_code == 202, answer.text
    return [(one["status"], one.get("reason")) for one in answer.json()["prompts"]]


def test_nothing_is_stored_of_a_private_message(api):
    private = {"id": "p1", "content": "I love gin.", "private": True}
    assert record(api, private) == [("skipped", "private")]
    assert api.refused("GET", "/v1/prompts/p1")["code"] == 404
    assert record(api, {"id": "p1", "content": "I love tea."}) == [("recorded", None)]


def test_private_passages_are_left_out_of_messages(api):
    said = {"id": "p1", "content": "I love tea. <private>My PIN is in the drawer.</private>"}
    whole = {"id": "p2", "content": "<private>all of this</private>"}
    assert record(api, said, whole) == [("recorded", "private"), ("skipped", "private")]
    assert api.get("/v1/prompts/p1")["content"] == "I love tea. "
    api.stack.idle()
    everything = json.dumps(api.get("/v1/export"))
    assert "drawer" not in everything
    assert "all of this" not in everything


def test_a_repeated_request_answers_as_the_first_time(api):
    mixed = [{"content": "I love gin.", "private": True}, {"content": "I love tea."}]
    first = record(api, *mixed, **{"Idempotency-Key": "one"})
    assert first == record(api, *mixed, **{"Idempotency-Key": "one"})
    assert [one["content"] for one in api.get("/v1/export")["prompts"]] == ["I love tea."]


def test_private_passages_are_left_out_of_turns(api):
    api.post("/v1/sessions", {"id": "s1"})
    turns = [
        {"role": "user", "content": "<private>I am ill.</private>"},
        {"role": "user", "content": "I love tea."},
    ]
    taken = api.post("/v1/sessions/s1/turns", {"offset": 0, "turns": turns})
    assert taken["processedTurns"] == 2
    assert taken["skipped"] == [{"index": 0, "reason": "private"}]
    (prompt,) = taken["prompts"]
    assert api.get(f"/v1/prompts/{prompt}")["content"] == "I love tea."


@pytest.mark.parametrize("target", ["memory", "archive"])
def test_private_passages_are_left_out_of_notes(api, target):
    note = {"content": "Ann likes tea<private> and gin</private>.", "target": target}
    entry = api.post("/v1/memory", note)["entry"]
    assert entry["content"] == "Ann likes tea."
    changed = {"content": "Ann likes cake<private> and rum"}
    api.call("PATCH", f"/v1/memory/{entry['id']}", changed)
    assert api.get(f"/v1/memory/{entry['id']}")["entry"]["content"] == "Ann likes cake"
    refused = api.refused("POST", "/v1/memory", {"content": "<private>gin</private>"})
    assert "private" in refused["message"]


def test_turns_that_ask_not_to_be_saved_are_skipped_with_the_reason(api):
    api.post("/v1/sessions", {"id": "s1"})
    turns = [
        {"role": "user", "content": "I love tea."},
        {"role": "assistant", "content": "So do I."},
        {"role": "user", "content": "Don't save this: I love gin."},
    ]
    taken = api.post("/v1/sessions/s1/turns", {"offset": 0, "turns": turns})
    assert taken["skipped"] == [{"index": 2, "reason": "asked_not_to"}]
    assert len(taken["prompts"]) == 1
    again = api.post("/v1/sessions/s1/turns", {"offset": 0, "turns": turns})
    assert again == {"processedTurns": 3, "prompts": []}
    assert "gin" not in json.dumps(api.get("/v1/export"))


@pytest.mark.parametrize("target", ["memory", "user", "archive"])
def test_no_note_of_an_incognito_session_is_kept(api, target):
    api.post("/v1/sessions", {"id": "s1", "incognito": True})
    note = {"content": "Ann likes gin.", "target": target, "threadId": "s1"}
    for refused in (
        api.refused("POST", "/v1/memory", note),
        api.refused("POST", "/v1/memory", {**note, "content": "Gin. " * 500, "split": True}),
        api.post("/v1/memory/batch", {"entries": [note]})["results"][0]["error"],
    ):
        assert refused["details"][0]["reason"] == "INCOGNITO"
    other = api.post("/v1/memory", {"content": "Ann likes tea."})["entry"]["id"]
    moved = api.refused("PATCH", f"/v1/memory/{other}", {"threadId": "s1"})
    assert moved["details"][0]["reason"] == "INCOGNITO"
    assert "gin" not in json.dumps(api.get("/v1/export")).lower()


def test_nothing_is_kept_of_an_incognito_session(api):
    api.post("/v1/sessions", {"id": "open", "projectPath": "/p"})
    api.call("PATCH", "/v1/sessions/open", {"summary": "Half done"})
    started = api.post("/v1/sessions", {"id": "s1", "projectPath": "/p", "incognito": True})
    assert started["incognito"] is True
    assert started["previous"]["summary"] == "Half done"
    said = {"id": "p1", "content": "I love gin.", "sessionId": "s1"}
    assert record(api, said) == [("skipped", "incognito")]
    turns = [{"role": "user", "content": "I love rum."}]
    taken = api.post("/v1/sessions/s1/turns", {"offset": 0, "turns": turns})
    assert taken == {
        "processedTurns": 1,
        "prompts": [],
        "skipped": [{"index": 0, "reason": "incognito"}],
    }
    reported = api.call("PATCH", "/v1/sessions/s1", {"summary": "About gin", "context": ["rum"]})
    assert (reported.get("summary"), reported["context"]) == (None, [])
    api.stack.idle()
    everything = json.dumps(api.get("/v1/export"))
    assert not [word for word in ("gin.", "rum", "About gin") if word in everything]
    assert record(api, {**said, "sessionId": "open"}) == [("recorded", None)]
    following = api.post("/v1/sessions", {"id": "s2", "projectPath": "/p"})
    assert following["previous"]["id"] == "open"


def test_a_session_becomes_incognito_while_it_goes_on_and_stays_so(api):
    api.post("/v1/sessions", {"id": "s1"})
    first = {"id": "p1", "content": "I love tea.", "sessionId": "s1"}
    assert record(api, first) == [("recorded", None)]
    api.call("PATCH", "/v1/sessions/s1", {"summary": "About tea"})
    closed = api.post("/v1/sessions", {"id": "s1", "incognito": True})
    assert (closed["incognito"], closed.get("summary")) == (True, None)
    assert api.post("/v1/sessions", {"id": "s1"})["incognito"] is True
    second = {"id": "p2", "content": "I love gin.", "sessionId": "s1"}
    assert record(api, second) == [("skipped", "incognito")]


def test_an_incognito_session_that_has_expired_starts_again_as_one(uid):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-incognito"}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        api.post("/v1/sessions", {"id": "s1", "incognito": True})
        stack.control("POST", "clock", {"advanceSeconds": 31 * 86_400})
        assert api.post("/v1/sessions", {"id": "s1"})["incognito"] is True


def test_an_incognito_session_stays_one_after_an_export_and_its_import(api, uid):
    api.post("/v1/sessions", {"id": "s1", "incognito": True})
    with api.stack.user(f"{uid}-other") as client:
        other = Api(client, api.stack)
        other.post("/v1/import", {"data": api.get("/v1/export")})
        said = {"content": "I love gin.", "sessionId": "s1"}
        assert record(other, said) == [("skipped", "incognito")]


@pytest.mark.parametrize(
    "said",
    [
        "Don't save this: I love gin.",
        "I love gin, please don't remember that.",
        "Off the record, I love gin",
        "Bitte merk dir das nicht: Ich liebe Gin.",
        "J'adore le gin. N'enregistre pas ça, s'il te plaît.",
        "No guardes esto: me encanta la ginebra.",
        "ジンが大好きです。これは保存しないでください。",
    ],
)
def test_what_asks_not_to_be_saved_is_not(api, said):
    assert record(api, {"id": "p1", "content": said}) == [("skipped", "asked_not_to")]
    assert api.refused("GET", "/v1/prompts/p1")["code"] == 404
    answered = {"id": "p1", "content": said, "role": "assistant"}
    assert record(api, answered) == [("skipped", "not_the_user")]


def test_private_passages_are_left_out_of_progress_and_stated_facts(api):
    api.post("/v1/sessions", {"id": "s1"})
    report = {
        "summary": "Fixed the login. <private>Ann is ill.</private>",
        "tasks": [{"id": "t1", "title": "Call Ann<private>'s doctor</private>"}],
        "decisions": [{"decision": "Wait", "rationale": "<private>She is ill.</private> Later."}],
    }
    session = api.call("PATCH", "/v1/sessions/s1", report)
    assert session["summary"] == "Fixed the login."
    api.call("PATCH", "/v1/profile/about", {"bio": "Maya. <private>ill</private>"})
    preference = {"type": "like", "description": "tea <private>when ill</private>"}
    assert api.post("/v1/preferences", preference)["description"] == "tea"
    everything = json.dumps(api.get("/v1/export"))
    assert not [word for word in ("ill.", "doctor", "when ill") if word in everything]
    error = api.refused("PATCH", "/v1/sessions/s1", {"summary": "<private>x</private>"})
    assert "is all private" in error["message"]
