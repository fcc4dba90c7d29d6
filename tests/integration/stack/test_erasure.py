"""Data written while a user is being erased is erased too, or its writer is refused."""

from datetime import UTC, datetime

import pytest
from google.auth.credentials import AnonymousCredentials
from google.cloud.firestore import Client

from adapters.firestore.erasure import PAGE, erase_user
from tests.support.firestore_support import emulator_host

NOW = datetime(2026, 3, 1, tzinfo=UTC)


class OvertakenClient(Client):
    """A client of which another transaction writes a batch just before it deletes the user."""

    def transaction(self, **options):
        late = self.late.collection("batches").document("late")
        if self.overtakes:
            self.overtakes -= 1
            late.set({"state": "queued"})
        return super().transaction(**options)


@pytest.fixture
def client(stack):
    with emulator_host(stack.firestore):
        return OvertakenClient(project=stack.project, credentials=AnonymousCredentials())


@pytest.fixture
def user(client, uid):
    client.late = user = client.collection("users").document(uid)
    client.overtakes = 0
    return user


def erase(client, uid, has_time=lambda: True):
    return erase_user(client, uid, NOW, has_time)


def test_a_batch_formed_just_before_the_user_goes_does_not_stay(client, user, uid):
    client.overtakes = 2
    user.set({"knownSince": "2026-01-01"})
    user.collection("prompts").document("p1").set({"content": "I love tea."})

    erasure = erase(client, uid)
    assert erasure.complete
    assert erasure.deleted == {"prompts": 1, "profile": 1, "batches": 2}
    assert not user.get().exists
    assert not list(user.collections())


def test_it_can_be_repeated_and_finds_nothing_of_somebody_unknown(client, user, uid):
    for _ in range(2):
        erasure = erase(client, uid)
        assert (erasure.deleted, erasure.complete) == ({}, True)
    assert not user.get().exists


@pytest.mark.parametrize("step", range(4))
def test_it_is_finished_by_the_next_call_wherever_it_stopped(client, user, uid, step):
    """The process dies when it has asked for the time so often, or at the last transaction."""
    user.set({"knownSince": "2026-01-01"})
    writes = client.batch()
    for n in range(PAGE + 1):
        writes.set(user.collection("memory").document(f"{n}"), {"content": "x"})
    writes.commit()
    user.collection("sessions").document("a").collection("b").document("c").set({"x": 1})

    class Died(Exception):
        pass

    asked = 0

    def has_time():
        nonlocal asked
        asked += 1
        if asked > step:
            raise Died
        return True

    try:
        first = erase(client, uid, has_time).deleted
    except Died:
        first = None
        assert "eraseDueAt" in user.get().to_dict()
    rest = erase(client, uid)
    assert rest.complete
    if first is not None:
        assert (first, rest.deleted) == ({"memory": PAGE + 1, "sessions": 1, "profile": 1}, {})
    assert not user.get().exists
    assert not list(user.collections())


def test_everything_is_refused_until_an_erasure_is_complete(api, client, user, uid):
    """Nothing is written meanwhile, and the answers say what to do; then a new life begins."""
    api.learn("I love tea.")
    api.post("/v1/sessions", {"id": "known"})
    user.set({"eraseDueAt": NOW}, merge=True)
    now = datetime.now(UTC).isoformat()
    session = {"id": "late", "startedAt": now, "lastActiveAt": now}
    for method, path, body in (
        ("POST", "/v1/prompts", {"prompts": [{"content": "late"}]}),
        ("POST", "/v1/memory", {"content": "late"}),
        ("PATCH", "/v1/profile/about", {"name": "late"}),
        ("POST", "/v1/sessions", {"id": "late"}),
        ("PATCH", "/v1/sessions/known", {"summary": "late"}),
        ("DELETE", "/v1/sessions/known", None),
        ("POST", "/v1/import", {"data": {"sessions": [session]}}),
        ("GET", "/v1/profile", None),
        ("GET", "/v1/export", None),
    ):
        error = api.refused(method, path, body)
        assert error["code"] == 503, path
        assert error["details"][0]["reason"] == "BEING_ERASED", path
    assert api.get("/v1/context")["text"] == ""
    deleted = api.call("DELETE", "/v1/account")["deleted"]
    assert deleted["profile"] == 1
    assert api.call("DELETE", "/v1/account") == {"deleted": {}}
    api.post("/v1/memory", {"content": "new"})
    assert [entry["content"] for entry in api.get("/v1/memory")["entries"]] == ["new"]


def test_nested_documents_go_and_are_counted(api, user, uid):
    api.post("/v1/memory", {"content": "note"})
    user.collection("sessions").document("a").collection("b").document("c").set({"x": 1})
    deleted = api.call("DELETE", "/v1/account")["deleted"]
    assert (deleted["memory"], deleted["sessions"]) == (1, 1)
    assert not list(user.collections())
