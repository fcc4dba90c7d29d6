"""Every view on every kind of screen: complete, accessible, and within its width."""

import os
from typing import Any

import pytest

from emulator.gateway.paths import ROOT
from tests.e2e.dashboard import VIEWS, Device

PICTURES = ROOT / "docs" / "screenshots"
"""Rewritten only if REKINDLE_SCREENSHOTS is set."""
TAKE_PICTURES = os.environ.get("REKINDLE_SCREENSHOTS")

WHAT_EACH_SHOWS = {
    "profile": ["About you", "Maya", "Neovim", "Recurring topics", "Usual workflows", "Skills"],
    "memory": ["Agent notes", "Who you are", "Archive", "Deployments go out on Tuesdays"],
    "context": ["[ABOUT THE USER]", "Name: Maya", "Left out", "switched off", "below 70%"],
    "learning": ["3 of 10", "Analyse now", "Pause learning", "Cost so far", "you had it forgotten"],
    "history": ["Confidence of each preference", "Compare two versions", "Version 1"],
    "connections": ["Nothing is connected", "New access key"],
    "data": ["Export everything", "Bring it in", "Erase everything"],
    "settings": ["Learn from what I say", "Messages per analysis", "Language"],
}


PHOTOGRAPHED = {
    ("desktop", "light"): VIEWS,
    ("desktop", "dark"): ("profile",),
    ("phone", "dark"): ("profile", "memory", "learning", "history"),
}


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_every_view(dashboard: Any, maya: str, device: Device) -> None:
    page = dashboard(maya, device=device)
    for view in VIEWS:
        if view != "profile":
            page.go(view)
        page.settle()
        main = page.page.locator("main")
        for text in WHAT_EACH_SHOWS[view]:
            main.get_by_text(text).first.wait_for()
        if view == "profile":
            main.get_by_role("button", name="Python", exact=True).click()
            if device == "desktop":
                page.page.mouse.wheel(0, -10_000)
        assert not page.overflows(), f"{view} is too wide"
        for theme in ("dark", "light"):
            page.wear(theme)
            # The other theme differs only in colors.
            assert page.violations(of_colours=theme == "light") == [], (view, theme)
            if TAKE_PICTURES and view in PHOTOGRAPHED.get((device, theme), ()):
                page.shot(PICTURES / f"{view}-{device}-{theme}.png")
