"""What each hook does: reads and writes small files, and leaves the network to the sender.

The context block comes from a file that the sender keeps up to date. Asking the server here would
make every session wait for it, and importing Python's TLS alone takes longer than a hook may. So a
session starts with the block of the last run, and if the sender then finds that it has changed, the
new one is added to the next prompt.
"""

from __future__ import annotations

import json
import os
import sys
import time
import zlib

from rekindle_capture.account import Account, NotConfigured, account
from rekindle_capture.files import (
    WANTED,
    make_folder,
    read_json,
    remove,
    state_folder,
    write,
    write_json,
)
from rekindle_capture.marks import Marks
from rekindle_capture.outbox import Outbox
from rekindle_capture.private import without_private
from rekindle_capture.projects import is_left_out
from rekindle_capture.typed import is_typed

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, BinaryIO

MOST_CHARACTERS = 50_000
"""The longest message that the server takes. The beginning of a longer one is recorded."""
_MOST_OF_ANSWER = 1000
_MOST_OF_SUMMARY = 4000
_STALE = 7 * 24 * 3600
"""Seconds after which a context block that could not be renewed is no longer shown."""


def run_hook(given: BinaryIO, out: BinaryIO) -> None:
    """Handles the event on `given`, and writes what is to be added to the session to `out`."""
    event = json.loads(given.read())
    if not isinstance(event, dict) or event.get("agent_id"):
        return  # a subagent's, who says nothing about the user
    name, session = event.get("hook_event_name"), event.get("session_id")
    handle = _HANDLERS.get(name) if isinstance(name, str) else None
    if handle is None or not isinstance(session, str) or not session:
        return
    try:
        who = account(os.environ)
    except NotConfigured:
        return
    hook = Hook(event, session, who, os.environ)
    if hook.is_left_out():
        return
    if added := handle(hook):
        answer = {"hookSpecificOutput": {"hookEventName": name, "additionalContext": added}}
        out.write(json.dumps(answer).encode("ascii"))
        out.flush()
    if hook.may_send():
        start_sender()


class Hook:
    """One event of a session.

    What cannot be written, because the disk is full or read-only, is lost, and the session goes on.
    """

    def __init__(
        self, event: dict[str, Any], session: str, who: Account, env: Mapping[str, str]
    ) -> None:
        self._event = event
        self._env = env
        self._state = state_folder(env)
        self._who = who
        self._folder = os.path.join(self._state, who.name)
        self._outbox = Outbox(self._folder)
        self._marks = Marks(self._folder, session)
        self._session = f"claude-code-{session}"[:128].replace("/", "-")
        cwd = self._text("cwd") or os.getcwd()
        self._project = env.get("CLAUDE_PROJECT_DIR") or cwd
        self._folders = {self._project, cwd}

    def is_left_out(self) -> bool:
        """Whether the user has left this project out."""
        return is_left_out(self._state, self._folders)

    def may_send(self) -> bool:
        """Whether the sender has anything to do; not while a server that was away is left alone."""
        status = read_json(os.path.join(self._folder, "status.json"))
        if time.time() < status.get("notBefore", 0):
            return False
        wanted = os.path.exists(os.path.join(self._folder, WANTED))
        return wanted or bool(self._outbox.names())

    def session_start(self) -> str:
        """Starts the session; returns the context block."""
        block = self._block()
        try:
            make_folder(self._folder)
            write_json(
                os.path.join(self._state, "account.json"),
                {"folder": self._who.name, "url": self._who.url},
            )
            self._marks.set(
                incognito=self._is_incognito(),
                private=bool(self._marks.values.get("private")),
                since=time.time(),
                shown=_checksum(block),
            )
            self._want_context()
            if self._event.get("source") != "compact":
                self._put("session", {"id": self._session, "projectPath": self._project[:1000]})
        except OSError:
            pass
        return block

    def user_prompt_submit(self) -> str:
        """Records what the user typed; returns what has become known since the session began."""
        news = self._news()
        said = self._text("prompt")
        content = without_private(said)
        try:
            if content != said:
                self._marks.set(private=True)
            if content.strip() and is_typed(self._event):
                turn = self._text("prompt_id") or os.urandom(16).hex()
                self._put(
                    "prompt",
                    {
                        # The same prompt has the same ID, even if its hook should run twice.
                        "id": f"claude-code-{turn[:64].replace('/', '-')}-{_checksum(content)}",
                        "content": content.strip()[:MOST_CHARACTERS],
                        "sessionId": self._session,
                        "createdAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                    },
                )
        except OSError:
            pass
        return news

    def stop(self) -> str:
        """Reports where the assistant is, for the next session in this project."""
        self._report("summary", self._text("last_assistant_message").strip()[:_MOST_OF_ANSWER])
        return ""

    def pre_compact(self) -> str:
        """Renews the context block, which is added again after the compaction."""
        try:
            self._want_context()
        except OSError:
            pass
        return ""

    def post_compact(self) -> str:
        """Keeps the summary that Claude Code has made."""
        summary = self._text("compact_summary").strip()[:_MOST_OF_SUMMARY]
        self._report("context", [summary] if summary else [])
        return ""

    def session_end(self) -> str:
        """Leaves nothing of the session behind; what waits is sent."""
        self._marks.forget()
        return ""

    def _report(self, part: str, value: str | list[str]) -> None:
        if not value or not self._marks.may_summarize():
            return
        progress = {"id": self._session, "projectPath": self._project[:1000], part: value}
        try:
            self._put("progress", progress)
            self._want_context()
        except OSError:
            pass

    def _put(self, kind: str, value: dict[str, Any]) -> None:
        if not self._is_incognito():
            self._outbox.put(kind, value)

    def _is_incognito(self) -> bool:
        # The variable counts even where no mark can be written.
        asked = self._env.get("REKINDLE_INCOGNITO") in ("1", "true", "on")
        return asked or bool(self._marks.values.get("incognito"))

    def _news(self) -> str:
        """The context block if it has changed since the start, and what the last session left."""
        since = self._marks.values.get("since")
        if not since or read_json(self._context()).get("at", 0) < since:
            return ""
        block, shown = self._block(), self._marks.values.get("shown")
        left = read_json(self._marks.previous).get("text", "")
        remove(self._marks.previous)
        try:
            self._marks.set(since=None, shown=_checksum(block))
        except OSError:
            return ""  # or each prompt would bring it
        return "\n\n".join(
            part for part in (block if _checksum(block) != shown else "", left) if part
        )

    def _block(self) -> str:
        kept = read_json(self._context())
        fresh = time.time() - kept.get("at", 0) < _STALE and kept.get("key") == self._who.key_mark
        return kept["text"] if fresh and isinstance(kept.get("text"), str) else ""

    def _context(self) -> str:
        return os.path.join(self._folder, "context.json")

    def _want_context(self) -> None:
        write(os.path.join(self._folder, WANTED), b"")

    def _text(self, name: str) -> str:
        value = self._event.get(name)
        return value if isinstance(value, str) else ""


_HANDLERS = {
    "SessionStart": Hook.session_start,
    "UserPromptSubmit": Hook.user_prompt_submit,
    "Stop": Hook.stop,
    "PreCompact": Hook.pre_compact,
    "PostCompact": Hook.post_compact,
    "SessionEnd": Hook.session_end,
}


def start_sender() -> None:
    """Starts the sender in a process of its own, which outlives this one and the session."""
    if os.fork():
        return
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        program = os.path.abspath(sys.argv[0])
        os.chdir("/")
        os.execv(sys.executable, [sys.executable, "-I", "-S", program, "send"])  # noqa: S606
    finally:
        os._exit(1)


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode('utf-8', 'replace')):08x}"
