"""The panel of habits, skill levels and facts: editing, forgetting, undoing, purging."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.support.api import Api

SEEN = "2026-01-31T09:30:00Z"
PROFILE = {
    "version": 1,
    "patterns": [
        {"id": "p", "description": "questions about tests", "frequency": 2, "lastSeen": SEEN}
    ],
    "workflows": [
        {
            "id": "w",
            "description": "releases on Fridays",
            "steps": ["run the tests", "push"],
            "lastSeen": SEEN,
        }
    ],
    "skillLevel": {"overall": "beginner", "domains": {"ci/cd": "beginner"}},
}


def _open(dashboard: Any, api: Api, uid: str, item: str) -> Any:
    api.post("/v1/import", {"data": {"profile": PROFILE}})
    return dashboard(uid, f"/today?item={item}")


def _panel(page: Any) -> Any:
    return page.page.locator(".panel")


def _press(page: Any, name: str) -> None:
    _panel(page).get_by_role("button", name=name, exact=True).click()


def _forget_and_undo(page: Any, heading: str) -> None:
    _press(page, "Forget")
    page.said("It won’t be learned again")
    _panel(page).get_by_role("heading", name="No longer known").wait_for()
    _press(page, "Undo")
    page.said("Undone.")
    _panel(page).get_by_role("heading", name=heading).wait_for()


def _purge(page: Any) -> None:
    _panel(page).get_by_role("button", name="Forget everywhere").click()
    page.page.get_by_role("button", name="Forget everywhere", exact=True).click()
    page.said("Forgotten everywhere.")


@everywhere
def test_a_workflow_is_edited_forgotten_and_purged(dashboard: Any, api: Api, uid: str) -> None:
    page = _open(dashboard, api, uid, "workflow:w")
    _press(page, "Edit")
    _panel(page).get_by_label("Description", exact=True).fill("ships on Mondays")
    _panel(page).get_by_label("Steps").fill("run the tests\n\n tell Grace ")
    _press(page, "Save")
    page.said("Saved.")
    _panel(page).get_by_text("You stated this yourself.").wait_for()
    assert api.profile()["workflows"][0]["steps"] == ["run the tests", "tell Grace"]
    _forget_and_undo(page, "ships on Mondays")
    assert page.violations() == []

    _purge(page)
    assert api.profile()["workflows"] == []
    assert "Fridays" not in str(api.get("/v1/profile/changelog"))


@everywhere
def test_a_pattern_is_edited_and_forgotten(dashboard: Any, api: Api, uid: str) -> None:
    page = _open(dashboard, api, uid, "pattern:p")
    _press(page, "Edit")
    _panel(page).get_by_label("Description", exact=True).fill("questions about fixtures")
    _panel(page).get_by_label("Category").fill("testing")
    _press(page, "Save")
    page.said("Saved.")
    _forget_and_undo(page, "questions about fixtures")
    [pattern] = api.profile()["patterns"]
    assert (pattern["category"], pattern["source"]) == ("testing", "manual")


@everywhere
def test_levels_are_edited_forgotten_and_purged(dashboard: Any, api: Api, uid: str) -> None:
    page = _open(dashboard, api, uid, "skill:ci/cd")
    _press(page, "Edit")
    _panel(page).get_by_role("combobox", name="Level").select_option("advanced")
    _press(page, "Save")
    page.said("Saved.")
    _panel(page).get_by_text("You stated this yourself.").wait_for()
    assert api.profile()["skillLevel"]["domains"] == {"ci/cd": "advanced"}
    _forget_and_undo(page, "ci/cd")
    _purge(page)
    assert api.profile()["skillLevel"] == {"overall": "beginner", "domains": {}}


def test_a_fact_and_the_overall_level_are_purged(dashboard: Any, api: Api, uid: str) -> None:
    api.call("PATCH", "/v1/profile/about", {"name": "Augusta King"})
    page = _open(dashboard, api, uid, "fact:name")
    _purge(page)
    assert "Augusta" not in str(api.get("/v1/profile/changelog"))
    page.open("/today?item=skill:overall")
    _purge(page)
    assert api.profile()["skillLevel"]["domains"] == {"ci/cd": "beginner"}
    assert "overall" not in api.profile()["skillLevel"]
