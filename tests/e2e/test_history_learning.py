"""History and learning: versions, comparison, rollback, batches and their decisions."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.e2e.learned import EXPORT, SPENT
from tests.support.api import Api
from tests.support.firestore_support import make_client


@everywhere
def test_compares_any_two_versions_and_goes_back(dashboard: Any, api: Api, uid: str) -> None:
    first = api.post("/v1/preferences", {"type": "like", "description": "tea"})["id"]
    api.post("/v1/preferences", {"type": "goal", "description": "run a marathon"})
    api.call("DELETE", f"/v1/preferences/{first}")
    page = dashboard(uid, "/history")

    compare = page.page.get_by_role("region", name="Compare two versions")
    compare.get_by_text("removed").wait_for()
    compare.get_by_label("From").select_option(label="Version 1")
    for kind, item in (("added", "run a marathon"), ("removed", "tea")):
        compare.get_by_role("listitem").filter(has_text=item).get_by_text(kind).wait_for()
    compare.get_by_label("From").select_option(label="Version 3")
    compare.get_by_text("These two say the same.").wait_for()

    newest = page.page.locator('[data-version="3"]')
    newest.get_by_text("− 1 preference").wait_for()
    newest.get_by_text("like tea").wait_for()
    older = page.page.locator('[data-version="2"]')
    older.get_by_text("+ 1 preference").wait_for()
    older.get_by_text("What changed").click()
    older.get_by_text("Goal: run a marathon").wait_for()

    page.page.locator('[data-version="1"]').get_by_role("button", name="Go back").click()
    page.dialog().get_by_text("Nothing of the history is lost").wait_for()
    page.dialog().get_by_role("button", name="Cancel").click()
    assert api.profile()["version"] == 3

    page.page.locator('[data-version="1"]').get_by_role("button", name="Go back").click()
    page.dialog().get_by_role("button", name="Go back").click()
    page.said("as in version 1 again")
    page.page.locator('[data-version="4"]').wait_for()
    assert [item["description"] for item in api.profile()["preferences"]] == ["tea"]


@everywhere
def test_draws_the_confidences_and_tells_them_as_a_table(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/history")
    chart = page.page.get_by_role("region", name="Confidence of each preference").first

    chart.locator("canvas").wait_for()
    lines = chart.get_by_role("checkbox")
    assert lines.count() > 5
    lines.first.uncheck()
    chart.locator("canvas").wait_for()
    chart.get_by_text("Show as a table").click()
    row = chart.get_by_role("row").filter(has_text="speak at a conference")
    row.get_by_role("cell", name="55%").first.wait_for()


@everywhere
def test_pauses_and_goes_on(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/learning")
    page.page.get_by_role("img", name="0 of 10 messages").wait_for()

    page.page.get_by_role("button", name="Pause learning").click()
    page.said("Paused.")
    page.page.get_by_text("Learning is paused").wait_for()
    assert api.get("/v1/settings")["learningEnabled"] is False

    page.page.get_by_role("button", name="Resume learning").click()
    page.said("Learning goes on.")
    page.page.get_by_role("button", name="Pause learning").wait_for()


@everywhere
def test_analyzes_on_request_and_gives_a_reason_for_each_decision(
    dashboard: Any, api: Api, uid: str
) -> None:
    page = dashboard(uid, "/learning")
    page.page.get_by_text("No analysis yet").wait_for()
    page.page.get_by_role("button", name="Analyse now").click()
    page.said("There is nothing new to analyse.")

    api.say("I love Python.", "My key is sk-proj-abcdefghijklmnopqrstuvwxyz123456, I like it.")
    page.page.get_by_role("img", name="2 of 10 messages").wait_for()
    page.page.get_by_role("button", name="Analyse now").click()
    page.said("The analysis has started.")

    batch = page.page.locator(".batch")
    batch.get_by_text("done").wait_for()
    batch.get_by_text("2 messages").wait_for()
    decision = batch.get_by_role("listitem").filter(has_text="Python").first
    decision.get_by_text("added").wait_for()
    decision.get_by_text("not known before").wait_for()
    decision.get_by_text("sure").wait_for()
    decision.get_by_text("I love Python.").wait_for()
    page.page.get_by_role("img", name="0 of 10 messages").wait_for()
    assert page.page.get_by_text("free").count() >= 2


@everywhere
def test_tells_what_was_spent_and_why_an_analysis_failed(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.post("/v1/import", {"format": "rekindle", "data": EXPORT})
    # Nobody can import what was spent, so it is written as the functions do.
    client = make_client(api.stack.firestore, api.stack.project)
    client.document("users", uid).update({"learning.spentTotal": SPENT})
    page = dashboard(uid, "/learning")

    facts = page.page.locator(".standing-facts > div")
    facts.filter(has_text="Cost today").get_by_text("free").wait_for()
    total = facts.filter(has_text="Cost so far")
    total.get_by_text("$0.0123").wait_for()
    total.get_by_text("10,000 tokens").wait_for()
    batch = page.page.locator(".batch")
    batch.get_by_text("failed").wait_for()
    batch.get_by_text("The model did not answer in time.").wait_for()
    batch.get_by_text("$0.0023").wait_for()
    assert page.violations() == []
