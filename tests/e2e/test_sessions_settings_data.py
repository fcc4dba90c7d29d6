"""Sessions, settings, and all data at once: export, import, erasure."""

import json
from pathlib import Path
from typing import Any

from emulator.client import StackProcess
from tests.e2e.dashboard import everywhere
from tests.support.api import Api


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
    card.get_by_label("State of “Build the mill”").select_option("completed")
    page.said("Saved.")
    stored = api.get(f"/v1/sessions/{session}")
    assert (stored["summary"], stored["tasks"][0]["status"]) == ("Half done.", "completed")

    page.act_on(card, "Delete")
    page.dialog().get_by_role("button", name="Delete").click()
    page.said("Deleted.")
    page.page.get_by_text("No sessions").wait_for()
    assert page.page.url.endswith("/memory?tab=conversations")


@everywhere
def test_saves_each_setting_at_once(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/settings")
    page.refusals = True

    page.page.get_by_label("Messages per analysis").fill("25")
    page.page.keyboard.press("Enter")
    page.said("Saved.")
    page.page.get_by_label("Tell it my profile").uncheck()
    page.said("Saved.")
    page.page.get_by_label("How preferences fade").select_option("none")
    page.said("Saved.")
    page.page.get_by_label("Keep archive notes for").fill("90")
    page.page.get_by_label("Keep archive notes for").blur()
    page.said("Saved.")
    stored = api.get("/v1/settings")
    assert stored["userMemoryAnalysisInterval"] == 25
    assert stored["injectProfile"] is False
    assert stored["preferenceDecay"] == "none"
    assert stored["retentionDays"] == 90

    kept = page.page.get_by_label("Versions kept whole")
    kept.fill("500")
    page.page.keyboard.press("Enter")
    page.page.locator(".toast.failed").wait_for()
    assert api.get("/v1/settings") == stored
    page.holds(kept, "5")


def test_speaks_another_language(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/settings")
    page.page.get_by_label("Language").select_option("de")
    page.page.get_by_role("heading", name="Einstellungen").wait_for()
    assert page.page.locator("html").get_attribute("lang") == "de"

    page.go("profile")
    page.page.get_by_role("heading", name="Was Ihr Assistent über Sie weiß").wait_for()
    page.page.reload()
    page.page.get_by_role("heading", name="Was Ihr Assistent über Sie weiß").wait_for()
    assert page.violations() == []


def test_starts_in_the_language_of_the_browser(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, locale="de-DE", device="phone")
    page.page.get_by_role("heading", name="Was Ihr Assistent über Sie weiß").wait_for()
    page.settle()
    assert not page.overflows()


def test_keeps_the_chosen_appearance(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/settings", theme="light")
    page.page.get_by_label("Appearance").select_option("dark")
    page.page.reload()
    page.settle()

    ground = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(22, 19, 17)"


@everywhere
def test_takes_everything_out_brings_it_in_and_erases_it(
    dashboard: Any, api: Api, uid: str, maya: str, stack: StackProcess, tmp_path: Path
) -> None:
    page = dashboard(maya, "/data")
    with page.page.expect_download() as download:
        page.page.get_by_role("button", name="Export everything").click()
    file = tmp_path / "export.json"
    download.value.save_as(file)
    exported = json.loads(file.read_text())
    assert exported["schemaVersion"] == 1
    assert len(exported["memory"]) == 8
    page.said("Your file is ready.")

    many = [
        {**exported["memory"][-1], "id": f"copy-{number}", "content": f"Copied note {number}."}
        for number in range(250)
    ]
    file.write_text(json.dumps({**exported, "memory": [*exported["memory"], *many]}))
    page = dashboard(uid, "/data")
    page.page.get_by_label("Choose a file").set_input_files(file)
    page.page.get_by_text("258 notes").wait_for()
    page.page.get_by_role("button", name="Import").click()
    page.page.get_by_text("Everything is in.").wait_for()
    assert page.page.get_by_role("progressbar").get_attribute("max") == "8"
    assert api.profile()["about"]["name"] == "Maya"
    assert api.get("/v1/memory")["usage"]["archive"]["entries"] == 254

    page.page.get_by_role("button", name="Erase everything").click()
    erase = page.dialog().get_by_role("button", name="Erase for good")
    assert erase.is_disabled()
    page.dialog().get_by_label("Type “erase” to confirm").fill("erase")
    erase.click()
    page.said("Nothing is left.")
    assert api.profile()["version"] == 0
    page.go("profile")
    page.page.get_by_text("Nothing yet").wait_for()


@everywhere
def test_takes_in_the_files_of_legacy_systems(
    dashboard: Any, api: Api, uid: str, tmp_path: Path
) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([{"content": "Deploys are on Tuesdays."}, {"content": ""}]))
    page = dashboard(uid, "/data")

    page.page.get_by_label("Choose a file").set_input_files(file)
    page.page.get_by_label("What kind of file it is").select_option("user-memories")
    page.page.get_by_role("button", name="Import").click()
    page.page.get_by_text("1 new, 0 known already, 1 refused.").wait_for()
    page.page.get_by_text("What was refused, and why").click()
    assert api.get("/v1/memory")["entries"][0]["content"] == "Deploys are on Tuesdays."

    other = tmp_path / "other.json"
    other.write_text("no json")
    page.page.get_by_label("Choose a file").set_input_files(other)
    page.said("This file holds no JSON.")
