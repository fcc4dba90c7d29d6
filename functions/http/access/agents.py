"""Which agent makes a request: what the header says, and the connection it comes through."""

from flask import Request

from shared.access.callers import Caller
from shared.base.errors import InvalidArgument
from shared.documents.settings import MAX_AGENT_NAME

AGENT = "X-Rekindle-Agent"
"""The header in which a request names its agent."""


def agents_of(request: Request, caller: Caller) -> tuple[str, ...]:
    """Returns the names of the agent: the header's, and the connection's name and id.

    Raises:
        InvalidArgument: the header is too long, or has other than printable ASCII characters.
    """
    named = request.headers.get(AGENT, "").strip()
    if len(named) > MAX_AGENT_NAME:
        raise InvalidArgument.field(AGENT, f"must have at most {MAX_AGENT_NAME} characters")
    if not (named.isascii() and (named.isprintable() or not named)):
        raise InvalidArgument.field(AGENT, "must have only printable ASCII characters")
    return tuple(name for name in (named, caller.name, caller.connection) if name)
