"""Through which connection the current request acts.

Like a deadline, it is kept in a context variable: whatever is written for the request is marked
with it, without every function between passing it on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class _Acting:
    connection: str
    confirm: Callable[[], None] | None


_current: ContextVar[_Acting | None] = ContextVar("connection", default=None)


@contextmanager
def through(connection: str | None, confirm: Callable[[], None] | None = None) -> Iterator[None]:
    """Marks what is written inside as written through a connection; None is the user's own app.

    Args:
        connection: the connection's id.
        confirm: reads anew whether there is still such a connection, and raises an error if not.
    """
    token = _current.set(_Acting(connection, confirm) if connection else None)
    try:
        yield
    finally:
        _current.reset(token)


def current_connection() -> str | None:
    """Returns the id of the connection through which the current request came, if any."""
    acting = _current.get()
    return acting.connection if acting else None


def confirm_connection() -> None:
    """Asks the database whether the connection of the request is still there, if there is one.

    Stores call it when nothing is stored about the user. Then the user may have been erased, and
    whoever has cached the connection would bring them back.

    Raises:
        Unauthenticated: it has been cut off.
    """
    acting = _current.get()
    if acting and acting.confirm:
        acting.confirm()
