"""The profile over HTTP: reading, correcting, history, rollback."""

import pytest

from tests.support.api import lasting

CHANGES = "/v1/profile/changelog"


def preference(api, **fields):
    body = {"type": "like", "description": "green tea", **fields}
    return api.post("/v1/preferences", body)


def test_before_anything_the_profile_is_empty_at_version_0(api):
    profile = api.profile()
    assert profile["version"] == 0
    assert profile["about"] == {}
    assert profile["preferences"] == profile["patterns"] == profile["workflows"] == []
    assert profile["skillLevel"] == {"domains": {}}
    assert profile["lastAnalyzed"] is None
    assert profile["totalPromptsAnalyzed"] == 0
    assert api.get("/v1/profile/changelog") == {"entries": []}
    assert "no profile" in " ".join(api.get("/v1/profile/status")["reasons"])


def test_a_merge_patch_sets_and_removes_facts(api):
    facts = {"name": "Ada", "work": {"role": "engineer", "languages": ["Python"]}}
    profile = api.call("PATCH", "/v1/profile/about", facts)["profile"]
    assert profile["about"] == facts
    assert profile["version"] == 1
    metas = {meta["path"]: meta for meta in profile["aboutMeta"]}
    assert set(metas) == {"name", "work.role", "work.languages"}
    assert {meta["source"] for meta in metas.values()} == {"declared"}
    assert {meta["confidence"] for meta in metas.values()} == {1.0}

    profile = api.call("PATCH", "/v1/profile/about", {"work": {"role": None}})["profile"]
    assert profile["about"] == {"name": "Ada", "work": {"languages": ["Python"]}}
    assert {meta["path"] for meta in profile["aboutMeta"]} == {"name", "work.languages"}


def test_every_field_of_the_schemas_fits(api):
    facts = {
        "bio": "Builds robots.",
        "name": "Ada",
        "timezone": "Europe/Lisbon",
        "contacts": [{"name": "Grace", "relation": "manager"}],
        "notes": "Prefers mornings.",
        "work": {"role": "engineer", "org": "Initech", "focusAreas": ["APIs"], "languages": ["Go"]},
        "codePreferences": {
            "tone": "direct",
            "detailLevel": "low",
            "avoidExamples": ["sports"],
            "preferredStacks": ["FastAPI"],
        },
        "tools": {"editor": "neovim", "infra": ["Docker"]},
        "interests": ["type safety"],
        "custom": {"team": "platform", "levels": {"go": 3}},
    }
    assert api.call("PATCH", "/v1/profile/about", facts)["profile"]["about"] == facts


def test_a_declared_fact_is_not_overwritten_by_a_learned_one(api):
    api.call("PATCH", "/v1/profile/about", {"tools": {"editor": "Emacs"}})
    batch = api.learn("I use Neovim for everything.")
    about = [d for d in batch["decisions"] if d["itemId"] == "tools.editor"]
    assert [(d["outcome"], d["reason"]) for d in about] == [("rejected", "declared")]
    assert api.profile()["about"]["tools"]["editor"] == "Emacs"


def test_a_fact_that_the_user_removed_is_not_learned_again(api):
    api.learn("I use Neovim for everything.")
    assert api.profile()["about"]["tools"]["editor"] == "Neovim"
    api.call("PATCH", "/v1/profile/about", {"tools": {"editor": None}})
    batch = api.learn("As I said, I use Neovim for everything.")
    about = [d for d in batch["decisions"] if d["itemId"] == "tools.editor"]
    assert [(d["outcome"], d["reason"]) for d in about] == [("rejected", "forgotten")]
    assert "tools" not in api.profile()["about"]


def test_a_change_that_changes_nothing_makes_no_version(api):
    for _ in range(3):
        profile = api.call("PATCH", "/v1/profile/about", {})["profile"]
    assert profile["version"] == 0


def test_if_match_guards_against_lost_updates(api):
    answer = api.client.patch("/v1/profile/about", json={"name": "Ada"})
    assert answer.headers["ETag"] == '"1"'
    api.call("PATCH", "/v1/profile/about", {"name": "Eda"}, headers={"If-Match": '"1"'})
    error = api.refused("PATCH", "/v1/profile/about", {"name": "Ida"}, headers={"If-Match": '"1"'})
    assert (error["code"], error["status"]) == (409, "ABORTED")
    assert error["details"][0]["version"] == 2
    assert api.profile()["about"]["name"] == "Eda"


def test_a_stated_preference_is_manual(api):
    item = preference(api, context="Said so", metadata={"source": "manual_entry"})
    assert item["source"] == "manual"
    assert item["confidence"] == 0.9
    assert item["active"] is True
    assert api.get(f"/v1/preferences/{item['id']}") == item
    assert api.get("/v1/preferences")["preferences"] == [item]


def test_stating_a_preference_again_does_not_double_it(api):
    first = preference(api, id="tea")
    again = preference(api, id="tea")
    assert first == again
    restated = preference(api, description="Green teas", confidence=0.95)
    assert restated["id"] == "tea"
    assert len(api.get("/v1/preferences")["preferences"]) == 1


def test_preferences_can_be_filtered(api):
    preference(api)
    preference(api, type="tool", description="Neovim", confidence=0.6)
    api.post(f"/v1/preferences/{preference(api, description='jazz')['id']}/deactivate")

    def listed(**query):
        found = api.get("/v1/preferences", **query)["preferences"]
        return {item["description"] for item in found}

    assert listed() == {"green tea", "Neovim"}
    assert listed(minConfidence=0.7) == {"green tea"}
    assert listed(activeOnly="false") == {"green tea", "Neovim", "jazz"}
    assert listed(type="tool") == {"Neovim"}


def test_a_preference_can_be_corrected_switched_and_deleted(api):
    item = preference(api)
    path = f"/v1/preferences/{item['id']}"
    assert api.call("PATCH", path, {"description": "black tea"})["description"] == "black tea"
    assert api.post(f"{path}/deactivate")["active"] is False
    assert api.post(f"{path}/activate")["active"] is True
    api.call("DELETE", path)
    assert api.refused("GET", path)["code"] == 404
    assert api.refused("DELETE", path)["code"] == 404


def test_the_opposite_is_deactivated_and_comes_back(api):
    like = preference(api)
    dislike = preference(api, type="dislike")
    path = f"/v1/preferences/{like['id']}"
    assert api.get(path)["supersededBy"] == dislike["id"]
    assert api.get(path)["active"] is False
    api.call("DELETE", f"/v1/preferences/{dislike['id']}")
    assert api.get(path)["active"] is True
    assert "supersededBy" not in api.get(path)


def test_all_preferences_can_be_deleted(api):
    preference(api)
    preference(api, description="jazz")
    assert api.call("DELETE", "/v1/preferences") == {"deleted": 2}
    assert api.get("/v1/preferences") == {"preferences": []}


def test_more_own_preferences_than_the_limit_are_refused(api):
    api.call("PATCH", "/v1/settings", {"userProfileMaxPreferences": 2})
    preference(api, description="tea")
    preference(api, description="jazz")
    error = api.refused("POST", "/v1/preferences", {"type": "like", "description": "chess"})
    assert error["details"][0]["reason"] == "LIMIT_REACHED"
    assert len(api.get("/v1/preferences")["preferences"]) == 2


def test_the_changelog_tells_every_change(api):
    api.learn("I love Python.", "I prefer tea over coffee.")
    item = api.get("/v1/preferences", type="like")["preferences"][0]
    api.call("PATCH", "/v1/profile/about", {"tools": {"editor": "neovim"}})
    api.call("DELETE", f"/v1/preferences/{item['id']}")
    api.call("DELETE", "/v1/profile")

    entries = api.get("/v1/profile/changelog")["entries"]
    assert [entry["version"] for entry in entries] == [4, 3, 2, 1]
    assert [entry["changeType"] for entry in entries] == ["clear", "remove", "update", "create"]
    assert [entry["action"] for entry in entries] == ["clear", "remove", "update", "extract"]
    assert [entry["source"] for entry in entries] == ["mcp/tool"] * 3 + ["minimal/hook"]
    assert entries[1]["changeSummary"] == "-1 preference"
    assert entries[1]["removed"] == [f"preferences.{item['id']}"]
    assert entries[2]["changes"] == {"tools": {"editor": "neovim"}}
    assert entries[3]["changeSummary"].startswith("+2 preferences")
    assert "snapshot" not in entries[0]
    assert entries[0]["hasSnapshot"] is True


def test_snapshots_are_kept_for_the_last_five_versions(api):
    for n in range(7):
        api.call("PATCH", "/v1/profile/about", {"name": f"name {n}"})
    entries = api.get("/v1/profile/changelog", pageSize=10)["entries"]
    assert [entry["hasSnapshot"] for entry in entries] == [True] * 5 + [False] * 2

    newest = api.get(f"/v1/profile/changelog/{entries[0]['id']}")
    assert newest["snapshot"]["about"]["name"] == "name 6"
    oldest = api.get(f"/v1/profile/changelog/{entries[-1]['id']}")
    assert "snapshot" not in oldest
    error = api.refused("POST", "/v1/profile/rollback", {"version": 2})
    assert (error["status"], error["details"][0]["oldest"]) == ("FAILED_PRECONDITION", 3)
    assert api.refused("POST", "/v1/profile/rollback", {"version": 8})["code"] == 404


def test_rollback_restores_a_version_as_a_new_one_and_can_be_undone(api):
    api.learn("I love Python.")
    preference(api)
    before = api.lasting()
    rolled = api.post("/v1/profile/rollback", {"version": 1})["profile"]
    assert rolled["version"] == 3
    assert [item["description"] for item in rolled["preferences"]] == ["Python"]

    undone = lasting(api.post("/v1/profile/rollback", {"version": 2})["profile"])
    assert undone.pop("version") == 4
    before.pop("version")
    assert undone == before
    types = [entry["changeType"] for entry in api.get("/v1/profile/changelog")["entries"]]
    assert types == ["rollback", "rollback", "update", "create"]


def test_any_change_can_be_undone_and_later_ones_stay(api):
    for n in range(6):
        api.call("PATCH", "/v1/profile/about", {"name": f"name {n}", "bio": f"bio {n}"})
    item = preference(api)["id"]
    api.post(f"/v1/preferences/{item}/deactivate")
    api.call("PATCH", "/v1/profile/about", {"bio": "later"})
    entries = {each["version"]: each["id"] for each in api.get(CHANGES, pageSize=50)["entries"]}

    # No longer kept whole, and half of it has been changed since.
    api.call("PATCH", "/v1/profile/about", {"name": "name 1", "timezone": "Europe/Oslo"})
    undone = api.post(f"{CHANGES}/{entries[1]}/undo")
    assert (undone["facts"], undone["profile"]["version"]) == (0, 10)
    undone = api.post(f"{CHANGES}/{entries[8]}/undo")
    assert (undone["facts"], undone["preferences"], undone["habits"]) == (0, 1, 0)
    [shown] = undone["profile"]["preferences"]
    assert shown["active"]
    undone = api.post(f"{CHANGES}/{entries[7]}/undo")
    assert undone["profile"]["preferences"] == []
    assert undone["profile"]["about"]["bio"] == "later"
    undone = api.post(f"{CHANGES}/{entries[9]}/undo")
    assert undone["profile"]["about"]["bio"] == "bio 5"
    assert undone["profile"]["about"]["timezone"] == "Europe/Oslo"
    assert api.refused("POST", f"{CHANGES}/none/undo")["code"] == 404


def test_an_undone_deletion_can_be_learned_again(api):
    api.learn("I love Python.")
    item = api.get("/v1/preferences", type="like")["preferences"][0]
    api.call("DELETE", f"/v1/preferences/{item['id']}")
    [newest, *_] = api.get(CHANGES)["entries"]
    undone = api.post(f"{CHANGES}/{newest['id']}/undo")["profile"]
    assert [each["id"] for each in undone["preferences"]] == [item["id"]]
    assert api.learn("I love Python.")["decisions"][0]["outcome"] == "reinforced"
    assert (
        api.refused("POST", f"{CHANGES}/{newest['id']}/undo", headers={"If-Match": '"1"'})["code"]
        == 409
    )


def test_the_changelog_comes_in_pages(api):
    for n in range(7):
        api.call("PATCH", "/v1/profile/about", {"name": f"name {n}"})
    first = api.get("/v1/profile/changelog")
    second = api.get("/v1/profile/changelog", pageToken=first["nextPageToken"])
    versions = [entry["version"] for entry in first["entries"] + second["entries"]]
    assert versions == [7, 6, 5, 4, 3, 2, 1]


def test_settings_are_patched_and_reset(api):
    assert api.get("/v1/settings")["userMemoryAnalysisInterval"] == 10
    patched = api.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": 3})
    assert patched["userMemoryAnalysisInterval"] == 3
    assert patched["memoryCharLimit"] == 2200
    reset = api.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": None})
    assert reset["userMemoryAnalysisInterval"] == 10


@pytest.mark.parametrize("kind", ["profile", "account"])
def test_erasing_leaves_nothing(api, kind):
    api.learn("I love Python.")
    api.post("/v1/memory", {"content": "a note"})
    if kind == "profile":
        assert api.call("DELETE", "/v1/profile")["profile"]["preferences"] == []
        assert api.profile()["version"] == 2
        return
    deleted = api.call("DELETE", "/v1/account")["deleted"]
    assert deleted == {
        "prompts": 1,
        "batches": 1,
        "changelog": 1,
        "memory": 1,
        "derived": 1,
        "profile": 1,
    }
    assert api.profile()["version"] == 0
    assert api.get("/v1/memory")["entries"] == []


def test_what_was_deleted_stays_forgotten_after_rollback_and_clear(api):
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    api.learn("I love Python.")
    item = api.get("/v1/preferences", type="like")["preferences"][0]
    api.call("DELETE", f"/v1/preferences/{item['id']}")

    api.post("/v1/profile/rollback", {"version": 1})
    batch = api.learn("I love Python.")
    assert batch["decisions"][0]["reason"] == "forgotten"

    api.call("DELETE", "/v1/profile")
    batch = api.learn("I love Python.")
    assert batch["decisions"][0]["reason"] == "forgotten"


def test_what_a_rollback_brings_back_may_be_learned_again(api):
    api.learn("I love Python.")
    item = api.get("/v1/preferences", type="like")["preferences"][0]
    api.call("DELETE", f"/v1/preferences/{item['id']}")
    api.post("/v1/profile/rollback", {"version": 1})
    batch = api.learn("I love Python.")
    assert batch["decisions"][0]["outcome"] == "reinforced"


@pytest.fixture
def coffee(api):
    """The paths of a like and of the dislike that superseded it."""
    liked = preference(api, description="coffee")
    disliked = preference(api, type="dislike", description="coffee")
    return f"/v1/preferences/{liked['id']}", f"/v1/preferences/{disliked['id']}"


def active(api, path):
    item = api.get(path)
    assert not (item["active"] and "supersededBy" in item)
    return item["active"]


@pytest.mark.parametrize("change", [{"description": "decaf"}, {"active": False}])
def test_changing_the_winner_frees_what_it_had_superseded(api, coffee, change):
    liked, disliked = coffee
    api.call("PATCH", disliked, change)
    assert active(api, liked)


def test_a_preference_changed_into_another_takes_its_place(api, coffee):
    liked, disliked = coffee
    api.call("PATCH", disliked, {"type": "like"})
    assert api.refused("GET", liked)["code"] == 404
    assert active(api, disliked)
    assert len(api.get("/v1/preferences", activeOnly="false")["preferences"]) == 1


def test_activating_by_patch_wins_like_activating(api, coffee):
    liked, disliked = coffee
    api.call("PATCH", liked, {"active": True})
    assert active(api, liked)
    assert not active(api, disliked)


def test_a_repeated_create_is_answered_as_the_first_time(api):
    body = {"type": "like", "description": "tea"}
    headers = {"Idempotency-Key": "k", "If-Match": '"0"'}
    first = api.client.post("/v1/preferences", json=body, headers=headers)
    again = api.client.post("/v1/preferences", json=body, headers=headers)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert api.profile()["version"] == 1
