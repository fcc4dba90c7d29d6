"""Which web pages may call: those of configured origins, and on a stack those of its machine.

A page whose name an attacker points at 127.0.0.1 (DNS rebinding) could otherwise talk to the
embedded stack through its visitor's browser. The Model Context Protocol asks for this check.
Programs send no Origin, or one with a scheme of their own, which no page can forge.
"""

from collections.abc import Container
from urllib.parse import urlsplit

from flask import Request

from shared.base.errors import PermissionDenied

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def check_origin(request: Request, allowed: Container[str]) -> None:
    """Lets programs pass, allowed pages, and pages of this machine where it serves itself.

    Args:
        request: the call.
        allowed: origins whose pages may call; `*` for all.

    Raises:
        PermissionDenied: a page of another origin calls.
    """
    origin = request.headers.get("Origin", "")
    if not origin or not _is_page(origin) or "*" in allowed or origin in allowed:
        return
    if _host(origin) in _LOOPBACK and _host(f"//{request.host}") in _LOOPBACK:
        return
    raise PermissionDenied(
        "Pages of this origin may not call. Add it to REKINDLE_ALLOWED_ORIGINS, or call from a "
        "program, which sends no Origin.",
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
