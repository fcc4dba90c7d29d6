"""The assistants and programs that act for the user. Only the user's own token may call this."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rekindle_client import _api as api
from rekindle_client._async.transport import AsyncTransport
from rekindle_client._calls import Call, fields, segment


class AsyncConnections:
    """Who else acts for the user, and access keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> _Connections:
        """The connections."""
        call = Call("GET", "/v1/connections")
        return (await self._transport.ask(call, api.ConnectionsAnswer)).connections

    async def create(
        self, name: str, scopes: Sequence[api.Scope], *, expires_at: datetime | None = None
    ) -> api.NewConnectionAnswer:
        """Makes an access key. The answer has it in `key`, this once."""
        body = fields(name=name, scopes=[*scopes], expiresAt=expires_at)
        call = Call("POST", "/v1/connections", body=body)
        return await self._transport.ask(call, api.NewConnectionAnswer)

    async def delete(self, id: str) -> api.DeletedAnswer:
        """Cuts a connection off, everywhere within a minute."""
        return await self._transport.ask(Call("DELETE", _path(id)), api.DeletedAnswer)

    async def undo(self, id: str, since: datetime | None = None) -> api.UndoneAnswer:
        """Takes back what it wrote, or wrote since a time; what others changed meanwhile stays."""
        call = Call("POST", f"{_path(id)}/undo", body=fields(since=since))
        return await self._transport.ask(call, api.UndoneAnswer)


if TYPE_CHECKING:
    _Connections = list[api.ConnectionView]


def _path(id: str) -> str:
    return f"/v1/connections/{segment(id)}"
