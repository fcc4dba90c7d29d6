"""An import is no way round a rule: each of these once broke something, some for everybody."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.firestore_support import make_client

NOW = datetime.now(UTC)
HUGE = 2**63 - 1


def ago(**time):
    return (NOW - timedelta(**time)).isoformat()


def take(api, data):
    return api.post("/v1/import", {"data": data})


def reasons(report):
    return [(item["section"], item["index"], item["reason"]) for item in report["refused"]]


def preference(**fields):
    return {
        "id": "p",
        "type": "like",
        "description": "tea",
        "confidence": 0.9,
        "baseConfidence": 0.9,
        "source": "manual",
        "createdAt": ago(days=1),
        "lastUpdated": ago(days=1),
    } | fields


def batch(**fields):
    return {
        "id": uuid.uuid4().hex,
        "state": "failed",
        "promptIds": ["p1"],
        "createdAt": ago(days=1),
        "finishedAt": ago(days=1),
    } | fields


def session(**fields):
    return {"id": "s", "startedAt": ago(days=1), "lastActiveAt": ago(days=1)} | fields


def change(version, **fields):
    return {
        "id": f"{version:010d}",
        "version": version,
        "changeType": "update",
        "action": "update",
        "source": "system",
        "changeSummary": "+1 fact",
        "createdAt": ago(days=1),
    } | fields


def works(api):
    """Uses the user's data in every way that an import may break."""
    api.get("/v1/context")
    api.call("PATCH", "/v1/profile/about", {"name": uuid.uuid4().hex})
    for path in ("/v1/profile", "/v1/profile/changelog", "/v1/preferences", "/v1/memory"):
        api.get(path)
    for path in ("/v1/sessions", "/v1/batches", "/v1/export", "/api/profile/changelog"):
        api.get(path)


def test_a_batch_that_is_due_forever_does_not_stop_maintenance(api, stack):
    data = {"batches": [batch(id="boom", redriveAt="2026-01-01T00:00:00Z", drives=HUGE)]}
    take(api, data)
    stack.control("POST", "maintenance")
    stack.idle()
    works(api)


def test_ids_with_slashes_do_not_make_a_sweep_endless(api, stack):
    ids = [f"aaa/batches/{n:04d}" for n in range(200)]
    report = take(api, {"batches": [batch(id=id_, redriveAt=ago(days=9)) for id_ in ids]})
    assert (report["taken"], len(report["refused"])) == (0, 200)
    stack.control("POST", "maintenance")
    stack.idle()


def test_a_session_cannot_hide_below_another_document(api, stack, uid):
    report = take(api, {"sessions": [session(id="a/b/c"), session(id="fine")]})
    assert reasons(report) == [("sessions", 0, "INVALID_FIELD")]
    assert api.call("DELETE", "/v1/account")["deleted"]["sessions"] == 1
    client = make_client(stack.firestore, stack.project)
    assert list(client.document(f"users/{uid}").collections()) == []


def test_the_budget_is_not_lifted(api):
    spent = {"day": NOW.date().isoformat(), "cost": -1e6}
    take(api, {"profile": {}, "state": {"learning": {"spent": spent, "spentTotal": spent}}})
    learning = api.get("/v1/profile/status")["learning"]
    assert (learning["spentToday"]["cost"], learning["spentTotal"]["cost"]) == (0, 0)


@pytest.mark.parametrize("version", [HUGE, 10**10, -1])
def test_a_version_beyond_all_bounds_is_refused(api, version):
    error = api.refused("POST", "/v1/import", {"data": {"profile": {"version": version}}})
    assert error["details"][0]["field"] == "version"
    works(api)


@pytest.mark.parametrize("id_", ["", "__x__", "a/b", ".", "x" * 2000, "a\u0000b"])
def test_a_preference_with_an_odd_id_is_refused_and_the_others_are_taken(api, id_):
    given = [preference(id=id_), preference(id="fine", description="jazz")]
    report = take(api, {"profile": {"version": 1, "preferences": given}})
    assert reasons(report) == [("profile.preferences", 0, "INVALID_FIELD")]
    assert [item["id"] for item in api.get("/v1/preferences")["preferences"]] == ["fine"]
    works(api)


@pytest.mark.parametrize("snapshot", [{"preferences": "no"}, {"preferences": [{}]}, {"version": 7}])
def test_a_snapshot_that_is_no_profile_is_refused(api, snapshot):
    take(api, {"profile": {"version": 1}})
    report = take(api, {"changelog": [change(1, snapshot=snapshot)]})
    assert reasons(report) == [("changelog", 0, "INVALID_FIELD")]
    works(api)


def test_an_entry_cannot_take_the_place_of_a_version_to_come(api):
    take(api, {"profile": {"version": 1}})
    squatters = [change(0, id="0000000002"), change(1, id="0000000002"), change(2)]
    report = take(api, {"changelog": squatters})
    assert [reason for *_, reason in reasons(report)] == [
        "INVALID_FIELD",
        "INVALID_FIELD",
        "UNKNOWN_VERSION",
    ]
    works(api)


@pytest.mark.parametrize(
    "profile",
    [
        {"version": 10**9},
        {
            "version": 1,
            "about": {"bio": "Sings"},
            "aboutMeta": [{"path": "bio", "seenCount": 10**9}],
        },
    ],
)
def test_a_count_leaves_room_for_the_servers_own(api, profile):
    whole = {"schemaVersion": 1, "createdAt": ago(days=1), "about": {}} | profile
    for meta in whole.get("aboutMeta", []):
        meta |= {"firstSeen": ago(days=1), "lastSeen": ago(days=1), "confidence": 1.0}
        meta |= {"source": "declared"}
    answer = api.client.post("/v1/import", json={"data": {"profile": whole}})
    assert answer.status_code == 400 or answer.json()["refused"]
    for bio in ("Dances", "Paints"):
        api.call("PATCH", "/v1/profile/about", {"bio": bio})
    api.learn("I love Python.")
    assert api.profile()["preferences"][0]["description"] == "Python"
