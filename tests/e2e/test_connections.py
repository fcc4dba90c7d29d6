"""Connections: an access key from its making to its end, and what it wrote taken back."""

import json
from typing import Any

from emulator.client import StackProcess
from tests.e2e.dashboard import everywhere
from tests.support.access.oauth_client import OAuthClient
from tests.support.api import Api


def confirm(page: Any, name: str) -> None:
    """Presses the button of the dialog that does it."""
    page.dialog().get_by_role("button", name=name, exact=True).click()


@everywhere
def test_a_key_is_made_used_shown_and_cut_off(
    dashboard: Any, api: Api, uid: str, stack: StackProcess
) -> None:
    page = dashboard(uid, "/connections")
    page.page.get_by_text("Nothing is connected").wait_for()
    page.page.get_by_role("button", name="New access key").click()
    page.dialog().get_by_label("Name").fill("Note taker")
    page.dialog().get_by_label("Change what is known").check()
    page.dialog().get_by_label("Expires").select_option("30")
    assert page.violations() == []
    confirm(page, "Create key")

    shown = page.dialog().get_by_label("Access key", exact=True)
    shown.wait_for()
    page.page.get_by_text("It won’t be shown again").wait_for()
    assert page.violations() == []
    page.page.mouse.click(3, 3)
    key = shown.input_value()
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    confirm(page, "Copy")
    page.dialog().get_by_text("Copied.").wait_for()
    assert page.page.evaluate("navigator.clipboard.readText()") == key
    page.dialog().get_by_role("button", name="Close").first.click()
    page.dialog().wait_for(state="detached")
    assert key not in page.page.content()

    card = page.page.get_by_role("article", name="Note taker")
    card.get_by_text("not used yet").wait_for()
    card.get_by_text("Expires on").wait_for()
    with stack.bearer(key) as client:
        script = Api(client, stack)
        script.post("/v1/memory", {"content": "Ada plays chess.", "target": "archive"})
        # A change of the notes shows here by itself.
        card.get_by_text("wrote 1 time.").wait_for()
        card.get_by_text("last used on").wait_for()
        page.act_on(card, "Disconnect")
        page.dialog().get_by_text("unless you undo that first").wait_for()
        confirm(page, "Disconnect")
        page.said("Disconnected.")
        page.page.get_by_text("Nothing is connected").wait_for()
        stack.control("POST", "clock", {"advanceSeconds": 60})
        assert script.refused("GET", "/v1/memory")["code"] == 401
    assert len(api.get("/v1/memory")["entries"]) == 1


@everywhere
def test_what_an_assistant_wrote_is_taken_back(dashboard: Any, api: Api, uid: str) -> None:
    client = OAuthClient(api)
    token = client.connect()["access_token"]
    client.use_tool(token, "remember", content="Ada plays chess")
    page = dashboard(uid, "/connections")
    card = page.page.get_by_role("article", name="Test client")
    card.get_by_text("if not used").wait_for()
    card.get_by_text("wrote 1 time.").wait_for()

    page.act_on(card, "Undo what it wrote")
    page.dialog().get_by_label("How far back").select_option("moment")
    take_back = page.dialog().get_by_role("button", name="Undo its changes")
    assert take_back.is_disabled()
    page.dialog().get_by_label("Since", exact=True).fill("2040-01-01T00:00")
    assert page.violations() == []
    take_back.click()
    page.dialog().get_by_text("Nothing to undo").wait_for()
    page.dialog().get_by_role("button", name="Close").first.click()
    assert len(api.get("/v1/memory")["entries"]) == 1

    page.act_on(card, "Undo what it wrote")
    confirm(page, "Undo its changes")
    page.dialog().get_by_text("1 note", exact=True).wait_for()
    assert page.violations() == []
    page.dialog().get_by_role("button", name="Close").first.click()
    card.get_by_text("Nothing read or written").wait_for()
    assert api.get("/v1/memory")["entries"] == []


def test_says_that_a_connection_was_over_already(dashboard: Any, api: Api, uid: str) -> None:
    made = api.post("/v1/connections", {"name": "Note taker", "scopes": ["read"]})
    page = dashboard(uid, "/connections")
    page.refusals = True
    card = page.page.get_by_role("article", name="Note taker")
    card.wait_for()
    api.call("DELETE", f"/v1/connections/{made['id']}")
    page.act_on(card, "Disconnect")
    confirm(page, "Disconnect")
    page.dialog().get_by_text("It was disconnected or has expired").wait_for()
    confirm(page, "Cancel")
    page.hide(True)
    page.hide(False)
    page.page.get_by_text("Nothing is connected").wait_for()


def test_works_by_keyboard_on_the_narrowest_screen_in_german(
    dashboard: Any, api: Api, uid: str
) -> None:
    api.post("/v1/connections", {"name": "Donaudampfschifffahrt" * 6, "scopes": ["read", "admin"]})
    page = dashboard(uid, "/connections", device="phone", theme="dark", locale="de-DE")
    page.page.set_viewport_size({"width": 320, "height": 640})
    page.settle()
    page.page.get_by_role("heading", name="Wer Ihr Gedächtnis nutzen darf").wait_for()
    assert not page.overflows()
    assert page.violations() == []
    make = page.page.get_by_role("button", name="Neuer Zugriffsschlüssel")
    make.focus()
    press = page.page.keyboard.press
    press("Enter")
    page.dialog().locator("input:focus").wait_for()
    page.page.keyboard.type("Skript")
    press("Tab")
    press("Tab")
    press("Space")
    assert page.dialog().get_by_role("button", name="Schlüssel erstellen").is_disabled()
    press("Space")
    assert not page.overflows()
    press("Enter")
    page.dialog().get_by_label("Zugriffsschlüssel", exact=True).wait_for()
    assert not page.overflows()
    assert page.violations() == []
    press("Escape")
    page.dialog().wait_for(state="detached")
    page.page.get_by_role("article", name="Skript").wait_for()


@everywhere
def test_an_assistant_is_connected_and_its_first_call_seen(
    dashboard: Any, api: Api, uid: str, stack: StackProcess
) -> None:
    page = dashboard(uid, "/connections")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.page.get_by_role("link", name="Cursor").click()
    code = page.dialog().get_by_label("What to paste")
    assert f"{stack.gateway}/mcp" in code.inner_text()
    assert page.violations() == []
    confirm(page, "Create key and copy")

    page.dialog().get_by_text("Copied.").wait_for()
    page.dialog().get_by_text("Waiting for the first call").wait_for()
    server = json.loads(code.inner_text())["mcpServers"]["rekindle"]
    assert json.loads(page.page.evaluate("navigator.clipboard.readText()")) == json.loads(
        code.inner_text()
    )
    key = server["headers"]["Authorization"].removeprefix("Bearer ")
    (made,) = api.get("/v1/connections")["connections"]
    assert (made["name"], made["scopes"]) == ("Cursor", ["read", "write"])
    # Reading changes nothing that the page follows, so it has to look for itself.
    with stack.bearer(key) as client:
        Api(client, stack).get("/v1/context")
    page.dialog().get_by_text("First call received from Cursor.").wait_for()
    assert page.violations() == []
    assert not page.overflows()
    confirm(page, "Done")
    page.dialog().wait_for(state="detached")
    assert key not in page.page.content()
    page.page.get_by_role("article", name="Cursor").get_by_text("last used on").wait_for()


def test_forward_makes_no_second_key(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/connections")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.page.get_by_role("button", name="Create key and copy: Cursor").click()
    page.dialog().get_by_text("Copied.").wait_for()
    page.page.go_back()
    page.dialog().wait_for(state="detached")
    page.page.go_forward()
    page.dialog().get_by_role("button", name="Copy", exact=True).click()
    page.dialog().get_by_text("Copied.").wait_for()
    page.page.keyboard.press("Escape")
    page.page.get_by_role("button", name="Create key and copy: Cursor").click()
    page.dialog().get_by_text("Copied.").wait_for()
    assert len(api.get("/v1/connections")["connections"]) == 1


def test_says_when_an_assistant_has_signed_in(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/connections?with=chatgpt", device="phone", theme="dark")
    page.dialog().get_by_text("can’t reach a server on your own machine").wait_for()
    assert page.dialog().get_by_text("Waiting for the first call").count() == 0
    OAuthClient(api).connect()
    page.dialog().get_by_text("First call received from Test client.").wait_for()
    assert page.violations() == []
    page.page.keyboard.press("Escape")
    page.dialog().wait_for(state="detached")
    assert "with=" not in page.page.url
