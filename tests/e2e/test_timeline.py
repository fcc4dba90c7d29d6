"""The timeline: changes by day, undo, comparison, the profile of any day, and learning."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.e2e.dashboard import Contexts, Dashboard, everywhere
from tests.e2e.learned import EXPORT, SPENT
from tests.support.api import Api
from tests.support.firestore_support import make_client
from tests.support.stacks import stack_process


def _row(page: Any, version: int) -> Any:
    return page.page.locator(f'[data-version="{version}"]')


def _open(row: Any) -> None:
    row.locator(".happening-toggle").click()


@everywhere
def test_tells_what_changed_and_undoes_any_change(dashboard: Any, api: Api, uid: str) -> None:
    first = api.post("/v1/preferences", {"type": "like", "description": "tea"})["id"]
    api.post("/v1/preferences", {"type": "goal", "description": "run a marathon"})
    api.call("DELETE", f"/v1/preferences/{first}")
    page = dashboard(uid, "/timeline")

    _row(page, 3).get_by_text("Likes: tea").wait_for()
    _open(_row(page, 3))
    removed = _row(page, 3).get_by_role("listitem").filter(has_text="tea")
    removed.get_by_text("removed").wait_for()
    assert page.page.url.endswith("?open=0000000003")
    _open(_row(page, 2))
    added = _row(page, 2).get_by_role("listitem").filter(has_text="run a marathon")
    added.get_by_text("added").wait_for()
    added.get_by_role("img", name="Confidence: 90% on").wait_for()
    assert page.violations() == []
    assert not page.overflows()

    _row(page, 3).get_by_role("button", name="Undo").click()
    page.said("Undone.")
    _row(page, 4).get_by_text("Likes: tea").wait_for()
    held = {item["description"] for item in api.profile()["preferences"]}
    assert held == {"tea", "run a marathon"}
    _row(page, 3).get_by_role("button", name="Undo").click()
    page.said("Nothing to undo")
    assert api.profile()["version"] == 4


@everywhere
def test_compares_a_change_with_the_newest_or_any_other(dashboard: Any, api: Api, uid: str) -> None:
    for number in range(1, 8):
        api.call("PATCH", "/v1/profile/about", {"name": f"Ada {number}"})
    page = dashboard(uid, "/timeline")

    # The first one is no longer kept whole.
    result = page.page.get_by_role("region", name="Comparison")
    _row(page, 7).get_by_role("button", name="Compare").click()
    result.locator("del", has_text="Ada 6").wait_for()
    result.locator("ins", has_text="Ada 7").wait_for()
    result.get_by_text("Choose another change to compare with version 7").wait_for()
    assert page.violations() == []
    _row(page, 1).get_by_role("button", name="Compare with this").click()
    result.locator("del", has_text="Ada 1").wait_for()
    result.locator("ins", has_text="Ada 7").wait_for()
    assert page.page.url.endswith("?compare=0000000001..0000000007")
    assert page.violations() == []

    page.page.reload()
    result.locator("del", has_text="Ada 1").wait_for()
    result.get_by_role("button", name="Close").click()
    result.wait_for(state="detached")


@everywhere
def test_looks_at_a_whole_version_and_goes_back_to_it(dashboard: Any, api: Api, uid: str) -> None:
    for number in range(1, 8):
        api.call("PATCH", "/v1/profile/about", {"name": f"Ada {number}"})
    page = dashboard(uid, "/timeline")

    _row(page, 5).get_by_role("link", name="View").click()
    past = page.page.get_by_role("region", name="Your profile as of")
    past.get_by_text("Ada 5").wait_for()
    assert page.violations() == []
    past.get_by_role("button", name="Restore this version").click()
    page.dialog().get_by_text("You can undo this").wait_for()
    page.dialog().get_by_role("button", name="Cancel").click()
    assert api.profile()["version"] == 7
    past.get_by_role("button", name="Restore this version").click()
    page.dialog().get_by_role("button", name="Restore").click()
    page.said("Version restored.")
    _row(page, 8).get_by_text("Restored").wait_for()
    assert api.profile()["about"]["name"] == "Ada 5"

    _row(page, 1).get_by_role("link", name="View").click()
    past.get_by_text("Ada 1").wait_for()
    past.get_by_text("it can no longer be restored").wait_for()


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_filters_by_day_and_shows_the_profile_of_any_day(contexts: Contexts, device: Any) -> None:
    with stack_process(env={"REKINDLE_ANALYZER": "offline"}) as stack, stack.user("ada") as client:
        api = Api(client, stack)
        api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
        stack.control("POST", "clock", {"advanceSeconds": timedelta(days=3).total_seconds()})
        api.call("PATCH", "/v1/profile/about", {"name": "Grace"})
        page = Dashboard(contexts, stack.gateway, device=device)
        page.open("/timeline", "ada")

        rows = page.page.locator(".happening")
        _row(page, 1).wait_for()
        days = page.page.get_by_role("table").get_by_role("link")
        assert [link.inner_text().split(": ")[1] for link in days.all()] == ["1 change"] * 2
        days.last.focus()
        page.page.keyboard.press("ArrowLeft")
        page.page.keyboard.press("Enter")
        page.page.get_by_text("only.").wait_for()
        assert [row.get_attribute("data-version") for row in rows.all()] == ["1"]
        today = datetime.now(UTC)
        assert any(
            page.page.url.endswith(f"?day={today + timedelta(days=near):%Y-%m-%d}")
            for near in (-1, 0, 1)
        )
        assert page.violations() == []
        page.page.get_by_role("link", name="Show all days").click()
        _row(page, 2).wait_for()

        scrubber = page.page.get_by_role("slider", name="Your profile as of")
        scrubber.focus()
        page.page.keyboard.press("ArrowLeft")
        past = page.page.get_by_role("region", name="Your profile as of")
        past.get_by_text("Ada").wait_for()
        assert "asOf=" in page.page.url
        assert not page.overflows()
        page.page.keyboard.press("End")
        past.wait_for(state="detached")
        page.page.wait_for_function("document.activeElement.type === 'range'")
        page.close()
        page.check()


def test_the_newest_changes_are_in_sight_at_once(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/timeline")
    page.page.set_viewport_size({"width": 1280, "height": 800})
    page.settle()
    second = page.page.locator(".happening").nth(1).bounding_box()
    assert second["y"] + second["height"] < 800


@everywhere
def test_a_row_names_what_it_counts(dashboard: Any, api: Api, uid: str) -> None:
    api.learn("I use Vim.", "I live in Leeds.", "I love tea.")
    again = api.learn("I use Vim.", "I live in Leeds.", "I love tea.", "I love coffee.")["id"]
    page = dashboard(uid, "/timeline")

    row = page.page.locator(f'[data-batch="{again}"]')
    row.get_by_text("1 learned · 3 confirmed").wait_for()
    for text in ("Likes: tea", "Likes: coffee", "Editor: Vim", "Location: Leeds"):
        row.get_by_text(text).wait_for()


@everywhere
def test_pauses_and_goes_on(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/timeline")
    page.page.get_by_role("meter", name="0 of 10 messages").wait_for()

    page.page.get_by_role("button", name="Pause learning").click()
    page.said("Paused.")
    page.page.get_by_role("heading", name="Learning is paused").wait_for()
    assert api.get("/v1/settings")["learningEnabled"] is False

    page.page.get_by_role("button", name="Resume learning").click()
    page.said("Learning resumed.")
    page.page.get_by_role("button", name="Pause learning").wait_for()


@everywhere
def test_analyzes_on_request_and_gives_a_reason_for_each_decision(
    dashboard: Any, api: Api, uid: str
) -> None:
    page = dashboard(uid, "/timeline")
    page.page.get_by_text("Nothing has happened yet").wait_for()
    page.page.get_by_role("button", name="Analyze now").click()
    page.said("Nothing new to analyze.")

    api.say("I love Python.", "My key is sk-proj-abcdefghijklmnopqrstuvwxyz123456, I like it.")
    page.page.get_by_role("meter", name="2 of 10 messages").wait_for()
    page.page.get_by_role("button", name="Analyze now").click()
    page.said("Analysis started.")

    row = _row(page, 1)
    row.get_by_text("by rules").wait_for()
    _open(row)
    row.get_by_role("heading", name="2 messages").wait_for()
    decisions = row.get_by_role("list", name="Decisions")
    decision = decisions.get_by_role("listitem").filter(has_text="Python").first
    decision.get_by_text("added").wait_for()
    decision.get_by_text("not known before").wait_for()
    decision.get_by_text("confident").wait_for()
    decision.get_by_text("I love Python.").wait_for()
    page.wait_for_answers()
    assert row.get_by_role("link", name="Python", exact=True).count() == 1, "told twice"
    messages = row.get_by_role("list", name="Messages")
    messages.get_by_text("I love Python.").wait_for()
    page.page.get_by_role("meter", name="0 of 10 messages").wait_for()
    assert page.page.get_by_text("free").count() >= 2
    assert page.violations() == []


@everywhere
def test_tells_what_was_spent_and_why_an_analysis_failed(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.post("/v1/import", {"format": "rekindle", "data": EXPORT})
    # Nobody can import what was spent, so it is written as the functions do.
    client = make_client(api.stack.firestore, api.stack.project)
    client.document("users", uid).update({"learning.spentTotal": SPENT})
    page = dashboard(uid, "/timeline")
    # The export has an analysis, but not its messages.
    page.refusals = True

    facts = page.page.locator(".standing .facts > div")
    facts.filter(has_text="Cost today").get_by_text("free").wait_for()
    total = facts.filter(has_text="Total cost")
    total.get_by_text("$0.0123").wait_for()
    total.get_by_text("10,000 tokens").wait_for()
    batch = page.page.locator('[data-batch="batch-1"]')
    batch.get_by_text("failed").wait_for()
    _open(batch)
    batch.get_by_text("The model did not answer in time.").wait_for()
    batch.get_by_text("$0.0023").wait_for()
    batch.get_by_role("button", name="Try again").wait_for()
    batch.get_by_text("1 message isn’t shown here.").wait_for()
    assert page.violations() == []


@everywhere
def test_tells_how_full_it_is_and_what_made_room(dashboard: Any, api: Api, uid: str) -> None:
    """At the limit, nothing says that others are surer: they may be just as sure."""
    api.call("PATCH", "/v1/settings", {"userProfileMaxPreferences": 1})
    api.learn("I love Python.")
    api.stack.control("POST", "idle")
    api.learn("I absolutely love Rust, always have, it is my favourite language.")
    [batch, *_] = api.batches()
    outcomes = [decision["outcome"] for decision in batch["decisions"]]
    page = dashboard(uid, "/timeline")

    room = page.page.locator(".standing .facts > div").filter(has_text="Preferences")
    room.get_by_text("1 of 1").wait_for()
    row = page.page.locator(f'[data-batch="{batch["id"]}"]')
    _open(row)
    row.get_by_text("the limit has been reached").first.wait_for()
    assert page.page.get_by_text("surer").count() == 0
    rejected, evicted = outcomes.count("rejected"), outcomes.count("evicted")
    assert row.get_by_text(f"{rejected} not learned").count() == min(1, rejected)
    assert row.get_by_text(f"{evicted} pushed out").count() == min(1, evicted)


@everywhere
def test_an_item_leads_to_its_last_change(dashboard: Any, api: Api, uid: str) -> None:
    first = api.post("/v1/preferences", {"type": "like", "description": "tea"})["id"]
    for number in range(20):
        api.call("PATCH", "/v1/profile/about", {"name": f"Ada {number}"})
    page = dashboard(uid, f"/today?item=preference:{first}")

    page.page.get_by_role("link", name="Last changed in version 1", exact=True).click()
    toggle = _row(page, 1).get_by_role("button", expanded=True)
    toggle.wait_for()
    page.page.wait_for_function(
        "at => { const { top, bottom } = at.getBoundingClientRect();"
        " return top > 0 && bottom < innerHeight; }",
        arg=toggle.element_handle(),
    )


@pytest.mark.parametrize("old", ["history", "learning"])
def test_old_addresses_lead_here(dashboard: Any, uid: str, old: str) -> None:
    page = dashboard(uid, f"/{old}")
    page.page.get_by_role("heading", name="Timeline").wait_for()
    page.page.wait_for_url("**/timeline")
