"""Settings: saved as they are changed, and refused in plain words."""

from typing import Any

import pytest

from tests.e2e.dashboard import everywhere
from tests.support.api import Api


@everywhere
def test_saves_each_setting_at_once(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/settings")
    page.refusals = True

    page.page.get_by_label("Messages per analysis").fill("25")
    page.page.keyboard.press("Enter")
    page.said("Saved.")
    page.page.get_by_label("Share my profile").uncheck()
    page.said("Saved.")
    page.page.get_by_label("How preferences fade").select_option("none")
    page.said("Saved.")
    page.page.get_by_label("Keep archive notes for").fill("90")
    page.page.get_by_label("Keep archive notes for").blur()
    page.said("Saved.")
    stored = api.get("/v1/settings")
    assert stored["userMemoryAnalysisInterval"] == 25
    assert stored["injectProfile"] is False
    assert stored["preferenceDecay"] == "none"
    assert stored["retentionDays"] == 90

    page.page.get_by_label("Ask before remembering").check()
    page.said("Saved.")
    assert api.get("/v1/settings")["approval"] == "everything"


@everywhere
def test_says_in_a_sentence_what_a_setting_may_be(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/settings")
    stored = api.get("/v1/settings")
    kept = page.page.get_by_label("Full versions kept")
    for wrong in ("500", "-1", "many", "1.5", ""):
        kept.fill(wrong)
        page.page.keyboard.press("Enter")
        page.page.get_by_text("Enter a whole number from 1 to 50.").wait_for()
        assert kept.get_attribute("aria-invalid") == "true"
        assert kept.input_value() == wrong, "what was typed is kept"
    assert page.violations() == []
    assert api.get("/v1/settings") == stored
    page.page.keyboard.press("Escape")
    page.holds(kept, "5")
    assert page.page.get_by_role("alert").count() == 0

    # What is no number is not the same as nothing, which would keep notes forever.
    days = page.page.get_by_label("Keep archive notes for")
    days.fill("90")
    days.blur()
    page.said("Saved.")
    days.fill("e")
    days.blur()
    page.page.get_by_text("or leave this empty").wait_for()
    assert api.get("/v1/settings")["retentionDays"] == 90


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_fits_the_narrowest_screen(dashboard: Any, uid: str, locale: str) -> None:
    page = dashboard(uid, "/settings", device="phone", locale=locale)
    # As wide as a screen of 1280 pixels at 400 percent.
    page.page.set_viewport_size({"width": 320, "height": 256})
    page.settle()
    assert not page.overflows()
    assert page.violations() == []


def test_opens_at_the_section_that_the_address_names(dashboard: Any, uid: str) -> None:
    page = dashboard(uid, "/data")
    page.page.wait_for_url("**/settings#data")
    page.page.get_by_role("heading", name="Your data").wait_for()
    page.page.wait_for_function("window.scrollY > 0")
    page.page.get_by_role("navigation", name="Sections").get_by_role("link", name="Limits").click()
    page.page.wait_for_url("**/settings#limits")
    page.page.get_by_role("heading", name="Limits").wait_for()


def test_speaks_another_language(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/settings")
    page.page.get_by_label("Language").select_option("de")
    page.page.get_by_role("heading", name="Einstellungen & Daten").wait_for()
    assert page.page.locator("html").get_attribute("lang") == "de"

    page.go("today")
    page.page.get_by_role("heading", name="Was Ihr Assistent über Sie weiß").wait_for()
    page.page.reload()
    page.page.get_by_role("heading", name="Was Ihr Assistent über Sie weiß").wait_for()
    assert page.violations() == []


def test_starts_in_the_language_of_the_browser(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, locale="de-DE", device="phone")
    page.page.get_by_role("heading", name="Was Ihr Assistent über Sie weiß").wait_for()
    page.settle()
    assert not page.overflows()


def test_keeps_the_chosen_appearance(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/settings", theme="light")
    page.page.get_by_label("Appearance").select_option("dark")
    page.page.reload()
    page.settle()

    ground = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(22, 19, 17)"
