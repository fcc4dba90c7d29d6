"""Which web pages may call: none but those of the same machine, on a stack of that machine.

A page whose name an attacker points at 127.0.0.1 (DNS rebinding) could otherwise talk to the
embedded stack through its visitor's browser. The Model Context Protocol asks for this check.
Programs send no Origin, or one with a scheme of their own, which no page can forge.
"""

from urllib.parse import urlsplit

from flask import Request

from shared.errors import PermissionDenied

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def check_origin(request: Request) -> None:
    """Lets programs pass, and pages of this machine where it serves itself.

    Raises:
        PermissionDenied: a page of another origin calls.
    """
    origin = request.headers.get("Origin", "")
    if not origin or not _is_page(origin):
        return
    if _host(origin) in _LOOPBACK and _host(f"//{request.host}") in _LOOPBACK:
        return
    raise PermissionDenied(
        "Pages of this origin may not call. Call from a program, which sends no Origin.",
        [{"reason": "ORIGIN_NOT_ALLOWED"}],
    )


def _is_page(origin: str) -> bool:
    scheme, separator, _ = origin.partition("://")
    return not separator or scheme.lower() in ("http", "https")


def _host(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None
