"""Correcting, forgetting and purging habits and skill levels over HTTP."""

import pytest

from tests.integration.api.test_purge import holding

SKILLS = "/v1/profile/skills"
CHANGES = "/v1/profile/changelog"
FLOW = "I always ask for a review before committing."


@pytest.fixture
def flow(api):
    api.learn(FLOW)
    (item,) = api.profile()["workflows"]
    return item


def given(api, **parts):
    """Imports learned habits, as an export has them."""
    seen = "2026-01-31T09:30:00Z"
    pattern = {"id": "p", "description": "reviews pull requests", "lastSeen": seen, "frequency": 2}
    api.post("/v1/import", {"data": {"profile": {"version": 1, "patterns": [pattern], **parts}}})


def test_each_change_of_the_overall_level_can_be_undone(api):
    api.call("PATCH", SKILLS, {"overall": "beginner"})
    api.call("PATCH", SKILLS, {"overall": "advanced"})
    newest, before = api.get(CHANGES)["entries"]
    for change, left in ((newest, "beginner"), (before, None)):
        undone = api.post(f"{CHANGES}/{change['id']}/undo")
        assert undone["facts"] == 1
        assert undone["profile"]["skillLevel"].get("overall") == left


def test_a_workflow_is_corrected_forgotten_and_known_again(api, flow):
    path = f"/v1/profile/workflows/{flow['id']}"
    changed = api.call("PATCH", path, {"steps": ["Ask Grace", "Commit"]})
    assert (changed["steps"], changed["source"]) == (["Ask Grace", "Commit"], "manual")
    assert changed["description"] == flow["description"]
    assert api.refused("PATCH", path, {})["details"][0]["reason"] == "NO_CHANGE"
    assert api.refused("PATCH", path, {"frequency": 9})["code"] == 400
    assert api.call("DELETE", path) == {"deleted": 1}
    assert api.refused("DELETE", path)["details"][0]["reason"] == "NO_SUCH_HABIT"
    assert api.learn(FLOW)["decisions"][0]["reason"] == "forgotten"
    change = api.get(CHANGES)["entries"][0]
    undone = api.post(f"{CHANGES}/{change['id']}/undo")
    assert undone["habits"] == 1
    (back,) = undone["profile"]["workflows"]
    assert (back["id"], back["steps"]) == (flow["id"], ["Ask Grace", "Commit"])


def test_a_pattern_is_corrected_and_forgotten(api):
    given(api)
    path = "/v1/profile/patterns/p"
    patch = {"description": "reviews all code", "category": "work"}
    changed = api.call("PATCH", path, patch)
    assert (changed["description"], changed["category"], changed["frequency"]) == (
        "reviews all code",
        "work",
        2,
    )
    assert "reviews all code" in api.get("/v1/context")["text"]
    assert api.call("DELETE", path) == {"deleted": 1}
    assert api.profile()["patterns"] == []


def test_levels_are_set_and_removed(api):
    answer = api.call("PATCH", SKILLS, {"domains": {"CI/CD": "advanced", "Rust": "beginner"}})
    level = {"domains": {"ci/cd": "advanced", "rust": "beginner"}, "declared": ["ci/cd", "rust"]}
    assert answer["profile"]["skillLevel"] == level
    answer = api.call("PATCH", SKILLS, {"domains": {"ci/cd": None}})
    assert answer["profile"]["skillLevel"] == {
        "domains": {"rust": "beginner"},
        "declared": ["rust"],
    }
    for wrong in ({}, {"overall": "expert"}, {"domains": {"overall": "beginner"}}, {"rust": None}):
        assert api.refused("PATCH", SKILLS, wrong)["code"] == 400
    assert api.get("/api/profile")["profile"]["skillLevel"] == {"domains": {"rust": "beginner"}}


def test_a_purged_habit_fact_and_level_are_in_no_document(api, stack, uid, flow):
    facts = {"name": "Augusta King", "interests": ["sailing boats", "chess"]}
    api.call("PATCH", "/v1/profile/about", facts)
    api.call("PATCH", SKILLS, {"domains": {"underwater welding": "beginner"}})
    api.post("/v1/memory", {"content": "Augusta King likes sailing boats, underwater welding."})
    said = ("review before committing", "augusta", "sailing", "welding")
    assert all(holding(stack, uid, words) for words in said)
    purge = {"params": {"purge": "true"}}
    answers = [
        api.call("DELETE", f"/v1/profile/workflows/{flow['id']}", **purge),
        api.call("PATCH", "/v1/profile/about", {"name": None, "interests": ["chess"]}, **purge),
        api.call("PATCH", SKILLS, {"domains": {"underwater welding": None}}, **purge),
    ]
    assert [answer["complete"] for answer in answers] == [True] * 3
    assert [holding(stack, uid, words) for words in said] == [[]] * 4
    assert api.profile()["about"] == {"interests": ["chess"]}
    refused = api.refused("PATCH", "/v1/profile/about", {"name": "Ada"}, **purge)
    assert refused["details"][0]["field"] == "purge"
