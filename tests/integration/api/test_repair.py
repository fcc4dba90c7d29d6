"""Entries, digest and pages stay consistent, and repair fixes what was broken by hand."""

import os
import random
import threading
import uuid
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from google.cloud.firestore import DELETE_FIELD, Client
from google.cloud.firestore_v1.field_path import FieldPath

from tests.support.api import Api
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process

NOTES = 60


@pytest.fixture
def user(api, stack, uid):
    """The document of a user with enough notes for a page and a tail."""
    notes = [{"content": f"note number {n}", "target": "archive"} for n in range(NOTES)]
    api.post("/v1/memory/batch", {"entries": notes})
    api.post("/v1/memory", {"content": "in the memory tier"})
    before = os.environ.get("FIRESTORE_EMULATOR_HOST")
    os.environ["FIRESTORE_EMULATOR_HOST"] = stack.firestore
    yield Client(project=stack.project).document("users", uid)
    if before is None:
        del os.environ["FIRESTORE_EMULATOR_HOST"]
    else:
        os.environ["FIRESTORE_EMULATOR_HOST"] = before


def check(api):
    return api.post("/v1/memory/repair", {"dryRun": True})


def agrees(api):
    found = check(api)["found"]
    assert not any(found.values()), str(found)
    return True


def test_what_was_never_broken_agrees(api, user):
    assert check(api) == {
        "found": {"missing": 0, "outdated": 0, "surplus": 0, "misplaced": 0, "digest": []},
        "mended": False,
    }


def first(user):
    return next(iter(user.collection("memory").limit(1).stream()))


def lose_a_line(user):
    page = next(iter(user.collection("pages").stream()))
    page.reference.update(
        {FieldPath("entries", min(page.get("entries"))).to_api_repr(): DELETE_FIELD}
    )


def lose_all_pages(user):
    for page in user.collection("pages").stream():
        page.reference.delete()


def change_a_line(user):
    page = next(iter(user.collection("pages").stream()))
    id_, line = min(page.get("entries").items())
    page.reference.update({FieldPath("entries", id_).to_api_repr(): line.replace("note", "lie")})


def delete_an_entry(user):
    first(user).reference.delete()


def edit_an_entry(user):
    first(user).reference.update({"content": "edited by hand"})


def add_an_entry(user):
    entry = first(user).to_dict() | {"content": "added by hand"}
    entry.pop("page")
    user.collection("memory").document("by-hand").set(entry)


def lose_the_digest(user):
    user.collection("derived").document("memory").delete()


def miscount(user):
    user.collection("derived").document("memory").update({"archived": 7, "memory": []})


@pytest.mark.parametrize(
    "breaks",
    [
        lose_a_line,
        lose_all_pages,
        change_a_line,
        delete_an_entry,
        edit_an_entry,
        add_an_entry,
        lose_the_digest,
        miscount,
    ],
)
def test_a_disagreement_made_by_hand_is_found_and_mended(api, user, breaks):
    breaks(user)
    looked = check(api)
    assert any(looked["found"].values())
    assert looked["mended"] is False
    mended = api.post("/v1/memory/repair", {})
    assert (mended["found"], mended["mended"]) == (looked["found"], True)
    assert agrees(api)
    entries = {snapshot.id for snapshot in user.collection("memory").stream()}
    usage = api.get("/v1/memory")["usage"]
    assert usage["archive"]["entries"] + usage["memory"]["entries"] == len(entries)
    results = api.get("/v1/memory/search", q="note hand tier", limit=100)["results"]
    assert {result["entry"]["id"] for result in results} == entries
    assert api.post("/v1/memory", {"content": "and it goes on", "target": "archive"})
    assert agrees(api)


def test_many_changes_at_once_leave_everything_in_agreement(api, stack, uid):
    def work(seed):
        chance = random.Random(seed)
        with stack.user(uid) as client:
            mine = Api(client, stack)
            ids = []
            for n in range(12):
                step = chance.random()
                if step < 0.6 or not ids:
                    target = chance.choice(["archive", "archive", "memory"])
                    body = {"content": f"{seed} says {n}", "target": target}
                    ids.append(mine.post("/v1/memory", body)["entry"]["id"])
                elif step < 0.8:
                    changes = {"content": f"{seed} corrects {n}"}
                    mine.call("PATCH", f"/v1/memory/{chance.choice(ids)}", changes)
                else:
                    mine.call("DELETE", f"/v1/memory/{ids.pop()}")

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert agrees(api)


def test_deleting_most_notes_leaves_few_pages(api, user):
    ids = [entry["id"] for entry in api.get("/v1/memory", pageSize=100)["entries"]]
    for id_ in ids[5:]:
        api.call("DELETE", f"/v1/memory/{id_}")
    assert agrees(api)
    assert len(list(user.collection("pages").stream())) <= 1


@needs_embedded("another one counts no operations")
def test_pages_that_are_half_empty_become_one(uid):
    env = {"GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:8]}"}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        for first in range(0, 1500, 100):
            notes = [
                {
                    "content": f"note {n}",
                    "target": "archive",
                    **({"expiresAt": soon} if n % 2 else {}),
                }
                for n in range(first, first + 100)
            ]
            api.post("/v1/memory/batch", {"entries": notes})
        stack.control("DELETE", "usage")
        api.get("/v1/memory/search", q="note 500")
        assert stack.control("GET", "usage")["reads"] == 4  # the user, the digest, two pages
        stack.control("POST", "clock", {"advanceSeconds": 3700})
        stack.control("POST", "maintenance")
        stack.idle()
        stack.control("DELETE", "usage")
        results = api.get("/v1/memory/search", q="note 500", limit=100)["results"]
        assert stack.control("GET", "usage")["reads"] == 3
        assert results[0]["entry"]["content"] == "note 500"
        assert agrees(api)
        api.post("/v1/memory", {"content": "and it goes on", "target": "archive"})
        assert agrees(api)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_save_interrupted_anywhere_leaves_everything_in_agreement(tmp_path, uid, seed):
    env = {"GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:8]}"}
    acknowledged = []
    with stack_process(data_dir=tmp_path, env=env) as stack, stack.user(uid) as client:
        started = threading.Event()

        def save(worker):
            for n in range(200):
                body = {"content": f"worker {worker} saves {n}", "target": "archive"}
                try:
                    answer = client.post("/v1/memory", json=body)
                except httpx.HTTPError:
                    return
                if answer.status_code == 201:
                    acknowledged.append(answer.json()["entry"]["id"])
                if len(acknowledged) > 20 + 10 * seed:
                    started.set()

        workers = [threading.Thread(target=save, args=(worker,)) for worker in range(3)]
        for worker in workers:
            worker.start()
        assert started.wait(60)
        stack.kill()
        for worker in workers:
            worker.join()
    with stack_process(data_dir=tmp_path, env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        assert agrees(api)
        for id_ in acknowledged:
            assert api.get(f"/v1/memory/{id_}")["entry"]["id"] == id_
        saved = api.get("/v1/memory")["usage"]["archive"]["entries"]
        assert saved >= len(acknowledged)
