"""A user's connections: made, listed and cut off."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.access.ports import AccessRecords, AccessStore
from shared.access.tokens import Kind, Randomness, digest, minted
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument, NotFound
from shared.base.ids import IdSource
from shared.base.repeats import Keyed
from shared.documents.access import Connection, Scope

MAX_CONNECTIONS = 50
"""How many connections a user may have."""


@dataclass(frozen=True)
class NewKey:
    """An access key to make."""

    name: str
    scopes: Sequence[Scope]
    expires_at: datetime | None = None


class Connections:
    """Every user's connections. Every method may raise Unavailable."""

    def __init__(
        self, store: AccessStore, clock: Clock, new_id: IdSource, randomness: Randomness
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._randomness = randomness

    def of(self, uid: str) -> list[Connection]:
        """Returns a user's connections, newest first."""
        now = self._clock()
        held = [item for item in self._store.connections.of(uid).values() if not is_over(item, now)]
        return sorted(held, key=lambda item: (item.created_at, item.id), reverse=True)

    def make_key(
        self, uid: str, new: NewKey, keyed: Keyed | None = None
    ) -> tuple[Connection, str | None]:
        """Makes an access key.

        Args:
            uid: the user.
            new: the key.
            keyed: the request, if it has an idempotency key. Repeating it makes nothing.

        Returns:
            The connection, and the key, which is not stored. A repeated request gets no key.

        Raises:
            InvalidArgument: it would have ended already.
            FailedPrecondition: the user has too many connections.
            KeyReused: the idempotency key belongs to a request that said something else.
        """
        now = self._clock()
        if new.expires_at and new.expires_at <= now:
            raise InvalidArgument.field("expiresAt", "must be in the future")
        token = minted(Kind.KEY, self._randomness)
        made = Connection(
            id=keyed.id if keyed else self._new_id(),
            uid=uid,
            name=new.name,
            kind="key",
            scopes=list(dict.fromkeys(new.scopes)),
            secret=digest(token.secret),
            created_at=now,
            expires_at=new.expires_at,
            request=keyed.body if keyed else None,
        )

        def make(records: AccessRecords) -> tuple[Connection, str | None]:
            held = records.connections.of(uid)
            earlier = next((item for item in held.values() if item.id == made.id), None)
            if earlier is not None and keyed and keyed.is_repeated(earlier.request):
                return earlier, None
            check_room(held.values(), now)
            records.connections.save(token.key, made)
            return made, str(token)

        return self._store.transact(make)

    def get(self, uid: str, id_: str) -> Connection:
        """Returns one of the user's connections.

        Raises:
            NotFound: there is none with this id.
        """
        return self._found(self._store.connections.of(uid), id_)[1]

    def revoke(self, uid: str, id_: str) -> None:
        """Cuts a connection off: for good, and everywhere within a minute.

        Raises:
            NotFound: there is none with this id.
        """

        def end(records: AccessRecords) -> None:
            records.connections.delete(self._found(records.connections.of(uid), id_)[0])

        self._store.transact(end)

    def revoke_all(self, uid: str) -> int:
        """Cuts off all of a user's connections, and returns how many there were.

        Codes go first: one that becomes a connection meanwhile is found with the connections.
        If it stops anywhere, the next call ends the rest.
        """

        def forget_codes(records: AccessRecords) -> None:
            for key in records.codes.of(uid):
                records.codes.delete(key)

        def end_all(records: AccessRecords) -> int:
            held = records.connections.of(uid)
            for key in held:
                records.connections.delete(key)
            return len(held)

        self._store.transact(forget_codes)
        return self._store.transact(end_all)

    def _found(self, held: dict[str, Connection], id_: str) -> tuple[str, Connection]:
        now = self._clock()
        for key, item in held.items():
            if item.id == id_ and not is_over(item, now):
                return key, item
        raise NotFound(
            "There is no connection with this id. GET /v1/connections lists them all.",
            [{"reason": "NO_SUCH_CONNECTION"}],
        )


def is_over(connection: Connection, now: datetime) -> bool:
    """Returns whether a connection has expired."""
    return connection.expires_at is not None and connection.expires_at <= now


def check_room(held: Iterable[Connection], now: datetime) -> None:
    """Refuses another connection to a user who has as many as there may be.

    Raises:
        FailedPrecondition: the user has.
    """
    if sum(not is_over(item, now) for item in held) >= MAX_CONNECTIONS:
        raise FailedPrecondition(
            f"You already have {MAX_CONNECTIONS} connections, the limit. Cut off one that you do "
            "not use.",
            [{"reason": "TOO_MANY_CONNECTIONS", "limit": MAX_CONNECTIONS}],
        )
