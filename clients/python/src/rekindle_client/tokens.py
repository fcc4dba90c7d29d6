"""Who acts: tokens, from wherever they come."""

import inspect
import json
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
import httpx

from rekindle_client._addresses import base_of
from rekindle_client._calls import checked
from rekindle_client.errors import RekindleError, SignedOut, Unauthenticated, error_of

TokenSource = Callable[[bool], str]
"""Gives a token that is valid now. It is called with True after the API has refused the last one;
then the token must be a new one."""
AsyncTokenSource = Callable[[bool], str | Awaitable[str]]
"""A `TokenSource` that may be awaited."""
Token = str | TokenSource | httpx.Auth
AsyncToken = str | AsyncTokenSource | httpx.Auth

_EARLY = timedelta(minutes=1)
"""How long before its end a token is renewed."""
_LONG_AGO = datetime.fromtimestamp(0, UTC)


def auth_of(token: AsyncToken) -> httpx.Auth:
    """What puts the token on requests."""
    if isinstance(token, httpx.Auth):
        return token
    return _Given(token)


class _Given(httpx.Auth):
    """A token that the caller has, or a function that gives one."""

    def __init__(self, token: str | AsyncTokenSource) -> None:
        self._source = token

    def sync_auth_flow(
        self, request: httpx.Request
    ) -> Generator[httpx.Request, httpx.Response, None]:
        _show(request, self._ask(False))
        response = yield request
        if callable(self._source) and _is_old(response):
            _show(request, self._ask(True))
            yield request

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        _show(request, await self._ask_async(False))
        response = yield request
        if callable(self._source) and await _is_old_async(response):
            _show(request, await self._ask_async(True))
            yield request

    def _ask(self, refresh: bool) -> str:
        token = self._source(refresh) if callable(self._source) else self._source
        if not isinstance(token, str):
            raise TypeError("The token of Rekindle is awaited only by AsyncRekindle.")
        return token

    async def _ask_async(self, refresh: bool) -> str:
        token = self._source(refresh) if callable(self._source) else self._source
        return token if isinstance(token, str) else await token


@dataclass(frozen=True)
class Grant:
    """The tokens of somebody who has signed in, as a program keeps them.

    Attributes:
        refresh_token: gets new access tokens.
        access_token: is shown to the API; empty if there is none yet.
        expires_at: when the access token ends.
    """

    refresh_token: str
    access_token: str = ""
    expires_at: datetime = _LONG_AGO


class _Renewing(httpx.Auth, ABC):
    """Shows an access token and renews it in time. Of all threads and tasks, one renews."""

    def __init__(self, grant: Grant, save: Callable[[Grant], object]) -> None:
        self._grant = grant
        self._save = save
        self._lock = threading.Lock()
        self._async_lock = anyio.Lock()

    @abstractmethod
    def _renewal(self, refresh_token: str) -> httpx.Request:
        """The request for a new access token."""

    @abstractmethod
    def _granted(self, answer: dict[str, Any]) -> Grant:
        """What its answer grants."""

    def sync_auth_flow(
        self, request: httpx.Request
    ) -> Generator[httpx.Request, httpx.Response, None]:
        with self._lock:
            if self._ends():
                yield from self._renew()
        shown = _show(request, self._grant.access_token)
        response = yield request
        if _is_old(response):
            with self._lock:
                if self._grant.access_token == shown:
                    yield from self._renew()
            _show(request, self._grant.access_token)
            yield request

    def _renew(self) -> Generator[httpx.Request, httpx.Response, None]:
        response = yield self._renewal(self._grant.refresh_token)
        response.read()
        self._take(response)
        self._save(self._grant)

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        async with self._async_lock:
            if self._ends():
                response = yield self._renewal(self._grant.refresh_token)
                await self._take_async(response)
        shown = _show(request, self._grant.access_token)
        response = yield request
        if await _is_old_async(response):
            async with self._async_lock:
                if self._grant.access_token == shown:
                    response = yield self._renewal(self._grant.refresh_token)
                    await self._take_async(response)
            _show(request, self._grant.access_token)
            yield request

    async def _take_async(self, response: httpx.Response) -> None:
        # The refresh token works once: who gives up meanwhile must not lose the next one.
        with anyio.CancelScope(shield=True):
            await response.aread()
            self._take(response)
            saved = self._save(self._grant)
            if inspect.isawaitable(saved):
                await saved

    def _ends(self) -> bool:
        return datetime.now(UTC) > self._grant.expires_at - _EARLY

    def _take(self, response: httpx.Response) -> None:
        if response.status_code in (400, 401, 403):
            raise SignedOut("The sign-in has ended. Ask the user to sign in or connect again.")
        checked(response)
        try:
            self._grant = self._granted(json.loads(response.content))
        except (KeyError, ValueError, TypeError) as error:
            address = response.request.url.copy_with(query=None)
            raise RekindleError(f"No token in the answer of {address}.") from error


class OAuthToken(_Renewing):
    """The tokens of an OAuth grant of Rekindle's.

    Once the user has cut the connection off, requests raise `SignedOut`.

    Args:
        url: where Rekindle is.
        client_id: the program's, as Rekindle knows it.
        grant: the tokens that the program has.
        save: keeps new tokens. A refresh token works once, so the program must not lose the next.
    """

    def __init__(
        self, url: str, client_id: str, grant: Grant, save: Callable[[Grant], object]
    ) -> None:
        super().__init__(grant, save)
        self._url = f"{base_of(url)}/oauth/token"
        self._client_id = client_id

    def _renewal(self, refresh_token: str) -> httpx.Request:
        form = {
            "grant_type": "refresh_token",
            "refresh_token": refresh_token,
            "client_id": self._client_id,
        }
        return httpx.Request("POST", self._url, data=form)

    def _granted(self, answer: dict[str, Any]) -> Grant:
        return replace(
            self._grant,
            refresh_token=answer.get("refresh_token", self._grant.refresh_token),
            access_token=answer["access_token"],
            expires_at=datetime.now(UTC) + timedelta(seconds=float(answer["expires_in"])),
        )


class FirebaseToken(_Renewing):
    """The ID tokens of a user who has signed in with Firebase.

    Args:
        api_key: the web API key of the Firebase project.
        grant: the tokens that the program has; a refresh token is enough.
        save: keeps new tokens, if the program wants to.
        url: where Firebase gives tokens.
    """

    def __init__(
        self,
        api_key: str,
        grant: Grant,
        save: Callable[[Grant], object] = lambda _: None,
        url: str = "https://securetoken.googleapis.com",
    ) -> None:
        super().__init__(grant, save)
        self._url = httpx.URL(f"{url.rstrip('/')}/v1/token", params={"key": api_key})

    def _renewal(self, refresh_token: str) -> httpx.Request:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return httpx.Request("POST", self._url, data=form)

    def _granted(self, answer: dict[str, Any]) -> Grant:
        return replace(
            self._grant,
            refresh_token=answer["refresh_token"],
            access_token=answer["id_token"],
            expires_at=datetime.now(UTC) + timedelta(seconds=float(answer["expires_in"])),
        )


def _show(request: httpx.Request, token: str) -> str:
    request.headers["Authorization"] = f"Bearer {token}"
    return token


def _is_old(response: httpx.Response) -> bool:
    """Whether the token was refused. Nothing else is read here: whoever asked limits its size."""
    if response.status_code != httpx.codes.UNAUTHORIZED:
        return False
    response.read()
    return _names_the_token(response)


async def _is_old_async(response: httpx.Response) -> bool:
    if response.status_code != httpx.codes.UNAUTHORIZED:
        return False
    await response.aread()
    return _names_the_token(response)


def _names_the_token(response: httpx.Response) -> bool:
    error = error_of(response)
    return isinstance(error, Unauthenticated) and error.reason == "BAD_TOKEN"
