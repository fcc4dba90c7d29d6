"""Which server to call, and as whom."""

import getpass
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cli.errors import UsageProblem
from emulator.tokens import project_of, user_token
from rekindle_client import is_local

DEFAULT_URL = "http://127.0.0.1:4747"


@dataclass(frozen=True)
class Identity:
    """A validated server, and who calls it.

    Attributes:
        url: the base URL, without a trailing slash.
        user: the user, if one was named.
        given_token: the token, if one was given. It is never shown.
        project: the project of the embedded stack, which its tokens name; empty with another token.
    """

    url: str
    user: str | None
    given_token: str | None = field(default=None, repr=False)
    project: str = ""

    @property
    def on_behalf_of(self) -> str | None:
        """The user that a trusted service account acts for."""
        return self.user if self.given_token else None

    def token(self, renewed: bool = False) -> str:  # noqa: ARG002
        """The token of a request. The embedded stack's is always new: a chat may outlive one."""
        return self.given_token or user_token(self.user or "", self.project)


def identity(
    url: str | None, user: str | None, token: str | None, env: Mapping[str, str]
) -> Identity:
    """The server and the user that the options and the environment describe.

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
    base = _checked((url or env.get("REKINDLE_URL") or DEFAULT_URL).rstrip("/"))
    local = is_local(base)
    found = token or (None if user and local else env.get("REKINDLE_TOKEN"))
    if found and (local or base.startswith("https:")):
        return Identity(base, user, found.strip())
    if found:
        raise UsageProblem(
            "A token is only sent over https.", f"Use an https address instead of {base}."
        )
    if not local:
        raise UsageProblem(
            f"{base} needs a Firebase ID token.", "Set REKINDLE_TOKEN, or pass --token."
        )
    name = user or env.get("REKINDLE_USER") or _login_name()
    if not name:
        raise UsageProblem("No user is named.", "Name one with --user or REKINDLE_USER.")
    return Identity(base, name, project=project_of(env))


def _login_name() -> str | None:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return None


def _checked(url: str) -> str:
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
    return url
