"""The palette: views, items, notes and actions by keyboard, from everywhere."""

from typing import Any

import pytest

from tests.e2e.dashboard import everywhere
from tests.support.api import Api


def search(page: Any) -> Any:
    """The field of the palette."""
    return page.dialog().get_by_role("combobox")


def test_goes_to_a_view_by_keyboard_and_gives_the_focus_back(dashboard: Any, uid: str) -> None:
    page = dashboard(uid, "/connections")
    page.settle()
    press = page.page.keyboard.press
    page.page.get_by_role("link", name="Cursor").focus()
    press("Control+k")
    search(page).wait_for()
    page.dialog().locator("input:focus").wait_for()
    assert page.violations() == []
    press("Escape")
    page.dialog().wait_for(state="detached")
    page.page.locator("a:focus", has_text="Cursor").wait_for()

    press("Meta+k")
    page.page.keyboard.type("sett")
    page.dialog().locator("[data-active-item]", has_text="Settings & data").wait_for()
    press("Enter")
    page.page.wait_for_url("**/settings")
    page.dialog().wait_for(state="detached")
    page.page.locator("main:focus").wait_for()


@everywhere
def test_finds_what_is_known_and_noted(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    api.call("PATCH", "/v1/profile/about", {"work": {"role": "lighthouse keeper"}})
    api.post("/v1/memory", {"content": "The lighthouse opens at nine.", "target": "archive"})
    (known,) = api.profile()["preferences"]
    page = dashboard(uid, "/settings")
    page.settle()
    page.page.get_by_role("button", name="Search").locator("visible=true").click()
    search(page).fill("lighthouse")
    page.dialog().get_by_role("option", name="lighthouse keeper").wait_for()
    page.dialog().get_by_role("option", name="The lighthouse opens at nine.").wait_for()
    assert page.violations() == []
    assert not page.overflows()

    search(page).fill("mornings quiet")
    page.dialog().get_by_role("option", name="quiet mornings").click()
    page.page.wait_for_url(f"**/settings?item=preference%3A{known['id']}")
    page.page.keyboard.press("Control+k")
    search(page).fill("nothing is called this")
    page.dialog().get_by_text("No results.").wait_for()


def test_its_field_stays_in_place_while_results_come_and_go(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    page.settle()
    page.page.keyboard.press("Control+k")
    page.dialog().get_by_role("option", name="Today").wait_for()
    before = search(page).bounding_box()
    assert before["width"] > page.dialog().bounding_box()["width"] - 4
    search(page).fill("nothing is called this")
    page.dialog().get_by_text("No results.").wait_for()
    assert search(page).bounding_box() == before


@everywhere
def test_does_things(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/memory")
    page.settle()

    def do(action: str) -> None:
        page.page.keyboard.press("Control+k")
        search(page).fill(action)
        page.dialog().get_by_role("option", name=action).click()

    do("Pause learning")
    page.said("Paused.")
    assert api.get("/v1/settings")["learningEnabled"] is False
    do("Resume learning")
    page.said("Learning resumed.")
    with page.page.expect_download():
        do("Export everything")
    page.said("Your file is ready.")
    do("Appearance: dark")
    assert page.page.locator("html").get_attribute("data-theme") == "dark"
    do("Connect an assistant")
    page.page.wait_for_url("**/connections")
    do("Deutsch")
    page.page.get_by_role("heading", name="Verbinden", exact=True).wait_for()
    do("Abmelden")
    page.page.locator(".sign-in").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_leaves_an_open_dialog_alone(dashboard: Any, uid: str, theme: Any) -> None:
    page = dashboard(uid, "/connections?with=cursor", theme=theme)
    page.dialog().get_by_text("Connect Cursor").wait_for()
    page.page.keyboard.press("Control+k")
    assert page.page.get_by_role("combobox").count() == 0
