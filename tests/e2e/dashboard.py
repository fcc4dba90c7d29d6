"""The dashboard in a browser, and the assertions about every page in every test."""

import json
import os
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Literal

import pytest

from emulator.gateway.paths import ROOT

Device = Literal["desktop", "phone"]
Theme = Literal["light", "dark"]

VIEWPORTS: dict[Device, dict[str, int]] = {
    "desktop": {"width": 1280, "height": 860},
    "phone": {"width": 375, "height": 812},
}
TALLEST: dict[Device, int] = {"desktop": 1640, "phone": 1100}
"""Maximum height of a screenshot in pixels."""
PICTURES = ROOT / "docs" / "screenshots"
PHOTOGRAPHED: dict[Device, tuple[Theme, ...]] = {"desktop": ("light", "dark"), "phone": ("dark",)}
"""The themes of the documentation's pictures, by device."""
VIEWS = (
    "today",
    "timeline",
    "memory",
    "context",
    "connections",
    "settings",
)
TIMEOUT = 30_000
"""Milliseconds; longer than anything takes, so that a slow machine fails no test."""

STALLED = 3
"""How many requests of a page may be refused while the machine stalls."""

SURFACES: list[tuple[Device, Theme]] = [("desktop", "light"), ("phone", "dark")]
ON_ALL = os.environ.get("REKINDLE_SURFACES") == "all"


def everywhere(test: Callable[..., None]) -> Callable[..., None]:
    """Runs a test on a desktop in the light theme, or on a phone in the dark theme.

    With REKINDLE_SURFACES=all, as in `make deep`, it runs on both; otherwise its name picks one, so
    that each gets about half of the tests.
    """
    turn = zlib.crc32(test.__name__.encode()) % len(SURFACES)
    chosen = SURFACES if ON_ALL else [SURFACES[turn]]
    mark = pytest.mark.parametrize("surface", chosen, ids="-".join)
    return mark(test)


# As if the user had signed in before in this tab; after signing out it has no effect.
_SIGNED_IN = """
if (!sessionStorage.getItem('test.opened')) {
  const uid = %s;
  sessionStorage.setItem('test.opened', 'yes');
  sessionStorage.setItem('rekindle.user', uid);
  const others = JSON.parse(localStorage.getItem('rekindle.signedIn') ?? '[]');
  localStorage.setItem('rekindle.signedIn', JSON.stringify([uid, ...others]));
}
"""
_USABLE = """
text => {
  const main = document.querySelector('main#main');
  if (!main?.innerText.includes(text) || main.querySelector('.skeleton')) return null;
  return performance.now() - performance.getEntriesByType('navigation')[0].responseStart;
}
"""
HIDE = """
hidden => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}
"""


@cache
def _axe() -> str:
    return (ROOT / "dashboard" / "node_modules" / "axe-core" / "axe.min.js").read_text()


class Contexts:
    """The browser's contexts, one per kind: pages of the same kind share its cache."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._kept: dict[tuple[Device, str], Any] = {}

    def of(self, device: Device, locale: str) -> Any:
        """The context of this kind."""
        if (device, locale) not in self._kept:
            self._kept[device, locale] = self.new(device, locale)
        return self._kept[device, locale]

    def new(self, device: Device = "desktop", locale: str = "en-GB") -> Any:
        """A context that shares nothing with any other."""
        context = self._browser.new_context(
            viewport=VIEWPORTS[device],
            locale=locale,
            timezone_id="Europe/Lisbon",
            has_touch=device == "phone",
            reduced_motion="reduce",
        )
        context.set_default_timeout(TIMEOUT)
        return context

    def close(self) -> None:
        """Closes those that are kept."""
        for context in self._kept.values():
            context.close()
        self._kept.clear()


class Dashboard:
    """One page, which shares nothing but the browser's cache with those of other tests.

    Attributes:
        page: Playwright's page.
        refusals: whether the server refuses requests in this test, which a browser logs.
        answered_here: external addresses whose requests the test answers itself.
    """

    def __init__(
        self,
        contexts: Contexts,
        gateway: str,
        device: Device = "desktop",
        theme: Theme = "light",
        locale: str = "en-GB",
        *,
        timed: bool = False,
    ) -> None:
        """Opens a tab; with `timed`, the test controls its clock."""
        self.gateway = gateway
        self.device = device
        self.refusals = False
        self._stalled = 0
        self.answered_here: tuple[str, ...] = ()
        # The clock belongs to a whole context.
        self._own = contexts.new(device, locale) if timed else None
        self.page = (self._own or contexts.of(device, locale)).new_page()
        self.wear(theme)
        if timed:
            # In the past, so that advancing the clock does not lead into the future.
            self.page.clock.install(time=datetime.now(UTC) - timedelta(minutes=20))
        self._errors: list[str] = []
        self._foreign: list[str] = []
        self._unanswered: set[Any] = set()
        self._over: list[str] = []
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self._errors.append(str(error)))
        self.page.on("request", self._note_request)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, self._note_end)

    def open(self, path: str = "/today", uid: str | None = None) -> None:
        """Opens a view, signed in as the user if there is one."""
        if uid is not None:
            self.remember(uid)
        self.page.goto(f"{self.gateway}{path}", wait_until="commit")
        self.page.locator("h1").first.wait_for()

    def remember(self, uid: str) -> None:
        """Makes the page find the user signed in when it opens."""
        self.page.add_init_script(_SIGNED_IN % json.dumps(uid))

    def sign_in(self, uid: str) -> None:
        """Signs in with the form of the embedded stack."""
        self.page.locator(".sign-in input").fill(uid)
        self.page.locator(".sign-in button[type=submit]").click()
        self.page.locator("main#main h1").wait_for()

    def wear(self, theme: Theme) -> None:
        """Makes the system prefer the theme."""
        self.page.emulate_media(color_scheme=theme)

    def force_colours(self, forced: bool) -> None:
        """Makes the system replace all colors by its own few, as Windows' contrast themes do."""
        self.page.emulate_media(forced_colors="active" if forced else "none")

    def zoom_in(self) -> None:
        """Leaves as much room as a screen of 1280 by 1024 pixels has at 400 %."""
        self.page.set_viewport_size({"width": 320, "height": 256})

    def hold_time(self) -> None:
        """Stops the page's clock, and with it its timers, one second from now."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))

    def pass_time(self, seconds: float) -> None:
        """Advances the page's clock, all at once."""
        self.page.clock.run_for(int(1000 * seconds))

    def pass_time_and_answer(self, seconds: float) -> None:
        """Advances the page's clock in small steps, and waits for all answers after each.

        Otherwise an answer in flight would arrive only after the time has passed.
        """
        for _ in range(round(10 * seconds)):
            self.pass_time(0.1)
            self.wait_for_answers()

    def wait_for_answers(self) -> None:
        """Waits until all requests are answered and the page has noticed."""
        while self._unanswered:
            next(iter(self._unanswered)).response()
            self.page.evaluate("null")

    def load_the_rest(self) -> None:
        """Waits for the scripts of the other views, which the page loads when it is idle."""
        if not any("/timeline-" in url for url in self._over):
            with self.page.expect_event("requestfinished", lambda asked: "/timeline-" in asked.url):
                self.pass_time(2)
        self.wait_for_answers()

    def milliseconds_until(self, path: str, text: str) -> float:
        """The time from the page's first byte until the view shows the text and has loaded."""
        self.page.bring_to_front()
        self.page.goto(f"{self.gateway}{path}", wait_until="commit")
        took: float = self.page.wait_for_function(_USABLE, arg=text).json_value()
        return took

    def hide(self, hidden: bool) -> None:
        """Tells the page that it is hidden, or that it is visible again."""
        self.page.evaluate(HIDE, hidden)

    def go(self, view: str) -> None:
        """Navigates to a view and waits until it has loaded."""
        self.go_to(view)
        self.settle()

    def go_to(self, view: str) -> None:
        """Navigates to a view as a user of this device would."""
        self.page.locator(f'a.nav-link[href="/{view}"]').locator("visible=true").click()
        self.page.wait_for_url(f"**/{view}")

    def go_to_conversations(self) -> None:
        """Opens the conversations in the memory."""
        self.go("memory")
        self.page.get_by_role("link", name="Conversations").click()
        self.page.wait_for_url("**/memory?tab=conversations")
        self.settle()

    def act_on(self, row: Any, action: str) -> None:
        """Presses a button of a row."""
        row.get_by_role("button", name=action).click()

    def dialog(self) -> Any:
        """The dialog that is open."""
        return self.page.get_by_role("dialog")

    def said(self, text: str) -> None:
        """Waits for a toast with the text and dismisses it."""
        toast = self.page.locator(".toast", has_text=text)
        toast.get_by_role("button").click()
        toast.wait_for(state="detached")

    def holds(self, field: Any, text: str) -> None:
        """Waits until a field holds the text."""
        arg = [field.element_handle(), text]
        self.page.wait_for_function("([field, text]) => field.value === text", arg=arg)

    def settle(self) -> None:
        """Waits until the view has loaded."""
        self.page.locator("main h1").wait_for()
        self.page.locator(".skeleton").first.wait_for(state="detached")
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def violations(self, *, of_colours: bool = False, forced: bool = False) -> list[str]:
        """All but the minor findings of axe-core, by all rules or by those about colors.

        In forced colors the system chooses the contrast, which axe-core cannot see.
        """
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_axe())
        rules: dict[str, Any] = {"rules": {"color-contrast": {"enabled": not forced}}}
        if of_colours:
            rules = {"runOnly": ["color-contrast", "link-in-text-block"]}
        found = self.page.evaluate(
            "rules => axe.run(document, {resultTypes: ['violations'], ...rules})", rules
        )
        return [
            f"{item['id']} ({item['impact']}): {item['help']}: "
            + json.dumps([node["target"] for node in item["nodes"]][:4])
            for item in found["violations"]
            if item["impact"] != "minor"
        ]

    def fits(self) -> None:
        """Waits until the page is no wider than the screen, such as once a menu has moved."""
        self.page.wait_for_function(
            "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )

    def overflows(self) -> bool:
        """Whether the page is wider than the screen."""
        script = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(script))

    def photograph(self, name: str, *devices: Device) -> None:
        """Takes the pictures of what is open for the documentation, if REKINDLE_SCREENSHOTS is set.

        Each shows the view from its top, up to the maximum height. `devices` are the screens to
        show it on, if not only that of this page.
        """
        if not os.environ.get("REKINDLE_SCREENSHOTS"):
            return
        for device in devices or (self.device,):
            usual = VIEWPORTS[device]
            for theme in PHOTOGRAPHED[device]:
                self.wear(theme)
                self.page.set_viewport_size(usual)
                height = self.page.evaluate("document.documentElement.scrollHeight")
                tall = min(max(height, usual["height"]), TALLEST[device])
                self.page.set_viewport_size({**usual, "height": tall})
                file = PICTURES / f"{device}-{theme}" / f"{name}.png"
                self.page.screenshot(path=file, animations="disabled")
        self.page.set_viewport_size(VIEWPORTS[self.device])

    def close(self) -> None:
        """Closes the page and clears what it stored, for the next one."""
        # Not by a script, since the page may be on its way to another address.
        session = self.page.context.new_cdp_session(self.page)
        stored = {"origin": self.gateway, "storageTypes": "local_storage"}
        session.send("Storage.clearDataForOrigin", stored)
        self.page.close()
        if self._own:
            self._own.close()

    def check(self) -> None:
        """Checks that nothing went wrong and that no request went elsewhere."""
        assert not self._foreign, self._foreign
        assert not self._errors, self._errors

    def _note_console(self, message: Any) -> None:
        refused = self.refusals and "Failed to load resource" in message.text
        # A stack on a machine that stalls may refuse some requests until its breaker closes. What
        # matters then is that the page recovers, which the test's own waits show.
        asked = message.location["url"].startswith(f"{self.gateway}/v1/")
        if asked and "503" in message.text and self._stalled < STALLED:
            self._stalled += 1
        elif message.type == "error" and not refused:
            self._errors.append(message.text)

    def _note_request(self, request: Any) -> None:
        self._unanswered.add(request)
        known = (f"{self.gateway}/", "blob:", "data:", *self.answered_here)
        if not request.url.startswith(known):
            self._foreign.append(request.url)

    def _note_end(self, request: Any) -> None:
        self._over.append(request.url)
        self._unanswered.discard(request)
