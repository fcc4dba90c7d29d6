"""The public keys that Google signs tokens with: fetched rarely, whatever callers send.

Anybody can send a token that looks right except for its signature, so fetching must not depend on
tokens. Keys are kept as long as Google says, a failed fetch is not repeated for a while, and an
unknown key ID, which a rotation of the keys may explain, causes a fetch once in minutes at most.
"""

import json
import re
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, NamedTuple

from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable

TIMEOUT = 3.0
"""Seconds for a fetch, and for waiting for one that another request makes, if this one has more."""
_TELLING = 1.0
"""Seconds that a fetch must have had before its failure keeps others from trying."""
_CHUNK = 65_536
_LARGEST = 1_000_000
"""The longest answer that is read, in bytes."""
AFTER_FAILURE = 10.0
"""Seconds after a failed fetch during which no other is made."""
AFTER_ROTATION = 300.0
"""Seconds between two fetches because of unknown key IDs."""
_LIFETIMES = (300.0, 86_400.0)
"""The shortest and the longest time to keep keys, in seconds, whatever the answer says."""
_USUAL_LIFETIME = 3600.0
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age=(\d{1,9})")


class Fetched(NamedTuple):
    """The answer of a key server: the keys as parsed JSON, and its Cache-Control header."""

    keys: Any
    cache_control: str


Fetch = Callable[[str], Fetched]
"""Gets a URL within the current deadline; raises an error of any kind if that fails."""


class _Known(NamedTuple):
    """The keys by ID, when they were fetched, and when they expire."""

    keys: Mapping[str, Any] = {}
    fetched: float = float("-inf")
    expires: float = float("-inf")


class PublicKeys:
    """The keys at one URL, by ID. Thread-safe; concurrent callers share one fetch.

    Who asks for a key that is known does not wait for a fetch.

    Args:
        url: where they are.
        read: returns the keys of an answer, by ID.
        fetch: gets the answer.
        now: monotonic time in seconds.
    """

    def __init__(
        self,
        url: str,
        read: Callable[[Any], Mapping[str, Any]],
        fetch: Fetch,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = url
        self._read = read
        self._fetch = fetch
        self._now = now
        self._lock = Lock()
        self._known = _Known()
        self._failed = float("-inf")

    def get(self, key_id: str) -> Any | None:
        """Returns the key of an ID, or None if there is none.

        Raises:
            Unavailable: the keys cannot be fetched right now, or not within the deadline.
        """
        known = self._known
        if key_id in known.keys and self._now() < known.expires:
            return known.keys[key_id]
        if not self._lock.acquire(timeout=time_left(TIMEOUT)):
            raise _unavailable()
        try:
            return self._looked_up(key_id)
        finally:
            self._lock.release()

    def _looked_up(self, key_id: str) -> Any | None:
        known, now = self._known, self._now()
        is_settled = key_id in known.keys or now - known.fetched < AFTER_ROTATION
        if now < known.expires and is_settled:
            return known.keys.get(key_id)
        if now - self._failed >= AFTER_FAILURE:
            self._refresh(now)
        if now >= self._known.expires:
            raise _unavailable()
        return self._known.keys.get(key_id)

    def _refresh(self, now: float) -> None:
        allowed = time_left(TIMEOUT)
        try:
            with within(allowed):
                answer = self._fetch(self._url)
            keys = self._read(answer.keys)
        except Exception as error:  # whatever the network and another's server may do
            if allowed >= _TELLING or not isinstance(error, OSError):
                self._failed = now
            return
        found = _MAX_AGE.search(answer.cache_control.lower())
        shortest, longest = _LIFETIMES
        lifetime = float(found[1]) if found else _USUAL_LIFETIME
        self._known = _Known(keys, now, now + min(max(lifetime, shortest), longest))


def fetch_json(url: str) -> Fetched:
    """Gets a URL of Google's within the current deadline.

    Raises:
        requests.RequestException: it did not answer, or with an error.
        TimeoutError: its answer was not complete in time.
        ValueError: the answer is not JSON.
    """
    import requests

    body = b""
    with requests.get(
        url, timeout=max(time_left(TIMEOUT), 0.001), allow_redirects=False, stream=True
    ) as answer:
        answer.raise_for_status()
        # Each piece that arrives starts the timeout anew, so the deadline is asked after each.
        while piece := answer.raw.read1(_CHUNK, decode_content=True):
            body += piece
            if not time_left() or len(body) > _LARGEST:
                raise TimeoutError("the answer is too slow or too long")
        return Fetched(json.loads(body), answer.headers.get("Cache-Control", ""))


def certificates(keys: Any) -> Mapping[str, Any]:
    """Returns X.509 certificates by key ID, as Google publishes those of its accounts."""
    return {str(key_id): str(text) for key_id, text in keys.items()}


def web_keys(keys: Any) -> Mapping[str, Any]:
    """Returns the keys of a JSON Web Key Set by ID, as Google publishes those of App Check."""
    return {str(key["kid"]): key for key in keys["keys"]}


def _unavailable() -> Unavailable:
    return Unavailable(
        "The keys for verifying the token could not be fetched. Try again.",
        [{"reason": "KEYS_UNAVAILABLE"}],
        retry_after=int(AFTER_FAILURE),
    )
