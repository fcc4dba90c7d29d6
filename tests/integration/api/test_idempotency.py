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


def identity(body):
    """The ids in an answer."""
    items = body.get("prompts") or [body.get("entry") or body]
    return [item["id"] for item in items]


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
    assert again.status_code in (status, 200), again.text
    assert identity(again.json()) == identity(first.json())
    assert stored(stack, uid).keys() == before.keys()

    different = api.client.post(path, json=other, headers=headers)
    stack.idle()
    assert stored(stack, uid).keys() == before.keys()
    assert "horses" not in things(stack, uid), "the first body stays"
    if kind == "note":
        assert different.json()["error"]["details"][0]["reason"] == "ID_TAKEN"
    else:
        assert identity(different.json()) == identity(first.json())

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
