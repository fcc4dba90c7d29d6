"""Hints on refusals by the API, in terms of the commands."""

from collections.abc import Mapping
from typing import Any

from cli.connection import Connection

_OF_REASON = {
    "NO_SUCH_PREFERENCE": "`rekindle preferences list --all` lists all preferences.",
    "NO_SUCH_ENTRY": "`rekindle memory` lists the notes.",
    "NO_SUCH_SESSION": "`rekindle sessions` lists the sessions.",
    "NO_SUCH_VERSION": "`rekindle history` lists the versions.",
    "SNAPSHOT_NOT_KEPT": "`rekindle history` shows which versions can be restored.",
    "BUDGET_EXCEEDED": "Remove a note with `rekindle memory delete ID`, or add --target archive.",
    "TIER_DISABLED": "`rekindle settings` shows what is turned off.",
    "BODY_TOO_LARGE": "Send less at a time.",
    "RATE_LIMITED": "Try again in a minute.",
    "NO_SUCH_PATH": "Check --url. The server may also be older than this program.",
}


def hint_for(error: Mapping[str, Any], connection: Connection) -> str:
    """What to do next; empty if the message already says it."""
    details = error.get("details") or [{}]
    reason = str(details[0].get("reason"))
    if error.get("code") == 401 and reason in ("BAD_TOKEN", "NO_TOKEN", "None"):
        return _about_the_token(connection)
    return _OF_REASON.get(reason, "")


def _about_the_token(connection: Connection) -> str:
    if connection.given_token:
        return "Pass another one with --token or REKINDLE_TOKEN."
    return (
        f"If this is an embedded stack, its project is not {connection.project}: set "
        "GOOGLE_CLOUD_PROJECT to the value it was started with. Otherwise pass --token."
    )
