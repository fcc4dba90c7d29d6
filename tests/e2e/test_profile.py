"""The profile: viewing, correcting, adding, switching off, forgetting."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.e2e.learned import EXPORT
from tests.support.api import Api

SAID = "I love Python. Please always keep answers short."


def _row(page: Any, text: str) -> Any:
    return page.page.locator("li.preference", has_text=text)


@everywhere
def test_shows_why_something_is_known_and_how_it_will_fade(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.learn(SAID)
    page = dashboard(uid)

    row = _row(page, "Python")
    row.get_by_role("button", expanded=False).first.click()

    row.get_by_text("I love Python.").wait_for()
    row.get_by_text("Without another mention it falls below 70%").wait_for()
    assert row.get_by_role("img").get_attribute("aria-label") == (
        "Confidence falls from 95% today to 0%."
    )
    assert row.get_by_role("meter").get_attribute("aria-valuenow") == "95"


@everywhere
def test_adds_edits_and_switches_a_preference(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.page.get_by_text("Nothing yet").wait_for()

    page.page.get_by_role("button", name="Add a preference").click()
    page.dialog().get_by_label("Kind").select_option("dislike")
    page.dialog().get_by_label("What", exact=True).fill("pop-up windows")
    page.dialog().get_by_label("Context").fill("on any page")
    page.dialog().get_by_role("button", name="Save").click()
    page.said("Added.")
    _row(page, "pop-up windows").get_by_text("from you").wait_for()

    page.act_on(_row(page, "pop-up windows"), "Edit")
    page.dialog().get_by_label("What", exact=True).fill("pop-ups")
    page.dialog().get_by_label("Confidence").fill("0.5")
    page.dialog().get_by_role("button", name="Save").click()
    page.said("Saved.")
    _row(page, "pop-ups").get_by_text("not told").wait_for()

    page.act_on(_row(page, "pop-ups"), "Switch off")
    page.said("Switched off")
    _row(page, "pop-ups").get_by_text("switched off").wait_for()
    page.act_on(_row(page, "pop-ups"), "Switch on")
    page.said("Switched on")

    [stored] = api.profile()["preferences"]
    assert (stored["description"], stored["confidence"], stored["active"]) == ("pop-ups", 0.5, True)


@everywhere
def test_forgets_for_good(dashboard: Any, api: Api, uid: str) -> None:
    api.learn(SAID)
    page = dashboard(uid)

    page.act_on(_row(page, "Python"), "Forget")
    page.dialog().get_by_text("will not be learned again").wait_for()
    page.dialog().get_by_role("button", name="Forget, and do not learn again").click()
    page.said("Forgotten.")
    _row(page, "Python").wait_for(state="detached")

    api.learn("I love Python.")
    page.go("learning")
    page.page.get_by_text("you had it forgotten").first.wait_for()


@everywhere
def test_edits_the_facts(dashboard: Any, api: Api, uid: str) -> None:
    api.call("PATCH", "/v1/profile/about", {"name": "Ada", "timezone": "Europe/London"})
    page = dashboard(uid)

    page.page.get_by_role("button", name="Edit facts").click()
    form = page.dialog()
    assert form.get_by_role("button", name="Save").is_disabled()
    form.get_by_label("Time zone").fill("")
    form.get_by_label("Languages").fill("Python, Rust")
    form.get_by_label("Preferred tone").select_option("direct")
    form.get_by_role("button", name="Add a person").click()
    form.locator(".form-row").get_by_label("Name").fill("Grace")
    form.get_by_role("button", name="Add a fact").click()
    form.get_by_label("What", exact=True).fill("pet")
    form.get_by_label("Value").fill("a cat")
    form.get_by_role("button", name="Save").click()
    page.said("Saved.")

    assert api.profile()["about"] == {
        "name": "Ada",
        "work": {"languages": ["Python", "Rust"]},
        "codePreferences": {"tone": "direct"},
        "contacts": [{"name": "Grace"}],
        "custom": {"pet": "a cat"},
    }
    page.page.get_by_text("a cat").wait_for()
    assert page.page.get_by_text("you said so").count() == 5


def test_keeps_what_was_typed_when_the_profile_moved(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.refusals = True
    page.page.get_by_role("button", name="Edit facts").click()
    page.dialog().get_by_label("Role").fill("engineer")
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})

    page.dialog().get_by_role("button", name="Save").click()
    page.dialog().get_by_text("The profile was changed elsewhere").wait_for()
    assert page.dialog().get_by_label("Role").input_value() == "engineer"
    assert page.dialog().get_by_label("Name", exact=True).input_value() == "Ada"

    page.dialog().get_by_role("button", name="Save").click()
    page.said("Saved.")
    assert api.profile()["about"] == {"name": "Ada", "work": {"role": "engineer"}}


@everywhere
def test_filters_by_kind(dashboard: Any, maya: str) -> None:
    page = dashboard(maya)

    page.page.get_by_role("button", name="Goals").click()
    assert page.page.locator(".group").count() == 1
    page.page.get_by_role("button", name="All", exact=True).click()
    switched_off = page.page.locator("li.preference.inactive")
    assert switched_off.count() == 1
    page.page.get_by_label("Switched off, too").uncheck()
    assert switched_off.count() == 0


@everywhere
def test_shows_habits_by_frequency_and_skills_by_level(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/import", {"format": "rekindle", "data": EXPORT})
    page = dashboard(uid)
    page.settle()

    topics = page.page.get_by_role("region", name="Recurring topics")
    assert topics.locator(".figure").all_inner_texts() == ["7 times", "4 times", "2 times"]
    assert topics.get_by_role("meter").first.get_attribute("aria-valuenow") == "100"
    topics.get_by_text("Your own words").first.click()
    topics.get_by_text("Again: questions about queries.").wait_for()
    workflows = page.page.get_by_role("region", name="Usual workflows")
    assert workflows.locator(".figure").all_inner_texts() == ["5 times", "once"]
    assert workflows.locator(".steps").first.inner_text().split() == ["read", "try", "comment"]
    skills = page.page.get_by_role("region", name="Skills").get_by_role("listitem")
    assert [skill.split("\n") for skill in skills.all_inner_texts()] == [
        ["Overall", "intermediate"],
        ["python", "advanced"],
        ["rust", "beginner"],
    ]


@everywhere
def test_what_gave_way_comes_back_with_the_other_forgotten(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.post("/v1/import", {"format": "rekindle", "data": EXPORT})
    page = dashboard(uid)
    loser = page.page.locator("li.preference.inactive")
    loser.get_by_text("replaced by “tabs”").wait_for()

    page.act_on(page.page.locator('[data-id="tabs"]'), "Forget")
    page.dialog().get_by_role("button", name="Forget, and do not learn again").click()
    page.said("Forgotten.")
    loser.wait_for(state="detached")
    _row(page, "tabs").get_by_text("replaced").wait_for(state="detached")
