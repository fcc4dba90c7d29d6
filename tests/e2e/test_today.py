"""The first view and the panel at its side: why, correcting, forgetting, undoing, finding."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.e2e.learned import EXPORT
from tests.e2e.many_notes import note_many
from tests.support.api import Api

SAID = "I love Python. Please always keep answers short."


def _row(page: Any, text: str) -> Any:
    return page.page.locator(".items a", has_text=text)


def _panel(page: Any) -> Any:
    return page.page.locator(".panel")


def _close(page: Any) -> None:
    page.page.keyboard.press("Escape")
    _panel(page).wait_for(state="detached")


@everywhere
def test_shows_why_something_is_known_and_how_it_will_fade(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.learn(SAID)
    page = dashboard(uid)

    _row(page, "Python").click()

    panel = _panel(page)
    panel.locator("mark", has_text="I love Python.").wait_for()
    panel.get_by_text("Please always keep answers short.").wait_for()
    panel.get_by_role("link", name="Analysis of 1 message").wait_for()
    panel.get_by_text("version 1", exact=True).wait_for()
    panel.get_by_text("If it doesn’t come up again, it will drop below 70%").wait_for()
    assert panel.locator(".forecast").get_by_role("img").get_attribute("aria-label") == (
        "Confidence falls from 95% today to 0%."
    )
    sure = panel.get_by_role("meter", name="Confidence")
    assert sure.get_attribute("aria-valuenow") == "95"
    panel.get_by_role("meter", name="Freshness").wait_for()
    assert page.violations() == []
    assert not page.overflows()
    [prompt] = api.profile()["preferences"][0]["evidence"]
    message = panel.get_by_role("link", name="Open message").get_attribute("href")
    assert message == f"/memory?tab=conversations&prompt={prompt['promptId']}"


@everywhere
def test_a_fact_shows_the_words_behind_it(dashboard: Any, api: Api, uid: str) -> None:
    api.learn("Hello! My name is Ada.")
    page = dashboard(uid, "/today?item=fact:name")

    _panel(page).locator("mark", has_text="name is Ada").wait_for()
    _panel(page).get_by_role("link", name="Analysis of 1 message").wait_for()


def test_the_panel_returns_the_focus_and_keeps_what_was_typed(
    dashboard: Any, api: Api, uid: str
) -> None:
    for what in ("tea", "long walks"):
        api.post("/v1/preferences", {"type": "like", "description": what})
    page = dashboard(uid)
    focused = page.page.locator(":focus")

    _row(page, "tea").click()
    _panel(page).get_by_role("button", name="Edit").click()
    page.page.keyboard.type(" and coffee")
    _row(page, "long walks").click()
    _panel(page).get_by_role("heading", name="long walks").wait_for()
    _close(page)
    focused.filter(has_text="long walks").wait_for()

    _row(page, "tea").click()
    what = _panel(page).get_by_label("Description", exact=True)
    assert what.input_value() == "tea and coffee"
    _close(page)
    focused.filter(has_text="tea").wait_for()
    page.page.reload()
    page.settle()
    assert "item=" not in page.page.url


@everywhere
def test_adds_corrects_and_switches_a_preference(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.page.get_by_text("Nothing yet").wait_for()

    page.page.get_by_role("button", name="Add a preference").click()
    page.dialog().get_by_label("Type").select_option("dislike")
    page.dialog().get_by_label("Description", exact=True).fill("pop-up windows")
    page.dialog().get_by_label("Context").fill("on any page")
    page.dialog().get_by_role("button", name="Save").click()
    page.said("Added.")

    _row(page, "pop-up windows").click()
    panel = _panel(page)
    panel.get_by_text("You stated this yourself.").wait_for()
    panel.get_by_role("button", name="Edit").click()
    panel.get_by_label("Description", exact=True).fill("pop-ups")
    panel.get_by_role("slider", name="Confidence").fill("0.5")
    panel.get_by_role("button", name="Save").click()
    panel.get_by_role("button", name="Edit").and_(page.page.locator(":focus")).wait_for()
    page.said("Saved.")
    panel.get_by_text("Below 70%").wait_for()

    panel.get_by_role("button", name="Turn off").click()
    page.said("Turned off")
    panel.get_by_text("Turned off, so it isn’t shared with your assistant.").wait_for()
    panel.get_by_role("button", name="Turn on").click()
    page.said("Turned on")
    _close(page)

    _row(page, "pop-ups").get_by_text("not shared").wait_for()
    [stored] = api.profile()["preferences"]
    assert (stored["description"], stored["confidence"], stored["active"]) == ("pop-ups", 0.5, True)


@everywhere
def test_forgets_and_does_not_learn_again(dashboard: Any, api: Api, uid: str) -> None:
    api.learn(SAID)
    page = dashboard(uid)

    _row(page, "Python").click()
    _panel(page).get_by_role("button", name="Forget", exact=True).click()
    page.said("It won’t be learned again")
    _panel(page).get_by_role("heading", name="No longer known").wait_for()
    _panel(page).get_by_text("It was forgotten.").wait_for()
    _close(page)
    assert _row(page, "Python").count() == 0

    batch = api.learn("I love Python.")
    assert batch["decisions"][0]["reason"] == "forgotten"


def test_a_message_covers_nothing_of_the_panel_on_a_phone(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.learn(SAID)
    page = dashboard(uid, device="phone")
    _row(page, "Python").click()
    _panel(page).get_by_role("button", name="Forget", exact=True).click()
    _panel(page).get_by_role("heading", name="No longer known").wait_for()

    message = page.page.locator(".toast").bounding_box()
    assert message["y"] + message["height"] <= _panel(page).bounding_box()["y"]


def test_an_item_says_how_it_went(dashboard: Any, api: Api, uid: str) -> None:
    said = api.learn("I love tea.")["decisions"][0]["itemId"]
    page = dashboard(uid, f"/today?item=preference:{said}")
    _panel(page).get_by_role("heading", name="tea").wait_for()
    api.learn("I don't like tea anymore.")
    _panel(page).get_by_text("You said it’s over.").wait_for()


def test_what_a_message_would_have_told_is_highlighted_while_it_is_typed(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "tea"})
    weak = {"type": "goal", "description": "run a marathon", "confidence": 0.5}
    api.post("/v1/preferences", weak)
    keeper = "The lighthouse keeper is called Ole."
    api.post("/v1/memory", {"content": keeper, "target": "archive"})
    note_many(api, 25, at_once=25)
    page = dashboard(uid)
    lit = page.page.locator(".item.lit")
    box = page.page.get_by_label("Tell Rekindle something about you")

    box.press_sequentially("Who keeps the lighthouse?")
    page.page.get_by_text("Your assistant would also see").wait_for()
    page.page.locator(".told li a", has_text=keeper).wait_for()
    assert [row.get_attribute("data-item") for row in lit.locator("a").all()] == [
        row.get_attribute("data-item") for row in _row(page, "tea").all()
    ]
    assert page.violations() == []
    assert not page.overflows()
    used = [item.get("lastUsed") for item in api.profile()["preferences"]]
    assert used == [None, None], "a glimpse counts as no use"

    page.page.get_by_role("link", name="See the full text").click()
    page.page.locator("pre mark", has_text=keeper).wait_for()
    page.page.go_back()
    page.holds(box, "Who keeps the lighthouse?")
    lit.first.wait_for()
    box.fill("")
    lit.first.wait_for(state="detached")
    assert api.get("/v1/prompts")["prompts"] == []


@everywhere
def test_forgets_everywhere(dashboard: Any, api: Api, uid: str) -> None:
    [prompt] = api.say("I love bergamot.")
    api.learn("Please always keep answers short.")
    page = dashboard(uid)

    _row(page, "bergamot").click()
    _panel(page).get_by_role("button", name="Forget everywhere").click()
    page.page.get_by_role("button", name="Forget everywhere", exact=True).click()
    page.said("Forgotten everywhere.")

    assert "bergamot" not in api.get(f"/v1/prompts/{prompt}")["content"]
    assert "bergamot" not in str(api.get("/v1/profile/changelog"))


@everywhere
def test_adds_facts_and_edits_each_in_its_panel(dashboard: Any, api: Api, uid: str) -> None:
    api.call("PATCH", "/v1/profile/about", {"name": "Ada", "timezone": "Europe/London"})
    page = dashboard(uid)
    panel = _panel(page)

    def add(fact: str, **fields: str) -> None:
        page.page.get_by_role("button", name="Add a fact").click()
        assert page.dialog().get_by_role("button", name="Save").is_disabled()
        page.dialog().get_by_label("Fact").select_option(fact)
        for label, text in fields.items():
            page.dialog().get_by_label(label, exact=True).fill(text)
        assert page.violations() == []
        page.dialog().get_by_role("button", name="Save").click()
        page.said("Added.")

    add("Languages", Languages="Python, Rust")
    add("Something else", Label="pet", Value="a cat")
    add("People", **{"Name 1": "Grace", "Relationship 1": "mentor"})
    _row(page, "Grace").click()
    panel.get_by_role("button", name="Edit").click()
    panel.get_by_label("Relationship 1").fill("")
    panel.get_by_label("Name 2").fill("Alan")
    panel.get_by_role("button", name="Save").click()
    page.said("Saved.")
    _close(page)
    _row(page, "London").click()
    panel.get_by_role("button", name="Edit").click()
    panel.get_by_label("Time zone").fill("")
    panel.get_by_role("button", name="Save").click()
    page.said("Saved.")

    assert api.profile()["about"] == {
        "name": "Ada",
        "work": {"languages": ["Python", "Rust"]},
        "contacts": [{"name": "Grace"}, {"name": "Alan"}],
        "custom": {"pet": "a cat"},
    }


@everywhere
def test_filters_by_kind_in_the_address(dashboard: Any, maya: str) -> None:
    page = dashboard(maya)
    rows = page.page.locator(".items a")

    page.page.get_by_role("link", name="Skills").click()
    assert page.page.url.endswith("/today?kind=skill")
    assert set(rows.locator(".item-label").all_inner_texts()) == {"Skill"}
    page.page.get_by_role("link", name="All", exact=True).click()
    page.page.get_by_role("link", name="Habits").click()
    page.page.wait_for_url("**/today?kind=habit")
    page.page.reload()
    page.settle()
    assert set(rows.locator(".item-label").all_inner_texts()) == {"Topic", "Workflow"}
    page.go("memory")
    page.page.go_back()
    page.page.wait_for_url("**/today?kind=habit")
    page.page.locator("[aria-current=page]", has_text="Habits").wait_for()


@everywhere
def test_shows_habits_by_frequency_and_skills_by_level(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/import", {"format": "rekindle", "data": EXPORT})
    page = dashboard(uid, "/today?kind=habit")
    page.refusals = True
    page.settle()

    habits = page.page.locator(".item-text")
    assert habits.all_inner_texts() == [
        "questions about queries",
        "questions about names",
        "questions about tests",
        "reviews",
        "releases",
    ]
    _row(page, "questions about queries").click()
    _panel(page).get_by_text("Again: questions about queries.").wait_for()
    _panel(page).get_by_text("7 times").wait_for()
    _close(page)
    _row(page, "reviews").click()
    assert _panel(page).locator(".steps").inner_text().split() == ["read", "try", "comment"]
    _close(page)
    page.page.get_by_role("link", name="Skills").click()
    page.page.wait_for_url("**/today?kind=skill")
    assert habits.all_inner_texts() == ["Overall", "python", "rust"]
    levels = page.page.locator(".item-certainty").get_by_role("meter", name="Level")
    assert [level.get_attribute("aria-valuenow") for level in levels.all()] == ["67", "100", "33"]
    page.page.locator(".item", has_text="python").get_by_text("advanced").wait_for()


@everywhere
def test_what_gave_way_comes_back_with_the_other_forgotten(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.post("/v1/import", {"format": "rekindle", "data": EXPORT})
    page = dashboard(uid)
    page.refusals = True
    loser = page.page.locator(".item.inactive")
    loser.get_by_text("replaced").wait_for()
    loser.locator("a").click()
    _panel(page).get_by_text("Replaced by “tabs”.").wait_for()
    _close(page)

    page.page.locator('[data-item="preference:tabs"]').click()
    _panel(page).get_by_role("button", name="Forget", exact=True).click()
    page.said("It won’t be learned again")
    _close(page)
    loser.wait_for(state="detached")
    _row(page, "tabs").wait_for()


def test_old_addresses_lead_to_today(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"id": "tea", "type": "like", "description": "tea"})
    page = dashboard(uid, "/profile?item=preference:tea")

    page.page.wait_for_url("**/today?item=preference:tea")
    _panel(page).get_by_role("heading", name="tea").wait_for()
