"""What went wrong with a request, in terms of the commands."""

from collections.abc import Iterator
from contextlib import contextmanager

import rekindle_client as client
from cli.errors import ApiError, Unreachable
from cli.identity import Identity

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


@contextmanager
def explained(identity: Identity) -> Iterator[None]:
    """Turns the client's errors into those of the program, with what to do next.

    Raises:
        ApiError: the API refused.
        Unreachable: the server does not answer, or is not Rekindle.
    """
    try:
        yield
    except client.ApiError as error:
        if error.status == "UNKNOWN" and not error.details:
            raise Unreachable(
                f"{identity.url} answered {error.code}, but is not a Rekindle server.",
                "Check --url.",
            ) from error
        raise ApiError(error, _hint(error, identity)) from error
    except client.UnexpectedAnswer as error:
        raise Unreachable(str(error), "Check --url.") from error
    except client.Unreachable as error:
        if error.sent:
            raise Unreachable(
                f"{identity.url} gave no answer, or only part of one.",
                "The request may still have been carried out. Check before you repeat it.",
            ) from error
        start = "Start the embedded stack with `rekindle start`, or name another server with --url."
        check = "Check --url and your network connection."
        hint = start if client.is_local(identity.url) else check
        raise Unreachable(f"Nothing answers at {identity.url}.", hint) from error


def _hint(error: client.ApiError, identity: Identity) -> str:
    """What to do next; empty if the message already says it."""
    if error.code != 401 or error.reason not in ("BAD_TOKEN", "NO_TOKEN", error.status):
        return _OF_REASON.get(error.reason, "")
    if identity.given_token:
        return "Pass another one with --token or REKINDLE_TOKEN."
    return (
        f"If this is an embedded stack, its project is not {identity.project}: set "
        "GOOGLE_CLOUD_PROJECT to the value it was started with. Otherwise pass --token."
    )
