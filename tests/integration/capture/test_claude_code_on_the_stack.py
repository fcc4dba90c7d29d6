"""The plugin against the embedded stack: what is typed is learned and comes back."""

import json
from io import StringIO

import pytest
from rich.console import Console

from emulator.demo.claude_code import ClaudeCode, tell
from emulator.demo.screen import Screen
from emulator.gateway.paths import ROOT


@pytest.fixture
def key(api):
    body = {"name": "Claude Code", "scopes": ["read", "record"]}
    return api.post("/v1/connections", body)["key"]


@pytest.fixture
def claude(tmp_path, stack, key):
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    return ClaudeCode(tmp_path / "home", tmp_path / "project", stack.gateway, key)


def test_the_demo_finds_everything_that_it_expects(stack, tmp_path):
    shown = StringIO()
    assert tell(stack, Screen(Console(file=shown)), tmp_path) == []
    assert "pytest over unittest" in shown.getvalue()


def test_what_is_typed_is_recorded_with_its_session(api, claude):
    claude.hook("SessionStart", "s1", source="startup")
    claude.hook("UserPromptSubmit", "s1", prompt="I love tea. <private>And gin.</private>")
    claude.hook("SessionEnd", "s1", reason="other")
    claude.settled()
    everything = api.get("/v1/export")
    (prompt,) = everything["prompts"]
    assert (prompt["content"], prompt["sessionId"]) == ("I love tea.", "claude-code-s1")
    assert prompt["connection"]
    (session,) = everything["sessions"]
    assert session["projectPath"] == str(claude.project)
    assert "gin" not in json.dumps(everything)


def test_the_next_session_in_a_project_is_told_where_the_last_one_ended(api, claude):
    claude.hook("SessionStart", "s1", source="startup")
    claude.hook("UserPromptSubmit", "s1", prompt="Fix the parser.")
    claude.hook("Stop", "s1", last_assistant_message="The parser [still] lacks a test.")
    claude.settled()
    assert api.get("/v1/sessions/claude-code-s1")["summary"].startswith("The parser")
    claude.hook("SessionStart", "s2", source="startup")
    claude.settled()
    added = claude.hook("UserPromptSubmit", "s2", prompt="What is left to do?")
    assert added == (
        "[PREVIOUS SESSION IN THIS PROJECT]\n"
        "It ended with: The parser (still) lacks a test.\n"
        "[END PREVIOUS SESSION IN THIS PROJECT]"
    )


def test_the_assistants_words_stay_here_once_something_is_not_to_be_saved(api, claude):
    claude.hook("SessionStart", "s1", source="startup")
    claude.hook("UserPromptSubmit", "s1", prompt="Don't save this: I earn 84,500 at Acme.")
    claude.hook("Stop", "s1", last_assistant_message="With 84,500 at Acme, ask for more.")
    claude.settled()
    claude.hook("UserPromptSubmit", "s1", prompt="I love tea.")
    claude.hook("Stop", "s1", last_assistant_message="Noted, and 84,500 it is.")
    claude.hook("SessionEnd", "s1", reason="other")
    claude.settled()
    everything = api.get("/v1/export")
    assert [one["content"] for one in everything["prompts"]] == ["I love tea."]
    assert "84,500" not in json.dumps(everything)


def test_a_session_that_began_before_the_plugin_was_installed_is_started_with_its_report(
    api, claude
):
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    api.call("DELETE", "/v1/sessions/claude-code-s1")
    claude.hook("Stop", "s1", last_assistant_message="Done.")
    claude.settled()
    assert api.get("/v1/sessions/claude-code-s1")["summary"] == "Done."


def test_a_connection_that_was_cut_off_shows_nothing_any_more(api, claude):
    api.call("PATCH", "/v1/profile/about", {"name": "Maya"})
    claude.hook("SessionStart", "s1", source="startup")
    claude.settled()
    assert "Maya" in claude.hook("UserPromptSubmit", "s1", prompt="Hello.")
    claude.settled()
    # A connection is cut off within a minute; a key of nobody's is refused at once.
    claude.env["REKINDLE_KEY"] = "rk_nobody"
    assert claude.hook("SessionStart", "s2", source="startup") == ""


def test_make_plugin_demo_runs_the_demo():
    recipe = (ROOT / "Makefile").read_text().partition("\nplugin-demo:")[2].partition("\n\n")[0]
    assert "-m emulator.demo.claude_code" in recipe
