"""The page as such: up to date, quick, safe, and usable without a mouse."""

import gzip
import re
import time
from typing import Any

import pytest

from emulator.client import StackProcess
from emulator.gateway.paths import ROOT
from tests.support.api import Api

DIST = ROOT / "dashboard" / "dist"
PROMISED = 2.0
"""Seconds within which a change made elsewhere is seen."""


def _seconds_until(page: Any, text: str) -> float:
    start = time.monotonic()
    page.page.get_by_text(text).first.wait_for()
    return time.monotonic() - start


def test_shows_what_changes_elsewhere(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.settle()
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    assert _seconds_until(page, "quiet mornings") < PROMISED

    page.go("memory")
    api.post("/v1/memory", {"content": "Deploys are on Tuesdays."})
    assert _seconds_until(page, "Deploys are on Tuesdays.") < PROMISED

    page.go("learning")
    api.say("I love Python.")
    assert _seconds_until(page, "1 of 10") < PROMISED

    page.go("sessions")
    session = api.post("/v1/sessions", {"projectPath": "/home/ada/engine"})["id"]
    assert _seconds_until(page, "/home/ada/engine") < PROMISED
    api.call("PATCH", f"/v1/sessions/{session}", {"summary": "Half done."})
    assert _seconds_until(page, "Half done.") < PROMISED

    page.go("settings")
    api.call("PATCH", "/v1/settings", {"retentionDays": 77})
    page.page.wait_for_timeout(1000 * PROMISED)
    assert page.page.get_by_label("Keep archive notes for").input_value() == "77"


@pytest.mark.usefixtures("billed")
def test_costs_next_to_nothing_while_nothing_changes(
    dashboard: Any, uid: str, stack: StackProcess
) -> None:
    page = dashboard(uid)
    page.settle()
    answers: list[tuple[str, int]] = []
    page.page.on("response", lambda answer: answers.append((answer.url, answer.status)))
    # By then the other views are there too.
    page.page.wait_for_timeout(2500)
    answers.clear()
    stack.control("DELETE", "usage")

    page.page.wait_for_timeout(3200)

    assert 2 <= len(answers) <= 4
    assert all(url.endswith("/v1/changes") and status == 304 for url, status in answers)
    assert stack.control("GET", "usage")["reads"] <= 2 * (len(answers) + 1)


def test_says_when_it_is_offline_and_catches_up(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.refusals = True
    page.settle()
    # By then the other views are there too.
    page.page.wait_for_timeout(2500)
    page.page.context.set_offline(True)
    page.page.get_by_text("No connection").wait_for()
    page.go("memory")
    page.page.get_by_text("This could not be loaded").first.wait_for()
    assert page.violations() == []

    api.post("/v1/memory", {"content": "Deploys are on Tuesdays."})
    page.page.context.set_offline(False)
    page.page.get_by_text("Deploys are on Tuesdays.").wait_for()
    page.page.get_by_text("No connection").wait_for(state="detached")


def test_asks_to_sign_in_again_when_the_token_ends(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.refusals = True
    page.settle()
    page.page.route(
        "**/v1/changes*",
        lambda route: route.fulfill(
            status=401,
            json={"error": {"code": 401, "status": "UNAUTHENTICATED", "message": "Expired."}},
        ),
    )
    page.page.get_by_text("Your session has ended.").wait_for()
    page.page.unroute("**/v1/changes*")
    assert page.violations() == []


def test_keeps_users_apart(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page = dashboard(uid)
    page.page.get_by_text("quiet mornings").wait_for()

    page.page.get_by_role("button", name="Sign out").first.click()
    page.page.locator(".sign-in input").fill(f"{uid}-other")
    page.page.locator(".sign-in button[type=submit]").click()
    page.page.get_by_text("Nothing yet").wait_for()
    assert page.page.get_by_text("quiet mornings").count() == 0


def test_shows_markup_as_text(dashboard: Any, api: Api, uid: str) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>"
    api.call("PATCH", "/v1/profile/about", {"bio": evil, "custom": {"<i>key</i>": evil}})
    api.post(
        "/v1/preferences",
        {"type": "like", "description": evil, "context": evil, "category": evil},
    )
    for target in ("memory", "archive"):
        api.post("/v1/memory", {"content": evil, "target": target, "tags": ["<u>tag</u>"]})
    session = api.post("/v1/sessions", {"projectPath": evil})["id"]
    api.call(
        "PATCH",
        f"/v1/sessions/{session}",
        {
            "summary": evil,
            "tasks": [{"id": "a", "title": evil, "notes": evil}],
            "decisions": [{"decision": evil, "rationale": evil}],
            "context": [evil],
        },
    )
    api.learn("I love <script>alert(2)</script> puzzles.")
    page = dashboard(uid)
    page.page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    for view in ("profile", "memory", "context", "learning", "history", "sessions"):
        if view != "profile":
            page.go(view)
        page.settle()
        page.page.get_by_text("<script>").first.wait_for()
        injected = page.page.locator("main img, main script, main b, main i, main u")
        assert injected.count() == 0, view
        assert not page.overflows(), view


def test_headers_are_strict(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    answer = page.page.request.get(f"{page.gateway}/history")
    policy = dict(
        part.strip().partition(" ")[::2]
        for part in answer.headers["content-security-policy"].split(";")
    )

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    script = re.search(r'src="(/assets/[^"]+)"', answer.text())
    assert script
    asset = page.page.request.get(f"{page.gateway}{script[1]}")
    assert "immutable" in asset.headers["cache-control"]


def test_scripts_are_small() -> None:
    scripts = {file.name: len(gzip.compress(file.read_bytes())) for file in DIST.rglob("*.js")}
    page = (DIST / "index.html").read_text()
    first = sum(size for name, size in scripts.items() if name in page)

    assert sum(scripts.values()) < 150_000, "all views, languages, and Firebase Auth"
    assert first < 100_000


def test_is_usable_within_a_second_with_many_notes(
    dashboard: Any, api: Api, uid: str, stack: StackProcess
) -> None:
    """The second is the promise; the test allows for a busy machine, and prints what it was."""
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    for first in range(0, 5000, 100):
        entries = [
            {
                "content": f"Note {number}: the {number * 7919 % 5000}th thing that was said.",
                "target": "archive",
            }
            for number in range(first, first + 100)
        ]
        api.post("/v1/memory/batch", {"entries": entries})
    page = dashboard(uid)
    page.settle()
    took = {}
    for path, what in (("/profile", "quiet mornings"), ("/memory", "5,000 notes")):
        page.page.goto(f"{page.gateway}{path}")
        page.page.get_by_text(what).first.wait_for()
        took[path] = page.page.evaluate(
            "performance.now() - performance.getEntriesByType('navigation')[0].responseStart"
        )
    print(f"\nusable after {took}")  # noqa: T201
    assert took["/profile"] < 3000
    assert took["/memory"] < 3000


def test_works_by_keyboard(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page = dashboard(uid)
    page.settle()
    press = page.page.keyboard.press
    focused = page.page.locator(":focus")

    page.page.reload()
    page.settle()
    press("Tab")
    assert focused.inner_text() == "Skip to content"
    press("Enter")
    page.page.locator("main:focus").wait_for()

    more = page.page.get_by_role("button", name="More actions: quiet mornings")
    more.focus()
    press("Enter")
    for item in ("Edit", "Switch off", "Forget"):
        page.page.locator("[role=menuitem]:focus", has_text=item).wait_for()
        press("Enter" if item == "Forget" else "ArrowDown")
    page.dialog().wait_for()
    assert page.dialog().locator(":focus").count() == 1
    assert page.violations() == []
    press("Escape")
    page.dialog().wait_for(state="detached")

    toggle = page.page.get_by_role("button", name="quiet mornings", exact=True)
    toggle.focus()
    press("Space")
    page.page.get_by_text("Yours: it does not fade.").wait_for()
    page.page.get_by_role("link", name="Memory").focus()
    press("Enter")
    page.page.wait_for_url("**/memory")
    page.settle()
    page.page.get_by_role("tab", name="Agent notes", selected=True).focus()
    press("ArrowRight")
    page.page.get_by_role("tab", name="Who you are", selected=True).wait_for()
    page.page.get_by_text("No notes about you yet.").wait_for()


@pytest.mark.parametrize(("device", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_empty_views_and_the_door_are_designed(
    dashboard: Any, uid: str, device: Any, theme: Any
) -> None:
    page = dashboard(uid, device=device, theme=theme)
    for view, text in (
        ("memory", "No notes about your work yet."),
        ("context", "Nothing is told yet."),
        ("learning", "No analysis yet"),
        ("history", "No versions yet"),
        ("sessions", "No sessions"),
        ("profile", "Nothing yet"),
    ):
        page.go(view)
        page.page.get_by_text(text).first.wait_for()
        assert page.violations() == [], view
        assert not page.overflows(), view
    page.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.page.locator(".sign-in").wait_for()
    assert page.violations() == []
