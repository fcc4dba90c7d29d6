"""Every view in every language, and what its buttons open: all fits, and stays accessible."""

from typing import Any

import pytest

from tests.e2e.dashboard import ON_ALL, VIEWPORTS, VIEWS

LANGUAGES = {"en": "en-GB", "de": "de-DE", "es": "es-ES", "fr": "fr-FR", "ja": "ja-JP"}

# What is shortened on purpose ends in an ellipsis, and what is only read out is a pixel wide.
_CUT = """
() => [...document.querySelectorAll('h1, h2, h3, button, a, label, dt, th, .chip, select')]
  .filter(at => at.checkVisibility() && at.clientWidth > 1 && !at.closest('.hidden'))
  .filter(at => {
    const style = getComputedStyle(at);
    return style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis'
      && at.scrollWidth > at.clientWidth + 1;
  })
  .map(at => at.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_fits_in_every_language(dashboard: Any, maya: str, language: str) -> None:
    page = dashboard(maya, locale=LANGUAGES[language])
    wide = page.page.viewport_size
    for view in VIEWS:
        if view != "today":
            page.go(view)
        page.settle()
        assert page.page.locator("html").get_attribute("lang") == language
        page.page.set_viewport_size({"width": 320, "height": 640})
        assert page.violations() == [], (view, language)
        for size in ("narrow", "wide"):
            assert not page.overflows(), (view, language, size)
            assert page.page.evaluate(_CUT) == [], (view, language, size)
            page.page.set_viewport_size(wide)


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
    """Whatever would write is refused, so that what is said of a refusal is seen, too."""
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
