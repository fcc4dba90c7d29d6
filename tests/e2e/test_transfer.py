"""All data at once: export, import, erasure."""

import json
import zipfile
from pathlib import Path
from typing import Any

from emulator.client import StackProcess
from tests.e2e.dashboard import everywhere
from tests.support.api import Api


@everywhere
def test_takes_everything_out_brings_it_in_and_erases_it(
    dashboard: Any, api: Api, uid: str, maya: str, stack: StackProcess, tmp_path: Path
) -> None:
    page = dashboard(maya, "/settings")
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
    page = dashboard(uid, "/settings")
    page.page.get_by_label("Choose a file").set_input_files(file)
    page.page.get_by_text("notes: 258").wait_for()
    page.page.get_by_role("button", name="Import").click()
    page.page.get_by_text("Import complete.").wait_for()
    assert page.page.get_by_role("progressbar").get_attribute("max") == "8"
    assert api.profile()["about"]["name"] == "Maya"
    assert api.get("/v1/memory")["usage"]["archive"]["entries"] == 254

    page.page.get_by_role("button", name="Erase everything").click()
    erase = page.dialog().get_by_role("button", name="Erase for good")
    assert erase.is_disabled()
    page.dialog().get_by_label("Type “erase” to confirm").fill("erase")
    erase.click()
    page.said("Everything has been erased.")
    assert api.profile()["version"] == 0
    page.go("today")
    page.page.get_by_text("Nothing yet").wait_for()


@everywhere
def test_takes_in_the_files_of_legacy_systems(
    dashboard: Any, api: Api, uid: str, tmp_path: Path
) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([{"content": "Deploys are on Tuesdays."}, {"content": ""}]))
    page = dashboard(uid, "/settings")

    page.page.get_by_label("Choose a file").set_input_files(file)
    page.page.get_by_label("File type").select_option("user-memories")
    page.page.get_by_role("button", name="Import").click()
    page.page.get_by_text("1 new, 0 already known, 1 rejected.").wait_for()
    page.page.get_by_text("What was rejected, and why").click()
    assert api.get("/v1/memory")["entries"][0]["content"] == "Deploys are on Tuesdays."

    other = tmp_path / "other.json"
    other.write_text("no json")
    page.page.get_by_label("Choose a file").set_input_files(other)
    page.said("This file can’t be read.")


def _conversation(thread: str, said: str, answer: str) -> dict[str, Any]:
    mapping = {
        name: {"id": name, "parent": parent, "children": children, "message": message}
        for name, parent, children, message in (
            ("question", None, ["answer"], _message(f"{thread}-1", "user", said)),
            ("answer", "question", [], _message(f"{thread}-2", "assistant", answer)),
        )
    }
    return {
        "id": thread,
        "create_time": 1_700_000_000,
        "mapping": mapping,
        "current_node": "answer",
    }


def _message(name: str, role: str, text: str) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    return {
        "id": name,
        "author": {"role": role},
        "create_time": 1_700_000_001,
        "content": content,
    }


@everywhere
def test_brings_in_the_conversations_of_another_assistant(
    dashboard: Any, api: Api, uid: str, tmp_path: Path
) -> None:
    answer = "Nobody but its reader should see these words. " * 40_000
    file = tmp_path / "export.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chat.html", "<p>no data</p>")
        said = [
            _conversation("one", "I live in Lisbon.", answer),
            _conversation("two", "Hi.", "Yes?"),
        ]
        archive.writestr("conversations.json", json.dumps(said))
    page = dashboard(uid, "/settings")
    sent: list[str] = []
    page.page.on("request", lambda request: sent.append(request.post_data or ""))
    page.page.get_by_label("Choose a file").set_input_files(file)
    page.page.get_by_text("items: 2").wait_for()
    assert page.page.get_by_label("File type").input_value() == "chatgpt"
    page.page.get_by_role("button", name="Import").click()
    page.page.get_by_text("Import complete. 2 new messages, 0 already known.").wait_for()
    assert not any("its reader should see these words" in body for body in sent)

    row = page.page.locator("[data-import]")
    row.get_by_text("Everything has been read.").wait_for()
    row.get_by_text("2 messages left out").click()
    row.get_by_text("written by the assistant: 2").wait_for()
    row.get_by_text("Conversations from ChatGPT").wait_for()
    assert page.violations() == []
    assert not page.overflows()
    assert api.get("/v1/imports")["imports"][0]["taken"] == 2


def test_reads_a_list_of_memories_and_refuses_a_broken_archive(
    dashboard: Any, api: Api, uid: str, tmp_path: Path
) -> None:
    file = tmp_path / "memories.txt"
    file.write_text("- Plays the cello.\n- Has two cats.\n")
    page = dashboard(uid, "/settings")
    page.page.get_by_label("Choose a file").set_input_files(file)
    page.page.get_by_role("button", name="Import").click()
    page.page.get_by_text("2 new, 0 already known, 0 rejected.").wait_for()
    assert api.get("/v1/memory")["usage"]["archive"]["entries"] == 2

    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK\x03\x04" + bytes(50))
    page.page.get_by_label("Choose a file").set_input_files(broken)
    page.said("This file can’t be read.")
