"""The slash commands of the plugin."""

from __future__ import annotations

import os
import time

from rekindle_capture.files import read_json, state_folder
from rekindle_capture.marks import Marks
from rekindle_capture.outbox import Outbox
from rekindle_capture.projects import is_left_out, leave_out, take_in

_WHAT_TO_DO = {
    "401": "The key was revoked or has expired: create another one.",
    "403": "The key lacks a scope: create one with --scope read --scope record.",
}


def command(name: str, arguments: list[str]) -> str:
    """Runs a command; returns what to tell the user."""
    state = state_folder(os.environ)
    folder = os.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd()
    try:
        if name == "off":
            leave_out(state, folder)
            return f"{folder} is left out from now on. /rekindle:on includes it again."
        if name == "on":
            if take_in(state, folder):
                return f"Rekindle now records in {folder}."
            return f"A folder above {folder} is left out, or there is a .rekindle-ignore file."
        if name == "incognito":
            return _incognito(state, arguments[0] if arguments else "")
    except OSError as error:
        return f"Nothing has changed: {error.strerror}. Check {state}."
    return _status(state, folder)


def _incognito(state: str, session: str) -> str:
    known = read_json(os.path.join(state, "account.json")).get("folder")
    if not session or "$" in session or not known:
        return "This session is NOT incognito: Claude Code gave no session ID. Use /rekindle:off."
    Marks(os.path.join(state, known), session).set(incognito=True)
    return "Nothing in this session is recorded from now on, even if you resume it."


def _status(state: str, folder: str) -> str:
    known = read_json(os.path.join(state, "account.json"))
    if not known:
        return (
            "Rekindle has not run yet. Set its address and key with /plugin, then start a session."
        )
    place = os.path.join(state, str(known.get("folder")))
    status = read_json(os.path.join(place, "status.json"))
    lines = [f"Rekindle at {known.get('url')}"]
    if is_left_out(state, [folder]):
        lines.append("This project is left out: nothing is recorded.")
    outbox = Outbox(place)
    lines.append(f"Waiting to be sent: {len(outbox.names())}")
    if refused := outbox.refused():
        lines.append(f"Refused by the server: {refused}, kept in {outbox.refused_folder}")
    if sent := status.get("reachedAt"):
        lines.append(f"Last reached: {time.strftime('%Y-%m-%d %H:%M', time.localtime(sent))}")
    if problem := str(status.get("problem", "")):
        advice = _WHAT_TO_DO.get(
            problem.split(" ")[0], "The plugin tries again with the next prompt."
        )
        lines.append(f"Problem: {problem}. {advice}")
    return "\n".join(lines)
