"""The programs that ask for access: those that register, and those whose id is a document."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from shared.access.ports import AccessStore
from shared.access.redirects import check_redirects
from shared.access.tokens import digest
from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.base.ids import IdSource
from shared.base.safety.invisible import visible
from shared.documents.access import Client

UNUSED = timedelta(days=1)
"""How long a client is kept that got no tokens."""
USED = timedelta(days=91)
"""How long a client is kept after it got tokens: a day longer than it may refresh them."""
RECHECKED = timedelta(days=1)
"""How long a client's document is trusted without being fetched again."""
UNREACHED = timedelta(minutes=1)
"""How long a document that could not be used is not fetched again by the same process."""
_REMEMBERED = 1000
"""How many such documents a process remembers."""
_TOLERANCE = timedelta(hours=12)
"""How much sooner than wanted a client may be forgotten, to save writes."""
MAX_NAME = 80
_MAX_ID = 1000
_DOCUMENT = re.compile(r"https://[!-\[\]-~]+")
"""Visible ASCII, and no backslash, which some take for a slash."""

FetchDocument = Callable[[str], dict[str, Any]]
"""Fetches the JSON object at a URL that anybody may have chosen.

Raises:
    FailedPrecondition: it is not reachable, not public, too large, too slow, or no such object.
"""


class Clients:
    """The clients that are known. Every method may raise Unavailable."""

    def __init__(
        self, store: AccessStore, clock: Clock, new_id: IdSource, fetch: FetchDocument
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._fetch = fetch
        self._failed: dict[str, tuple[datetime, FailedPrecondition | InvalidArgument]] = {}

    def known(self, client_id: str) -> Client | None:
        """Returns a client that is stored. Nothing is fetched."""
        found = self._store.clients.get(digest(client_id))
        expired = found and found.expires_at and found.expires_at <= self._clock()
        return None if expired else found

    def asking(self, client_id: str) -> Client | None:
        """Returns a client that asks a signed-in user for access, if there is such a client.

        Raises:
            FailedPrecondition: its document cannot be fetched, or does not describe it.
            InvalidArgument: its redirect URIs may not be used.
        """
        found = self.known(client_id)
        if not is_document(client_id):
            return found
        now = self._clock()
        if found and found.checked_at and now - found.checked_at < RECHECKED:
            return found
        failed = self._failed.get(client_id)
        if failed and timedelta(0) <= now - failed[0] < UNREACHED:
            raise type(failed[1])(failed[1].message, failed[1].details)
        try:
            name, redirects = self._described(client_id)
        except (FailedPrecondition, InvalidArgument) as error:
            if len(self._failed) >= _REMEMBERED:
                self._failed.clear()
            # Otherwise whoever is signed in could have us ask somebody's server all the time.
            self._failed[client_id] = now, error
            raise
        client = Client(
            client_id=client_id,
            name=name,
            kind="document",
            redirect_uris=redirects,
            checked_at=now,
            expires_at=max((found and found.expires_at) or now, now + UNUSED),
        )
        self._keep(client)
        return client

    def _described(self, client_id: str) -> tuple[str, list[str]]:
        """Returns a client's name and redirect URIs by the document about it."""
        document = self._fetch(client_id)
        if document.get("client_id") != client_id:
            raise FailedPrecondition(
                "The document that describes this client names another one. Its developers must "
                "set client_id in it to the document's own URL.",
                [{"reason": "BAD_CLIENT_DOCUMENT"}],
            )
        name = shown_name(document.get("client_name"), urlsplit(client_id).hostname or client_id)
        return name, check_redirects(_texts(document.get("redirect_uris")))

    def register(self, name: str | None, redirect_uris: Sequence[str]) -> Client:
        """Registers a client, for a day unless it gets tokens.

        Raises:
            InvalidArgument: its redirect URIs may not be used.
        """
        client = Client(
            client_id=self._new_id(),
            name=shown_name(name, "Unnamed app"),
            kind="registered",
            redirect_uris=check_redirects(redirect_uris),
            expires_at=self._clock() + UNUSED,
        )
        self._keep(client)
        return client

    def let_in(self, client: Client) -> None:
        """Keeps a client for a day more, in which it gets its tokens: a user has let it in."""
        self._keep_until(client, UNUSED)

    def uses_tokens(self, client_id: str) -> None:
        """Keeps a client that gets tokens; it is written at most once a day.

        Call it before the tokens are handed out: a client without a document could not refresh.
        """
        client = self.known(client_id)
        if client:
            self._keep_until(client, USED)

    def _keep_until(self, client: Client, lasts: timedelta) -> None:
        end = self._clock() + lasts
        if client.expires_at is None or client.expires_at < end - _TOLERANCE:
            self._keep(client.model_copy(update={"expires_at": end}))

    def _keep(self, client: Client) -> None:
        key = digest(client.client_id)
        self._store.transact(lambda records: records.clients.save(key, client))


def is_document(client_id: str) -> bool:
    """Returns whether a client's id is the URL of a document that describes it.

    It has to be spelled in ASCII, the host too, because the user is shown the host as checked, and
    letters of other scripts look the same.
    """
    return len(client_id) <= _MAX_ID and _DOCUMENT.fullmatch(client_id) is not None


def shown_name(given: Any, otherwise: str) -> str:
    """Returns the name under which a client is shown, without invisible characters."""
    name = " ".join(visible(given).split()) if isinstance(given, str) else ""
    return (name or otherwise)[:MAX_NAME]


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
