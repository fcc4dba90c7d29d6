"""Every view on every kind of screen: complete, accessible, and within its width."""

from typing import Any

import pytest

from tests.e2e.dashboard import VIEWPORTS, VIEWS, Device

WHAT_EACH_SHOWS = {
    "today": [
        "Everything it knows",
        "Maya",
        "Neovim",
        "Topic",
        "Workflow",
        "Skill",
        "Turned off or replaced",
    ],
    "memory": ["Agent notes", "About you", "Archive", "Deployments go out on Tuesdays"],
    "context": ["[ABOUT THE USER]", "Name: Maya", "Left out", "turned off", "below 70%"],
    "timeline": ["3 of 10", "Analyze now", "Pause learning", "Total cost", "Activity", "Undo"],
    "connections": ["Add an assistant", "Nothing is connected", "New access key"],
    "settings": [
        "Learn from what I say",
        "Messages per analysis",
        "Language",
        "Export everything",
        "Import",
        "Erase everything",
    ],
}


WIDTHS: dict[Device, tuple[int, ...]] = {"desktop": (1280,), "phone": (360, 375, 390, 412, 430)}
"""Of usual screens, in pixels."""


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_every_view(dashboard: Any, maya: str, device: Device) -> None:
    page = dashboard(maya, device=device)
    for view in VIEWS:
        if view != "today":
            page.go(view)
        page.settle()
        main = page.page.locator("main")
        for text in WHAT_EACH_SHOWS[view]:
            main.get_by_text(text).first.wait_for()
        for width in WIDTHS[device]:
            page.page.set_viewport_size({**VIEWPORTS[device], "width": width})
            assert not page.overflows(), f"{view} is too wide for {width} pixels"
        page.page.set_viewport_size(VIEWPORTS[device])
        for theme in ("dark", "light"):
            page.wear(theme)
            # The other theme differs only in colors.
            assert page.violations(of_colours=theme == "light") == [], (view, theme)
        page.photograph(view)


CUT = """rows => rows.filter(row => row.scrollWidth > row.clientWidth).map(row => row.innerText)"""
"""The rows of which something is cut off."""


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_the_panel_at_the_side_of_every_view(dashboard: Any, maya: str, device: Device) -> None:
    page = dashboard(maya, device=device)
    page.page.locator("main").get_by_role("link", name="short answers").last.click()
    panel = page.page.locator(".panel")
    panel.get_by_role("meter", name="Freshness").wait_for()
    page.settle()
    for width in WIDTHS[device]:
        page.page.set_viewport_size({**VIEWPORTS[device], "width": width})
        assert not page.overflows(), f"the panel is too wide for {width} pixels"
        assert page.page.locator(".item > a").evaluate_all(CUT) == []
    page.page.set_viewport_size(VIEWPORTS[device])
    page.photograph("item")


def test_every_view_at_400_percent_and_in_forced_colours(dashboard: Any, maya: str) -> None:
    page = dashboard(maya)
    page.zoom_in()
    for view in VIEWS:
        page.open(f"/{view}")
        page.settle()
        assert not page.overflows(), f"{view} is too wide"
        for forced in (False, True):
            page.force_colours(forced)
            assert page.violations(forced=forced) == [], (view, forced)


COLOUR = "element => getComputedStyle(element).backgroundColor"


def test_forced_colours_show_what_is_chosen(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/memory")
    page.settle()
    page.force_colours(True)
    here, elsewhere = (
        page.page.locator(f".side .nav-link{which}").first.evaluate(COLOUR)
        for which in ("[aria-current=page]", ":not([aria-current])")
    )
    assert here != elsewhere
    bar = page.page.locator(".bar-track").first
    assert bar.evaluate(COLOUR) != bar.locator(".bar-fill").evaluate(COLOUR)


def test_prints_the_content_alone_in_black_on_white(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/memory", theme="dark")
    page.settle()
    page.page.emulate_media(media="print")
    assert (
        not page.page.locator(".side, .top, .bottom, .toasts, main .button")
        .locator("visible=true")
        .count()
    )
    body = page.page.locator("body")
    assert body.evaluate(COLOUR) == "rgb(255, 255, 255)"
    assert body.evaluate("element => getComputedStyle(element).color") == "rgb(0, 0, 0)"
    page.page.get_by_text("Deployments go out on Tuesdays").wait_for()
