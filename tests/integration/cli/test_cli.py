"""The command line against a running stack: what it prints, and how it ends."""

import json
import os
import signal
import subprocess
import sys

import pytest

from cli.errors import IDENTITY, REFUSED, UNREACHABLE, USAGE
from emulator.gateway.paths import ROOT
from emulator.tokens import user_token
from tests.support.cli import COMMAND, Cli, Terminal


@pytest.fixture
def cli(stack, uid, monkeypatch):
    return Cli(stack, uid, monkeypatch)


def test_preferences_are_listed_added_switched_and_deleted(cli):
    assert cli.ok("preferences").out == ""
    added = cli.ok("preferences", "add", "learning interest", "Rust", "0.8", "--json").json
    assert (added["type"], added["confidence"], added["source"]) == (
        "learning_interest",
        0.8,
        "manual",
    )
    assert added["context"] == "Manually added via CLI"
    assert added["metadata"]["source"] == "manual_entry"
    cli.ok("preferences", "add", "like", "REST APIs")

    rows = cli.ok("preferences").rows
    assert [row[1:5] for row in rows] == [
        ["like", "REST APIs", "0.90", "Manually added via CLI"],
        ["learning_interest", "Rust", "0.80", "Manually added via CLI"],
    ]
    assert [row[2] for row in cli.ok("preferences", "--type", "like").rows] == ["REST APIs"]

    cli.ok("preferences", "deactivate", added["id"][:8])
    assert len(cli.ok("preferences").rows) == 1
    assert len(cli.ok("preferences", "list", "--all").rows) == 2
    cli.ok("preferences", "activate", added["id"])
    cli.ok("preferences", "delete", added["id"])
    assert len(cli.ok("preferences", "list", "--all").rows) == 1


@pytest.fixture
def moved(cli):
    """A user who has moved, so that two notes are in doubt."""
    cli.ok("profile", "set", "custom.location", "Hamburg")
    cli.ok("memory", "add", "Swims in Hamburg on Mondays.")
    cli.ok("memory", "add", "Parks behind the station in Hamburg.")
    cli.ok("profile", "set", "custom.location", "Bonn")
    return cli


def test_the_inbox_is_listed_and_answered(moved):
    rows = moved.ok("inbox").rows
    assert [row[1] for row in rows] == ["outdated", "outdated"]
    assert all("Hamburg" in row[2] for row in rows)
    assert moved.ok("inbox", "list", "--json").json["items"][0]["id"] == rows[0][0]

    several = moved.run("inbox", "accept", "outdated-note")
    assert (several.code, "Type more" in several.err) == (USAGE, True)
    nothing = moved.run("inbox", "accept", "outdated-custom.diet")
    assert (nothing.code, "lists them" in nothing.err) == (USAGE, True)

    parks, swims = (row[0] for row in rows)
    moved.ok("inbox", "correct", parks, "Parks", "at home.")
    moved.ok("inbox", "reject", swims)
    assert moved.ok("inbox").rows == []
    assert [row[2] for row in moved.ok("memory").rows] == ["Parks at home."]


def test_an_answer_may_also_be_that_it_still_holds(moved):
    for row in moved.ok("inbox").rows:
        answered = moved.ok("inbox", "accept", row[0], "--json").json
        assert answered["profile"]["about"]["custom"]["location"] == "Bonn"
    assert moved.ok("inbox").rows == []
    assert len(moved.ok("memory").rows) == 2


def test_what_no_longer_holds_is_shown_on_request(moved):
    def ended(*arguments):
        return [row for row in moved.ok("profile", *arguments).rows if row[0] == "ended"]

    assert ended() == []
    ((_, what, at, _),) = ended("show", "--ended")
    assert what == "custom.location: Hamburg"
    assert at


def test_clearing_asks_first(cli):
    cli.ok("preferences", "add", "goal", "Learn machine learning")
    refused = cli.run("preferences", "clear", typed="no\n")
    assert refused.code == REFUSED
    assert "Nothing was changed" in refused.err
    nobody = cli.run("preferences", "clear")
    assert nobody.code == USAGE
    assert "--yes" in nobody.err
    assert len(cli.ok("preferences").rows) == 1
    cli.ok("preferences", "clear", typed="clear\n")
    assert cli.ok("preferences").rows == []
    cli.ok("preferences", "clear", "--yes")


def test_facts_are_set_shown_and_removed(cli):
    cli.ok("profile", "set", "name", "Ada", "Lovelace")
    cli.ok("profile", "set", "work.languages", "Python", "3")
    cli.ok("profile", "set", "custom.team", '{"size": 3}')
    cli.ok("profile", "set", "contacts", "Bo", '{"name": "Cy", "relation": "sister"}')
    about = cli.ok("profile", "--json").json["profile"]["about"]
    assert about == {
        "name": "Ada Lovelace",
        "work": {"languages": ["Python", "3"]},
        "custom": {"team": {"size": 3}},
        "contacts": [{"name": "Bo"}, {"name": "Cy", "relation": "sister"}],
    }
    rows = cli.ok("profile").rows
    assert ["about", "work.languages", "Python, 3", "1.00", "declared"] in rows
    cli.ok("profile", "unset", "custom.team")
    assert "custom" not in cli.ok("profile", "show", "--json").json["profile"]["about"]
    refused = cli.run("profile", "set", "codePreferences.tone", "rude")
    assert refused.code == REFUSED
    assert "direct" in refused.err
    assert cli.run("profile", "set", "work.", "x").code == USAGE


def test_history_and_the_way_back(cli):
    cli.ok("profile", "set", "name", "Ada")
    cli.ok("profile", "set", "name", "Bea")
    rows = cli.ok("history").rows
    assert [row[0] for row in rows] == ["2", "1"]
    assert cli.ok("history", "-n", "1").rows == rows[:1]
    assert cli.ok("history", "1").json["snapshot"]["about"]["name"] == "Ada"
    cli.ok("rollback", "1")
    assert cli.ok("profile", "--json").json["profile"]["about"]["name"] == "Ada"
    assert cli.run("rollback", "17").code == REFUSED
    assert "rekindle history" in cli.run("history", "17").err


def test_emptying_the_profile_asks_and_can_be_undone(cli):
    cli.ok("profile", "set", "name", "Ada")
    cli.ok("profile", "clear", typed="clear\n")
    assert cli.ok("profile").out == ""
    cli.ok("rollback", "1")
    assert "Ada" in cli.ok("profile").out


def test_notes_are_saved_found_and_deleted(cli):
    cli.ok("memory", "add", "The tests need Docker.", "--tag", "dev", "--tag", "ci")
    cli.ok("memory", "add", "-", "-t", "archive", typed="Decided on\nFirestore.\n")
    again = cli.ok("memory", "add", "The tests need Docker.")
    assert "already" in again.out

    rows = cli.ok("memory").rows
    assert [row[1:4] for row in rows] == [
        ["archive", "Decided on Firestore.", ""],
        ["memory", "The tests need Docker.", "dev, ci"],
    ]
    assert len(cli.ok("memory", "--target", "archive").rows) == 1
    assert len(cli.ok("memory", "list", "-n", "1").rows) == 1
    listed = cli.ok("memory", "--json").json
    assert listed["usage"]["memory"]["chars"] == 22
    assert listed["entries"][0]["content"] == "Decided on\nFirestore."

    found = cli.ok("memory", "search", "what", "needs", "docker").rows
    assert found[0][3] == "The tests need Docker."
    cli.ok("memory", "delete", found[0][1])
    assert len(cli.ok("memory").rows) == 1
    gone = cli.run("memory", "delete", found[0][1])
    assert gone.code == REFUSED
    assert "`rekindle memory`" in gone.err


def test_a_full_tier_says_what_to_do(cli):
    cli.ok("settings", "set", "memory_char_limit", "30")
    assert cli.ok("settings", "--json").json["memoryCharLimit"] == 30
    refused = cli.run("memory", "add", "This is longer than thirty characters.")
    assert refused.code == REFUSED
    assert "rekindle memory delete" in refused.err
    as_json = cli.run("--json", "memory", "add", "This is longer than thirty characters.")
    assert json.loads(as_json.err)["error"]["details"][0]["reason"] == "BUDGET_EXCEEDED"


def test_a_list_of_more_than_a_page_is_whole(cli, api):
    for start in range(0, 150, 50):
        entries = [
            {"content": f"Fact number {number}", "target": "archive", "id": f"n{number}"}
            for number in range(start, start + 50)
        ]
        api.post("/v1/memory/batch", {"entries": entries})
    assert len(cli.ok("memory", "--all").rows) == 150
    assert len(cli.ok("memory", "-n", "120").rows) == 120
    assert len(cli.ok("memory").rows) == 50


def test_learning_is_started_awaited_and_told(cli, api):
    assert "Nothing is pending" in cli.ok("refresh").out
    api.say("I love Python.")
    status = dict(cli.ok("status", "--json").json["learning"])
    assert (status["pending"], status["interval"]) == (1, 10)
    assert "1 of 10 prompts until the next analysis" in cli.ok("status").out
    rows = cli.ok("refresh").rows
    assert ["added", "like Python", "“I love Python.”"] in rows
    assert any(row[:3:2] == ["preference", "like"] for row in cli.ok("profile").rows)


def test_the_context_block_comes_as_the_assistant_gets_it(cli, api):
    cli.ok("profile", "set", "name", "Ada")
    cli.ok("memory", "add", "The tests need Docker.")
    text = api.client.get("/v1/context", params={"format": "text"}).text
    assert cli.ok("context").out == text + ("" if text.endswith("\n") else "\n")
    small = cli.ok("context", "--max-chars", "40", "--query", "docker", "--json").json
    assert len(small["text"]) <= 40
    assert small["omitted"]


def test_tools_sessions_settings_and_repair(cli, api):
    tools = cli.ok("tools", "--json").json["tools"]
    assert [row[0] for row in cli.ok("tools").rows] == [t["function"]["name"] for t in tools]
    api.post("/v1/sessions", {"id": "s1", "projectPath": "/code"})
    task = {"id": "t1", "title": "Ship it", "status": "blocked", "blockedBy": "review"}
    api.call("PATCH", "/v1/sessions/s1", {"summary": "Halfway", "tasks": [task]})
    assert cli.ok("sessions").rows[0][0::2] == ["s1", "/code", "Halfway"]
    assert ["t1", "blocked", "Ship it", "review"] in cli.ok("sessions", "show", "s1").rows
    cli.ok("sessions", "delete", "s1")
    assert cli.run("sessions", "show", "s1").code == REFUSED
    assert ["memoryEnabled", "true"] in cli.ok("settings").rows
    cli.ok("settings", "set", "retentionDays", "30")
    cli.ok("settings", "set", "retention-days", "null")
    cli.ok("settings", "set", "preferenceDecay", "none")
    assert "Everything is consistent" in cli.ok("repair", "--dry-run").out
    assert cli.ok("repair", "--json").json["mended"] is False


def test_erasing_takes_the_users_name_to_confirm(cli, uid):
    cli.ok("memory", "add", "The tests need Docker.")
    assert cli.run("erase", typed="yes\n").code == REFUSED
    assert len(cli.ok("memory").rows) == 1
    ended = cli.ok("erase", typed=f"{uid}\n")
    assert ["memory", "1"] in ended.rows
    assert cli.ok("memory").rows == []


def test_users_are_kept_apart_and_global_options_stand_anywhere(cli):
    cli.ok("memory", "add", "Mine.")
    assert cli.ok("memory", "--user", "somebody-else").rows == []
    assert cli.ok("memory", "--user=somebody-else", "--json").json["entries"] == []
    cli.ok("--json", "memory", "add", "--", "--json")
    assert "--json" in {row[2] for row in cli.ok("memory").rows}


def test_a_token_is_what_other_clients_take_and_nothing_else_shows_one(cli, stack, uid):
    token = cli.ok("token", uid).out.strip()
    ended = cli.ok("--token", token, "memory", "add", "By token.", "--json")
    assert token not in ended.out + ended.err
    assert [row[2] for row in cli.ok("memory").rows] == ["By token."]
    behalf = cli.run("--token", token, "--user", "somebody-else", "memory")
    assert behalf.code == IDENTITY
    other = user_token(uid, "another-project")
    refused = cli.run("memory", "--token", other)
    assert refused.code == IDENTITY
    assert "REKINDLE_TOKEN" in refused.err
    assert other not in refused.out + refused.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--url", "https://example.com", "status"], "--token"),
        (["--url", "https://example.com", "--user", "a", "status"], "Firebase ID token"),
        (["--url", "http://example.com", "--token", "b", "status"], "https"),
        (["--url", "https://a:b@example.com", "--token", "b", "status"], "password"),
        (["--url", "nonsense", "status"], "not a URL"),
        (["preferences", "add", "like"], "Usage"),
        (["preferences", "lst"], "No such command"),
        (["nonsense"], "No such command"),
        (["rollback", "one"], "integer"),
    ],
)
def test_wrong_usage_is_told_and_nothing_is_sent(cli, arguments, said):
    ended = cli.run(*arguments)
    assert ended.code == USAGE
    assert said in ended.err
    assert ended.out == ""


def test_a_server_that_is_not_there(cli):
    ended = cli.run("--url", "http://127.0.0.1:9", "status")
    assert ended.code == UNREACHABLE
    assert "rekindle start" in ended.err
    as_json = cli.run("--url", "http://127.0.0.1:9", "status", "--json")
    assert "Nothing answers" in json.loads(as_json.err)["error"]["message"]
    assert as_json.out == ""


def test_a_server_that_is_something_else(cli, stack):
    ended = cli.run("--url", f"{stack.gateway}/elsewhere", "status")
    assert ended.code in (REFUSED, UNREACHABLE)
    assert ended.err.startswith("Error: ")


def test_stored_text_does_not_steer_the_terminal_or_break_rows(cli, api):
    content = "red \x1b[31malert\ttab\nline"
    api.post("/v1/memory", {"content": content, "target": "archive"})
    (row,) = cli.ok("memory").rows
    assert len(row) == 5
    assert "\x1b" not in row[2]


def test_a_terminal_gets_a_table_and_a_pipe_does_not(cli):
    cli.ok("preferences", "add", "like", "Python")
    with Terminal("preferences") as terminal:
        terminal.until("Python")
        assert terminal.ended() == 0
    assert "─" in terminal.seen
    assert "confidence" in terminal.seen
    piped = subprocess.run(
        [*COMMAND, "preferences"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "─" not in piped.stdout
    assert "\x1b" not in piped.stdout
    assert piped.stdout.count("\t") == 5


def test_a_reader_who_has_seen_enough_is_no_trouble(cli):
    for number in range(3):
        cli.ok("preferences", "add", "like", f"Thing {number}")
    reading = subprocess.Popen(
        [*COMMAND, "--json", "preferences"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    reading.stdout.close()
    assert "Traceback" not in reading.stderr.read()
    reading.stderr.close()
    reading.wait()


def test_help_names_every_command_and_the_exit_codes(cli):
    text = cli.ok("--help").out
    for name in ("start", "demo", "chat", "profile", "preferences", "memory", "context", "history"):
        assert f"  {name}" in text
    assert "Exit codes" in text
    assert "╭" not in text
    assert "Usage" in cli.ok("memory", "add", "--help").out


@pytest.mark.parametrize("program", [COMMAND, [f"{os.path.dirname(sys.executable)}/rekindle"]])
def test_start_runs_the_stack_and_passes_its_options_on(program, tmp_path):
    if not os.path.exists(program[0]):
        pytest.skip("the command is not installed here")
    options = ["--port", "0", "--firestore-port", "0", "--tasks-port", "0", "--in-memory"]
    started = subprocess.Popen(
        [*program, "start", *options],
        cwd=ROOT if program is COMMAND else tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        ready = json.loads(started.stdout.readline())
        assert ready["ready"] is True
    finally:
        started.send_signal(signal.SIGTERM)
        assert started.wait(timeout=30) == 0
        started.stdout.close()


def test_a_key_is_made_used_cut_off_and_what_it_wrote_taken_back(cli):
    made = cli.ok("connections", "create", "script", "--scope", "read", "--scope", "write")
    key = made.out.strip()
    ((id_, name, kind, scopes, *_),) = cli.ok("connections").rows
    assert (name, kind, scopes) == ("script", "key", "read write")
    cli.ok("--token", key, "memory", "add", "The tests need Docker.")
    assert cli.run("--token", key, "export", "-").code == IDENTITY
    assert cli.run("--token", key, "connections").code == IDENTITY
    assert len(cli.ok("memory").rows) == 1
    refused = cli.run("connections", "undo", id_, typed="no\n")
    assert refused.code == REFUSED
    cli.ok("connections", "undo", id_, "--yes")
    assert cli.ok("memory").rows == []
    cli.ok("connections", "revoke", id_)
    assert cli.ok("connections").rows == []


def test_looks_of_operators_are_listed(cli, stack, uid):
    assert cli.ok("looks").rows == []
    cli.ok("memory", "add", "The tests need Docker.")
    token = user_token("operator", stack.project, claims={"operator": True})
    with stack.bearer(token) as operator:
        found = operator.post("/v1/admin/users/find", json={"uid": uid})
        assert found.status_code == 200
    ((_, route),) = cli.ok("looks").rows
    assert route == "POST /v1/admin/users/find"
