"""What to do about the API's refusals, in terms of the commands."""

from collections.abc import Mapping
from typing import Any

from cli.connection import Connection

_OF_REASON = {
    "NO_SUCH_PREFERENCE": "`rekindle preferences list --all` shows those there are.",
    "NO_SUCH_ENTRY": "`rekindle memory` shows the notes there are.",
    "NO_SUCH_SESSION": "`rekindle sessions` shows those there are.",
    "NO_SUCH_VERSION": "`rekindle history` shows the versions there are.",
    "SNAPSHOT_NOT_KEPT": "`rekindle history` shows which versions can be restored.",
    "BUDGET_EXCEEDED": "Remove one with `rekindle memory delete ID`, or use --target archive.",
    "TIER_DISABLED": "`rekindle settings` shows what is switched off.",
    "BODY_TOO_LARGE": "Send less at a time.",
    "RATE_LIMITED": "Try again in a minute.",
    "NO_SUCH_PATH": "Is the server as new as this program?",
}


def hint_for(error: Mapping[str, Any], connection: Connection) -> str:
    """What to do next; empty where the message says it all."""
    details = error.get("details") or [{}]
    reason = str(details[0].get("reason"))
    if error.get("code") == 401 and reason in ("BAD_TOKEN", "NO_TOKEN", "None"):
        return _about_the_token(connection)
    return _OF_REASON.get(reason, "")


def _about_the_token(connection: Connection) -> str:
    if connection.given_token:
        return "Give another one with --token or REKINDLE_TOKEN."
    return (
        f"Is this the embedded stack, of the project {connection.project}? Where it was started "
        "with GOOGLE_CLOUD_PROJECT, set the same here. Elsewhere, give --token."
    )
