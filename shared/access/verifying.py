"""Verifies access keys and access tokens, and counts what they are used for."""

import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import urlsplit

from shared.access.callers import Caller
from shared.access.connections import is_over
from shared.access.ports import AccessStore
from shared.access.tokens import PREFIX, Kind, Token, digest, parsed
from shared.base.clock import Clock
from shared.base.errors import Unauthenticated
from shared.base.meanwhile import meanwhile
from shared.documents.access import Connection, Scope

CACHED_FOR = timedelta(seconds=60)
"""How long a connection is taken as it was read: as long as a revocation may take."""
COUNTED_EVERY = timedelta(hours=1)
"""How often the count of a connection that is in use is written down."""
_REMEMBERED = 1000
"""How many connections a process remembers."""


@dataclass
class _Known:
    connection: Connection
    read_at: datetime


@dataclass
class _Use:
    """What a connection was used for and is not written down yet.

    Attributes:
        reads: how many requests only read.
        written_at: when its use was last written down.
    """

    reads: int
    written_at: datetime | None


class TokenVerifier:
    """Verifies the tokens of connections. Thread-safe.

    A token takes one read, and none while its connection is cached. The first request of a
    connection on a day writes when it was last used, beside whatever else it does; the others add
    to a count in memory, which is written once an hour. What is not written when the process ends
    is lost, so the count is approximate. It belongs to the connection, whatever token that has by
    then.
    """

    def __init__(self, store: AccessStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._uses: dict[str, _Use] = {}
        self._lock = threading.Lock()

    def caller_of(self, text: str, path: str) -> Caller:
        """Returns who is behind an access key or access token.

        Args:
            text: the key or token.
            path: the path of the request, at which the token must be valid.

        Raises:
            Unauthenticated: it is not valid, not any more, or not here.
            Unavailable: the database did not answer.
        """
        token = parsed(text)
        if token is None or token.kind not in (Kind.KEY, Kind.ACCESS):
            raise rejected()
        connection, is_cached = self._current(text, token)
        if connection is None:
            raise rejected()
        now, ends = self._clock(), connection.secret_expires_at
        if is_over(connection, now) or (ends is not None and ends <= now):
            raise rejected("The token has expired. Refresh it, or connect again.")
        if not _is_valid_at(connection.resource, path):
            raise rejected("The token was issued for another resource. Connect to this one.")
        scopes = connection.secret_scopes or connection.scopes
        return Caller(
            connection.uid,
            connection.id,
            frozenset(scopes),
            is_cached,
            name=connection.name,
            key=token.key,
        )

    def confirm(self, text: str) -> None:
        """Reads the connection of a token anew, whether it is cached or not.

        Raises:
            Unauthenticated: it is not there any more.
            Unavailable: the database did not answer.
        """
        with self._lock:
            self._known.pop(digest(text), None)
        token = parsed(text)
        if token is None or self._current(text, token)[0] is None:
            raise rejected()

    def count(self, caller: Caller, needed: Scope | None) -> None:
        """Counts a request that was allowed; writes once a day, and once an hour while it reads.

        The request goes on meanwhile. What could not be written is written by the next one.

        Args:
            caller: who made it; only what connections do is counted.
            needed: the scope that it needed, if any; those that only read are counted.
        """
        if caller.key is None:
            return
        now = self._clock()
        with self._lock:
            use = self._uses.get(caller.key)
            if use is None:
                return
            use.reads += needed is Scope.READ
            if not _is_due(use, now):
                return
            due = _Use(use.reads, use.written_at)
            use.reads, use.written_at = 0, now
        meanwhile(partial(self._write_down, caller.key, use, due, now))

    def _write_down(self, key: str, use: _Use, due: _Use, now: datetime) -> None:
        try:
            self._store.count_use(key, due.reads, now)
        except Exception:
            with self._lock:
                use.reads += due.reads
                use.written_at = due.written_at
            raise

    def _current(self, text: str, token: Token) -> tuple[Connection | None, bool]:
        """Returns the connection that this very token opens, and whether it was cached.

        No other token finds it cached.
        """
        name, now = digest(text), self._clock()
        with self._lock:
            known = self._known.get(name)
            if known is not None and timedelta(0) <= now - known.read_at < CACHED_FOR:
                return known.connection, True
        connection = self._store.connections.get(token.key)
        with self._lock:
            if connection is None or not token.is_behind(connection.secret):
                self._known.pop(name, None)
                return None, False
            self._known[name] = _Known(connection, now)
            if len(self._known) > _REMEMBERED:
                del self._known[min(self._known, key=lambda each: self._known[each].read_at)]
            use = self._uses.pop(token.key, None) or _Use(0, None)
            use.written_at = max(
                filter(None, (use.written_at, connection.last_used_at)), default=None
            )
            self._uses[token.key] = use
            if len(self._uses) > _REMEMBERED:
                del self._uses[next(iter(self._uses))]
            return connection, False


def _is_due(use: _Use, now: datetime) -> bool:
    """Returns whether to write down what a connection was used for."""
    if use.written_at is None or use.written_at.date() < now.date():
        return True
    return use.reads > 0 and now - use.written_at >= COUNTED_EVERY


def is_token(text: str) -> bool:
    """Returns whether this is meant to be a key or token of Rekindle's own."""
    return text.startswith(PREFIX)


def rejected(
    message: str = "The key or token is not valid. Connect again, or make another key.",
) -> Unauthenticated:
    """Returns the error for a token that opens nothing."""
    return Unauthenticated(message, [{"reason": "BAD_TOKEN"}])


def _is_valid_at(resource: str | None, path: str) -> bool:
    """Returns whether a token for a resource is valid at a path: for keys, everywhere."""
    if resource is None:
        return True
    root = urlsplit(resource).path.rstrip("/")
    return path == root or path.startswith(f"{root}/")
