"""One user's Rekindle."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from types import TracebackType
from typing import Any, Literal, Self

import httpx

from rekindle_client import _api as api
from rekindle_client._addresses import base_of, is_local
from rekindle_client._async.account import AsyncAccount
from rekindle_client._async.connections import AsyncConnections
from rekindle_client._async.inbox import AsyncInbox
from rekindle_client._async.memory import AsyncMemory
from rekindle_client._async.pages import every_item
from rekindle_client._async.preferences import AsyncPreferences
from rekindle_client._async.profile import AsyncProfile
from rekindle_client._async.prompts import AsyncBatches, AsyncPrompts
from rekindle_client._async.sessions import AsyncSessions
from rekindle_client._async.tools import AsyncTools
from rekindle_client._async.transport import AsyncTransport
from rekindle_client._calls import Call, Method, Options, items_of, json_of, parsed, segment
from rekindle_client._pause import async_pause
from rekindle_client.tokens import AsyncToken, auth_of


class AsyncRekindle:
    """One user's Rekindle.

    Every method raises `ApiError` if it is refused, and `Unreachable` if there is no answer.

    Args:
        url: where Rekindle is, such as `https://example.web.app`.
        token: a Firebase ID token, an access key, or an OAuth token; a function that gives one; or
            `FirebaseToken` or `OAuthToken`, which renew theirs.
        on_behalf_of: the user for whom a trusted service account acts.
        app_check: gives an App Check token, where the deployment asks for one.
        agent: the name of the agent that asks, for which the user may have switched tiers off.
        headers: gives more headers for each request, such as the `traceparent` of the caller's
            trace. Those that Rekindle's client sets go before them.
        timeout: seconds of silence after which an attempt is given up.
        retries: how often a request is sent again.
        reconnect: whether to send again what had no answer. Without it, only what a busy server
            has refused is sent again: whoever waits hears at once that there is no connection.
        http_client: the connections, for proxies and the like; the caller closes it.
        pause: waits some seconds between attempts. Who waits for long can be told so.
    """

    def __init__(
        self,
        url: str,
        token: AsyncToken,
        *,
        on_behalf_of: str | None = None,
        app_check: Callable[[], str] | None = None,
        agent: str | None = None,
        headers: Callable[[], Mapping[str, str]] | None = None,
        timeout: float = 30.0,
        retries: int = 4,
        reconnect: bool = True,
        http_client: httpx.AsyncClient | None = None,
        pause: Callable[[float], Awaitable[None]] = async_pause,
    ) -> None:
        def own_headers() -> dict[str, str]:
            own = {"X-On-Behalf-Of": on_behalf_of, "X-Rekindle-Agent": agent}
            given = dict(headers()) if headers else {}
            given |= {name: value for name, value in own.items() if value}
            return given | ({"X-Firebase-AppCheck": app_check()} if app_check else {})

        self._owns_http = http_client is None
        self._use(
            AsyncTransport(
                base_of(url),
                http_client or httpx.AsyncClient(trust_env=not is_local(url)),
                auth_of(token),
                own_headers,
                pause,
                Options(timeout, retries, reconnect=reconnect),
            )
        )

    def _use(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.prompts = AsyncPrompts(transport)
        self.batches = AsyncBatches(transport)
        self.profile = AsyncProfile(transport)
        self.preferences = AsyncPreferences(transport)
        self.memory = AsyncMemory(transport)
        self.sessions = AsyncSessions(transport)
        self.inbox = AsyncInbox(transport)
        self.connections = AsyncConnections(transport)
        self.account = AsyncAccount(transport)
        self.tools = AsyncTools(transport)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
    ) -> Self:
        """The same client with other options, for some calls. It uses the same connections.

        Args:
            timeout: seconds of silence after which an attempt is given up.
            retries: how often a request is sent again.
            idempotency_key: names one `POST`, so that it takes effect once even if another process
                repeats it.
        """
        changed = copy(self)
        changed._owns_http = False
        options = self._transport.options.but(timeout, retries, idempotency_key)
        changed._use(self._transport.with_options(options))
        return changed

    async def record(
        self,
        content: str,
        *,
        role: Literal["user", "assistant", "system", "tool"] = "user",
        session_id: str | None = None,
        created_at: datetime | None = None,
        id: str | None = None,
        private: bool = False,
    ) -> api.Recorded:
        """Records what the user has said, to learn from it.

        Args:
            content: the words.
            role: who said them; nothing is learned from others than the user.
            session_id: the conversation.
            created_at: when they were said, if not now.
            id: of the message; the server knows by it one that was recorded before.
            private: whether the user keeps them to themselves. Then nothing is sent.
        """
        given = {"session_id": session_id, "created_at": created_at, "id": id}
        told = {name: value for name, value in given.items() if value is not None}
        prompt = api.NewPrompt.model_validate(
            {"content": content, "role": role, "private": private, **told}
        )
        return (await self.record_all([prompt]))[0]

    async def record_all(self, prompts: Sequence[str | api.NewPrompt]) -> list[api.Recorded]:
        """Records messages in their order; returns what became of each."""
        recording = api.Recording(prompts)
        for number, (places, body) in enumerate(recording.parts()):
            call = Call("POST", "/v1/prompts", body=body)
            answer = await self._transport.part(number).ask(call, api.RecordedPrompts)
            recording.took(places, answer.prompts)
        return recording.outcomes

    async def context(
        self,
        query: str | None = None,
        *,
        max_chars: int | None = None,
        preview: bool | None = None,
        as_of: datetime | None = None,
    ) -> api.ContextAnswer:
        """The context block, for the system prompt.

        Args:
            query: what the user says now. What fits it follows the stable part of the block.
            max_chars: the most characters; the answer lists what was left out for it.
            preview: whether to look without counting it as use.
            as_of: a time; the block as it was then.
        """
        asked = {"query": query, "maxChars": max_chars, "preview": preview, "asOf": as_of}
        return await self._transport.ask(Call("GET", "/v1/context", asked), api.ContextAnswer)

    async def context_messages(
        self, query: str | None = None, *, max_chars: int | None = None
    ) -> api.MessagesAnswer:
        """The context block as parts of a provider's request, with the point to cache up to."""
        asked = {"query": query, "maxChars": max_chars, "format": "messages"}
        return await self._transport.ask(Call("GET", "/v1/context", asked), api.MessagesAnswer)

    async def changes(
        self, tag: str | None = None, *, sessions: bool = False
    ) -> tuple[api.ChangesAnswer, str | None] | None:
        """What has changed since the answer with this tag, and its own tag; None if nothing has.

        Args:
            tag: of the last answer.
            sessions: whether to watch sessions, too, which costs one more read.
        """
        call = Call("GET", "/v1/changes", {"sessions": sessions or None}, tag=tag)
        response = await self._transport.send(call)
        if response.status_code == httpx.codes.NOT_MODIFIED:
            return None
        return parsed(response, api.ChangesAnswer), response.headers.get("ETag")

    async def request(
        self,
        method: Method,
        *path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Sends any request of the API, such as one that is newer than this package.

        Args:
            method: of HTTP.
            path: the segments after `/v1`.
            query: parameters by name; None leaves one out.
            body: JSON.

        Returns:
            The answer as it came.
        """
        call = Call(method, "/v1/" + "/".join(map(segment, path)), query or {}, body)
        return json_of(await self._transport.send(call))

    def items(
        self, *path: str, name: str, query: Mapping[str, Any] | None = None
    ) -> AsyncIterator[Any]:
        """Everything that any list of the API has under a name, through all its pages."""
        asked = {"pageSize": 100, **(query or {})}
        return every_item(
            lambda token: self.request("GET", *path, query={**asked, "pageToken": token}),
            lambda page: items_of(page, name),
            lambda page: page.get("nextPageToken"),
        )

    async def close(self) -> None:
        """Closes the connections that this client has opened."""
        if self._owns_http:
            await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
