"""What every button of every view opens: it fits, and it stays accessible, in every language.

Nothing is changed: whatever would write is refused. So what is said about a refusal is seen, too.
"""

from typing import Any

import pytest

from tests.e2e.dashboard import ON_ALL, VIEWPORTS, VIEWS
from tests.e2e.test_languages import LANGUAGES

STARTS = (*VIEWS, "an item", "connections?with=chatgpt")
CHOSEN = [
    (start, language)
    for turn, start in enumerate(STARTS)
    for place, language in enumerate(LANGUAGES)
    if ON_ALL or place == turn % len(LANGUAGES)
]

# The buttons of the dialog, or else of the page. Those of further rows and cards do the same as
# those of the first, and are left out.
_BUTTONS = """
() => {
  const dialogs = [...document.querySelectorAll('[role=dialog]')];
  const inside = dialogs.at(-1) ?? document.querySelector('main');
  const seen = new Set();
  return [...inside.querySelectorAll('button, summary')].filter(at => {
    if (!at.checkVisibility() || at.disabled || at.closest('.toasts, .skeleton')) return false;
    const part = at.closest('li, article, tr, section, form, header, nav') ?? inside;
    const place = [...part.querySelectorAll('button, summary')].indexOf(at);
    const which = part.matches('li, article, tr') ? part.parentElement.className : part.id;
    const kind = `${part.tagName} ${part.className} ${which} ${place} ${at.className}`;
    return !seen.has(kind) && seen.add(kind);
  });
}
"""


def _refuse(route: Any) -> None:
    """Lets only what reads pass."""
    if route.request.method in ("GET", "HEAD", "OPTIONS"):
        route.continue_()
    else:
        error = {"code": 403, "status": "PERMISSION_DENIED", "message": "Not here."}
        route.fulfill(status=403, json={"error": error})


def _wrong(page: Any) -> list[str]:
    """What is wrong with the page as it is: in light and dark, in forced colors, and at 400 %."""
    wrong: list[str] = page.violations()
    page.wear("dark")
    wrong += page.violations(of_colours=True)
    page.wear("light")
    page.zoom_in()
    if page.overflows():
        wrong.append("is too wide")
    page.force_colours(True)
    wrong += page.violations(forced=True)
    page.force_colours(False)
    page.page.set_viewport_size(VIEWPORTS["desktop"])
    return wrong


@pytest.mark.parametrize(("start", "language"), CHOSEN)
def test_what_every_button_opens(dashboard: Any, maya: str, start: str, language: str) -> None:
    page = dashboard(maya, locale=LANGUAGES[language])
    page.settle()
    path = f"/{start}"
    if start == "an item":
        path = page.page.locator(".items a").first.get_attribute("href")
    page.refusals = True
    page.page.route("**/*", _refuse)
    found: list[Any] = []
    tried = 0
    while True:
        page.page.goto(f"{page.gateway}{path}")
        page.settle()
        buttons = page.page.evaluate_handle(_BUTTONS)
        button = buttons.get_property(str(tried)).as_element()
        if button is None:
            break
        tried += 1
        name = button.evaluate("at => at.outerHTML.slice(0, 200)")
        button.click()
        page.wait_for_answers()
        page.page.wait_for_function("() => new Promise(requestAnimationFrame)")
        found += [(name, wrong) for wrong in _wrong(page)]
        # What is deleted waits until the page is left, when it can't be refused any more.
        page.page.evaluate("() => dispatchEvent(new Event('pagehide'))")
        page.wait_for_answers()
    assert found == []
    assert tried
