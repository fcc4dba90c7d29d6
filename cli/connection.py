"""Where the API is, and as whom to call it."""

import getpass
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from cli.errors import UsageProblem
from emulator.tokens import DEFAULT_PROJECT, user_token

DEFAULT_URL = "http://127.0.0.1:4747"
_LOOPBACK = re.compile(r"localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1")


@dataclass(frozen=True)
class Connection:
    """A verified choice of server and identity.

    Attributes:
        url: the base URL, without a slash at its end.
        local: whether the server is on this machine.
        user: the user, where the options name one.
        given_token: the token that was given. It is never shown.
        project: the embedded stack's project.
    """

    url: str
    local: bool
    user: str | None = None
    given_token: str | None = field(default=None, repr=False)
    project: str = DEFAULT_PROJECT

    def headers(self) -> dict[str, str]:
        """Who is calling, and for whom.

        A token of the embedded stack is made anew, so that no conversation outlives it.
        """
        token = self.given_token or user_token(self.user or "", self.project)
        behalf = {"X-On-Behalf-Of": self.user} if self.given_token and self.user else {}
        return {"Authorization": f"Bearer {token}", **behalf}


def connection(
    url: str | None, user: str | None, token: str | None, env: Mapping[str, str]
) -> Connection:
    """The connection that options and environment describe.

    An option counts more than a variable. A user of the embedded stack gets its unsigned token,
    which no other server accepts and which therefore is never sent to one. Elsewhere the token says
    who the user is; that of a trusted service account acts for the user that is named.

    Args:
        url: `--url`, else REKINDLE_URL, else the embedded stack's usual place.
        user: `--user`, else REKINDLE_USER, else the login name.
        token: `--token`, else REKINDLE_TOKEN.
        env: the environment.

    Raises:
        UsageProblem: they contradict each other, or say too little.
    """
    base = (url or env.get("REKINDLE_URL") or DEFAULT_URL).rstrip("/")
    local = _is_local(base)
    found = token or (None if user and local else env.get("REKINDLE_TOKEN"))
    if found:
        if not local and not base.startswith("https:"):
            raise UsageProblem("A token is sent over https only.", f"Use https for {base}.")
        return Connection(base, local, user, found.strip())
    if not local:
        raise UsageProblem(
            f"{base} needs a Firebase ID token.", "Give it with --token or REKINDLE_TOKEN."
        )
    name = user or env.get("REKINDLE_USER") or login_name()
    if not name:
        raise UsageProblem("Which user? Name one with --user or REKINDLE_USER.")
    return Connection(base, local, user=name, project=project(env))


def project(env: Mapping[str, str] = os.environ) -> str:
    """The project of the embedded stack, which its tokens must name."""
    return env.get("GOOGLE_CLOUD_PROJECT") or DEFAULT_PROJECT


def login_name() -> str | None:
    """Who is logged in on this machine; None where nobody is."""
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
        raise UsageProblem(f"{url} is not a URL.", f"Give one such as {DEFAULT_URL} with --url.")
    if parts.username or parts.password:
        raise UsageProblem("The URL must not hold a user name or password.", "Use --token.")
    return _LOOPBACK.fullmatch(host) is not None
