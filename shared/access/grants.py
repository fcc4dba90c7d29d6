"""OAuth grants: consent becomes a code, a code a connection, and its tokens take turns.

What the protocol asks of each message is checked by the server that speaks it
(`functions.http.access.oauth`); here stands what is stored, and what happens to it only once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.access.connections import check_room, is_over
from shared.access.ports import AccessRecords, AccessStore
from shared.access.tokens import Kind, Randomness, Token, digest, minted, parsed
from shared.base.clock import Clock
from shared.base.ids import IdSource
from shared.documents.access import Code, Connection, Scope

CODE_LASTS = timedelta(minutes=5)
ACCESS_LASTS = timedelta(hours=1)
REFRESH_LASTS = timedelta(days=90)
"""A connection that is not used for so long has to be made again."""
MAX_CODES = 10
"""How many codes of a user may wait to be exchanged; the oldest make room."""
KEPT = timedelta(days=1)
"""How long a used code is kept, so that its second use is noticed."""


@dataclass(frozen=True)
class Consent:
    """What a user has allowed a client."""

    uid: str
    client_id: str
    client_name: str
    scopes: Sequence[Scope]
    code_challenge: str
    redirect_uri: str
    explicit_redirect: bool
    resource: str


@dataclass(frozen=True)
class Tokens:
    """A pair of tokens as the client gets it. It is not stored.

    Attributes:
        lasts: for how long the access token is valid.
        scopes: what the access token is good for.
    """

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    lasts: timedelta
    scopes: Sequence[Scope]


class Grants:
    """Codes and refresh tokens. Every method may raise Unavailable."""

    def __init__(
        self, store: AccessStore, clock: Clock, new_id: IdSource, randomness: Randomness
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._randomness = randomness

    def consented(self, consent: Consent) -> str:
        """Returns a code for what the user has allowed.

        Of more codes than may wait, the oldest are not valid any more.

        Raises:
            FailedPrecondition: the user has too many connections.
        """
        now = self._clock()
        token = minted(Kind.CODE, self._randomness)
        code = Code(
            uid=consent.uid,
            secret=digest(token.secret),
            client_id=consent.client_id,
            client_name=consent.client_name,
            scopes=list(consent.scopes),
            code_challenge=consent.code_challenge,
            redirect_uri=consent.redirect_uri,
            explicit_redirect=consent.explicit_redirect,
            resource=consent.resource,
            expires_at=now + CODE_LASTS,
        )

        def keep(records: AccessRecords) -> str:
            check_room(records.connections.of(consent.uid).values(), now)
            codes = records.codes.of(consent.uid)
            waiting = [key for key, each in codes.items() if each.connection is None]
            waiting.sort(key=lambda key: codes[key].expires_at, reverse=True)
            for key in waiting[MAX_CODES - 1 :]:
                records.codes.delete(key)
            records.codes.save(token.key, code)
            return str(token)

        return self._store.transact(keep)

    def code(self, text: str) -> Code | None:
        """Returns the code that a text stands for, or None if it is not valid.

        A code that has been used already is in two hands, so the connection that it became ends.
        """
        token = _of_kind(text, Kind.CODE)
        code = self._store.codes.get(token.key) if token else None
        if token is None or code is None or not token.is_behind(code.secret):
            return None
        if code.connection is not None:
            self._end(code.connection)
            return None
        return code if code.expires_at > self._clock() else None

    def redeem(self, text: str) -> Tokens | None:
        """Turns a code into a connection and returns its tokens; None if it is not valid any more.

        Both happen in one transaction. If the answer is lost after it, the code is used up and the
        client has to ask the user again.

        Raises:
            FailedPrecondition: the user has got too many connections since they consented.
        """
        token = _of_kind(text, Kind.CODE)
        if token is None:
            return None
        now = self._clock()
        refresh = minted(Kind.REFRESH, self._randomness)
        access = minted(Kind.ACCESS, self._randomness, refresh.name)

        def use(records: AccessRecords) -> Tokens | None:
            code = records.codes.get(token.key)
            if code is None or code.connection is not None or code.expires_at <= now:
                return None
            check_room(records.connections.of(code.uid).values(), now)
            connection = Connection(
                id=self._new_id(),
                uid=code.uid,
                name=code.client_name,
                kind="oauth",
                scopes=code.scopes,
                secret=digest(access.secret),
                secret_expires_at=now + ACCESS_LASTS,
                refresh=digest(refresh.secret),
                client_id=code.client_id,
                resource=code.resource,
                created_at=now,
                expires_at=now + REFRESH_LASTS,
            )
            used = {"connection": refresh.key, "expires_at": now + KEPT}
            records.codes.save(token.key, code.model_copy(update=used))
            records.connections.save(refresh.key, connection)
            return Tokens(str(access), str(refresh), ACCESS_LASTS, code.scopes)

        return self._store.transact(use)

    def holding(self, text: str, kind: Kind) -> Connection | None:
        """Returns the connection whose current token this is, or None.

        A refresh token that was current once is in two hands, so its connection ends.
        """
        token = _of_kind(text, kind)
        found = self._store.connections.get(token.key) if token else None
        if token is None or found is None or is_over(found, self._clock()):
            return None
        if kind is Kind.REFRESH:
            if token.is_behind(found.refresh):
                return found
            if found.refresh is not None:
                self._end(token.key)
            return None
        return found if _holds(found, token, self._clock()) else None

    def refreshed(self, text: str, scopes: Sequence[Scope]) -> Tokens | None:
        """Exchanges the current refresh token for a new pair; the old pair is void then.

        If the answer is lost, the client shows the old token again, which ends the connection: the
        server cannot tell it from a thief.

        Args:
            text: the refresh token.
            scopes: what the new access token is to be good for.

        Returns:
            The new pair; None if the token is not current.
        """
        token = _of_kind(text, Kind.REFRESH)
        if token is None:
            return None
        now = self._clock()
        refresh = minted(Kind.REFRESH, self._randomness, token.name)
        access = minted(Kind.ACCESS, self._randomness, token.name)

        def rotate(records: AccessRecords) -> Tokens | None:
            held = records.connections.get(token.key)
            if held is None or is_over(held, now):
                return None
            if not token.is_behind(held.refresh):
                records.connections.delete(token.key)
                return None
            update = {
                "secret": digest(access.secret),
                "secret_expires_at": now + ACCESS_LASTS,
                "refresh": digest(refresh.secret),
                "expires_at": now + REFRESH_LASTS,
                "secret_scopes": list(scopes),
            }
            records.connections.save(token.key, held.model_copy(update=update))
            return Tokens(str(access), str(refresh), ACCESS_LASTS, list(scopes))

        return self._store.transact(rotate)

    def revoke(self, text: str) -> None:
        """Ends the connection that a token belongs to, if the token is current."""
        token = parsed(text)
        kinds = (Kind.ACCESS, Kind.REFRESH)
        if token and token.kind in kinds and self.holding(text, token.kind):
            self._end(token.key)

    def _end(self, key: str) -> None:
        self._store.transact(lambda records: records.connections.delete(key))


def _of_kind(text: str, kind: Kind) -> Token | None:
    token = parsed(text)
    return token if token and token.kind is kind else None


def _holds(connection: Connection, token: Token, now: datetime) -> bool:
    ends = connection.secret_expires_at
    return token.is_behind(connection.secret) and (ends is None or now < ends)
