"""The effects of time, on a stack of their own: decay, expiry, maintenance, and stuck batches."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from adapters.cloud_tasks import connect
from tests.support.api import Api
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process

DAY = 86_400


@pytest.fixture(scope="module")
def moving_stack():
    """A stack whose clock the tests may advance."""
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack:
        yield stack


@pytest.fixture
def moving(moving_stack, uid):
    """The API of that stack. Afterwards nothing of the user is left that could be due."""
    with moving_stack.user(uid) as client:
        api = Api(client, moving_stack)
        yield api
        api.call("DELETE", "/v1/account")
        moving_stack.control("POST", "maintenance")


def advance(api, days):
    return api.stack.control("POST", "clock", {"advanceSeconds": days * DAY})


def in_days(api, days):
    """A time in the future of the stack, as the API takes it."""
    now = datetime.fromtimestamp(advance(api, 0)["now"], UTC)
    return (now + timedelta(days=days)).isoformat()


def test_what_is_not_mentioned_fades_ends_and_is_recorded(moving):
    api = moving
    moving.learn("I usually reach for Python when solving problems.")
    moving.post("/v1/preferences", {"type": "like", "description": "tea"})
    learned = next(p for p in api.profile()["preferences"] if p["source"] == "learned")
    path = f"/v1/preferences/{learned['id']}"
    version = api.profile()["version"]

    advance(api, 45)
    assert api.get(path)["confidence"] == pytest.approx(learned["confidence"] / 2)
    swept = api.stack.control("POST", "maintenance")
    assert swept["enqueued"]["decay"] == 0
    assert api.profile()["version"] == version

    advance(api, 60)
    assert api.refused("GET", path)["code"] == 404
    assert api.stack.control("POST", "maintenance")["enqueued"]["decay"] == 1
    entry = api.get("/v1/profile/changelog")["entries"][0]
    assert (entry["changeType"], entry["action"], entry["source"]) == ("decay", "decay", "system")
    assert f"preferences.{learned['id']}" in entry["removed"]
    assert entry["version"] == version + 1
    assert [p["description"] for p in api.profile()["preferences"]] == ["tea"]
    assert api.profile()["lastDecay"] > learned["createdAt"]

    assert api.stack.control("POST", "maintenance")["enqueued"]["decay"] == 0
    assert api.profile()["version"] == version + 1


@needs_embedded("another one counts no operations")
def test_maintenance_reads_nothing_of_users_with_nothing_due(moving):
    moving.learn("I love Python.")
    moving.stack.control("POST", "maintenance")
    moving.stack.control("DELETE", "usage")
    moving.stack.control("POST", "maintenance")
    usage = moving.stack.control("GET", "usage")
    # Each query without results costs one read; no user's document is read. The write is the
    # sweep's record of itself, for operators.
    assert (usage["roundTrips"], usage["reads"]) == (9, 8)
    assert (usage["writes"], usage["deletes"]) == (1, 0)


def test_an_expired_entry_is_never_shown(moving):
    ends = in_days(moving, 2)
    for target in ("memory", "archive"):
        body = {"content": f"gone from {target}", "target": target, "expiresAt": ends}
        entry = moving.post("/v1/memory", body)["entry"]
    moving.post("/v1/memory", {"content": "kept"})
    advance(moving, 3)
    assert [entry["content"] for entry in moving.get("/v1/memory")["entries"]] == ["kept"]
    assert moving.refused("GET", f"/v1/memory/{entry['id']}")["code"] == 404
    assert "gone" not in moving.get("/v1/context")["text"]
    assert moving.get("/v1/memory")["usage"]["memory"]["entries"] == 1
    again = moving.post("/v1/memory", {"content": "gone from memory"})
    assert again["deduplicated"] is False


def test_maintenance_removes_what_has_expired(moving):
    lasting = {"content": "A lasting note.", "target": "archive"}
    moving.post("/v1/memory", lasting)
    ends = in_days(moving, 1)
    for n in range(21):
        body = {"content": f"Passing note {n}.", "target": "archive", "expiresAt": ends}
        moving.post("/v1/memory", body)
    advance(moving, 2)
    assert "A lasting note." in moving.get("/v1/context")["text"]
    assert moving.stack.control("POST", "maintenance")["enqueued"]["memory"] == 1
    listed = moving.get("/v1/memory")
    assert [entry["content"] for entry in listed["entries"]] == ["A lasting note."]
    assert listed["usage"]["archive"]["entries"] == 1
    assert "A lasting note." in moving.get("/v1/context")["text"]
    assert moving.stack.control("POST", "maintenance")["enqueued"]["memory"] == 0

    again = moving.post("/v1/memory", {"content": "Passing note 3.", "target": "archive"})
    assert again["deduplicated"] is False
    assert "Passing note 3." in moving.get("/v1/context")["text"]


def test_saving_an_expired_note_again_brings_it_back(moving):
    body = {"content": "Comes back.", "target": "archive"}
    ends = in_days(moving, 1)
    moving.post("/v1/memory", body | {"expiresAt": ends})
    advance(moving, 2)
    moving.post("/v1/memory", body)
    assert "Comes back." in moving.get("/v1/context")["text"]
    assert moving.get("/v1/memory")["usage"]["archive"]["entries"] == 1


def test_changelog_entries_end_after_90_days_but_not_the_versions_kept(moving):
    for n in range(7):
        moving.call("PATCH", "/v1/profile/about", {"name": f"name {n}"})
    advance(moving, 91)
    versions = [e["version"] for e in moving.get("/v1/profile/changelog", pageSize=10)["entries"]]
    assert versions == [7, 6, 5, 4, 3]
    moving.stack.control("POST", "maintenance")
    assert moving.refused("GET", "/v1/profile/changelog/0000000001")["code"] == 404
    assert moving.post("/v1/profile/rollback", {"version": 3})["profile"]["about"] == {
        "name": "name 2"
    }


def test_what_decay_took_can_be_rolled_back(moving):
    moving.learn("I love Python.")
    advance(moving, 112)
    moving.stack.control("POST", "maintenance")
    assert moving.profile()["preferences"] == []
    rolled = moving.post("/v1/profile/rollback", {"version": 1})["profile"]
    assert [item["description"] for item in rolled["preferences"]] == ["Python"]
    moving.stack.control("POST", "maintenance")
    assert moving.profile()["version"] == rolled["version"]


def test_a_users_token_outlives_a_jump_of_the_stacks_clock(moving):
    advance(moving, 400)
    assert moving.profile()["version"] == 0


def test_the_clock_only_goes_forward(moving):
    answer = moving.client.post("/__emulator/clock", json={"advanceSeconds": -5})
    assert answer.status_code == 400


@pytest.fixture
def queue(moving):
    """The client and the name of the queue of analyses, for tests that pause it."""
    client = connect(moving.stack.tasks)
    name = f"projects/{moving.stack.project}/locations/europe-west1/queues/rekindle"
    return client, name


def formed(api):
    """Forms a batch of the pending prompts, without waiting for its analysis; returns its id."""
    return api.post("/v1/profile/refresh")["batchId"]


def test_a_batch_whose_task_was_lost_is_driven_again(moving, queue):
    client, name = queue
    client.pause_queue(name=name)
    moving.say("I love Python.")
    batch_id = formed(moving)
    client.purge_queue(name=name)
    client.resume_queue(name=name)
    assert moving.get(f"/v1/batches/{batch_id}")["state"] == "queued"

    assert moving.stack.control("POST", "maintenance")["enqueued"]["batches"] == 0
    moving.stack.control("POST", "clock", {"advanceSeconds": 16 * 60})
    assert moving.stack.control("POST", "maintenance")["enqueued"]["batches"] == 1
    assert moving.get(f"/v1/batches/{batch_id}")["state"] == "done"
    assert moving.profile()["totalPromptsAnalyzed"] == 1


def test_learning_switched_off_stops_a_batch_that_waits(moving, queue):
    client, name = queue
    client.pause_queue(name=name)
    moving.say("I love Python.")
    batch_id = formed(moving)
    moving.call("PATCH", "/v1/settings", {"learningEnabled": False})
    client.resume_queue(name=name)
    moving.stack.idle()
    batch = moving.get(f"/v1/batches/{batch_id}")
    assert (batch["state"], batch["error"]["reason"]) == ("failed", "LEARNING_OFF")
    assert moving.profile()["version"] == 0

    moving.call("PATCH", "/v1/settings", {"learningEnabled": True})
    assert formed(moving) == batch_id
    moving.stack.idle()
    assert moving.get(f"/v1/batches/{batch_id}")["state"] == "done"


def test_erasing_during_an_analysis_leaves_nothing(moving, queue):
    client, name = queue
    client.pause_queue(name=name)
    moving.say("I love Python.")
    formed(moving)
    moving.call("DELETE", "/v1/account")
    client.resume_queue(name=name)
    moving.stack.idle()
    assert moving.call("DELETE", "/v1/account") == {"deleted": {}}


def test_what_was_known_is_faded_as_it_was_then(moving):
    api = moving
    api.learn("I usually reach for Python when solving problems.")
    advance(api, 45)
    then = in_days(api, 0)
    faded = api.get("/v1/preferences", activeOnly=False)["preferences"][0]["confidence"]
    advance(api, 60)
    api.stack.control("POST", "maintenance")
    assert api.profile()["preferences"] == []
    (known,) = api.get("/v1/profile", asOf=then)["profile"]["preferences"]
    assert known["confidence"] == pytest.approx(faded, abs=0.001)
    advance(api, 90)
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    for n in range(5):
        api.call("PATCH", "/v1/profile/about", {"name": f"Ada {n}"})
    api.stack.control("POST", "maintenance")
    error = api.refused("GET", "/v1/profile", params={"asOf": then})
    assert (error["code"], error["details"][0]["reason"]) == (400, "NOT_RETAINED")
    assert api.get("/v1/profile", asOf=error["details"][0]["oldest"])["profile"]["version"] > 1
