"""Settings, export, import, erasure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from rekindle_client import _api as api
from rekindle_client._async.transport import AsyncTransport
from rekindle_client._calls import Call, json_of, segment

_LARGEST_EXPORT = 2**30


class AsyncAccount:
    """The user's account."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def settings(self) -> api.SettingsAnswer:
        """How Rekindle learns and remembers for the user."""
        return await self._transport.ask(Call("GET", "/v1/settings"), api.SettingsAnswer)

    async def set(self, patch: api.Settings | Mapping[str, Any]) -> api.SettingsAnswer:
        """Changes settings; switching something off takes effect at once.

        Args:
            patch: what is to change. A mapping has the API's names.
        """
        call = Call("PATCH", "/v1/settings", body=patch)
        return await self._transport.ask(call, api.SettingsAnswer)

    async def export(self, received: Callable[[int], object] | None = None) -> dict[str, Any]:
        """Everything that is stored about the user, as one document that `import_` takes in.

        Args:
            received: is called with the size of each part as it arrives, in bytes.
        """
        call = Call("GET", "/v1/export", largest=_LARGEST_EXPORT, received=received)
        return json_of(await self._transport.send(call))

    async def import_(self, data: Any, format: api.Format = "rekindle") -> api.Report:
        """Takes in an export, or the files of a legacy system; at most 1 MiB at a time."""
        call = Call("POST", "/v1/import", body={"format": format, "data": data})
        return await self._transport.ask(call, api.Report)

    async def import_piece(
        self, import_id: str, piece: api.PieceIn | Mapping[str, Any]
    ) -> api.PieceAnswer:
        """Takes in up to 100 messages of another product, oldest first.

        Args:
            import_id: the import, under an id of your choice.
            piece: the messages, where they come from, and how many came before them.
        """
        call = Call("POST", f"/v1/imports/{segment(import_id)}", body=piece)
        return await self._transport.ask(call, api.PieceAnswer)

    async def imports(self) -> list[api.ImportAnswer]:
        """How far the imports of other products' conversations have come, newest first."""
        call = Call("GET", "/v1/imports")
        return (await self._transport.ask(call, api.ImportsAnswer)).imports

    async def import_progress(self, import_id: str) -> api.ImportAnswer:
        """How far one import has come."""
        call = Call("GET", f"/v1/imports/{segment(import_id)}")
        return await self._transport.ask(call, api.ImportAnswer)

    async def erase(self) -> dict[str, int]:
        """Erases the user, in as many calls as it takes; returns how many documents went."""
        deleted: Counter[str] = Counter()
        while True:
            answer = await self._transport.ask(Call("DELETE", "/v1/account"), api.ErasedAnswer)
            deleted.update(answer.deleted)
            if answer.complete is not False:
                return dict(deleted)
