"""Sessions."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.support.api import Api


@everywhere
def test_changes_and_deletes_a_session(dashboard: Any, api: Api, uid: str) -> None:
    session = api.post("/v1/sessions", {"projectPath": "/home/ada/engine"})["id"]
    task = {"id": "mill", "title": "Build the mill"}
    api.call("PATCH", f"/v1/sessions/{session}", {"summary": "Begun.", "tasks": [task]})
    page = dashboard(uid, "/sessions")
    card = page.page.get_by_role("article")

    page.act_on(card, "Edit summary")
    page.dialog().get_by_label("Summary").fill("Half done.")
    page.dialog().get_by_role("button", name="Save").click()
    page.said("Saved.")
    card.get_by_text("Half done.").wait_for()
    card.get_by_label("State of “Build the mill”").select_option("completed")
    page.said("Saved.")
    stored = api.get(f"/v1/sessions/{session}")
    assert (stored["summary"], stored["tasks"][0]["status"]) == ("Half done.", "completed")

    page.act_on(card, "Delete")
    page.dialog().get_by_role("button", name="Delete").click()
    page.said("Deleted.")
    page.page.get_by_text("No sessions").wait_for()
