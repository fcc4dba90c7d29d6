"""The page stays up to date: with changes made elsewhere, failures, and recovery."""

from collections.abc import Callable
from typing import Any

from emulator.client import StackProcess
from tests.e2e.dashboard import HIDE
from tests.support.api import Api
from tests.support.engines import needs_embedded

PROMISED = 2
"""Seconds within which a change made elsewhere is visible."""
CHANGES = "**/v1/changes*"
UNAVAILABLE = {
    "error": {
        "code": 503,
        "status": "UNAVAILABLE",
        "message": "The database is not available.",
        "details": [],
    }
}


def _is_seen_in_time(page: Any, change: Callable[[], Any], text: str) -> None:
    """Makes a change, advances the clock by just the promised time, and waits for the text."""
    page.settle()
    page.hold_time()
    change()
    page.pass_time_and_answer(PROMISED)
    page.page.get_by_text(text).first.wait_for()
    page.page.clock.resume()


def test_shows_what_changes_elsewhere_within_two_seconds(
    dashboard: Any, api: Api, uid: str
) -> None:
    def like(what: str) -> Callable[[], Any]:
        return lambda: api.post("/v1/preferences", {"type": "like", "description": what})

    def summarise(text: str) -> Callable[[], Any]:
        return lambda: api.call("PATCH", "/v1/sessions/one", {"summary": text})

    page = dashboard(uid, timed=True)
    page.settle()
    page.page.evaluate("window.neverReloaded = true")
    _is_seen_in_time(page, like("quiet mornings"), "quiet mornings")

    page.go("memory")
    note = {"content": "Deploys are on Tuesdays."}
    _is_seen_in_time(page, lambda: api.post("/v1/memory", note), note["content"])

    page.go("timeline")
    _is_seen_in_time(page, lambda: api.say("I love Python."), "1 of 10")
    _is_seen_in_time(page, like("long walks"), "Likes: long walks")

    page.go_to_conversations()
    session = {"id": "one", "projectPath": "/home/ada/engine"}
    _is_seen_in_time(page, lambda: api.post("/v1/sessions", session), "/home/ada/engine")
    _is_seen_in_time(page, summarise("Half done."), "Half done.")

    page.go("settings")
    page.hold_time()
    api.call("PATCH", "/v1/settings", {"retentionDays": 77})
    page.pass_time_and_answer(PROMISED)
    page.holds(page.page.get_by_placeholder("forever"), "77")
    page.page.clock.resume()
    assert page.page.evaluate("window.neverReloaded") is True


@needs_embedded("another one counts no operations")
def test_asks_for_next_to_nothing_while_nothing_changes_and_not_at_all_while_hidden(
    dashboard: Any, uid: str, stack: StackProcess
) -> None:
    page = dashboard(uid, timed=True)
    page.settle()
    page.load_the_rest()
    page.hold_time()
    page.wait_for_answers()
    answers: list[tuple[str, int]] = []
    page.page.on("response", lambda answer: answers.append((answer.url, answer.status)))
    stack.control("DELETE", "usage")

    page.pass_time_and_answer(3.5)
    assert len(answers) in (2, 3, 4)
    assert set(answers) == {(f"{page.gateway}/v1/changes", 304)}
    assert stack.control("GET", "usage")["reads"] <= 2 * len(answers)

    page.hide(True)
    page.wait_for_answers()
    answers.clear()
    page.pass_time(600)
    assert answers == []
    with page.page.expect_response(CHANGES) as first:
        page.hide(False)
    assert first.value.status == 304


class _Hold:
    """Holds requests until it ends: all of them, or the first `times`."""

    def __init__(self, page: Any, url: str, times: int | None = None) -> None:
        self._waiting: list[Any] = []
        self._end: Callable[[Any], None] | None = None
        page.route(url, self._take, times=times)

    def end(self, answer: Callable[[Any], None] = lambda route: route.continue_()) -> None:
        """Answers the waiting requests and all later ones."""
        self._end = answer
        for route in self._waiting:
            answer(route)

    def _take(self, route: Any) -> None:
        if self._end:
            self._end(route)
        else:
            self._waiting.append(route)


def _refuse(route: Any) -> None:
    route.fulfill(status=503, json=UNAVAILABLE)


def test_offers_no_undoing_before_it_knows_the_newest_change(
    dashboard: Any, api: Api, uid: str
) -> None:
    item = api.post("/v1/preferences", {"type": "like", "description": "tea"})["id"]
    page = dashboard(uid, f"/today?item=preference:{item}")
    panel = page.page.locator(".panel")
    panel.get_by_role("button", name="Undo").wait_for()
    hold = _Hold(page.page, "**/v1/profile/changelog*")

    panel.get_by_role("button", name="Forget", exact=True).click()
    panel.get_by_role("heading", name="No longer known").wait_for()
    assert panel.get_by_role("button", name="Undo").count() == 0
    hold.end()
    panel.get_by_role("button", name="Undo").click()
    panel.get_by_role("heading", name="tea").wait_for()


def test_says_when_it_is_offline_and_catches_up(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, timed=True)
    page.refusals = True
    page.settle()
    page.load_the_rest()
    page.page.context.set_offline(True)
    try:
        page.page.get_by_text("You’re offline.").first.wait_for()
        page.go("memory")
        page.page.get_by_text("Couldn’t load this").first.wait_for()
        assert page.violations() == []
        api.post("/v1/memory", {"content": "Deploys are on Tuesdays."})
    finally:
        page.page.context.set_offline(False)
    page.page.get_by_text("Deploys are on Tuesdays.").wait_for()
    page.page.get_by_text("You’re offline.").wait_for(state="detached")


def test_says_when_no_answer_comes(dashboard: Any, uid: str) -> None:
    page = dashboard(uid, timed=True)
    page.settle()
    with page.page.expect_request(CHANGES):
        held = _Hold(page.page, CHANGES)
    page.hold_time()

    page.pass_time(20)
    page.page.get_by_text("No connection").first.wait_for()

    held.end()
    page.page.clock.resume()
    page.page.get_by_text("No connection").first.wait_for(state="detached")


def test_tells_a_failing_server_from_a_lost_connection(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    page.refusals = True
    page.settle()
    page.page.route(
        CHANGES,
        lambda route: route.fulfill(
            status=500,
            headers={"X-Request-Id": "req-8f31"},
            json={"error": {"code": 500, "status": "INTERNAL", "message": "Traceback: oops"}},
        ),
    )
    banner = page.page.locator("main .banner")
    banner.filter(has_text="Something went wrong on the server.").wait_for()
    assert "Reference: req-8f31" in banner.inner_text()
    assert "Traceback" not in page.page.locator("body").inner_text()
    page.page.get_by_text("Server error").first.wait_for(state="attached")
    assert page.violations() == []

    page.page.unroute(CHANGES)
    banner.wait_for(state="detached")


def test_shows_what_changes_while_a_view_opens(dashboard: Any, api: Api, uid: str) -> None:
    session = api.post("/v1/sessions", {"projectPath": "/home/ada/engine"})["id"]
    page = dashboard(uid)
    page.settle()
    with page.page.expect_request(CHANGES):
        poll = _Hold(page.page, CHANGES)

    page.go_to_conversations()
    page.page.get_by_text("/home/ada/engine").wait_for()
    api.call("PATCH", f"/v1/sessions/{session}", {"summary": "Half done."})
    poll.end()

    page.page.get_by_text("Half done.").wait_for()


def test_shows_what_changes_while_an_answer_to_somebody_before_is_out(
    dashboard: Any, api: Api, uid: str
) -> None:
    page = dashboard(f"{uid}-before")
    page.settle()
    with page.page.expect_request(CHANGES):
        _Hold(page.page, CHANGES, times=1)

    page.page.get_by_role("button", name="Sign out").first.click()
    page.sign_in(uid)
    page.page.get_by_text("Nothing yet").wait_for()
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})

    page.page.get_by_text("quiet mornings").first.wait_for()


def test_shows_what_changed_before_somebody_looked(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(None)
    page.page.add_init_script(f"({HIDE})(true)")
    page.open("/today", uid)
    page.page.get_by_text("Nothing yet").wait_for()

    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page.hide(False)

    page.page.get_by_text("quiet mornings").first.wait_for()


def test_reads_again_what_could_not_be_read(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, timed=True)
    page.refusals = True
    page.settle()
    page.load_the_rest()
    page.page.route("**/v1/memory?*", _refuse)
    page.go("memory")
    page.page.get_by_text("Couldn’t load this").first.wait_for()
    page.page.unroute("**/v1/memory?*")

    page.hold_time()
    page.pass_time_and_answer(17)

    page.page.get_by_text("No notes about your work yet.").wait_for()
    page.page.get_by_text("Couldn’t load this").first.wait_for(state="detached")


READ_BY = {
    "today": "profile",
    "memory": "memory?*",
    "context": "context?*",
    "timeline": "profile/changelog?*",
}


def test_shows_that_it_loads_and_offers_to_try_again(dashboard: Any, maya: str) -> None:
    page = dashboard(None, device="phone", theme="dark")
    page.refusals = True
    failure = page.page.get_by_role("alert").filter(has_text="Couldn’t load this")
    for view, path in READ_BY.items():
        held = _Hold(page.page, f"**/v1/{path}")
        if view == "today":
            page.open("/today", maya)
        else:
            page.go_to(view)
        page.page.locator(".skeleton").get_by_text("Loading").first.wait_for()
        # The other views are made of the same parts.
        assert view != "today" or page.violations() == []

        held.end(_refuse)
        failure.get_by_text("Something went wrong on the server.").first.wait_for()
        page.page.locator(".skeleton").first.wait_for(state="detached")
        assert view != "today" or page.violations() == []
        page.page.unroute(f"**/v1/{path}")
        page.page.evaluate("document.querySelectorAll('.failure button').forEach(b => b.click())")
        failure.first.wait_for(state="detached")
        page.settle()


def test_asks_to_sign_in_again_when_the_token_ends(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid)
    page.refusals = True
    page.settle()
    page.page.route(
        CHANGES,
        lambda route: route.fulfill(
            status=401,
            json={"error": {"code": 401, "status": "UNAUTHENTICATED", "message": "Expired."}},
        ),
    )
    page.page.get_by_text("Your session has expired.").wait_for()
    page.page.unroute(CHANGES)
    assert page.violations() == []
