"""Which pages of other origins may call, as the configuration allows them."""

from collections.abc import Container

from flask import Request, Response

_METHODS = "GET, POST, PATCH, PUT, DELETE"
_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Firebase-AppCheck, "
    "X-On-Behalf-Of, X-Request-Id, Mcp-Protocol-Version"
)
_EXPOSED = "ETag, Retry-After, X-Request-Id"
_CACHED = "3600"
"""Seconds for which a browser may remember the answer to a preflight."""


def is_preflight(request: Request) -> bool:
    """Whether a browser asks if it may send a request."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def preflight() -> Response:
    """The answer to a preflight; `allow` adds whether the origin may."""
    headers = {
        "Access-Control-Allow-Methods": _METHODS,
        "Access-Control-Allow-Headers": _HEADERS,
        "Access-Control-Max-Age": _CACHED,
    }
    return Response(status=204, headers=headers)


def allow(request: Request, response: Response, origins: Container[str]) -> None:
    """Tells the browser that the page may read the answer, if its origin is allowed."""
    origin = request.headers.get("Origin")
    response.vary.add("Origin")
    if origin and ("*" in origins or origin in origins):
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _EXPOSED
