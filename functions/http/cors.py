"""CORS: lets pages of the configured origins call."""

from collections.abc import Container

from flask import Request, Response

_METHODS = "GET, POST, PATCH, PUT, DELETE"
_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Firebase-AppCheck, "
    "X-On-Behalf-Of, X-Rekindle-Agent, X-Request-Id, Mcp-Protocol-Version, traceparent, tracestate"
)
_EXPOSED_HEADERS = "ETag, Retry-After, X-Request-Id"
_MAX_AGE = "3600"
"""How long a browser may cache the answer to a preflight, in seconds."""


def is_preflight(request: Request) -> bool:
    """Whether the request is a CORS preflight."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def preflight() -> Response:
    """Returns the response to a preflight. `allow` adds the origin if it is allowed."""
    headers = {
        "Access-Control-Allow-Methods": _METHODS,
        "Access-Control-Allow-Headers": _HEADERS,
        "Access-Control-Max-Age": _MAX_AGE,
    }
    return Response(status=204, headers=headers)


def allow(request: Request, response: Response, origins: Container[str]) -> None:
    """Lets the page read the response if its origin is allowed."""
    origin = request.headers.get("Origin")
    response.vary.add("Origin")
    if origin and ("*" in origins or origin in origins):
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _EXPOSED_HEADERS
