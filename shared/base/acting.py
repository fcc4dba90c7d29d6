"""Through which connection the current request acts, and for which agent.

Like a deadline, it is kept in a context variable: whatever is written for the request is marked
with it, without every function between passing it on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class _Acting:
    connection: str | None
    confirm: Callable[[], None] | None
    agents: tuple[str, ...]
    may_record: bool


_current: ContextVar[_Acting | None] = ContextVar("connection", default=None)


@contextmanager
def through(
    connection: str | None,
    confirm: Callable[[], None] | None = None,
    agents: tuple[str, ...] = (),
    *,
    may_record: bool = True,
) -> Iterator[None]:
    """Marks what is written inside as written through a connection; None is the user's own app.

    Args:
        connection: the connection's id.
        confirm: reads anew whether there is still such a connection, and raises an error if not.
        agents: the names by which the user may have settings for the agent.
        may_record: whether it may record the user's own words.
    """
    token = _current.set(_Acting(connection, confirm, agents, may_record))
    try:
        yield
    finally:
        _current.reset(token)


def current_connection() -> str | None:
    """Returns the id of the connection through which the current request came, if any."""
    acting = _current.get()
    return acting.connection if acting else None


def may_record() -> bool:
    """Returns whether the current request may bring what counts as the user's own words."""
    acting = _current.get()
    return acting is None or acting.connection is None or acting.may_record


def current_agents() -> tuple[str, ...]:
    """Returns the names of the agent that makes the current request; none if it has none."""
    acting = _current.get()
    return acting.agents if acting else ()


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
