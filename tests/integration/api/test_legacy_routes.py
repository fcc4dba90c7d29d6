"""The legacy routes, in their own formats."""

import json

import pytest


def test_the_user_profile_systems_routes(api):
    empty = api.get("/api/profile")
    assert (empty["success"], empty["profile"]) == (True, None)
    assert empty["reasons"]
    api.learn("I love Python.", "I always run the tests first.")
    profile = api.get("/api/profile")["profile"]
    first = profile["preferences"][0]
    assert set(first) == {"category", "description", "confidence", "evidence", "lastUpdated"}
    assert first["evidence"] == ["I love Python"] or first["evidence"] == ["I love Python."]
    assert isinstance(first["lastUpdated"], int)
    assert (profile["version"], profile["totalPromptsAnalyzed"]) == (1, 2)

    log = api.get("/api/profile/changelog", limit=5)["changelog"]
    assert set(log[0]) == {
        "id",
        "profileId",
        "version",
        "changeType",
        "changeSummary",
        "profileDataSnapshot",
        "createdAt",
    }
    assert (log[0]["changeType"], log[0]["version"]) == ("create", 1)
    snapshot = api.get(f"/api/profile/snapshot/{log[0]['id']}")
    assert json.loads(snapshot["snapshot"]["profileDataSnapshot"]) == snapshot["profile"]
    assert snapshot["profile"]["preferences"][0]["description"] == "Python"
    assert api.post("/api/profile/refresh") == {"success": True, "batchId": None}
    assert api.refused("GET", "/api/profile/snapshot/none")["code"] == 404


def test_the_profile_editors_routes(api):
    fields = {"name": "Ada", "role": "engineer", "org": "Acme", "timezone": "Europe/Paris"}
    assert api.post("/api/user/profile", fields)["profile"]["role"] == "engineer"
    shown = api.get("/api/user/profile")["profile"]
    assert {key: shown[key] for key in fields} == fields
    assert api.profile()["about"]["work"] == {"role": "engineer", "org": "Acme"}
    api.post("/api/user/profile", {"role": None})
    assert "role" not in api.get("/api/user/profile")["profile"]


def test_the_memory_lists_routes(api):
    saved = api.post("/v1/memory", {"content": "a note", "tags": ["x"]})["entry"]
    (entry,) = api.get("/api/user/memory")["entries"]
    fields = {"id", "source", "content", "tags", "confidence", "createdAt"}
    assert entry == {key: saved[key] for key in fields}
    api.call("DELETE", "/api/user/memory", params={"id": saved["id"]})
    assert api.get("/api/user/memory")["entries"] == []
    assert api.refused("DELETE", "/api/user/memory", params={"id": saved["id"]})["code"] == 404


def test_the_preference_systems_routes(api, uid):
    mine = {"user_id": uid}
    body = {
        "preference_type": "like",
        "preference_value": "REST APIs",
        "context": "Manually added",
        "confidence": 0.9,
        "metadata": {"source": "manual_entry"},
    }
    made = api.post("/api/chat/preferences", body, params={**mine, "session_id": "s1"})
    assert (made["preference_value"], made["is_active"]) == ("REST APIs", True)
    assert made["source_session"] == "s1"
    listed = api.get("/api/chat/preferences", **mine, min_confidence=0.7)
    assert (listed["count"], listed["user_id"]) == (1, uid)
    path = f"/api/chat/preferences/{made['id']}"
    assert api.call("PUT", f"{path}/deactivate") == {
        "message": "Preference deactivated",
        "preference_id": made["id"],
    }
    assert api.get("/api/chat/preferences", **mine)["count"] == 0
    assert api.get("/api/chat/preferences", **mine, active_only="false")["count"] == 1
    gone = {"message": "Preference deleted", "preference_id": made["id"]}
    assert api.call("DELETE", path) == gone
    cleared = api.call("DELETE", "/api/chat/preferences", params=mine)
    assert cleared == {"message": f"All preferences cleared for user {uid}", "user_id": uid}
    error = api.refused("GET", "/api/chat/preferences", params={"user_id": "someone"})
    assert (error["code"], error["status"]) == (403, "PERMISSION_DENIED")
    assert api.refused("GET", "/api/chat/preferences")["code"] == 400


def test_metadata_of_any_form_does_not_break_the_list(api, uid):
    """`source_session` comes from metadata, which a client may fill as it likes."""
    new = {"type": "like", "description": "tea", "metadata": {"source_session": 5}}
    api.post("/v1/preferences", new)
    (item,) = api.get("/api/chat/preferences", user_id=uid)["preferences"]
    assert item["source_session"] == 5


def test_learned_preferences_name_their_message_and_session(api, uid):
    said = "I have been working with Python for 5 years."
    api.post("/v1/prompts", {"prompts": [{"content": said, "sessionId": "test-session"}]})
    api.post("/v1/profile/refresh")
    api.stack.idle()
    found = api.get("/api/chat/preferences", user_id=uid)["preferences"]
    assert found
    for item in found:
        assert item["source_session"] == "test-session"
        assert item["metadata"]["message_content"] == said
    entry = api.get("/v1/profile/changelog")["entries"][0]
    assert entry["sessionId"] == "test-session"


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/v1/preferences", ("type", "description")),
        ("/api/chat/preferences?user_id={uid}", ("preference_type", "preference_value")),
    ],
)
def test_a_learning_interest_may_be_spelled_in_words(api, uid, path, names):
    type_, value = names
    body = {type_: "learning interest", value: "frontend development"}
    added = api.post(path.format(uid=uid), body)
    assert added[type_] == "learning_interest"
    (listed,) = api.get("/v1/preferences", type="learning interest")["preferences"]
    assert listed["id"] == added["id"]
