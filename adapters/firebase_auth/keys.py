"""The public keys that Google signs tokens with: fetched rarely, whatever callers send.

Anybody can send a token that looks right except for its signature, so fetching must not depend on
tokens. Keys are kept as long as Google says, a failed fetch is not repeated for a while, and an
unknown key ID, which a rotation of the keys may explain, causes a fetch once in minutes at most.
"""

import re
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, NamedTuple

from shared.base.errors import Unavailable

TIMEOUT = 3.0
"""Seconds that a fetch may take to connect, and between two pieces of the answer."""
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
"""Gets a URL; raises an error of any kind if that fails."""


class PublicKeys:
    """The keys at one URL, by ID. Thread-safe; concurrent callers share one fetch.

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
        self._keys: Mapping[str, Any] = {}
        self._fetched = self._failed = float("-inf")
        self._expires = float("-inf")

    def get(self, key_id: str) -> Any | None:
        """Returns the key of an ID, or None if there is none.

        Raises:
            Unavailable: the keys cannot be fetched right now.
        """
        with self._lock:
            now = self._now()
            is_current = now < self._expires
            if is_current and (key_id in self._keys or now - self._fetched < AFTER_ROTATION):
                return self._keys.get(key_id)
            if now - self._failed >= AFTER_FAILURE:
                self._refresh(now)
                is_current = now < self._expires
            if not is_current:
                raise _unavailable()
            return self._keys.get(key_id)

    def _refresh(self, now: float) -> None:
        try:
            answer = self._fetch(self._url)
            keys = self._read(answer.keys)
        except Exception:  # whatever the network and another's server may do
            self._failed = now
            return
        found = _MAX_AGE.search(answer.cache_control.lower())
        shortest, longest = _LIFETIMES
        lifetime = float(found[1]) if found else _USUAL_LIFETIME
        self._keys, self._fetched = keys, now
        self._expires = now + min(max(lifetime, shortest), longest)


def fetch_json(url: str) -> Fetched:
    """Gets a URL of Google's.

    Raises:
        requests.RequestException: it did not answer, or with an error.
        ValueError: the answer is not JSON.
    """
    import requests

    answer = requests.get(url, timeout=TIMEOUT, allow_redirects=False)
    answer.raise_for_status()
    return Fetched(answer.json(), answer.headers.get("Cache-Control", ""))


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
