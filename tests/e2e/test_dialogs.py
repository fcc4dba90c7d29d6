"""Dialogs keep what was typed, and the focus stays where the user is."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.support.api import Api


@everywhere
def test_nothing_typed_is_lost_by_accident(dashboard: Any, uid: str) -> None:
    page = dashboard(uid, "/memory")
    page.settle()
    add = page.page.get_by_role("button", name="Add a note").first
    add.click()
    page.page.keyboard.press("Escape")
    page.dialog().wait_for(state="detached")

    add.click()
    note = page.dialog().get_by_label("Note", exact=True)
    note.fill("The spare key is at Rosa's.")
    page.page.keyboard.press("Escape")
    page.dialog().get_by_text("Discard your changes?").wait_for()
    page.dialog().get_by_role("button", name="Keep editing").and_(
        page.page.locator(":focus")
    ).wait_for()
    assert page.violations() == []
    page.page.keyboard.press("Enter")
    note.and_(page.page.locator(":focus")).wait_for()
    page.holds(note, "The spare key is at Rosa's.")

    page.page.mouse.click(3, 3)
    page.dialog().get_by_role("button", name="Discard").click()
    page.dialog().wait_for(state="detached")


def test_the_focus_goes_to_the_next_row_after_a_deletion(
    dashboard: Any, api: Api, uid: str
) -> None:
    for content in ("Walks at noon.", "Drinks green tea."):
        api.post("/v1/memory", {"content": content, "target": "memory"})
    page = dashboard(uid, "/memory")
    page.settle()
    focused = page.page.locator(":focus")

    def delete(content: str) -> None:
        button = page.page.get_by_role("button", name=f"Delete: {content}")
        button.focus()
        page.page.keyboard.press("Enter")
        button.wait_for(state="detached")

    delete("Walks at noon.")
    page.page.locator("li.entry", has_text="Drinks green tea.").locator(":focus").wait_for()
    delete("Drinks green tea.")
    page.page.locator(":focus:not(body)").wait_for()
    assert focused.evaluate("element => Boolean(element.closest('main'))")
