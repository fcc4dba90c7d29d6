"""Where a client may be sent after the user's answer. Pure."""

from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from shared.base.errors import InvalidArgument

MAX_REDIRECTS = 20
MAX_LENGTH = 1900
"""Characters of a redirect URI; the port of one on the user's own machine may add some."""
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_APPS = frozenset(
    "antigravity claude cursor goose jetbrains kiro raycast trae vscode vscode-insiders vscodium "
    "warp windsurf zed".split()
)
"""Schemes of assistants and editors that are not built from a domain name."""


def check_redirects(uris: Iterable[str]) -> list[str]:
    """Returns the redirect URIs of a client, if all of them may be used.

    They are https, http on the user's own machine, or a scheme of an app (RFC 8252): one that is
    known, or made from a domain name. Any other could run something in the browser, or on the
    user's machine.

    Raises:
        InvalidArgument: one of them may not be, or there are none or too many.
    """
    found = list(dict.fromkeys(uris))
    if not 1 <= len(found) <= MAX_REDIRECTS:
        raise InvalidArgument.field("redirect_uris", f"must be 1 to {MAX_REDIRECTS} URIs")
    for uri in found:
        problem = _problem_with(uri)
        if problem:
            raise InvalidArgument.field("redirect_uris", problem)
    return found


def matching(registered: Iterable[str], asked: str) -> bool:
    """Returns whether a client may be sent to the URI that it asks for.

    The URI has to be a registered one to the letter; only the port of one on the user's own
    machine may differ, since an app takes whichever is free (RFC 8252, 7.3).
    """
    return any(uri == asked or _differ_in_port(uri, asked) for uri in registered)


def shown_host(uri: str) -> str:
    """Returns what tells a person where a redirect URI leads: its host, or an app's scheme."""
    split = urlsplit(uri)
    is_web = split.scheme in ("https", "http")
    return (split.hostname if is_web else None) or f"{split.scheme}:"


def _problem_with(uri: str) -> str | None:
    if len(uri) > MAX_LENGTH:
        return f"must have at most {MAX_LENGTH:,} characters"
    split = _split(uri)
    if split is None or not uri.isascii() or not uri.isprintable() or " " in uri or "\\" in uri:
        return "must be absolute URIs"
    if split.fragment or "#" in uri:
        return "must not have a fragment"
    if split.username is not None or split.password is not None:
        return "must not contain a name or password"
    if split.scheme == "https":
        return None if split.hostname else "must name a host"
    if split.scheme == "http":
        local = split.hostname in _LOOPBACK
        return None if local else "must be https, unless they are on the user's own machine"
    if split.scheme not in _APPS and not _is_domain(split.scheme):
        return (
            "must be https, http on the user's own machine, or have a scheme made from a domain "
            "name of the app's makers, such as com.example.app"
        )
    return None if split.netloc or split.path else "must say where in the app they lead"


def _is_domain(scheme: str) -> bool:
    """Returns whether a scheme is from a domain name of the app's makers (RFC 8252, 7.1)."""
    labels = scheme.split(".")
    return len(labels) > 1 and all(labels)


def _differ_in_port(registered: str, asked: str) -> bool:
    one, other = _split(registered), _split(asked)
    if one is None or other is None or one.scheme != "http" or one.hostname not in _LOOPBACK:
        return False
    return _problem_with(asked) is None and (
        (one.scheme, one.hostname, one.path, one.query)
        == (other.scheme, other.hostname, other.path, other.query)
    )


def _split(uri: str) -> SplitResult | None:
    try:
        split = urlsplit(uri)
        _ = split.port
    except ValueError:
        return None
    return split
