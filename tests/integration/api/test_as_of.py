"""The profile and the context as they were known at an earlier time."""

from datetime import UTC, datetime, timedelta

import pytest


def changes(api):
    """Changes of every kind; returns the profile after each."""
    states = []

    def done(*_):
        states.append(api.profile())

    done(api.learn("I love hiking in the Alps."))
    done(api.call("PATCH", "/v1/profile/about", {"name": "Ada", "interests": ["chess", "tea"]}))
    tea = api.post("/v1/preferences", {"type": "like", "description": "tea"})["id"]
    done()
    done(api.call("PATCH", f"/v1/preferences/{tea}", {"description": "green tea"}))
    done(api.post(f"/v1/preferences/{tea}/deactivate"))
    done(api.call("PATCH", "/v1/profile/about", {"interests": ["tea"], "custom": {"team": [1]}}))
    done(api.call("DELETE", f"/v1/preferences/{tea}"))
    done(api.learn("I dislike hiking in the Alps."))
    done(api.post("/v1/profile/rollback", {"version": len(states) - 2}))
    done(api.call("DELETE", "/v1/profile"))
    done(api.call("PATCH", "/v1/profile/about", {"name": "Augusta"}))
    return states


def known(profile):
    """A profile, but for confidences to the last digit and what has no versions."""
    lists = {
        part: [{**item, "confidence": round(item["confidence"], 3)} for item in profile[part]]
        for part in ("preferences", "aboutMeta")
    }
    return {**profile, **lists}


def test_every_state_is_answered_at_its_time(api):
    states = changes(api)
    entries = list(reversed(api.get("/v1/profile/changelog", pageSize=50)["entries"]))
    assert [state["version"] for state in states] == [entry["version"] for entry in entries]
    for state, entry in zip(states, entries, strict=True):
        answer = api.get("/v1/profile", asOf=entry["createdAt"])
        assert known(answer["profile"]) == known(state)
        assert answer["asOf"] == entry["createdAt"]
        assert "undo" not in entry
    before = datetime.fromisoformat(entries[4]["createdAt"]) - timedelta(microseconds=1)
    found = api.get("/v1/profile", asOf=before.isoformat())
    assert known(found["profile"]) == known(states[3])
    nothing = api.get("/v1/profile", asOf="2020-01-31T09:30:00Z")["profile"]
    assert (nothing["version"], nothing["about"], nothing["preferences"]) == (0, {}, [])


def test_an_import_takes_the_history_along(api, stack, uid):
    states = changes(api)
    entries = list(reversed(api.get("/v1/profile/changelog", pageSize=50)["entries"]))
    data = api.get("/v1/export")
    with stack.user(f"{uid}-2") as client:
        report = client.post("/v1/import", json={"format": "rekindle", "data": data}).json()
        assert report["refused"] == []
        for state, entry in zip(states, entries, strict=True):
            answer = client.get("/v1/profile", params={"asOf": entry["createdAt"]}).json()
            assert known(answer["profile"]) == known(state)


def test_a_context_has_the_profile_of_then_and_todays_notes(api):
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    then = api.get("/v1/profile/changelog")["entries"][0]["createdAt"]
    api.call("PATCH", "/v1/profile/about", {"name": "Augusta"})
    api.post("/v1/memory", {"content": "The tests need Docker."})
    built = api.get("/v1/context", asOf=then)
    assert "Name: Ada\n" in built["text"]
    assert "Augusta" not in built["text"]
    assert "The tests need Docker." in built["text"]
    assert "Notes have no versions" in built["warnings"][0]
    assert "Name: Augusta" in api.get("/v1/context")["text"]


@pytest.mark.parametrize("path", ["/v1/profile", "/v1/context"])
@pytest.mark.parametrize(
    "time",
    [
        "yesterday",
        "1700000000",
        "2026-13-01T00:00:00Z",
        "2026-01-31",
        "2026-01-31T09:30:00",
        "0001-01-01T00:00:00Z",
        "2999-01-01T00:00:00Z",
    ],
)
def test_a_time_that_is_malformed_or_to_come_is_refused(api, path, time):
    error = api.refused("GET", path, params={"asOf": time})
    assert (error["code"], error["details"][0]["field"]) == (400, "asOf")


def test_what_was_true_then_is_told_by_what_is_known_now(api):
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    then = api.profile()["aboutMeta"][0]["firstSeen"]
    api.post("/v1/preferences", {"type": "like", "description": "tea"})
    answer = api.get("/v1/profile", validAt=then)
    assert (answer["validAt"], answer["profile"]["about"]["name"]) == (then, "Ada")
    assert answer["profile"]["preferences"] == []
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    (tea,) = api.get("/v1/profile", validAt=later)["profile"]["preferences"]
    assert tea["description"] == "tea"
    nothing = api.get("/v1/profile", asOf="2020-01-31T09:30:00Z", validAt=then)["profile"]
    assert (nothing["version"], nothing["about"]) == (0, {})
