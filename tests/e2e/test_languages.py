"""Every view in every language: it fits, nothing is cut off, and it stays accessible."""

from typing import Any

import pytest

from tests.e2e.dashboard import VIEWS

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
