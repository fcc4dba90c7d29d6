"""What became of recorded messages."""

from __future__ import annotations

from collections.abc import AsyncIterator

from rekindle_client import _api as api
from rekindle_client._async.pages import every_item
from rekindle_client._async.transport import AsyncTransport
from rekindle_client._calls import Call, segment


class AsyncPrompts:
    """Recorded messages."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        session_id: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> api.PromptsAnswer:
        """A page of what the user said, newest first; only the signed-in user may ask for it."""
        query = {"sessionId": session_id, "pageSize": page_size, "pageToken": page_token}
        return await self._transport.ask(Call("GET", "/v1/prompts", query), api.PromptsAnswer)

    async def delete(self, id: str) -> api.DeletedAnswer:
        """Deletes a message; what was learned from it stays."""
        return await self._transport.ask(
            Call("DELETE", f"/v1/prompts/{segment(id)}"), api.DeletedAnswer
        )

    async def get(self, id: str) -> api.PromptAnswer:
        """A message, how far its analysis is, and what was learned from it."""
        return await self._transport.ask(
            Call("GET", f"/v1/prompts/{segment(id)}"), api.PromptAnswer
        )


class AsyncBatches:
    """Analyses, each with a decision for every candidate."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self, *, page_size: int | None = None, page_token: str | None = None
    ) -> api.BatchesAnswer:
        """A page of analyses, newest first."""
        query = {"pageSize": page_size, "pageToken": page_token}
        return await self._transport.ask(Call("GET", "/v1/batches", query), api.BatchesAnswer)

    def all(self) -> AsyncIterator[api.BatchAnswer]:
        """All analyses, newest first."""
        return every_item(
            lambda token: self.list(page_size=100, page_token=token), lambda page: page.batches
        )

    async def get(self, id: str) -> api.BatchAnswer:
        """One analysis."""
        return await self._transport.ask(Call("GET", f"/v1/batches/{segment(id)}"), api.BatchAnswer)
