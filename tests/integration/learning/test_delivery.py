"""Repeated, late and unordered deliveries, and a power failure."""

import random
from datetime import UTC, datetime

import pytest
from google.cloud.firestore_v1 import types

from emulator.eventarc.cloudevent import headers_of, payload_of
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process

Document = types.Document.pb()


def deliver(stack, uid, prompt_id, created=None):
    """Sends one CloudEvent, as the trigger would."""
    name = f"projects/{stack.project}/databases/(default)/documents/users/{uid}/prompts/{prompt_id}"
    document = Document(name=name)
    document.fields["content"].string_value = "hello"
    document.create_time.FromDatetime(created or datetime.now(UTC))
    headers = headers_of(name, document.create_time.ToJsonString(), "europe-west1")
    return stack.call("POST", "/on_prompt_created", content=payload_of(document), headers=headers)


def test_the_same_event_five_times_out_of_order_changes_nothing(api, stack, uid):
    ids = api.say(*[f"message {n}" for n in range(12)])
    before = (api.batches(), api.get("/v1/profile/status"), api.lasting())

    deliveries = ids * 5
    random.Random(7).shuffle(deliveries)
    for prompt_id in deliveries:
        assert deliver(stack, uid, prompt_id).status_code == 200
    stack.idle()

    assert (api.batches(), api.get("/v1/profile/status"), api.lasting()) == before


def test_a_repeated_task_finds_the_batch_done(api, stack, uid):
    batch = api.learn("I love Python.")
    before = api.lasting()
    task = {"uid": uid, "batchId": batch["id"]}
    for _ in range(3):
        answer = stack.call("POST", "/analyze_batch", json=task)
        assert (answer.status_code, answer.json()) == (200, {"state": "nothing_to_do"})
    assert api.lasting() == before


def test_events_and_tasks_for_an_erased_user_write_nothing(api, stack, uid):
    ids = api.say("I love Python.", "I love Go.")
    batch = api.learn("I love Rust.")
    api.call("DELETE", "/v1/account")

    for prompt_id in ids:
        assert deliver(stack, uid, prompt_id).status_code == 200
    task = {"uid": uid, "batchId": batch["id"]}
    assert stack.call("POST", "/analyze_batch", json=task).status_code == 200
    stack.idle()

    assert api.call("DELETE", "/v1/account") == {"deleted": {}}


def test_a_late_event_does_not_count_for_a_user_who_came_back(api, stack, uid):
    (old,) = api.say("I love Python.")
    said = datetime.now(UTC)
    api.call("DELETE", "/v1/account")
    api.say("Hello again.")

    assert deliver(stack, uid, old, created=said).status_code == 200
    assert api.get("/v1/profile/status")["learning"]["pending"] == 1


def account_deleted(stack, uid, **changes):
    """Sends the CloudEvent of a deleted Firebase account."""
    headers = {
        "ce-specversion": "1.0",
        "ce-id": "1",
        "ce-type": "google.firebase.auth.user.v2.deleted",
        "ce-source": f"//identitytoolkit.googleapis.com/projects/{stack.project}",
        "ce-subject": f"users/{uid}",
    }
    headers = {name: value for name, value in (headers | changes).items() if value}
    body = {"oldValue": {"uid": uid, "metadata": {}}}
    return stack.call("POST", "/on_user_deleted", json=body, headers=headers)


@pytest.mark.parametrize("changes", [{}, {"ce-subject": None}], ids=["subject", "payload"])
def test_who_deletes_the_account_is_erased(api, stack, uid, changes):
    api.learn("I love Rust.")
    api.post("/v1/memory", {"content": "The tests need Docker."})
    for _ in range(2):
        assert account_deleted(stack, uid, **changes).status_code == 200
    assert api.call("DELETE", "/v1/account") == {"deleted": {}}


def test_an_event_of_the_first_generation_erases_too(api, stack, uid):
    """functions-framework converts events of 1st-generation triggers to CloudEvents."""
    api.learn("I love Rust.")
    event = {
        "context": {
            "eventId": "1",
            "timestamp": "2026-01-01T00:00:00.000Z",
            "eventType": "providers/firebase.auth/eventTypes/user.delete",
            "resource": {
                "service": "firebaseauth.googleapis.com",
                "name": f"projects/{stack.project}",
            },
        },
        "data": {"uid": uid, "metadata": {}},
    }
    answer = stack.call("POST", "/on_user_deleted", json=event)
    assert answer.status_code == 200, answer.text
    assert api.call("DELETE", "/v1/account") == {"deleted": {}}


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("users/{uid}", "created"),
        ("users/{uid}x", "deleted"),
        ("tenants/{uid}", "deleted"),
    ],
)
def test_no_other_account_event_erases_anybody(api, stack, uid, subject, kind):
    api.post("/v1/memory", {"content": "The tests need Docker."})
    told = {
        "ce-subject": subject.format(uid=uid),
        "ce-type": f"google.firebase.auth.user.v2.{kind}",
    }
    assert account_deleted(stack, "nobody-at-all", **told).status_code == 200
    assert api.get("/v1/memory")["entries"]


@pytest.mark.parametrize(
    "body",
    [b"", b"garbage", b"\x00\xff" * 50],
    ids=["empty", "text", "bytes"],
)
def test_an_unreadable_event_is_dropped_not_repeated_forever(stack, uid, body):
    name = f"projects/{stack.project}/databases/(default)/documents/users/{uid}/prompts/p"
    headers = headers_of(name, "2026-01-01T00:00:00Z", "europe-west1")
    answer = stack.call("POST", "/on_prompt_created", content=body, headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize("function", ["analyze_batch", "run_maintenance"])
def test_a_task_that_can_never_succeed_is_not_repeated(stack, function):
    """Cloud Tasks repeats whatever is not answered with a 2xx."""
    answer = stack.call("POST", f"/{function}", json={"uid": "somebody"})
    assert (answer.status_code, answer.json()["failed"]) == (200, "INVALID_ARGUMENT")
    assert "The task must name a" in answer.json()["message"]


@pytest.mark.slow
@needs_embedded("the killed stack must hold the data itself")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_stack_killed_between_prompt_and_analysis_finishes_after_a_restart(tmp_path, uid, seed):
    """Kills the stack after a random share of the prompts, without waiting for anything."""
    sent_before = random.Random(seed).randrange(10, 20)
    ids = [f"p{n:02}" for n in range(20)]
    env = {"REKINDLE_ANALYZER": "offline", "GOOGLE_CLOUD_PROJECT": "demo-kill"}
    with stack_process(data_dir=tmp_path, env=env) as stack, stack.user(uid) as client:
        for id_ in ids[:sent_before]:
            prompt = {"id": id_, "content": f"I love subject {id_}."}
            assert client.post("/v1/prompts", json={"prompts": [prompt]}).status_code == 202
        stack.kill()

    with stack_process(data_dir=tmp_path, env=env) as stack, stack.user(uid) as client:
        for id_ in ids[sent_before - 1 :]:
            prompt = {"id": id_, "content": f"I love subject {id_}."}
            assert client.post("/v1/prompts", json={"prompts": [prompt]}).status_code == 202
        stack.idle()
        batches = client.get("/v1/batches").json()["batches"]
        profile = client.get("/v1/profile").json()["profile"]
        entries = client.get("/v1/profile/changelog").json()["entries"]

    assert sorted(id_ for batch in batches for id_ in batch["promptIds"]) == ids
    assert [batch["state"] for batch in batches] == ["done", "done"]
    assert profile["totalPromptsAnalyzed"] == 20
    assert [entry["version"] for entry in entries] == [2, 1]
