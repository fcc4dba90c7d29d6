"""Conversations: the messages in them, and messages outside any."""

from typing import Any

from tests.e2e.dashboard import everywhere
from tests.support.api import Api


def _message(page: Any, text: str) -> Any:
    return page.page.locator(".messages li", has_text=text)


@everywhere
def test_reads_a_conversation_and_deletes_a_message(dashboard: Any, api: Api, uid: str) -> None:
    session = api.post("/v1/sessions", {"projectPath": "/home/ada/engine"})["id"]
    turns = [{"role": "user", "content": text} for text in ("The mill works.", "The store leaks.")]
    api.post(f"/v1/sessions/{session}/turns", {"offset": 0, "turns": turns})
    api.say("Said elsewhere.", wait=False)
    page = dashboard(uid, "/memory?tab=conversations")
    _message(page, "Said elsewhere.").wait_for()
    _message(page, "The mill works.").wait_for()
    assert page.violations() == []

    page.page.get_by_role("link", name="Read messages").click()
    _message(page, "Said elsewhere.").wait_for(state="detached")
    _message(page, "The store leaks.").get_by_role("button", name="Delete message").click()
    _message(page, "The store leaks.").wait_for(state="detached")
    page.page.get_by_role("button", name="Undo").click()
    _message(page, "The store leaks.").get_by_role("button", name="Delete message").click()
    page.page.reload()
    _message(page, "The mill works.").wait_for()
    left = [prompt["content"] for prompt in api.get("/v1/prompts")["prompts"]]
    assert left == ["Said elsewhere.", "The mill works."]


@everywhere
def test_a_link_leads_to_its_message(dashboard: Any, api: Api, uid: str) -> None:
    [said, *_] = api.say("The one that matters.", "Another.", wait=False)
    page = dashboard(uid, f"/memory?tab=conversations&prompt={said}")
    marked = page.page.locator("[aria-current=true]")
    marked.get_by_text("The one that matters.").wait_for()
    assert marked.count() == 1


@everywhere
def test_long_words_do_not_widen_the_view(dashboard: Any, api: Api, uid: str) -> None:
    long = "x" * 300
    session = api.post("/v1/sessions", {"projectPath": f"/{long}"})["id"]
    progress = {
        "summary": long,
        "tasks": [{"id": "a", "title": long, "notes": long}],
        "decisions": [{"decision": long, "rationale": long, "alternatives": [long]}],
        "context": [long],
    }
    api.call("PATCH", f"/v1/sessions/{session}", progress)
    api.say(long, wait=False)
    page = dashboard(uid, "/sessions")
    _message(page, long).wait_for()
    assert page.page.url.endswith("/memory?tab=conversations")
    assert not page.overflows()
    page.page.set_viewport_size({"width": 320, "height": 800})
    assert not page.overflows()


@everywhere
def test_changes_and_deletes_a_session(dashboard: Any, api: Api, uid: str) -> None:
    session = api.post("/v1/sessions", {"projectPath": "/home/ada/engine"})["id"]
    task = {"id": "mill", "title": "Build the mill"}
    api.call("PATCH", f"/v1/sessions/{session}", {"summary": "Begun.", "tasks": [task]})
    page = dashboard(uid, "/sessions")
    card = page.page.get_by_role("article")

    page.act_on(card, "Edit summary")
    page.dialog().get_by_label("Summary").fill("Half done.")
    page.dialog().get_by_role("button", name="Save").click()
    page.said("Saved.")
    card.get_by_text("Half done.").wait_for()
    card.get_by_label("Status of “Build the mill”").select_option("completed")
    page.said("Saved.")
    stored = api.get(f"/v1/sessions/{session}")
    assert (stored["summary"], stored["tasks"][0]["status"]) == ("Half done.", "completed")

    page.act_on(card, "Delete")
    page.dialog().get_by_role("button", name="Delete").click()
    page.said("Deleted.")
    page.page.get_by_text("No conversations yet").wait_for()
    assert page.page.url.endswith("/memory?tab=conversations")
