"""The ten things people come for, each within its number of clicks from the first view.

Three people walk through all of them: one with a mouse, one with nothing but a keyboard, one with a
phone. A tap counts as a click, and so does a key that presses a button, follows a link, or opens
the palette; moving the focus does not, and neither does typing with the Enter that ends it. To drag
something is one click as well.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from emulator.client import StackProcess
from tests.e2e.dashboard import Dashboard
from tests.support.api import Api
from tests.support.stacks import stack_process

FURTHEST = 80
"""How many times anybody presses Tab to get somewhere."""


class Person:
    """Somebody who uses the page in one way, and whose clicks are counted."""

    def __init__(self, page: Dashboard, way: str) -> None:
        self.page = page.page
        self._dashboard = page
        self._way = way
        self._left = 0

    @contextmanager
    def within(self, clicks: int) -> Iterator[None]:
        """Fails at the first click too many."""
        self._left = clicks
        yield
        self._left = 0

    def choose(self, target: Any) -> None:
        """Clicks something, taps it, or moves the focus to it and presses Enter."""
        self._count(target)
        if self._way == "mouse":
            target.click()
        elif self._way == "phone":
            target.tap()
        else:
            self._reach(target)
            self.page.keyboard.press("Enter")

    def drag(self, start: Any, end: Any) -> None:
        """Drags from one thing to the next, or moves the focus on with Shift and presses Enter."""
        if self._way == "keyboard":
            self._reach(self.page.locator("table [tabindex='0']"))
            self._walk(end, "ArrowLeft")
            self._walk(start, "Shift+ArrowLeft")
            self.choose(start)
            return
        self._count(end)
        (x, y), there = _middle(start), _middle(end)
        # A finger that sets out upwards or downwards would move the page.
        way = [(x, y), (x + 40, y), there]
        if self._way == "mouse":
            mouse = self.page.mouse
            mouse.move(x, y)
            mouse.down()
            for at in way:
                mouse.move(*at)
            mouse.up()
            return
        session = self.page.context.new_cdp_session(self.page)
        # Slowly: what a finger does in a hurry flings the page, and the next tap only stops that.
        begin = time.time() - len(way)
        touches = [("touchStart", way[:1]), *(("touchMove", [at]) for at in way), ("touchEnd", [])]
        for second, (kind, at) in enumerate(touches):
            points = [dict(zip("xy", each, strict=True)) for each in at]
            touch = {"type": kind, "touchPoints": points, "timestamp": begin + second}
            session.send("Input.dispatchTouchEvent", touch)

    def visit(self, view: str) -> None:
        """Follows a link of the navigation."""
        self.choose(self.page.get_by_role("link", name=view, exact=True).locator("visible=true"))

    def press(self, name: str) -> None:
        """Presses a button."""
        self.choose(self.page.get_by_role("button", name=name).locator("visible=true").first)

    def find(self, text: str) -> None:
        """Opens the palette and types what is sought."""
        if self._way == "keyboard":
            self._count("the palette")
            self.page.keyboard.press("Control+k")
        else:
            self.press("Search")
        self.page.get_by_role("combobox").and_(self.page.locator(":focus")).wait_for()
        self.page.keyboard.type(text)

    def type_instead(self, text: str) -> None:
        """Replaces what is in the field that has the focus, and presses Enter."""
        self.page.locator("input:focus").wait_for()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def is_told(self, text: str) -> None:
        """Waits until the page says something, and dismisses it."""
        self._dashboard.said(text)

    def go_home(self) -> None:
        """Returns to the first view, which is no part of any job."""
        self.page.locator(":focus").wait_for(state="attached")
        while self.page.get_by_role("dialog").count():
            self.page.keyboard.press("Escape")
        self._dashboard.go("today")

    def _count(self, what: Any) -> None:
        assert self._left, f"one click too many: {what}"
        self._left -= 1

    def _reach(self, target: Any) -> None:
        target.wait_for()
        self._walk(target, "Tab")

    def _walk(self, target: Any, key: str) -> None:
        for _ in range(FURTHEST):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press(key)
        pytest.fail(f"the focus does not get to {target}")


def _middle(target: Any) -> tuple[float, float]:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _row(person: Person, text: str) -> Any:
    return person.page.locator(".items a", has_text=text)


def _panel(person: Person) -> Any:
    return person.page.locator(".panel")


def why(person: Person, api: Api) -> None:
    with person.within(1):
        person.choose(_row(person, "Leeds"))
    _panel(person).locator("mark", has_text="I live in Leeds").wait_for()


def correct(person: Person, api: Api) -> None:
    with person.within(2):
        person.choose(_row(person, "Leeds"))
        person.choose(_panel(person).get_by_role("button", name="Edit"))
        person.type_instead("York")
    _panel(person).get_by_role("heading", name="York").wait_for()
    assert api.profile()["about"]["custom"]["location"] == "York"


def forget_and_take_it_back(person: Person, api: Api) -> None:
    with person.within(2):
        person.choose(_row(person, "Python"))
        person.choose(_panel(person).get_by_role("button", name="Forget", exact=True))
    _panel(person).get_by_role("heading", name="No longer known").wait_for()
    assert not _known(api, "Python")
    with person.within(1):
        person.choose(_panel(person).get_by_role("button", name="Undo"))
    person.is_told("Undone.")
    _panel(person).get_by_role("heading", name="Python").wait_for()
    assert _known(api, "Python")


def undo_any_change(person: Person, api: Api) -> None:
    """Undoes one that is not the last, and keeps those after it."""
    with person.within(2):
        person.visit("Timeline")
        change = person.page.locator(".happening", has_text="Likes: long walks")
        person.choose(change.get_by_role("button", name="Undo"))
    person.is_told("Undone.")
    assert not _known(api, "long walks")
    assert _known(api, "Python")


def search(person: Person, api: Api) -> None:
    with person.within(1):
        person.find("lighthouse")
    for text in ("lighthouse keeper", "The lighthouse opens at nine."):
        person.page.get_by_role("option", name=text).wait_for()


def compare_two_states(person: Person, api: Api) -> None:
    with person.within(2):
        person.visit("Timeline")
        then = person.page.locator('[data-version="1"]')
        person.choose(then.get_by_role("button", name="Compare"))
    result = person.page.get_by_role("region", name="Comparison")
    result.locator("del", has_text="Leeds").wait_for()
    result.locator("ins", has_text="York").wait_for()


def compare_any_two_states(person: Person, api: Api) -> None:
    with person.within(1):
        person.find("1 3")
        person.page.get_by_role("option", name="Compare versions 1 and 3").wait_for()
        person.page.keyboard.press("Enter")
    result = person.page.get_by_role("region", name="Comparison")
    result.get_by_text("From version 1").wait_for()
    result.locator("del", has_text="Leeds").wait_for(state="detached")


DAYS = ".calendar [data-date]:has(a)"
DATES = "cells => cells.map(cell => cell.dataset.date)"


def _day(person: Person, date: str) -> Any:
    return person.page.locator(f'[data-date="{date}"] a')


def compare_two_past_days(person: Person, api: Api) -> None:
    with person.within(2):
        person.visit("Timeline")
        person.page.locator(DAYS).nth(2).wait_for()
        first, second, _ = sorted(person.page.locator(DAYS).evaluate_all(DATES))
        person.drag(_day(person, first), _day(person, second))
    result = person.page.get_by_role("region", name="Comparison")
    result.get_by_text("Python").wait_for()
    assert result.get_by_text("York").count() == 0


def take_everything_along(person: Person, api: Api) -> None:
    with person.within(2), person.page.expect_download() as download:
        person.visit("Settings & data")
        person.press("Export everything")
    exported = json.loads(Path(download.value.path()).read_text())
    assert exported["profile"]["version"] == api.profile()["version"]
    assert len(exported["memory"]) == 1


def see_what_the_model_gets(person: Person, api: Api) -> None:
    with person.within(1):
        person.visit("Preview")
    told = api.get("/v1/context?preview=true")["text"]
    person.page.locator("pre", has_text="The lighthouse opens at nine.").wait_for()
    assert person.page.locator("pre").inner_text() == told


def connect_an_assistant(person: Person, api: Api) -> None:
    with person.within(2):
        person.visit("Connect")
        person.press("Create key and copy: Cursor")
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_text("Copied.").wait_for()
    pasted = json.loads(person.page.evaluate("navigator.clipboard.readText()"))
    headers = pasted["mcpServers"]["rekindle"]["headers"]
    with api.stack.bearer(headers["Authorization"].removeprefix("Bearer ")) as client:
        assert "York" in Api(client, api.stack).get("/v1/context")["text"]
    dialog.get_by_text("First call received from Cursor.").wait_for()


def erase_everything(person: Person, api: Api) -> None:
    with person.within(3):
        person.visit("Settings & data")
        person.press("Erase everything")
        person.page.get_by_role("dialog").locator("input:focus").wait_for()
        person.page.keyboard.type("erase")
        person.press("Erase for good")
    person.is_told("Everything has been erased.")
    assert api.profile()["version"] == 0
    assert api.get("/v1/memory")["entries"] == []


JOBS = (
    why,
    correct,
    forget_and_take_it_back,
    undo_any_change,
    search,
    compare_two_states,
    compare_any_two_states,
    compare_two_past_days,
    take_everything_along,
    see_what_the_model_gets,
    connect_an_assistant,
    erase_everything,
)


def _known(api: Api, text: str) -> bool:
    return any(text in it["description"] for it in api.profile()["preferences"])


@pytest.fixture(scope="module")
def stack() -> Iterator[StackProcess]:
    """A separate stack, because its clock advances by days."""
    with stack_process(env={"REKINDLE_ANALYZER": "offline"}) as process:
        yield process


def _wait_a_day(api: Api) -> None:
    api.stack.control("POST", "clock", {"advanceSeconds": timedelta(days=1).total_seconds()})


@pytest.mark.parametrize("way", ["mouse", "keyboard", "phone"])
def test_the_ten_jobs(dashboard: Any, api: Api, uid: str, stack: StackProcess, way: str) -> None:
    api.learn("I live in Leeds.")
    api.post("/v1/preferences", {"type": "like", "description": "long walks"})
    _wait_a_day(api)
    api.learn("I love Python.")
    _wait_a_day(api)
    api.call("PATCH", "/v1/profile/about", {"work": {"role": "lighthouse keeper"}})
    api.post("/v1/memory", {"content": "The lighthouse opens at nine.", "target": "archive"})
    page = dashboard(uid, device="phone" if way == "phone" else "desktop")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.settle()
    person = Person(page, way)
    for job in JOBS:
        job(person, api)
        person.go_home()


def test_search_and_preview_are_one_click_away_everywhere(
    dashboard: Any, api: Api, uid: str
) -> None:
    page = dashboard(uid, "/settings", device="phone")
    person = Person(page, "phone")
    for view in ("settings", "connections", "memory", "timeline"):
        page.go(view)
        with person.within(1):
            person.find("tea")
        page.page.keyboard.press("Escape")
        page.dialog().wait_for(state="detached")
        with person.within(1):
            person.visit("Preview")
        page.page.wait_for_url("**/context")
