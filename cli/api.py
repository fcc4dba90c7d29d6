"""The API as the commands call it: JSON in and out, and errors in terms of the commands."""

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from cli.hints import explained
from cli.identity import Identity
from cli.reading import is_deep
from rekindle_client import Rekindle, UnexpectedAnswer

_LONG_WAIT = 3.0
"""Seconds; longer waits are announced."""
_PAGE = 100

Json = dict[str, Any]
Found = TypeVar("Found")


class Api:
    """Calls the API for one user. Every method raises `ApiError` or `Unreachable`.

    Args:
        identity: the server and the user.
        notify: called with a sentence when a long wait begins.
    """

    def __init__(self, identity: Identity, notify: Callable[[str], None]) -> None:
        def pause(seconds: float) -> None:
            if seconds >= _LONG_WAIT:
                notify(f"The server is busy. Retrying in {seconds:.0f} seconds …")
            time.sleep(seconds)

        self._identity = identity
        self._rekindle = Rekindle(
            identity.url,
            identity.given_token or identity.token,
            on_behalf_of=identity.on_behalf_of,
            timeout=120.0,
            reconnect=False,
            pause=pause,
        )

    def get(self, *path: str, **query: Any) -> Json:
        """Sends a GET; parameters that are None are omitted."""
        return self._call("GET", path, query)

    def post(self, *path: str, body: Json | None = None) -> Json:
        """Sends a POST, which takes effect once even if it is repeated."""
        return self._call("POST", path, body=body)

    def patch(self, *path: str, body: Json) -> Json:
        """Sends a PATCH."""
        return self._call("PATCH", path, body=body)

    def delete(self, *path: str) -> Json:
        """Sends a DELETE."""
        return self._call("DELETE", path)

    def items(self, *path: str, name: str, limit: int | None = None, **query: Any) -> Iterator[Any]:
        """Yields what a paged list has under a name, at most `limit` items."""
        query["pageSize"] = min(_PAGE, limit or _PAGE)
        with explained(self._identity):
            found = self._rekindle.items(*path, name=name, query=query)
            yield from map(_flat, islice(found, limit))

    def export(self, received: Callable[[int], None]) -> Json:
        """Everything that is stored; `received` is called with the size of each part in bytes."""
        with explained(self._identity):
            return _flat(self._rekindle.account.export(received))

    def erase(self) -> Json:
        """Erases the user; returns how many documents went."""
        with explained(self._identity):
            return {"deleted": self._rekindle.account.erase()}

    def _call(
        self,
        method: Any,
        path: tuple[str, ...],
        query: Mapping[str, Any] | None = None,
        body: Json | None = None,
    ) -> Json:
        with explained(self._identity):
            return _flat(self._rekindle.request(method, *path, query=query, body=body))


def _flat(found: Found) -> Found:
    """What was found, if it can be shown."""
    if is_deep(found):
        raise UnexpectedAnswer("The answer is nested too deeply to come from a Rekindle server.")
    return found
