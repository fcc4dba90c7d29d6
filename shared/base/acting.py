"""Through which connection the current request acts.

Like a deadline, it is kept in a context variable: whatever is written for the request is marked
with it, without every function between passing it on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str | None] = ContextVar("connection", default=None)


@contextmanager
def through(connection: str | None) -> Iterator[None]:
    """Marks what is written inside as written through a connection; None is the user's own app."""
    token = _current.set(connection)
    try:
        yield
    finally:
        _current.reset(token)


def current_connection() -> str | None:
    """Returns the id of the connection through which the current request came, if any."""
    return _current.get()
