"""The server to call, and the identity to call it with."""

import getpass
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cli.errors import UsageProblem
from emulator.tokens import DEFAULT_PROJECT, user_token

DEFAULT_URL = "http://127.0.0.1:4747"
_LOOPBACK = re.compile(r"localhost|(?:[^.]{1,63}\.){1,8}localhost|127(?:\.\d{1,3}){3}|::1")


@dataclass(frozen=True)
class Connection:
    """A validated server and identity.

    Attributes:
        url: the base URL, without a trailing slash.
        local: whether the server is on this machine.
        user: the user, if one was named.
        given_token: the token, if one was given. It is never shown.
        project: the embedded stack's project.
    """

    url: str
    local: bool
    user: str | None = None
    given_token: str | None = field(default=None, repr=False)
    project: str = DEFAULT_PROJECT

    def headers(self) -> dict[str, str]:
        """The headers that identify the caller, and the user a service account acts for.

        Each call creates a new token for the embedded stack, so a long chat does not outlive it.
        """
        token = self.given_token or user_token(self.user or "", self.project)
        behalf = {"X-On-Behalf-Of": self.user} if self.given_token and self.user else {}
        return {"Authorization": f"Bearer {token}", **behalf}


def connection(
    url: str | None, user: str | None, token: str | None, env: Mapping[str, str]
) -> Connection:
    """The connection that the options and the environment describe.

    Options override environment variables. A user of the embedded stack gets its unsigned token,
    which no other server accepts and which is therefore sent to no other. Elsewhere the token
    identifies the user; a trusted service account's token acts for the named user.

    Args:
        url: `--url`, or else REKINDLE_URL, or else the embedded stack's default address.
        user: `--user`, or else REKINDLE_USER, or else the login name.
        token: `--token`, or else REKINDLE_TOKEN.
        env: the environment.

    Raises:
        UsageProblem: they are invalid, contradictory or incomplete.
    """
    base = (url or env.get("REKINDLE_URL") or DEFAULT_URL).rstrip("/")
    local = _is_local(base)
    found = token or (None if user and local else env.get("REKINDLE_TOKEN"))
    if found:
        if not local and not base.startswith("https:"):
            raise UsageProblem(
                "A token is only sent over https.", f"Use an https address instead of {base}."
            )
        return Connection(base, local, user, found.strip())
    if not local:
        raise UsageProblem(
            f"{base} needs a Firebase ID token.", "Set REKINDLE_TOKEN, or pass --token."
        )
    name = user or env.get("REKINDLE_USER") or login_name()
    if not name:
        raise UsageProblem("No user is named.", "Name one with --user or REKINDLE_USER.")
    return Connection(base, local, user=name, project=project(env))


def project(env: Mapping[str, str] = os.environ) -> str:
    """The embedded stack's project, which its tokens must name."""
    return env.get("GOOGLE_CLOUD_PROJECT") or DEFAULT_PROJECT


def login_name() -> str | None:
    """The login name on this machine; None if there is none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return None


def _is_local(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        raise UsageProblem(
            f"{url} is not a URL.", f"Set --url or REKINDLE_URL to one such as {DEFAULT_URL}."
        )
    if parts.username or parts.password:
        raise UsageProblem(
            "The URL must not contain a user name or password.", "Use --token instead."
        )
    return _LOOPBACK.fullmatch(host) is not None
