"""Purging over HTTP: no stored document has the words afterwards."""

import pytest

from tests.support.firestore_support import make_client

SAID = "I love sailing on Lake Constance."


def holding(stack, uid, words):
    """The documents that hold words, in the database."""
    user = make_client(stack.firestore, stack.project).collection("users").document(uid)
    found = [user.get()] + [
        document for part in user.collections() for document in part.recursive().stream()
    ]
    return [one.reference.path for one in found if words.lower() in str(one.to_dict()).lower()]


@pytest.fixture
def lived(api):
    api.learn(SAID, "I love chess.")
    api.call("PATCH", "/v1/profile/about", {"name": "Ada", "bio": f"Says: {SAID}"})
    api.post("/v1/memory", {"content": f"She said: {SAID}", "target": "archive", "id": "note"})
    api.post("/v1/memory", {"content": f"Again, {SAID} It is far.", "target": "user"})
    api.post("/v1/sessions", {"id": "s"})
    api.call("PATCH", "/v1/sessions/s", {"summary": f"Talked: {SAID}"})
    (item,) = [i for i in api.profile()["preferences"] if "sailing" in i["description"]]
    return f"/v1/preferences/{item['id']}"


def test_a_purged_preference_is_in_no_document(api, stack, uid, lived):
    assert len(holding(stack, uid, "sailing on lake constance")) >= 7
    answer = api.call("DELETE", lived, params={"purge": "true"})
    assert answer == {"deleted": 1, "complete": True}
    assert holding(stack, uid, "sailing on lake constance") == []
    assert api.refused("DELETE", lived, params={"purge": "true"})["code"] == 404
    api.learn(SAID)
    assert [i["description"] for i in api.profile()["preferences"]] == ["chess"]
    assert api.get("/v1/memory/search", q="sailing")["results"] == []


def test_a_purged_note_is_in_no_document(api, stack, uid):
    text = "The badge opens gate three."
    api.post("/v1/memory", {"content": text, "id": "g"})
    api.post("/v1/memory", {"content": f"Again: {text} Yes.", "target": "archive"})
    answer = api.call("DELETE", "/v1/memory/g", params={"purge": "true"})
    assert (answer["deleted"], answer["complete"]) == (1, True)
    assert holding(stack, uid, "badge opens gate") == []


def test_a_purged_note_takes_the_words_of_all_its_parts_along(api, stack, uid):
    text = "\n\n".join(
        f"Page {n}. {'It goes on. ' * 140}The badge opens gate {n}." for n in range(3)
    )
    note = {"content": text, "split": True, "target": "archive"}
    parts = api.post("/v1/memory", note)["parts"]
    assert len(parts) == 3
    api.post("/v1/memory", {"content": parts[2]["content"]})
    path = f"/v1/memory/{parts[0]['id']}"
    answer = api.call("DELETE", path, params={"purge": "true"})
    assert (answer["deleted"], answer["complete"]) == (1, True)
    assert holding(stack, uid, "badge opens gate") == []


def test_all_purged_preferences_and_a_purged_profile_are_in_no_document(api, stack, uid, lived):
    answer = api.call("DELETE", "/v1/preferences", params={"purge": "true"})
    assert answer == {"deleted": 2, "complete": True}
    assert holding(stack, uid, "sailing") == holding(stack, uid, "chess") == []
    cleared = api.call("DELETE", "/v1/profile", params={"purge": "true"})
    assert (cleared["complete"], cleared["profile"]["about"]) == (True, {})
    assert holding(stack, uid, "Says:") == []
    answer = api.call("DELETE", "/v1/memory/note")
    assert "complete" not in answer
