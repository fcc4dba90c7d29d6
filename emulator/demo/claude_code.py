"""`python -m emulator.demo.claude_code`: what is typed in Claude Code comes back later.

Claude Code itself is played: its hooks run as it runs them, with the events that it documents.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from emulator.client import StackProcess, stack_process
from emulator.demo.screen import Screen
from emulator.gateway.paths import ROOT

PLUGIN = ROOT / "plugins" / "claude-code"
PATIENCE = 60.0
"""Seconds to wait for the sender, which runs in the background."""
MESSAGES = (
    "I prefer pytest over unittest.",
    "I always use uv instead of pip. <private>The token is in ~/.netrc.</private>",
    "Now add a test for the parser, please.",
)
LEARNED = "pytest over unittest"
PRIVATE = "netrc"


class ClaudeCode:
    """Plays Claude Code with the plugin, for one user of a machine.

    Args:
        home: the user's home folder; the plugin's files go there.
        project: the folder that Claude Code runs in.
        url, key: where Rekindle is, and the access key; None leaves the plugin without.
    """

    def __init__(self, home: Path, project: Path, url: str | None, key: str | None) -> None:
        self.home = home
        self.project = project
        given = {"REKINDLE_URL": url, "REKINDLE_KEY": key}
        self.env = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "CLAUDE_PLUGIN_ROOT": str(PLUGIN),
            "CLAUDE_PROJECT_DIR": str(project),
            **{name: value for name, value in given.items() if value is not None},
        }
        self.state = home / ".local" / "state" / "rekindle" / "claude-code"

    def run(self, event: str, session: str, **fields: Any) -> subprocess.CompletedProcess[bytes]:
        """Runs the hook of an event as Claude Code does."""
        given = {
            "session_id": session,
            "transcript_path": str(self.home / "transcript.jsonl"),
            "cwd": str(self.project),
            "hook_event_name": event,
            **fields,
        }
        return self.shell(hook_command(event), json.dumps(given).encode())

    def shell(self, command: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Runs a command of the plugin in the project."""
        return subprocess.run(
            ["/bin/sh", "-c", command],
            input=given,
            capture_output=True,
            env=self.env,
            cwd=self.project,
            check=False,
        )

    def hook(self, event: str, session: str, **fields: Any) -> str:
        """Runs the hook of an event; returns what it adds to the session."""
        ended = self.run(event, session, **fields)
        assert (ended.returncode, ended.stderr) == (0, b""), ended
        if not ended.stdout:
            return ""
        added = json.loads(ended.stdout)["hookSpecificOutput"]
        assert added["hookEventName"] == event
        text: str = added["additionalContext"]
        return text

    def folder(self) -> Path:
        """What the plugin keeps for its server."""
        named = json.loads((self.state / "account.json").read_text())["folder"]
        return self.state / str(named)

    def outbox(self) -> list[Path]:
        """The files of the messages that wait to be sent, oldest first."""
        return sorted(self.folder().glob("outbox/[0-9]*"))

    def waiting(self) -> list[dict[str, Any]]:
        """The messages that wait to be sent, oldest first."""
        return [json.loads(file.read_text()) for file in self.outbox()]

    def status(self) -> dict[str, Any]:
        """How the last attempt to send went."""
        file = self.folder() / "status.json"
        found: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        return found

    def settled(self) -> None:
        """Waits until everything is sent and the context block is renewed."""

        def is_settled() -> bool:
            renewal = (self.folder() / name for name in ("wanted", "renewing"))
            work = [*self.outbox(), *(file for file in renewal if file.exists())]
            return not work and "reachedAt" in self.status()

        wait_for(is_settled)


def hook_command(event: str) -> str:
    """The command that the plugin gives for an event."""
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    command: str = hooks[event][0]["hooks"][0]["command"]
    return command


def wait_for(condition: Any) -> None:
    """Waits until the condition holds.

    Raises:
        TimeoutError: it does not.
    """
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError("the plugin's sender did not finish")
        time.sleep(0.02)


def tell(stack: StackProcess, screen: Screen, folder: Path) -> list[str]:
    """Plays the demo; returns a sentence for each expected result that is missing."""
    with stack.user("maya") as api:
        body = {"name": "Claude Code on my laptop", "scopes": ["read", "record"]}
        made = api.post("/v1/connections", json=body).raise_for_status().json()
        claude = ClaudeCode(folder / "home", folder / "parser", stack.gateway, made["key"])
        claude.home.mkdir()
        claude.project.mkdir()
        screen.chapter("A session in Claude Code", "The hooks record what Maya types.")
        claude.hook("SessionStart", "monday", source="startup")
        for message in MESSAGES:
            screen.say(f"> {message}")
            claude.hook("UserPromptSubmit", "monday", prompt=message)
        claude.hook("Stop", "monday", last_assistant_message="The parser has a test now.")
        claude.hook("SessionEnd", "monday", reason="prompt_input_exit")
        claude.settled()
        screen.chapter("Learning", "Rekindle analyzes them, without <private>…</private>.")
        api.post("/v1/profile/refresh").raise_for_status()
        stack.idle()
        screen.chapter("The next session", "Its context has what was learned.")
        shown = claude.hook("SessionStart", "tuesday", source="startup")
        claude.settled()
        shown += claude.hook("UserPromptSubmit", "tuesday", prompt="Is there anything left to do?")
        screen.say(shown)
        everything = api.get("/v1/export").text
    missing = [] if LEARNED in shown else [f"The next session does not know: {LEARNED}"]
    return missing + (["Something private was sent."] if PRIVATE in everything else [])


def main() -> int:
    """Plays the demo on a stack of its own; returns the exit code."""
    screen = Screen(Console())
    with tempfile.TemporaryDirectory() as folder, stack_process() as stack:
        missing = tell(stack, screen, Path(folder))
    for sentence in missing:
        screen.say(sentence)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
