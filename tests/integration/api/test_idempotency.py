"""Requests that are sent again with the same `Idempotency-Key`."""

import pytest

from tests.support.firestore_support import make_client

PROMPT = {"prompts": [{"content": "I tend roses."}]}
OTHER_PROMPT = {"prompts": [{"content": "I breed horses."}]}
PREFERENCE = {"type": "like", "description": "roses"}
LEGACY = {"preference_type": "like", "preference_value": "roses"}

CREATING = {
    "prompts": ("/v1/prompts", PROMPT, OTHER_PROMPT, 202),
    "preference": ("/v1/preferences", PREFERENCE, PREFERENCE | {"description": "horses"}, 201),
    "legacy preference": (
        "/api/chat/preferences?user_id={uid}",
        LEGACY,
        LEGACY | {"preference_value": "horses"},
        200,
    ),
    "session": ("/v1/sessions", {"projectPath": "/roses"}, {"projectPath": "/horses"}, 201),
    "note": (
        "/v1/memory",
        {"content": "Roses need pruning.", "target": "archive"},
        {"content": "Horses need hay.", "target": "archive"},
        201,
    ),
}


def stored(stack, uid):
    """All of a user's documents by path, as they are in the database."""
    user = make_client(stack.firestore, stack.project).collection("users").document(uid)
    documents = [user.get()] + [
        document for part in user.collections() for document in part.recursive().stream()
    ]
    return {document.reference.path: str(document.to_dict()) for document in documents}


def things(stack, uid):
    """The text of everything that a user has."""
    return " ".join(stored(stack, uid).values()).lower()


@pytest.mark.parametrize("kind", CREATING)
def test_the_same_key_creates_one_thing_and_answers_with_it(api, stack, uid, kind):
    path, body, other, status = CREATING[kind]
    path = path.format(uid=uid)
    headers = {"Idempotency-Key": f"key of {kind}".replace(" ", "-")}

    first = api.client.post(path, json=body, headers=headers)
    assert first.status_code == status, first.text
    stack.idle()
    before = stored(stack, uid)
    again = api.client.post(path, json=body, headers=headers)
    stack.idle()
    assert again.status_code == status, again.text
    assert again.json() == first.json()
    assert stored(stack, uid).keys() == before.keys()

    different = api.client.post(path, json=other, headers=headers)
    stack.idle()
    assert stored(stack, uid).keys() == before.keys()
    assert "horses" not in things(stack, uid), "the first body stays"
    error = different.json()["error"]
    assert (error["code"], error["status"]) == (422, "FAILED_PRECONDITION")
    assert error["details"][0]["reason"] == "KEY_REUSED"

    api.client.post(path, json=other, headers={"Idempotency-Key": "another"})
    stack.idle()
    assert "horses" in things(stack, uid)


def test_a_secret_in_an_idempotency_key_is_only_hashed(api, stack, uid):
    secret = "rekindle" + "_" + "a1B2c3D4" * 4
    headers = {"Idempotency-Key": secret}
    for kind, (path, body, _, _) in CREATING.items():
        answer = api.client.post(path.format(uid=uid), json=body, headers=headers)
        assert answer.is_success, (kind, answer.text)
        assert secret not in answer.text
    stack.idle()
    assert secret.lower() not in str(stored(stack, uid)).lower()


def test_a_key_holds_for_a_preference_that_was_merged(api, stack, uid):
    api.post("/v1/preferences", PREFERENCE)
    headers = {"Idempotency-Key": "merged"}
    body = PREFERENCE | {"context": "said at lunch"}
    first = api.post("/v1/preferences", body, headers=headers)
    api.call("PATCH", f"/v1/preferences/{first['id']}", {"context": "said at dinner"})
    api.post("/v1/preferences", body, headers=headers)
    assert api.get(f"/v1/preferences/{first['id']}")["context"] == "said at dinner"
    other = body | {"description": "horses"}
    assert api.refused("POST", "/v1/preferences", other, headers=headers)["code"] == 422


def test_each_note_of_a_batch_has_its_place_under_the_key(api):
    entries = [{"content": f"Note {n} about roses.", "target": "archive"} for n in (1, 2)]
    headers = {"Idempotency-Key": "batch"}
    first = api.post("/v1/memory/batch", {"entries": entries}, headers=headers)
    assert api.post("/v1/memory/batch", {"entries": entries}, headers=headers) == first
    entries[1] = {"content": "Horses need hay.", "target": "archive"}
    results = api.post("/v1/memory/batch", {"entries": entries}, headers=headers)["results"]
    assert [result["status"] for result in results] == ["created", "refused"]
    assert results[1]["error"]["details"][0]["reason"] == "KEY_REUSED"
