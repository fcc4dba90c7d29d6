"""`rekindle import` with exports of other products: streamed, resumed, and never twice."""

import json
import zipfile
from pathlib import Path

import pytest

from cli.errors import USAGE
from cli.transfer import conversations
from tests.support.cli import Cli

FIXTURES = Path(__file__).parents[2] / "unit/transfer/fixtures"


@pytest.fixture
def cli(stack, uid, monkeypatch):
    return Cli(stack, uid, monkeypatch)


def load(name):
    return json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


def chats(count, year=2024):
    """Conversations of Claude with one message of the user and one of the assistant each."""
    return [
        {
            "uuid": f"c{n}",
            "created_at": f"{year}-01-01T00:00:00Z",
            "chat_messages": [
                {"uuid": f"{year}u{n}", "sender": "human", "text": f"I like subject {n}."},
                {"uuid": f"{year}a{n}", "sender": "assistant", "text": "Good to know."},
            ],
        }
        for n in range(count)
    ]


def test_an_archive_is_imported_and_reported(cli, api, tmp_path):
    names = ("plain", "edited", "images", "hidden")
    file = tmp_path / "export.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps([load(f"chatgpt/{n}") for n in names]))
        archive.writestr("user.json", "{}")
    (done,) = cli.ok("--json", "import", file).json["sources"]
    assert (done["file"], done["format"], done["taken"]) == ("export.zip", "chatgpt", 6)
    assert done["leftOut"] == {"HIDDEN": 4, "NOT_THE_USER": 3, "NO_TEXT": 1, "OTHER_BRANCH": 3}
    api.stack.idle()
    assert api.profile()["about"]["custom"]["location"] == "Münster"
    again = cli.ok("import", file)
    assert "left out" in again.err
    assert again.rows[-1][2:] == ["0", "6", "0"]
    status = cli.ok("--json", "import", "--status").json["imports"]
    assert [(each["state"], each["taken"], each["waiting"]) for each in status] == [("done", 6, 0)]


def test_an_import_goes_on_where_it_stopped(cli, api, tmp_path):
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps(chats(250)))
    export = conversations.export_in(file)
    first, *_ = list(conversations._pieces(export))
    body = {
        "source": "claude",
        "position": 0,
        "leftOut": dict(first[1]),
        "messages": [conversations._to_json(message) for message in first[0]],
    }
    id_ = f"claude-{conversations._digest(export)[:24]}"
    assert api.post(f"/v1/imports/{id_}", body)["taken"] == 100
    (done,) = cli.ok("--json", "import", file).json["sources"]
    assert (done["taken"], done["merged"]) == (150, 100)
    progress = api.get(f"/v1/imports/{id_}")
    assert (progress["taken"], progress["merged"], progress["total"]) == (250, 0, 500)


def test_a_newer_export_adds_only_what_is_new(cli, api, tmp_path):
    (tmp_path / "old.json").write_text(json.dumps(chats(30)))
    (tmp_path / "new.json").write_text(json.dumps([*chats(5, 2025), *chats(40)]))
    cli.ok("import", tmp_path / "old.json")
    (done,) = cli.ok("--json", "import", tmp_path / "new.json").json["sources"]
    assert (done["taken"], done["merged"]) == (15, 30)
    api.stack.idle()
    ids = [id_ for batch in api.batches() for id_ in batch["promptIds"]]
    assert len(ids) == len(set(ids)) == 45


def test_a_file_that_is_cut_off_says_what_to_do(cli, api, tmp_path):
    text = json.dumps(chats(150))
    (tmp_path / "x.json").write_text(text[:-100])
    ended = cli.run("import", tmp_path / "x.json")
    assert ended.code == USAGE
    assert "nothing is imported twice" in ended.err
    assert api.get("/v1/imports")["imports"][0]["taken"] == 100


def test_a_pasted_list_becomes_notes(cli, api, tmp_path):
    (tmp_path / "memories.txt").write_text("- Lives in Oslo\n- Has a cat (2024-01-01)\n")
    (done,) = cli.ok("--json", "import", tmp_path / "memories.txt").json["sources"]
    assert (done["format"], done["taken"]) == ("saved-memories", 2)
    assert len(api.get("/v1/memory")["entries"]) == 2


def test_an_import_needs_a_file(cli):
    assert cli.run("import").code == USAGE
