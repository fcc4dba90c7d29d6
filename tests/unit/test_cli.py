"""The command line's pure rules: parsing input, choosing the user, and reading files."""

import json
import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.arguments import FLAGS, VALUED, hoisted
from cli.chat.words import Line, NewPreference, new_preference, parse
from cli.commands.inbox import correction_of
from cli.errors import UsageProblem
from cli.identity import DEFAULT_URL, identity
from cli.transfer.reading import read
from cli.transfer.sending import PART_ITEMS, parts_of
from cli.transfer.source import Source
from emulator.gateway.paths import ROOT
from shared.transfer.formats import Format

PREFERENCE_ROW = {"preference_type": "like", "preference_value": "Python", "user_id": "u1"}
CSV = """id,user_id,preference_type,preference_value,context,confidence,is_active,metadata
1,u1,like,"Python, mostly",,0.9,t,"{""a"": 1}"
2,u1,goal,"two
lines",\\N,,f,
"""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("preferences", Line("preferences")),
        ("  /Preferences ", Line("preferences")),
        ("preferences matter to me", Line("say", "preferences matter to me")),
        ("add preference like Python", Line("add", "like Python")),
        ("add preference", Line("usage", "add preference")),
        ("add preferences to my cart", Line("say", "add preferences to my cart")),
        ("delete preference 5", Line("delete", "5")),
        ("clear preferences", Line("clear")),
        ("clear preferences are good", Line("say", "clear preferences are good")),
        ("search docker tests", Line("search", "docker tests")),
        ("say search the web", Line("say", "search the web")),
        ("search", Line("say", "search")),
        ("exit", Line("quit")),
        ("", Line("say", "")),
        ("/", Line("usage", "/")),
    ],
)
def test_what_a_line_means(typed, meant):
    assert parse(typed) == meant


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("like Python", NewPreference("like", "Python", 0.9)),
        ("expertise JavaScript 0.85", NewPreference("expertise", "JavaScript", 0.85)),
        ('goal "Learn machine learning"', NewPreference("goal", "Learn machine learning", 0.9)),
        ("goal Learn machine learning 1", NewPreference("goal", "Learn machine learning", 1.0)),
        ("learning interest Rust", NewPreference("learning interest", "Rust", 0.9)),
        ("tool Python 3.11", NewPreference("tool", "Python 3.11", 0.9)),
        ('tool "Vue 1"', NewPreference("tool", "Vue 1", 0.9)),
        ("like Python's speed", NewPreference("like", "Python's speed", 0.9)),
        ("like 0.5", NewPreference("like", "0.5", 0.9)),
        ("like nan", NewPreference("like", "nan", 0.9)),
        ("like", None),
        ('like ""', None),
    ],
)
def test_what_preference_is_added(text, wanted):
    assert new_preference(text) == wanted


@given(st.lists(st.sampled_from([*VALUED, *FLAGS, "--", "--url=x", "memory", "-n", "5"])))
def test_hoisting_loses_nothing_and_keeps_the_order_of_the_rest(arguments):
    moved = hoisted(arguments)
    assert sorted(moved) == sorted(arguments)
    assert hoisted(moved) == moved


def test_global_options_are_found_up_to_two_dashes():
    typed = ["memory", "--json", "add", "--user", "ada", "-t", "user", "--", "--json", "--url"]
    assert hoisted(typed) == [
        *("--json", "--user", "ada"),
        *("memory", "add", "-t", "user", "--", "--json", "--url"),
    ]


def test_whom_the_command_line_speaks_as():
    by_default = identity(None, None, None, {"REKINDLE_USER": "ada"})
    assert (by_default.url, by_default.user, by_default.given_token) == (DEFAULT_URL, "ada", None)
    assert by_default.token().endswith(".")  # unsigned
    elsewhere = {"REKINDLE_URL": "https://api.example.com/", "REKINDLE_TOKEN": " t1 "}
    deployed = identity(None, None, None, elsewhere | {"REKINDLE_USER": "ada"})
    assert deployed.url == "https://api.example.com"
    assert (deployed.token(), deployed.on_behalf_of) == ("t1", None)
    assert "t1" not in repr(deployed)
    assert identity(None, None, "t2", elsewhere).token() == "t2"
    for_somebody = identity(None, "bo", None, elsewhere)
    assert (for_somebody.token(), for_somebody.on_behalf_of) == ("t1", "bo")
    at_home = identity(DEFAULT_URL, "bo", None, elsewhere)
    assert (at_home.given_token, at_home.on_behalf_of) == (None, None)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "a.localhost", "[::1]"])
def test_an_unsigned_token_goes_to_this_machine(host):
    assert identity(f"http://{host}:4747", "ada", None, {}).token()


@pytest.mark.parametrize(
    "host", ["localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "0"]
)
def test_and_to_no_other(host):
    with pytest.raises(UsageProblem):
        identity(f"http://{host}", "ada", None, {})


@pytest.mark.parametrize(
    ("name", "content", "formats"),
    [
        ("x.json", {"format": "rekindle", "schemaVersion": 1, "memory": []}, ["rekindle"]),
        ("x.json", {"userId": "c", "schemaVersion": 1, "work": {"role": "x"}}, ["profile"]),
        ("x.json", {"userId": "c", "schemaVersion": 1, "lastUpdated": "2025-01-15"}, ["profile"]),
        ("x.json", {"lastDecay": "2025", "preferences": [{"path": "bio"}]}, ["profile-meta"]),
        ("x.json", {"lastDecay": "2025", "preferences": []}, ["profile-meta"]),
        ("x.json", {"sessionId": "a", "tasks": [], "context": []}, ["session"]),
        ("x.json", [{"sessionId": "a", "tasks": []}, {"sessionId": "b"}], ["session", "session"]),
        ("x.json", [PREFERENCE_ROW], ["preferences"]),
        ("x.json", {"preferences": [PREFERENCE_ROW], "count": 1}, ["preferences"]),
        ("x.json", [{"content": "Likes tea", "scope": "user"}], ["memories"]),
        ("x.json", {"memories": [{"content": "Likes tea"}]}, ["memories"]),
        ("x.json", [{"fact": "Likes tea"}], ["memories"]),
        ("x.json", {"profile": {"static": ["a"], "dynamic": ["b"]}}, ["memories"]),
        ("x.json", [{"id": 1, "memory": "Likes tea", "tier": "user"}], ["user-memories"]),
        ("x.json", [{"timestamp": "2025", "action": "decay", "changes": {}}], ["changelog"]),
    ],
)
def test_formats_are_known_by_their_content(tmp_path, name, content, formats):
    (tmp_path / name).write_text(json.dumps(content))
    assert [part.format for part in read(tmp_path / name)] == formats


def test_the_legacy_profile_becomes_memories(tmp_path):
    (tmp_path / "old").write_text('{"static": ["a"], "dynamic": ["b"]}')
    (part,) = read(tmp_path / "old")
    assert part.data == [{"content": "a"}, {"content": "b"}]


def test_memories_beside_the_legacy_profile_are_taken_too(tmp_path):
    legacy = {"profile": {"static": ["a"]}, "memories": [{"content": "b", "tags": ["t"]}, "c"]}
    (tmp_path / "old").write_text(json.dumps(legacy))
    (part,) = read(tmp_path / "old")
    assert part.data == [{"content": "a"}, {"content": "b", "tags": ["t"]}, {"content": "c"}]


def test_csv_rows_have_the_types_of_json(tmp_path):
    (tmp_path / "rows.csv").write_text("\ufeff" + CSV)
    (part,) = read(tmp_path / "rows.csv")
    assert part.format == "preferences"
    common = {"user_id": "u1"}
    assert part.data == [
        common
        | {
            "id": "1",
            "preference_type": "like",
            "preference_value": "Python, mostly",
            "confidence": 0.9,
            "is_active": True,
            "metadata": {"a": 1},
        },
        common
        | {
            "id": "2",
            "preference_type": "goal",
            "preference_value": "two\nlines",
            "is_active": False,
        },
    ]


def test_a_line_cut_off_at_the_end_of_a_log_is_refused_alone(tmp_path):
    whole = json.dumps({"timestamp": "2025", "action": "update", "changes": {"bio": "a\u2028b"}})
    (tmp_path / "changelog.jsonl").write_text(f"{whole}\n\n{whole}\n{whole[:20]}")
    (part,) = read(tmp_path / "changelog.jsonl")
    assert part.format == "changelog"
    assert len(part.data) == 2
    assert [str(item) for item in part.refused] == ["line 4 is not valid JSON"]


def test_a_folder_is_taken_in_the_order_that_makes_sense(tmp_path):
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "session-b.json").write_text('{"sessionId": "b", "tasks": []}')
    (tmp_path / "sessions" / "session-a.json").write_text('{"sessionId": "a", "tasks": []}')
    (tmp_path / "changelog.jsonl").write_text('{"timestamp": "2025", "changes": {}}\n')
    (tmp_path / "profile-meta.json").write_text('{"preferences": [{"path": "bio"}]}')
    (tmp_path / "profile.json").write_text('{"bio": "x"}')
    found = read(tmp_path)
    assert [part.format for part in found] == [
        "profile",
        "profile-meta",
        "changelog",
        "session",
        "session",
    ]
    assert [part.data["sessionId"] for part in found[3:]] == ["a", "b"]
    assert [part.format for part in read(tmp_path / "sessions")] == ["session", "session"]


def test_sqlite_tables_are_read_as_rows(tmp_path):
    file = tmp_path / "odd name?.db"
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE user_memories (id TEXT, memory TEXT, tier TEXT, category TEXT)")
    database.execute("CREATE TABLE user_preferences (preference_type TEXT, is_active INTEGER)")
    database.execute("INSERT INTO user_memories VALUES ('1', 'Likes tea', 'user', NULL)")
    database.execute("INSERT INTO user_preferences VALUES ('like', 0)")
    database.commit()
    database.close()
    found = {part.format: part.data for part in read(file)}
    assert found == {
        "user-memories": [{"id": "1", "memory": "Likes tea", "tier": "user"}],
        "preferences": [{"preference_type": "like", "is_active": False}],
    }
    with pytest.raises(UsageProblem):
        read(file, "preferences")


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"[1, 2]", b'{"a": 1}', b"{broken", b"\xff\xfe\xfd", b"SQLite"]
)
def test_what_is_of_no_known_format_is_told(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(UsageProblem):
        read(tmp_path / "file")


def test_rows_of_several_users_need_a_name(tmp_path):
    rows = [PREFERENCE_ROW, {**PREFERENCE_ROW, "user_id": "u2"}, {**PREFERENCE_ROW, "user_id": 3}]
    (tmp_path / "rows.json").write_text(json.dumps(rows))
    with pytest.raises(UsageProblem, match="3 users: 3, u1, u2"):
        read(tmp_path / "rows.json")
    (part,) = read(tmp_path / "rows.json", rows_of_user="3")
    assert part.data == rows[2:]
    with pytest.raises(UsageProblem, match="no rows of u9"):
        read(tmp_path / "rows.json", rows_of_user="u9")


@given(st.lists(st.text(max_size=5).map(lambda text: {"content": text * 60_000}), max_size=8))
def test_parts_hold_everything_in_order_and_are_small_enough(rows):
    parts = parts_of(Source("x", Format.MEMORIES, rows))
    assert [row for part in parts for row in part.data] == rows
    for part in parts:
        assert part.size == len(part.data) <= PART_ITEMS
        assert rows[part.start : part.start + part.size] == part.data
        size = len(json.dumps(part.data, ensure_ascii=False).encode("utf-8", "replace"))
        assert size <= 900_000 or part.size == 1


def test_an_export_is_sent_with_its_settings_and_profile_first():
    document = {
        "format": "rekindle",
        "schemaVersion": 1,
        "exportedAt": "2025-01-01T00:00:00Z",
        "memory": [{"id": str(number)} for number in range(PART_ITEMS + 1)],
        "profile": {"version": 3},
        "settings": {"retentionDays": None},
        "state": {"used": {}},
        "prompts": [{"id": "p"}],
        "batches": [{"id": "b"}],
        "sessions": [],
    }
    head, *rest = parts_of(Source("x", Format.REKINDLE, document))
    assert head.data == {
        "schemaVersion": 1,
        "settings": {"retentionDays": None},
        "profile": {"version": 3},
        "state": {"used": {}},
    }
    assert [(part.name, part.start, part.size) for part in rest] == [
        ("memory", 0, PART_ITEMS),
        ("memory", PART_ITEMS, 1),
        ("batches", 0, 1),
        ("prompts", 0, 1),
    ]
    assert rest[1].data == {"schemaVersion": 1, "memory": [{"id": str(PART_ITEMS)}]}


def test_a_folder_brings_its_processed_turns(tmp_path):
    (tmp_path / "profile.json").write_text('{"schemaVersion": 1, "bio": "Counts."}')
    (tmp_path / ".processed_turns").write_text("abc123:45\ndef456:128\n")
    found = [(part.format, part.data) for part in read(tmp_path)]
    assert found[-1] == ("processed-turns", ["abc123:45", "def456:128"])
    assert [format_ for format_, _ in found] == ["profile", "processed-turns"]


@pytest.mark.parametrize(
    ("question", "values", "correction"),
    [
        ({"item": {"id": "p1", "description": "tea"}}, ["green", "tea"], "green tea"),
        ({"item": {"id": "n1", "content": "Tea."}}, ["5"], "5"),
        ({"item": {"path": "tools.editor", "value": "Vim"}}, ["Vim", "9"], "Vim 9"),
        ({"item": {"path": "custom.age", "value": 4}}, ["5"], 5),
        ({"item": {"path": "work.languages", "value": ["Go"]}}, ["C", "Go"], ["C", "Go"]),
        (
            {"item": {"path": "name", "value": "A"}, "proposal": {"path": "contacts", "value": {}}},
            ['{"name": "Ann", "relation": "boss"}'],
            [{"name": "Ann", "relation": "boss"}],
        ),
    ],
)
def test_a_correction_has_the_form_of_what_it_corrects(question, values, correction):
    assert correction_of(question, values) == correction


def test_help_is_shown_without_loading_the_client():
    program = "import sys; from cli.main import main; main(['--help']); print(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(shown.stdout.splitlines()[-1].split())
    assert {"cli.commands.memory", "typer"} <= loaded
    assert not {"httpx", "pydantic", "rekindle_client", "rich.console"} & loaded
