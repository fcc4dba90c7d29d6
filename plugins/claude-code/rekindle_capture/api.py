"""Requests to Rekindle's API, for the sender."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from rekindle_capture.account import Account

_TIMEOUT = 10.0
_MOST_BYTES = 1_000_000
_UNCHANGED = 304


class Away(Exception):
    """No answer that settles anything: what was asked may succeed later.

    Attributes:
        reason: a status, or the kind of failure.
        wait: seconds that the server asks to wait; 0 if it does not.
    """

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait = wait


class Refused(Exception):
    """The server refuses this request, and always will.

    Attributes:
        status: the HTTP status.
        reason: what the server calls it, such as INSUFFICIENT_SCOPE; may be empty.
    """

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status} {reason}")
        self.status = status
        self.reason = reason


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would take the key elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Api:
    """The API, as one user."""

    def __init__(self, who: Account) -> None:
        self._who = who
        # A proxy is for the world outside this machine.
        proxies = [urllib.request.ProxyHandler({})] if who.is_local else []
        self._http = urllib.request.build_opener(_StayHere, *proxies)

    def call(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Sends a request; returns the JSON of the answer.

        Raises:
            Away, Refused: it did not succeed.
        """
        try:
            answer = json.loads(self._send(method, path, body, {})[0])
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise Away("not an answer of Rekindle")
        return answer

    def text(self, path: str, tag: str) -> tuple[str, str] | None:
        """Gets a text and its ETag; None if it is still the one with this tag.

        Raises:
            Away, Refused: it did not succeed.
        """
        try:
            answer, headers = self._send("GET", path, None, {"If-None-Match": tag} if tag else {})
        except Refused as refused:
            if refused.status == _UNCHANGED:
                return None
            raise
        if headers.get_content_type() != "text/plain":
            raise Away("not an answer of Rekindle")  # a page to sign in to the network, perhaps
        return answer.decode("utf-8", "replace"), headers.get("ETag") or ""

    def _send(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> tuple[bytes, http.client.HTTPMessage]:
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8")
        # `Account` has checked the scheme.
        request = urllib.request.Request(f"{self._who.url}{path}", data, method=method)  # noqa: S310
        always = {"Authorization": f"Bearer {self._who.key}", "Content-Type": "application/json"}
        for name, value in {**always, **headers}.items():
            request.add_header(name, value)
        try:
            with self._http.open(request, timeout=_TIMEOUT) as answer:
                return answer.read(_MOST_BYTES), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Away(type(error).__name__) from None


def _problem(error: urllib.error.HTTPError) -> Away | Refused:
    reason = ""
    try:
        found = json.loads(error.read(_MOST_BYTES))["error"]["details"][0]["reason"]
        reason = found if isinstance(found, str) else ""
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
        pass  # not an answer of Rekindle's
    if error.code in (408, 429) or error.code >= 500 or not (reason or error.code == _UNCHANGED):
        asked = error.headers.get("Retry-After") or ""
        return Away(f"{error.code} {reason}".strip(), float(asked) if asked.isdecimal() else 0.0)
    return Refused(error.code, reason)
