"""The dashboard in a browser, and what is asserted of every page in every test."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal

from emulator.gateway.paths import ROOT

Device = Literal["desktop", "phone"]
Theme = Literal["light", "dark"]

VIEWPORTS: dict[Device, dict[str, int]] = {
    "desktop": {"width": 1240, "height": 860},
    "phone": {"width": 375, "height": 812},
}
TALLEST: dict[Device, int] = {"desktop": 1640, "phone": 1100}
"""Pixels of a picture at most."""
VIEWS = ("profile", "memory", "context", "learning", "history", "sessions", "data", "settings")
TIMEOUT = 8_000


@cache
def _axe() -> str:
    return (ROOT / "dashboard" / "node_modules" / "axe-core" / "axe.min.js").read_text()


class Dashboard:
    """One page in a browser context of its own.

    Attributes:
        page: Playwright's page.
        refusals: whether the test has the server refuse something, which a browser logs.
    """

    def __init__(
        self,
        browser: Any,
        gateway: str,
        device: Device = "desktop",
        theme: Theme = "light",
        locale: str = "en-GB",
    ) -> None:
        self.gateway = gateway
        self.device = device
        self.theme = theme
        self.refusals = False
        self._context = browser.new_context(
            viewport=VIEWPORTS[device],
            color_scheme=theme,
            locale=locale,
            timezone_id="Europe/Lisbon",
            has_touch=device == "phone",
            reduced_motion="reduce",
        )
        self._context.set_default_timeout(TIMEOUT)
        self.page = self._context.new_page()
        self._errors: list[str] = []
        self._foreign: list[str] = []
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self._errors.append(str(error)))
        self.page.on("request", self._note_request)

    def sign_in(self, uid: str, path: str = "/profile") -> None:
        """Opens the page and signs in by its form."""
        self.page.goto(f"{self.gateway}{path}")
        self.page.locator(".sign-in input").fill(uid)
        self.page.locator(".sign-in button[type=submit]").click()
        self.page.locator("main h1").wait_for()

    def go(self, view: str) -> None:
        """Follows the navigation to a view, as a user of this device would."""
        if self.device == "phone" and view not in VIEWS[:4]:
            self.page.locator(".bottom button").click()
            self.page.get_by_role("menuitem").nth(VIEWS.index(view) - 4).click()
        else:
            bar = ".bottom" if self.device == "phone" else ".side"
            self.page.locator(f'{bar} a[href="/{view}"]').click()
        self.page.wait_for_url(f"**/{view}")
        self.settle()

    def act_on(self, row: Any, action: str) -> None:
        """Chooses an action from the menu of a row."""
        row.get_by_role("button", name="More actions").click()
        self.page.get_by_role("menuitem", name=action, exact=True).click()

    def dialog(self) -> Any:
        """The dialog that is open."""
        return self.page.get_by_role("dialog")

    def said(self, text: str) -> None:
        """Waits for a message at the edge of the page, and puts it away."""
        toast = self.page.locator(".toast", has_text=text)
        toast.get_by_role("button").click()
        toast.wait_for(state="detached")

    def settle(self) -> None:
        """Waits until the view shows what it has."""
        self.page.locator("main h1").wait_for()
        self.page.locator(".skeleton").first.wait_for(state="detached")
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def violations(self) -> list[str]:
        """What axe-core finds that is serious or critical."""
        self.page.evaluate(_axe())
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{item['id']} ({item['impact']}): {item['help']}: "
            + json.dumps([node["target"] for node in item["nodes"]][:4])
            for item in found["violations"]
            if item["impact"] in ("serious", "critical")
        ]

    def overflows(self) -> bool:
        """Whether the page is wider than the screen."""
        script = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(script))

    def shot(self, file: Path) -> None:
        """Takes a picture of the view from its top, as much as tells what it is."""
        file.parent.mkdir(parents=True, exist_ok=True)
        usual = VIEWPORTS[self.device]
        height = self.page.evaluate("document.documentElement.scrollHeight")
        tall = min(max(height, usual["height"]), TALLEST[self.device])
        self.page.set_viewport_size({**usual, "height": tall})
        self.page.screenshot(path=file, animations="disabled")
        self.page.set_viewport_size(usual)

    def close(self) -> None:
        """Ends the page."""
        self._context.close()

    def check(self) -> None:
        """Nothing went wrong, and nothing was asked of anybody else."""
        assert self._foreign == []
        assert self._errors == []

    def _note_console(self, message: Any) -> None:
        refused = self.refusals and "Failed to load resource" in message.text
        if message.type == "error" and not refused:
            self._errors.append(message.text)

    def _note_request(self, request: Any) -> None:
        if not request.url.startswith((f"{self.gateway}/", "blob:", "data:")):
            self._foreign.append(request.url)
