"""Checks the origin of web pages: configured origins may call and, on the stack, local pages.

Without this check, a page whose host name an attacker points at 127.0.0.1 (DNS rebinding) could
reach the embedded stack through its visitor's browser. The Model Context Protocol requires it.
Programs send no Origin, or one with a custom scheme, which no page can forge.
"""

from collections.abc import Container
from urllib.parse import urlsplit

from flask import Request

from shared.base.errors import PermissionDenied

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def check_origin(request: Request, allowed: Container[str]) -> None:
    """Accepts programs, pages of allowed origins, and local pages if the server is local.

    Args:
        request: the request to check.
        allowed: origins whose pages may call; `*` for all.

    Raises:
        PermissionDenied: a page of another origin sent the request.
    """
    origin = request.headers.get("Origin", "")
    if not origin or not _is_page(origin) or "*" in allowed or origin in allowed:
        return
    if _host(origin) in _LOOPBACK and _host(f"//{request.host}") in _LOOPBACK:
        return
    raise PermissionDenied(
        "Pages of this origin are not allowed. Add the origin to REKINDLE_ALLOWED_ORIGINS, or call "
        "from a program, which sends no Origin.",
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
