"""`rekindle export` and `import`: everything out, everything in, nothing twice."""

import json
import sqlite3
import stat
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from cli.errors import PARTLY, REFUSED, UNREACHABLE, USAGE
from shared.transfer.formats import Format
from tests.support.cli import Cli, Terminal


@pytest.fixture
def cli(stack, uid, monkeypatch):
    return Cli(stack, uid, monkeypatch)


def rows(ended):
    """file -> (format, taken, merged, refused)."""
    return {
        row[0]: (row[1], *(int(cell) for cell in row[2:])) for row in ended.rows if len(row) == 5
    }


def test_an_export_brings_everything_to_an_empty_user(cli, api, tmp_path):
    api.learn("I love Python.", "I work with Docker every day.")
    cli.ok("profile", "set", "name", "Ada")
    cli.ok("memory", "add", "The tests need Docker.")
    for number in range(120):
        api.post("/v1/memory", {"content": f"Fact number {number}", "target": "archive"})
    cli.ok("settings", "set", "memoryCharLimit", "3000")
    file = tmp_path / "mine.json"
    ended = cli.ok("export", file)
    assert "memory 121" in ended.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    mine = json.loads(file.read_text())
    assert cli.ok("export").json["memory"] == mine["memory"]

    other = f"user-{uuid.uuid4().hex}"
    cli.ok("--user", other, "import", file)
    theirs = cli.ok("--user", other, "export").json
    assert {**theirs, "exportedAt": None} == {**mine, "exportedAt": None}

    again = cli.ok("--user", other, "import", file)
    assert rows(again)["mine.json"][1] == 0
    assert cli.ok("--user", other, "export").json["memory"] == mine["memory"]


def test_the_folder_of_a_legacy_system(cli, tmp_path):
    (tmp_path / "sessions").mkdir()
    at = (datetime.now(UTC) - timedelta(days=2)).isoformat()
    (tmp_path / "profile.json").write_text(
        json.dumps(
            {
                "userId": "cameron",
                "schemaVersion": 1,
                "lastUpdated": at,
                "work": {"role": "backend engineer"},
                "tools": {"editor": "neovim"},
            }
        )
    )
    session = {
        "sessionId": "abc123",
        "startedAt": at,
        "lastActiveAt": at,
        "summary": "Implemented user auth",
        "tasks": [],
        "decisions": [],
        "context": ["Project uses PostgreSQL 15"],
    }
    (tmp_path / "sessions" / "session-abc123.json").write_text(json.dumps(session))
    meta = {"path": "tools.editor", "firstSeen": at, "lastSeen": at, "confidence": 0.45}
    (tmp_path / "profile-meta.json").write_text(
        json.dumps({"lastDecay": at, "preferences": [meta | {"seenCount": 1}]})
    )
    line = {"timestamp": at, "action": "update", "source": "mcp/tool"}
    changes = {"tools": {"editor": "neovim"}}
    (tmp_path / "changelog.jsonl").write_text(
        "\n".join(
            [
                json.dumps({**line, "changes": changes}),
                json.dumps({**line, "timestamp": "2020-01-01T00:00:00Z", "changes": {}}),
            ]
        )
    )
    ended = cli.run("import", tmp_path)
    assert ended.code == PARTLY
    assert set(rows(ended)) == {
        "profile.json",
        "profile-meta.json",
        "changelog.jsonl",
        "session-abc123.json",
    }
    assert "changelog.jsonl: item 2: Entries are kept for 90 days." in ended.err
    assert cli.ok("sessions").rows[0][4] == "Implemented user auth"
    about = cli.ok("profile", "--json").json["profile"]["about"]
    assert about["work"]["role"] == "backend engineer"
    before = cli.ok("export").json["profile"]
    cli.run("import", tmp_path)
    assert cli.ok("export").json["profile"] == before


def test_rows_of_tables(cli, tmp_path):
    (tmp_path / "preferences.csv").write_text(
        "id,user_id,preference_type,preference_value,confidence,is_active\n"
        "1,u1,expertise,Python programming,0.95,t\n"
        "2,u2,like,Tea,0.9,t\n"
        "3,u1,nonsense,Nothing,0.9,t\n"
    )
    database = sqlite3.connect(tmp_path / "memory.db")
    database.execute(
        "CREATE TABLE user_memories (id TEXT PRIMARY KEY, created_at TEXT, memory TEXT,"
        " tier TEXT NOT NULL DEFAULT 'memory')"
    )
    database.execute("INSERT INTO user_memories VALUES ('1', '2025-01-15', 'Likes tea', 'user')")
    database.commit()
    database.close()
    assert cli.run("import", tmp_path / "preferences.csv").code == USAGE
    ended = cli.run(
        "import", tmp_path / "preferences.csv", tmp_path / "memory.db", "--rows-of", "u1"
    )
    assert ended.code == PARTLY
    found = rows(ended)
    assert found["preferences.csv"] == ("preferences", 1, 0, 1)
    assert found["memory.db: user_memories"] == ("user-memories", 1, 0, 0)
    assert "item 2" in ended.err
    assert [row[1:4] for row in cli.ok("preferences").rows] == [
        ["expertise", "Python programming", "0.95"]
    ]
    assert [row[1:3] for row in cli.ok("memory").rows] == [["user", "Likes tea"]]


@pytest.mark.parametrize("format_", Format)
def test_every_format_of_the_api_can_be_named(cli, tmp_path, format_):
    (tmp_path / "empty.json").write_text("{}")
    ended = cli.run("import", tmp_path / "empty.json", "--format", format_, "--json")
    assert ended.code in (0, REFUSED)
    assert ended.json["sources"][0]["format"] == format_


def test_where_everything_is_refused_nothing_is_done(cli, tmp_path):
    (tmp_path / "bad.json").write_text('[{"preference_type": "nonsense", "preference_value": "x"}]')
    ended = cli.run("import", tmp_path / "bad.json", "--json")
    assert ended.code == REFUSED
    (only,) = ended.json["sources"]
    assert (only["taken"], only["total"], only["refused"][0]["index"]) == (0, 1, 0)


def test_in_a_terminal_the_export_goes_to_a_file(cli, tmp_path, monkeypatch):
    cli.ok("memory", "add", "The tests need Docker.")
    file = tmp_path / "mine.json"
    with Terminal("export", str(file)) as terminal:
        terminal.until("Wrote")
        assert terminal.ended() == 0
    assert json.loads(file.read_text())["format"] == "rekindle"
    with Terminal("import", str(file)) as terminal:
        terminal.until("taken")
        assert terminal.ended() == 0


def test_what_cannot_be_read_or_reached(cli, tmp_path):
    assert cli.run("import", tmp_path / "nothing.json").code == USAGE
    (tmp_path / "junk").write_text("hello\n")
    junk = cli.run("import", tmp_path / "junk")
    assert junk.code == USAGE
    assert "--format" in junk.err
    (tmp_path / "good.json").write_text('{"bio": "x"}')
    away = cli.run("--url", "http://127.0.0.1:9", "import", tmp_path / "good.json")
    assert away.code == UNREACHABLE
    assert "nothing is imported twice" in away.err
