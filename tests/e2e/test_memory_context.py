"""Notes, their search, and the preview of the context block."""

from pathlib import Path
from typing import Any

from tests.e2e.dashboard import everywhere
from tests.e2e.many_notes import note_many
from tests.support.api import Api


def _note(page: Any, text: str) -> Any:
    return page.page.locator("li.entry", has_text=text)


@everywhere
def test_adds_changes_and_deletes_a_note(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/memory")
    page.page.get_by_text("No notes about your work yet.").wait_for()

    page.page.get_by_role("button", name="Add a note").click()
    form = page.dialog()
    form.get_by_label("Note", exact=True).fill("The tests need Docker.")
    form.get_by_label("Tags").fill("tests, docker")
    form.get_by_label("Expires on").fill("2099-05-01")
    form.get_by_role("button", name="Save").click()
    page.said("Saved.")
    note = _note(page, "The tests need Docker.")
    note.get_by_text("docker", exact=True).wait_for()
    note.get_by_text("expires 1 May 2099").wait_for()
    page.page.get_by_text("22 of 2,200 characters").wait_for()

    page.act_on(note, "Edit")
    form = page.dialog()
    form.get_by_label("Note", exact=True).fill("The tests need Podman.")
    form.get_by_label("Save to").select_option("archive")
    form.get_by_label("Expires on").fill("")
    form.get_by_role("button", name="Save").click()
    page.said("Saved.")
    page.page.get_by_role("link", name="Archive").click()
    note = _note(page, "The tests need Podman.")
    note.wait_for()
    [stored] = api.get("/v1/memory")["entries"]
    assert (stored["target"], stored["tags"]) == ("archive", ["tests", "docker"])
    assert "expiresAt" not in stored

    page.act_on(note, "Delete")
    page.page.get_by_text("The archive is empty.").wait_for()
    page.page.get_by_role("button", name="Undo").click()
    note.wait_for()
    assert api.get("/v1/memory")["entries"] == [stored]

    page.act_on(note, "Delete")
    page.page.get_by_text("The archive is empty.").wait_for()
    page.page.reload()
    page.page.get_by_text("The archive is empty.").wait_for()
    assert api.get("/v1/memory")["entries"] == []


@everywhere
def test_says_why_a_note_does_not_fit(dashboard: Any, api: Api, uid: str) -> None:
    api.call("PATCH", "/v1/settings", {"userCharLimit": 30})
    api.post("/v1/memory", {"content": "Answers quickest at 7 a.m.", "target": "user"})
    page = dashboard(uid, "/memory")
    page.refusals = True
    page.page.get_by_role("link", name="About you").click()
    page.page.get_by_text("Nearly full").wait_for()
    page.page.get_by_role("button", name="Add a note").click()
    page.dialog().get_by_label("Note", exact=True).fill("Has two cats.")
    page.dialog().get_by_role("button", name="Save").click()
    page.dialog().get_by_text("This notebook is full.").wait_for()
    assert page.dialog().get_by_label("Note", exact=True).input_value() == "Has two cats."


@everywhere
def test_a_tab_stays_the_same_when_its_count_changes(dashboard: Any, api: Api, uid: str) -> None:
    page = dashboard(uid, "/memory")
    page.page.get_by_role("link", name="About you · 0 notes").focus()
    api.post("/v1/memory", {"content": "Answers quickest at 7 a.m.", "target": "user"})
    page.page.locator("a:focus", has_text="About you · 1 note").wait_for()


@everywhere
def test_searches_by_mode_and_marks_the_words(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/memory")
    page.page.get_by_label("Search notes").fill("slow Postgres query")

    page.page.get_by_text("searched by words").wait_for()
    best = page.page.locator("li.entry").first
    best.get_by_text("missing index").wait_for()
    assert "Postgres" in best.locator("mark").all_inner_texts()

    page.page.get_by_text("Filters").click()
    page.page.get_by_label("Search by").select_option("semantic")
    page.page.get_by_text("these results match words only").wait_for()
    page.page.get_by_label("In", exact=True).select_option("user")
    page.page.get_by_text("No notes found").wait_for()

    page.go("context")
    page.page.go_back()
    page.page.get_by_text("No notes found").wait_for()
    assert page.page.get_by_label("Search notes").input_value() == "slow Postgres query"


@everywhere
def test_previews_the_block_while_a_question_is_typed(dashboard: Any, api: Api, uid: str) -> None:
    notes = [f"Meeting number {number} was about the budget." for number in range(30)]
    for content in ("The lighthouse keeper is called Ole.", *notes):
        api.post("/v1/memory", {"content": content, "target": "archive"})
    api.post("/v1/preferences", {"type": "like", "description": "tea"})
    page = dashboard(uid, "/context")
    block = page.page.locator("pre")
    block.get_by_text("Meeting number 29").wait_for()
    assert "lighthouse" not in block.inner_text()

    page.page.get_by_label("Question to your assistant").type("Who keeps the lighthouse?")
    block.get_by_text("The lighthouse keeper is called Ole.").wait_for()

    page.page.get_by_label("Maximum length").fill("400")
    omitted = page.page.get_by_role("region", name="Left out")
    omitted.get_by_text("over the limit").first.wait_for()
    omitted.get_by_text("Meeting number").first.wait_for()
    assert len(block.inner_text()) <= 400
    page.page.get_by_label("Maximum length").fill("20")
    page.page.get_by_text("Nothing fits this limit").wait_for()

    page.page.get_by_label("Maximum length").fill("")
    api.post("/v1/memory", {"content": "The fog horn is broken."})
    block.get_by_text("The fog horn is broken.").wait_for()


@everywhere
def test_tells_what_was_used_and_does_not_count_itself(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"id": "tea", "type": "like", "description": "tea"})
    page = dashboard(uid, "/context?item=preference:tea")
    used = page.page.locator(".panel .facts > div").filter(has_text="Last sent")
    used.get_by_text("never").wait_for()

    key = api.post("/v1/connections", {"name": "Robot", "scopes": ["read"]})["key"]
    api.call("GET", "/v1/context", headers={"Authorization": f"Bearer {key}"})
    used.get_by_text("Robot").wait_for()
    assert "lastUsed" in api.profile()["preferences"][0]


@everywhere
def test_shows_the_notes_of_one_tag(dashboard: Any, maya: str) -> None:
    page = dashboard(maya, "/memory")
    notes = page.page.locator("li.entry")
    _note(page, "The staging database").wait_for()

    notes.get_by_role("button", name="Only notes tagged “docker”").click()
    page.page.get_by_role("status").filter(has_text="Only notes tagged “docker”").wait_for()
    _note(page, "The staging database").wait_for(state="detached")
    notes.first.wait_for()
    assert notes.count() == 1
    page.page.get_by_label("Search notes").fill("tests deployments Docker")
    page.page.get_by_text("1 result · searched by words").wait_for()
    assert page.violations() == []

    page.page.get_by_role("button", name="Show all").click()
    page.page.get_by_text("2 results · searched by words").wait_for()
    page.page.get_by_label("Search notes").fill("")
    _note(page, "The staging database").wait_for()


@everywhere
def test_shows_more_of_a_long_archive(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/memory", {"content": "The first of all.", "target": "archive"})
    note_many(api, 29, at_once=29)
    page = dashboard(uid, "/memory")
    page.page.get_by_role("link", name="Archive").click()
    notes = page.page.locator("li.entry")
    notes.nth(19).wait_for()
    assert notes.count() == 20

    page.page.get_by_role("button", name="Show more").click()
    notes.nth(29).wait_for()
    page.page.get_by_role("button", name="Show more").wait_for(state="detached")

    page.page.get_by_label("Order").select_option("oldest")
    notes.first.get_by_text("The first of all.").wait_for()
    page.go("context")
    page.page.go_back()
    notes.first.get_by_text("The first of all.").wait_for()
    assert page.page.url.endswith("?tab=archive&order=oldest")
    page.page.locator("[aria-current=page]", has_text="Archive").wait_for()


@everywhere
def test_counts_all_results_and_shows_more_of_them(dashboard: Any, api: Api, uid: str) -> None:
    note_many(api, 45, at_once=45)
    page = dashboard(uid, "/memory?q=note")
    page.page.get_by_text("45 results").wait_for()
    page.page.get_by_role("button", name="Show more (25 left)").click()
    page.page.get_by_role("button", name="Show more (5 left)").click()
    page.page.locator("li.entry").nth(44).wait_for()


@everywhere
def test_deletes_several_notes_at_once(dashboard: Any, api: Api, uid: str) -> None:
    note_many(api, 5, at_once=5)
    page = dashboard(uid, "/memory?tab=archive")
    boxes = page.page.locator("li.entry input[type=checkbox]")
    boxes.nth(1).click()
    boxes.nth(3).click(modifiers=["Shift"])
    page.page.get_by_text("3 selected").wait_for()
    assert page.violations() == []
    page.page.locator(".selection").get_by_role("button", name="Delete").click()
    page.page.get_by_text("3 deleted.").wait_for()
    boxes.nth(2).wait_for(state="detached")
    page.page.locator(":focus").wait_for()
    page.page.reload()
    boxes.nth(1).wait_for()
    boxes.nth(2).wait_for(state="detached")
    assert api.get("/v1/memory")["usage"]["archive"]["entries"] == 2


@everywhere
def test_takes_texts_in_as_notes(dashboard: Any, api: Api, uid: str, tmp_path: Path) -> None:
    long = tmp_path / "diary.md"
    long.write_text("\n\n".join(f"Day {day}: {'it rained. ' * 40}" for day in range(9)))
    short = tmp_path / "horn.txt"
    short.write_text("The fog horn is broken.")
    page = dashboard(uid, "/memory?tab=archive")
    page.page.locator("input[type=file]").set_input_files([long, short])
    _note(page, "The fog horn is broken.").wait_for()
    entries = api.get("/v1/memory")["entries"]
    assert {entry["part"]["count"] for entry in entries if "part" in entry} == {3}
    assert len(entries) == 4


@everywhere
def test_tells_what_of_the_archive_is_left_out_and_leads_to_notes(
    dashboard: Any, api: Api, uid: str
) -> None:
    lighthouse = "The lighthouse keeper is called Ole."
    api.post("/v1/memory", {"content": lighthouse, "target": "archive"})
    note_many(api, 25, at_once=25)
    page = dashboard(uid, "/context")
    page.page.get_by_text("6 notes in the archive").wait_for()
    assert page.page.get_by_text("Nothing was left out.").count() == 0
    page.page.get_by_text("tokens (estimated)").wait_for()

    page.page.get_by_label("Question to your assistant").fill("Who keeps the lighthouse?")
    page.page.locator("pre mark").get_by_text(lighthouse).first.wait_for()
    page.page.locator("pre mark a").first.click()
    linked = page.page.get_by_role("region", name="Linked note")
    linked.get_by_text(lighthouse).wait_for()
    assert page.violations() == []
    page.page.go_back()
    page.page.locator("pre mark").get_by_text(lighthouse).first.wait_for()
