"""Sends what waits, and renews the context block. It runs by itself; nobody waits for it.

One process sends for an account at a time. It may stop anywhere: a message is removed only after
the server has it, and one that is sent again has the same ID and is recorded once.
"""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rekindle_capture.account import Account, NotConfigured, account
from rekindle_capture.api import Api, Away, Refused
from rekindle_capture.files import (
    WANTED,
    make_folder,
    read_json,
    remove,
    state_folder,
    write_json,
)
from rekindle_capture.marks import Marks
from rekindle_capture.outbox import Outbox

_LONGEST_RUN = 120
"""Seconds after which a sender gives up, so that a slow server does not hold it forever."""
_LONGEST_WAIT = 3600.0
_MOST_AT_ONCE = 100
_MOST_BYTES = 500_000
_BLOCK = "/v1/context?format=text&maxChars=8000"
"""Claude Code shortens what a hook adds beyond 10,000 characters."""
_RENEWING = "renewing"
"""The file that stands for it while it is being renewed."""
_OLD = 180 * 24 * 3600
_UNSAVED = ("asked_not_to", "private")
"""Why the server does not record a prompt that the user wants nobody to keep."""


def send() -> None:
    """Sends all that waits for the account, unless another process is at it or it is too early."""
    signal.alarm(_LONGEST_RUN)
    try:
        who = account(os.environ)
    except NotConfigured:
        return
    folder = os.path.join(state_folder(os.environ), who.name)
    make_folder(folder)
    while True:
        with _alone(folder) as alone:
            if not alone:
                return
            went_well = Sender(folder, who).run()
        # What was put in while the lock was held belongs to this process: its own sender gave up.
        if not went_well or not has_work(folder):
            return


def has_work(folder: str) -> bool:
    """Whether anything waits, or the context block is to be renewed."""
    return bool(Outbox(folder).names()) or any(
        os.path.exists(os.path.join(folder, name)) for name in (WANTED, _RENEWING)
    )


@contextmanager
def _alone(folder: str) -> Iterator[bool]:
    with open(os.path.join(folder, "sender.lock"), "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True


class Sender:
    """Sends for one account, whose folder it has to itself."""

    def __init__(self, folder: str, who: Account) -> None:
        self._folder = folder
        self._outbox = Outbox(folder)
        self._api = Api(who)
        self._key_mark = who.key_mark
        self._status_file = os.path.join(folder, "status.json")
        self._status = read_json(self._status_file)

    def run(self) -> bool:
        """Sends all that waits; returns whether that went well."""
        if time.time() < self._status.get("notBefore", 0):
            return False
        problem = ""
        try:
            # A key that may not record may still read.
            for step in (self._send_all, self._renew_context):
                problem = self._refusal_of(step) or problem
        except Away as away:
            self._put_off(away)
        else:
            self._status = {"reachedAt": time.time(), **({"problem": problem} if problem else {})}
        self._forget_old_sessions()
        write_json(self._status_file, self._status)
        return "problem" not in self._status

    def _refusal_of(self, step: Callable[[], None]) -> str:
        try:
            step()
        except Refused as refused:
            if refused.status == 401:
                # Who has been cut off is not shown what the user's profile said.
                remove(os.path.join(self._folder, "context.json"))
            return str(refused)
        return ""

    def _put_off(self, away: Away) -> None:
        failures = int(self._status.get("failures", 0)) + 1
        wait = min(_LONGEST_WAIT, max(away.wait, min(300.0, 2.0**failures)))
        self._status.update(problem=away.reason, failures=failures, notBefore=time.time() + wait)

    def _send_all(self) -> None:
        while names := self._outbox.names():
            kind = names[0].split(".")[-2]
            if kind == "prompt":
                self._send_prompts(self._first_prompts(names))
            else:
                self._send_one(names[0], kind, names)

    def _first_prompts(self, names: list[str]) -> dict[str, dict[str, Any]]:
        """The prompts at the front that fit into one request."""
        found: dict[str, dict[str, Any]] = {}
        size = 0
        for name in names[:_MOST_AT_ONCE]:
            if not name.endswith(".prompt.json"):
                break
            value = self._outbox.read(name)
            if not value:
                self._outbox.taken(name)  # nobody can read it
                continue
            size += len(str(value.get("content", "")).encode("utf-8", "replace"))
            if found and size > _MOST_BYTES:
                break
            found[name] = value
        return found

    def _send_prompts(self, prompts: dict[str, dict[str, Any]]) -> None:
        if not prompts:
            return
        try:
            answer = self._api.call("POST", "/v1/prompts", {"prompts": list(prompts.values())})
        except Refused as refused:
            self._check_key(refused)
            if len(prompts) == 1:
                self._outbox.refuse(next(iter(prompts)))
                return
            for name, value in prompts.items():  # so that one does not take the others with it
                self._send_prompts({name: value})
            return
        # Noted before the messages are gone: if this stops, the server is asked once more.
        self._withhold(answer, prompts.values())
        for name in prompts:
            self._outbox.taken(name)

    def _withhold(self, answer: dict[str, Any], prompts: Iterable[dict[str, Any]]) -> None:
        """Keeps back the summaries of sessions in which the user asked not to have something saved.

        A summary waits behind the prompts before it, so it has not been sent yet.
        """
        sessions = {prompt["id"]: prompt.get("sessionId") for prompt in prompts}
        for one in answer.get("prompts") or ():
            if one.get("reason") in _UNSAVED and (session := sessions.get(one.get("id"))):
                self._marks(str(session)).withhold()

    def _marks(self, session: str) -> Marks:
        return Marks(self._folder, session.partition("claude-code-")[2])

    def _send_one(self, name: str, kind: str, names: list[str]) -> None:
        value = self._outbox.read(name)
        if not value:
            self._outbox.taken(name)  # nobody can read it
            return
        try:
            if kind == "session":
                self._start(value)
            elif not (self._is_superseded(value, names[1:]) or self._is_withheld(value)):
                self._report(value)
        except Refused as refused:
            self._check_key(refused)
            self._outbox.refuse(name)
        else:
            self._outbox.taken(name)

    def _start(self, session: dict[str, Any]) -> None:
        started = self._api.call("POST", "/v1/sessions", session)
        text = left_open(started.get("previous") or {})
        if text:
            write_json(self._marks(str(session["id"])).previous, {"text": text})

    def _report(self, progress: dict[str, Any]) -> None:
        body = {part: progress[part] for part in ("summary", "context") if part in progress}
        path = f"/v1/sessions/{progress.get('id', '')}"
        try:
            self._api.call("PATCH", path, body)
        except Refused as refused:
            if refused.status != 404:
                raise
            # The session began before the plugin was installed, or its start was refused.
            started = {"id": progress["id"], "projectPath": progress.get("projectPath")}
            self._api.call("POST", "/v1/sessions", started)
            self._api.call("PATCH", path, body)

    def _is_superseded(self, value: dict[str, Any], later: list[str]) -> bool:
        """Whether a later message has the session's newer summary."""
        reports = (self._outbox.read(name) for name in later if name.endswith(".progress.json"))
        return "summary" in value and any(
            each.get("id") == value.get("id") and "summary" in each for each in reports
        )

    def _is_withheld(self, progress: dict[str, Any]) -> bool:
        return self._marks(str(progress.get("id"))).is_withheld()

    def _renew_context(self) -> None:
        # A hook may want it again meanwhile, so the two have different names.
        renewing = os.path.join(self._folder, _RENEWING)
        try:
            os.rename(os.path.join(self._folder, WANTED), renewing)
        except OSError:
            if not os.path.exists(renewing):
                return
        kept_file = os.path.join(self._folder, "context.json")
        kept = read_json(kept_file)
        if kept.get("key") != self._key_mark:
            kept = {}
        asked_at = time.time()
        try:
            found = self._api.text(_BLOCK, kept.get("tag", ""))
        except Refused:
            remove(renewing)
            raise
        text, tag = found or (kept.get("text", ""), kept.get("tag", ""))
        renewed = {"text": text, "tag": tag, "at": asked_at, "key": self._key_mark}
        write_json(kept_file, renewed)
        remove(renewing)

    def _forget_old_sessions(self) -> None:
        folder = os.path.join(self._folder, "sessions")
        if not os.path.isdir(folder):
            return
        for entry in os.scandir(folder):
            if time.time() - entry.stat().st_mtime > _OLD:
                remove(entry.path)

    @staticmethod
    def _check_key(refused: Refused) -> None:
        """Raises the refusal if it is of the key, and not of what was sent."""
        if refused.status in (401, 403):
            raise refused


def left_open(previous: dict[str, Any]) -> str:
    """What the project's previous session left, for the model; empty if nothing."""
    lines = [f"It ended with: {summary}"] if (summary := previous.get("summary")) else []
    tasks = [task.get("title") for task in previous.get("openTasks") or () if task.get("title")]
    lines += [f"Open: {title}" for title in tasks]
    # Brackets could end the block.
    plain = [" ".join(str(line).replace("[", "(").replace("]", ")").split()) for line in lines]
    if not plain:
        return ""
    text = "\n".join(plain)[:1500]
    return f"[PREVIOUS SESSION IN THIS PROJECT]\n{text}\n[END PREVIOUS SESSION IN THIS PROJECT]"
