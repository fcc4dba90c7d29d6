"""The hooks of the plugin, played as Claude Code runs them, with servers that fail."""

import json
import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from emulator.demo.claude_code import PLUGIN, ClaudeCode, hook_command, wait_for
from tests.support.capture.fake_rekindle import FakeRekindle

EVENTS = {
    "SessionStart": {"source": "startup", "model": "claude-sonnet-4-6"},
    "UserPromptSubmit": {"permission_mode": "default", "prompt": "I love tea."},
    "Stop": {
        "permission_mode": "default",
        "stop_hook_active": False,
        "last_assistant_message": "Tea it is.",
    },
    "PreCompact": {"trigger": "manual", "custom_instructions": ""},
    "PostCompact": {"trigger": "auto", "compact_summary": "They talked about tea."},
    "SessionEnd": {"reason": "prompt_input_exit"},
}
"""The fields that Claude Code documents for each event, beside those of every event."""
TRIES = 9
LIMIT_MS = 50
"""What a server that is away may cost; `bench.hook_time` measures it as such."""
NOTHING_MS = 12.5
"""What a Python that does nothing takes on a machine that is slow but not busy."""
RATIO = LIMIT_MS / NOTHING_MS
"""The limit by such a Python, so that a busy machine measures the same."""
KEY = "rk_the_key"


@pytest.fixture
def server():
    with FakeRekindle() as fake:
        yield fake


@pytest.fixture
def claude(tmp_path, server):
    return claude_code(tmp_path, server.url)


@pytest.fixture
def alone(tmp_path):
    """Claude Code with a server that is away: nobody listens on port 9."""
    return claude_code(tmp_path, "http://127.0.0.1:9")


def claude_code(folder, url):
    home, project = folder / "home", folder / "project"
    home.mkdir()
    project.mkdir()
    return ClaudeCode(home, project, url, KEY)


def say(claude, text, session="s1", **fields):
    return claude.hook("UserPromptSubmit", session, prompt=text, **fields)


def test_a_prompt_is_sent_with_its_session_and_time(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    say(claude, "I love tea.", prompt_id="turn-1")
    claude.settled()
    assert server.to("POST", "/v1/sessions") == [
        {"id": "claude-code-s1", "projectPath": str(claude.project)}
    ]
    ((prompt,),) = [body["prompts"] for body in server.to("POST", "/v1/prompts")]
    assert prompt["id"].startswith("claude-code-turn-1-")
    assert (prompt["content"], prompt["sessionId"]) == ("I love tea.", "claude-code-s1")
    assert prompt["createdAt"].endswith("Z")
    assert all(headers["Authorization"] == f"Bearer {KEY}" for *_, headers in server.requests)


def test_a_session_starts_with_the_block_of_the_last_run_and_gets_the_new_one_later(claude, server):
    assert claude.hook("SessionStart", "s1", source="startup") == ""
    claude.settled()
    assert say(claude, "Hello.") == server.block
    assert say(claude, "And again.") == ""
    assert claude.hook("SessionStart", "s1", source="compact") == server.block
    claude.settled()
    old, server.block = server.block, "[ABOUT THE USER]\nLikes coffee.\n[END ABOUT THE USER]"
    assert claude.hook("SessionStart", "s2", source="startup") == old
    claude.settled()
    assert say(claude, "Hello.", "s2") == server.block


def test_a_block_that_has_not_changed_is_not_added_twice(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    server.refuse("GET", "/v1/context", 304)
    assert claude.hook("SessionStart", "s2", source="startup") == server.block
    claude.settled()
    assert say(claude, "Hello.", "s2") == ""


def test_the_assistants_last_words_are_left_for_the_next_session(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    say(claude, "Fix the parser.")
    claude.hook("Stop", "s1", **EVENTS["Stop"])
    claude.hook("PostCompact", "s1", **EVENTS["PostCompact"])
    claude.hook("SessionEnd", "s1", **EVENTS["SessionEnd"])
    claude.settled()
    assert server.to("PATCH", "/v1/sessions/claude-code-s1") == [
        {"summary": "Tea it is."},
        {"context": ["They talked about tea."]},
    ]


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("I love tea. <private>My PIN is in the drawer.</private>", ["I love tea."]),
        ("<private>My PIN is in the drawer.", []),
        ("<Private>a<private>b</private>drawer</PRIVATE>I love tea.", ["I love tea."]),
    ],
)
def test_what_is_private_is_never_written_to_disk(alone, said, sent):
    alone.hook("SessionStart", "s1", source="startup")
    say(alone, said)
    alone.hook("Stop", "s1", last_assistant_message="It is in the drawer, you say.")
    alone.hook("PostCompact", "s1", compact_summary="The user spoke of a drawer.")
    assert [one["content"] for one in alone.waiting() if "content" in one] == sent
    assert "drawer" not in everything_on_disk(alone)


def test_the_assistants_words_stay_here_once_something_was_private_even_if_resumed(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    say(claude, "<private>x</private>")
    claude.hook("SessionEnd", "s1", reason="other")
    claude.hook("SessionStart", "s1", source="resume")
    claude.hook("Stop", "s1", **EVENTS["Stop"])
    claude.settled()
    assert server.to("PATCH", "/v1/sessions/claude-code-s1") == []


@pytest.mark.parametrize(
    "prompt",
    [
        "/compact keep the tests",
        "<task-notification>\n<task-id>a</task-id>\n</task-notification>",
        "<system-reminder>Be brief.</system-reminder>",
        '<channel source="plugin:chat">I love gin.</channel>',
        "[SYSTEM NOTIFICATION - NOT USER INPUT]\nA task has ended.",
        "   ",
    ],
)
def test_what_the_user_did_not_type_is_not_recorded(alone, prompt):
    alone.hook("SessionStart", "s1", source="startup")
    say(alone, prompt)
    assert [one for one in alone.waiting() if "content" in one] == []


@pytest.mark.parametrize("fields", [{"source": "schedule_wakeup"}, {"agent_id": "a1"}])
def test_nor_what_claude_code_says_is_not_the_users(alone, fields):
    alone.hook("SessionStart", "s1", source="startup")
    say(alone, "I love gin.", **fields)
    assert [one for one in alone.waiting() if "content" in one] == []


def test_a_prompt_that_begins_with_a_path_is_the_users(alone):
    alone.hook("SessionStart", "s1", source="startup")
    say(alone, "/usr/local is where I keep my tools.")
    waiting = [one["content"] for one in alone.waiting() if "content" in one]
    assert waiting == ["/usr/local is where I keep my tools."]


def test_a_prompt_that_begins_with_a_comparison_is_the_users(alone):
    alone.hook("SessionStart", "s1", source="startup")
    say(alone, "<b> is what I use for bold text")
    assert len(alone.waiting()) == 2


def test_of_a_long_prompt_the_beginning_is_recorded(alone):
    alone.hook("SessionStart", "s1", source="startup")
    say(alone, "x" * 60_000)
    assert len(alone.waiting()[-1]["content"]) == 50_000


def test_a_project_with_an_ignore_file_above_it_is_left_out(claude, server):
    claude.hook("SessionStart", "s0", source="startup")
    claude.settled()
    before = len(server.requests)
    (claude.project.parent / ".rekindle-ignore").touch()
    for event, fields in EVENTS.items():
        assert claude.hook(event, "s1", **fields) == ""
    assert claude.waiting() == []
    assert len(server.requests) == before


def test_commands_leave_a_project_out_and_take_it_in_again(alone):
    alone.hook("SessionStart", "s1", source="startup")
    assert "is left out" in run_command(alone, "off")
    say(alone, "I love gin.")
    assert "left out" in run_command(alone, "status")
    assert "records" in run_command(alone, "on")
    say(alone, "I love tea.")
    assert [one["content"] for one in alone.waiting() if "content" in one] == ["I love tea."]


def test_nothing_of_an_incognito_session_is_recorded_but_it_has_the_block(claude, server):
    claude.hook("SessionStart", "s0", source="startup")
    claude.settled()
    before = len(server.requests)
    claude.env["REKINDLE_INCOGNITO"] = "1"
    assert claude.hook("SessionStart", "s1", source="startup") == server.block
    for event, fields in EVENTS.items():
        claude.hook(event, "s1", **fields)
    server.wait_for("GET", "/v1/context", 2)
    claude.settled()
    assert {path for _, path, *_ in server.requests[before:]} == {"/v1/context"}


def test_a_session_can_become_incognito_and_stays_so(alone):
    alone.hook("SessionStart", "s1", source="startup")
    assert "Nothing in this session" in run_command(alone, "incognito", "s1")
    alone.hook("SessionEnd", "s1", reason="other")
    alone.hook("SessionStart", "s1", source="resume")
    say(alone, "I love gin.")
    assert [one for one in alone.waiting() if "content" in one] == []
    assert "NOT incognito" in run_command(alone, "incognito", "${CLAUDE_SESSION_ID}")


@pytest.mark.parametrize("event", EVENTS)
def test_a_server_that_is_away_disturbs_nothing(alone, event):
    for _ in range(2):
        assert alone.hook(event, "s1", **EVENTS[event]) == ""


def test_what_waits_is_sent_when_the_server_is_back(claude, server):
    server.refuse("POST", "/v1/sessions", 503, "DATABASE_BUSY", **{"Retry-After": "1"})
    server.refuse("POST", "/v1/prompts", 503, "DATABASE_BUSY", **{"Retry-After": "1"})
    claude.hook("SessionStart", "s1", source="startup")
    say(claude, "I love tea.")
    wait_for(lambda: "503 DATABASE_BUSY" in str(claude.status().get("problem")))
    assert "503" in run_command(claude, "status")
    server.answers.clear()
    wait_for(lambda: claude.status()["notBefore"] < time.time())
    say(claude, "I love cake.")
    claude.settled()
    assert server.prompts() == ["I love tea.", "I love cake."]
    assert "503" not in run_command(claude, "status")


def test_a_hook_starts_no_sender_while_the_server_is_left_alone(claude, server):
    server.refuse("POST", "/v1/sessions", 429, "RATE_LIMITED", **{"Retry-After": "600"})
    claude.hook("SessionStart", "s1", source="startup")
    wait_for(lambda: claude.status().get("notBefore", 0) > time.time() + 500)
    sent = len(server.requests)
    say(claude, "I love tea.")
    run_sender(claude)
    assert len(server.requests) == sent


def test_a_slow_server_holds_up_only_the_sender(claude, server):
    server.gate.clear()
    claude.hook("SessionStart", "s1", source="startup")
    server.wait_for("POST", "/v1/sessions")
    for number in range(3):
        assert say(claude, f"I love tea {number}.") == ""
    assert len(claude.waiting()) == 4
    server.gate.set()
    claude.settled()
    assert server.prompts() == [f"I love tea {number}." for number in range(3)]


def test_a_key_that_was_cut_off_keeps_what_waits_and_forgets_the_block(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    server.refuse("POST", "/v1/prompts", 401, "BAD_TOKEN")
    server.refuse("GET", "/v1/context", 401, "BAD_TOKEN")
    say(claude, "I love tea.")
    wait_for(lambda: claude.status().get("problem") == "401 BAD_TOKEN")
    assert "create another one" in run_command(claude, "status")
    claude.hook("PreCompact", "s1", **EVENTS["PreCompact"])
    wait_for(lambda: not (claude.folder() / "context.json").exists())
    server.answers.clear()
    claude.env["REKINDLE_KEY"] = "rk_another"
    assert claude.hook("SessionStart", "s2", source="startup") == ""
    claude.settled()
    assert server.prompts()[-1] == "I love tea."


def test_another_key_does_not_see_the_block_of_the_first(claude):
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    claude.env["REKINDLE_KEY"] = "rk_another"
    assert claude.hook("SessionStart", "s2", source="startup") == ""


def test_a_key_that_may_only_read_still_brings_the_block(claude, server):
    server.refuse("POST", "/v1/sessions", 403, "INSUFFICIENT_SCOPE")
    claude.hook("SessionStart", "s1", source="startup")
    wait_for(lambda: claude.status().get("problem") == "403 INSUFFICIENT_SCOPE")
    assert say(claude, "Hello.") == server.block
    assert "lacks a scope" in run_command(claude, "status")


def test_one_message_that_is_refused_does_not_take_the_others_with_it(claude, server):
    server.gate.clear()
    claude.hook("SessionStart", "s1", source="startup")
    for text in ("I love tea.", "I love cake."):
        say(claude, text)
    server.refuse("POST", "/v1/prompts", 400, "INVALID_FIELD")
    server.gate.set()
    wait_for(lambda: len(list(claude.folder().glob("refused/*"))) == 2)
    assert [len(body["prompts"]) for body in server.to("POST", "/v1/prompts")] == [2, 1, 1]
    assert "Refused by the server: 2" in run_command(claude, "status")


@pytest.mark.parametrize("path", ["/v1/context", "/v1/prompts"])
def test_a_redirect_is_not_followed(claude, server, path):
    with FakeRekindle() as elsewhere:
        for method in ("GET", "POST"):
            server.refuse(method, path, 302, Location=f"{elsewhere.url}{path}")
        claude.hook("SessionStart", "s1", source="startup")
        say(claude, "I love tea.")
        wait_for(lambda: "302" in str(claude.status().get("problem")))
        assert elsewhere.requests == []
    if path == "/v1/prompts":
        assert [one["content"] for one in claude.waiting()] == ["I love tea."]


def test_a_page_to_sign_in_to_the_network_is_not_taken_for_the_block(claude, server):
    server.content_type = "text/html"
    claude.hook("SessionStart", "s1", source="startup")
    wait_for(lambda: "not an answer" in str(claude.status().get("problem")))
    assert say(claude, "Hello.") == ""


def test_windows_at_the_same_time_lose_nothing_and_send_nothing_twice(claude, server):
    claude.hook("SessionStart", "s0", source="startup")

    def window(number):
        session = f"w{number}"
        claude.hook("SessionStart", session, source="startup")
        for turn in range(5):
            say(claude, f"{number}-{turn}", session)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(window, range(4)))
    run_sender(claude)
    claude.settled()
    sent = server.prompts()
    assert sorted(sent) == sorted(f"{number}-{turn}" for number in range(4) for turn in range(5))
    for number in range(4):
        mine = [text for text in sent if text.startswith(f"{number}-")]
        assert mine == sorted(mine)


def test_a_sender_that_is_killed_sends_each_prompt_again_under_the_same_id(claude, server):
    server.gate.clear()
    claude.hook("SessionStart", "s1", source="startup")
    say(claude, "I love tea.", prompt_id="t1")
    run_sender(claude, kill_after=lambda: server.wait_for("POST", "/v1/sessions"))
    server.gate.set()
    run_sender(claude)
    claude.settled()
    ids = {one["id"] for body in server.to("POST", "/v1/prompts") for one in body["prompts"]}
    assert len(ids) == 1


def test_what_a_crash_left_behind_is_passed_over(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    outbox = claude.folder() / "outbox"
    (outbox / ".00000000000000000001-a.prompt.json.77").write_text('{"conte')
    for kind in ("session", "progress", "prompt"):
        (outbox / f"00000000000000000002-b.{kind}.json").write_text('{"conte')
    say(claude, "I love tea.")
    claude.settled()
    assert server.prompts() == ["I love tea."]


def test_the_same_prompt_is_recorded_once_even_if_its_hook_runs_twice(alone):
    alone.hook("SessionStart", "s1", source="startup")
    for _ in range(2):
        say(alone, "I love tea.", prompt_id="t1")
    say(alone, "I love cake.", prompt_id="t1")
    ids = [one["id"] for one in alone.waiting() if "content" in one]
    assert len(ids) == 3
    assert len(set(ids)) == 2


def test_the_oldest_make_room_where_too_many_wait(alone):
    alone.hook("SessionStart", "s1", source="startup")
    outbox = alone.folder() / "outbox"
    for number in range(1005):
        (outbox / f"{number:020d}-x.prompt.json").write_text('{"content": "old"}')
    say(alone, "I love tea.")
    waiting = sorted(outbox.glob("*.json"))
    assert len(waiting) == 1000
    assert json.loads(waiting[-1].read_text())["content"] == "I love tea."


def test_a_disk_that_cannot_be_written_to_disturbs_nothing(claude, server):
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    shutil.rmtree(claude.folder() / "outbox")
    shutil.rmtree(claude.folder() / "sessions")
    for name in ("outbox", "sessions"):  # a file where a folder should be: nothing can be written
        (claude.folder() / name).write_text("")
    assert claude.hook("SessionStart", "s2", source="startup") == server.block
    for event, fields in EVENTS.items():
        claude.hook(event, "s2", **fields)


def test_incognito_holds_where_it_cannot_be_noted_down(alone):
    alone.hook("SessionStart", "s1", source="startup")
    shutil.rmtree(alone.folder() / "sessions")
    (alone.folder() / "sessions").write_text("")
    alone.env["REKINDLE_INCOGNITO"] = "1"
    alone.hook("SessionStart", "s2", source="startup")
    say(alone, "I love gin.", "s2")
    assert [one for one in alone.waiting() if "content" in one] == []


@pytest.mark.parametrize(
    "given", [b"", b"{", b"[]", b'{"hook_event_name": "Stop"}', b"\xff", b"null"]
)
def test_input_that_is_not_an_event_disturbs_nothing(alone, given):
    ended = alone.shell(hook_command("Stop"), given)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_machine_without_python_is_not_disturbed(alone, tmp_path):
    alone.env["PATH"] = str(tmp_path)
    assert alone.run("SessionStart", "s1", source="startup").returncode == 0


def test_without_an_address_and_a_key_nothing_happens(tmp_path):
    claude = claude_code(tmp_path, None)
    del claude.env["REKINDLE_KEY"]
    for event, fields in EVENTS.items():
        assert claude.hook(event, "s1", **fields) == ""
    assert not claude.state.exists()
    assert "/plugin" in run_command(claude, "status")


@pytest.mark.parametrize("variables", [("URL",), ("URL", "KEY")])
@pytest.mark.parametrize("prefix", ["REKINDLE_", "CLAUDE_PLUGIN_OPTION_"])
def test_a_project_cannot_have_anything_sent_elsewhere(tmp_path, server, prefix, variables):
    """A repository's settings can set variables, but the user's file comes first."""
    with FakeRekindle() as elsewhere:
        claude = claude_code(tmp_path, None)
        del claude.env["REKINDLE_KEY"]
        config(claude, server.url)
        claude.env |= {f"{prefix}{name}": elsewhere.url for name in variables}
        claude.hook("SessionStart", "s1", source="startup")
        claude.settled()
        assert elsewhere.requests == []
        assert server.requests


def test_the_options_that_claude_code_keeps_name_the_server(tmp_path, server):
    claude = claude_code(tmp_path, None)
    del claude.env["REKINDLE_KEY"]
    claude.env |= {"CLAUDE_PLUGIN_OPTION_URL": server.url, "CLAUDE_PLUGIN_OPTION_KEY": KEY}
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    assert server.requests


@pytest.mark.parametrize("url", ["http://example.com", "ftp://127.0.0.1", "https://a@b.example"])
def test_a_key_is_only_sent_over_https_or_to_this_machine(tmp_path, url):
    claude = claude_code(tmp_path, url)
    assert claude.hook("SessionStart", "s1", source="startup") == ""
    assert not claude.state.exists()


def test_a_file_that_others_can_read_is_not_used(tmp_path, server):
    claude = claude_code(tmp_path, None)
    del claude.env["REKINDLE_KEY"]
    config(claude, server.url).chmod(0o644)
    claude.hook("SessionStart", "s1", source="startup")
    assert not claude.state.exists()


def test_only_the_user_can_read_what_is_kept(alone):
    for event, fields in EVENTS.items():
        alone.hook(event, "s1", **fields)
    for path in [alone.folder(), *alone.folder().rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 or path.name == "sender.lock", path
    assert KEY not in everything_on_disk(alone)


def test_a_hook_with_the_server_away_costs_little_more_than_a_python_that_does_nothing(alone):
    """Compares the best of several tries, since others use this machine too."""
    for event, fields in EVENTS.items():
        alone.hook(event, "s1", **fields)

    def best(command, given):
        def once():
            begun = time.perf_counter()
            alone.shell(command, given)
            return time.perf_counter() - begun

        return min(once() for _ in range(TRIES))

    event = {"session_id": "s1", "cwd": str(alone.project), "hook_event_name": "UserPromptSubmit"}
    prompt = json.dumps({**event, "prompt": "I love tea."}).encode()
    nothing = best("python3 -I -S -c pass", b"")
    assert best(hook_command("UserPromptSubmit"), prompt) < RATIO * nothing


def config(claude, url):
    file = claude.home / ".config" / "rekindle" / "claude-code.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"url": url, "key": KEY}))
    file.chmod(0o600)
    return file


def run_command(claude, name, *arguments):
    program = PLUGIN / "rekindle.py"
    quoted = " ".join(f"'{each}'" for each in arguments)
    ended = claude.shell(f"python3 -I -S '{program}' {name} {quoted}")
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()


def run_sender(claude, kill_after=None):
    """Runs a sender in the foreground, beside those of the hooks."""
    command = [sys.executable, "-I", "-S", str(PLUGIN / "rekindle.py"), "send"]
    process = subprocess.Popen(command, env=claude.env)
    if kill_after:
        waiting = threading.Thread(target=kill_after)
        waiting.start()
        waiting.join()
        process.kill()
    process.wait(60)


def everything_on_disk(claude):
    found = []
    for folder, _, files in os.walk(claude.home):
        for name in files:
            with open(os.path.join(folder, name), errors="replace") as file:
                found.append(file.read())
    return "\n".join(found)
