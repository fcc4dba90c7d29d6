"""The page as a whole: fast, safe, and usable without a mouse."""

import gzip
import re
from typing import Any

import pytest

from emulator.gateway.paths import ROOT
from tests.e2e.many_notes import note_many
from tests.support.api import Api

DIST = ROOT / "dashboard" / "dist"


def test_keeps_users_apart(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page = dashboard(uid)
    page.page.get_by_text("quiet mornings").first.wait_for()

    page.page.get_by_role("button", name="Sign out").first.click()
    page.sign_in(f"{uid}-other")
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
    for view in ("today", "memory", "timeline", "context"):
        if view != "today":
            page.go(view)
        page.settle()
        page.page.get_by_text("<script>").first.wait_for()
        injected = page.page.locator("main img, main script, main b, main i, main u")
        assert injected.count() == 0, view
        assert not page.overflows(), view
    page.go_to_conversations()
    page.page.get_by_text("<script>").first.wait_for()
    assert injected.count() == 0
    assert not page.overflows()


def test_headers_are_strict(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    answer = page.page.request.get(f"{page.gateway}/timeline")
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


def test_an_address_with_nothing_at_it_leads_home(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    page.refusals = True
    answer = page.page.goto(f"{page.gateway}/nonsense/deeper")
    assert answer.status == 404
    page.page.get_by_role("heading", name="Page not found").wait_for()
    assert page.violations() == []
    page.page.get_by_role("link", name="Go to Today").click()
    page.page.get_by_text("Nothing yet").wait_for()


def test_a_slash_at_the_end_changes_nothing(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    page.page.goto(f"{page.gateway}/memory/?query=tea")
    page.settle()
    page.page.wait_for_url(f"{page.gateway}/memory?query=tea")
    assert page.page.get_by_role("link", name="Memory").first.get_attribute("aria-current")


LANGUAGES = ("de-", "en-", "es-", "fr-", "ja-")


def test_scripts_are_small() -> None:
    scripts = {file.name: len(gzip.compress(file.read_bytes())) for file in DIST.rglob("*.js")}
    page = (DIST / "index.html").read_text()
    first = sum(size for name, size in scripts.items() if name in page)

    # A user loads one language.
    languages = {name: scripts.pop(name) for name in [*scripts] if name[:3] in LANGUAGES}
    assert len(languages) == len(LANGUAGES)
    loaded = sum(scripts.values()) + max(languages.values())
    assert loaded < 160_000, "all views, the largest language, and Firebase Auth"
    assert first < 100_000


def test_the_first_view_takes_no_longer_with_many_notes(dashboard: Any, api: Api, uid: str) -> None:
    """Compares many notes with none; `make bench` measures the promised second."""
    note_many(api, 2000)
    full, empty = dashboard(uid), dashboard(f"{uid}-empty")
    for view, what in (("today", "Nothing yet"), ("memory", "About you")):
        took: dict[Any, list[float]] = {full: [], empty: []}
        for _ in range(5):
            for page, times in took.items():
                times.append(page.milliseconds_until(f"/{view}", what))
        assert min(took[full]) < 2 * min(took[empty]), (view, took)
    full.page.get_by_text("2,000 notes").wait_for()


def test_works_by_keyboard(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page = dashboard(uid)
    page.settle()
    press = page.page.keyboard.press
    focused = page.page.locator(":focus")

    page.page.reload()
    page.settle()
    press("Tab")
    focused.filter(has_text="Skip to content").wait_for()
    press("Enter")
    page.page.locator("main:focus").wait_for()

    page.page.locator(".items a").focus()
    press("Enter")
    page.page.locator(".panel-title:focus", has_text="quiet mornings").wait_for()
    page.page.get_by_role("button", name="Forget everywhere").focus()
    press("Enter")
    page.page.get_by_role("dialog", name="Forget this everywhere?").locator(":focus").wait_for()
    assert page.violations() == []
    press("Escape")
    page.page.get_by_role("dialog", name="Forget this everywhere?").wait_for(state="detached")
    press("Escape")
    page.page.locator(".items a:focus").wait_for()

    page.page.get_by_role("link", name="Memory").focus()
    press("Enter")
    page.page.wait_for_url("**/memory")
    page.settle()
    page.page.get_by_role("link", name="About you").focus()
    press("Enter")
    page.page.locator("[aria-current=page]", has_text="About you").wait_for()
    page.page.get_by_text("No notes about you yet.").wait_for()


@pytest.mark.parametrize(("device", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_empty_views_and_the_door_are_designed(
    dashboard: Any, uid: str, device: Any, theme: Any
) -> None:
    page = dashboard(uid, device=device, theme=theme)
    for view, text in (
        ("memory", "No notes about your work yet."),
        ("context", "Nothing to share yet"),
        ("timeline", "Nothing has happened yet"),
        ("today", "Nothing yet"),
    ):
        page.go(view)
        page.page.get_by_text(text).first.wait_for()
        assert page.violations() == [], view
        assert not page.overflows(), view
    page.go_to_conversations()
    page.page.get_by_text("No conversations yet").wait_for()
    assert page.violations() == []
    page.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.page.locator(".sign-in").wait_for()
    assert page.violations() == []
