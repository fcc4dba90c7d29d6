# Made from _async/account.py by `make python-client`.
"""Settings, export, import, erasure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from rekindle_client import _api as api
from rekindle_client._calls import Call, json_of, segment
from rekindle_client._sync.transport import Transport

_LARGEST_EXPORT = 2**30


class Account:
    """The user's account."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def settings(self) -> api.SettingsAnswer:
        """How Rekindle learns and remembers for the user."""
        return self._transport.ask(Call("GET", "/v1/settings"), api.SettingsAnswer)

    def set(self, patch: api.Settings | Mapping[str, Any]) -> api.SettingsAnswer:
        """Changes settings; switching something off takes effect at once.

        Args:
            patch: what is to change. A mapping has the API's names.
        """
        call = Call("PATCH", "/v1/settings", body=patch)
        return self._transport.ask(call, api.SettingsAnswer)

    def export(self, received: Callable[[int], object] | None = None) -> dict[str, Any]:
        """Everything that is stored about the user, as one document that `import_` takes in.

        Args:
            received: is called with the size of each part as it arrives, in bytes.
        """
        call = Call("GET", "/v1/export", largest=_LARGEST_EXPORT, received=received)
        return json_of(self._transport.send(call))

    def import_(self, data: Any, format: api.Format = "rekindle") -> api.Report:
        """Takes in an export, or the files of a legacy system; at most 1 MiB at a time."""
        call = Call("POST", "/v1/import", body={"format": format, "data": data})
        return self._transport.ask(call, api.Report)

    def import_piece(
        self, import_id: str, piece: api.PieceIn | Mapping[str, Any]
    ) -> api.PieceAnswer:
        """Takes in up to 100 messages of another product, oldest first.

        Args:
            import_id: the import, under an id of your choice.
            piece: the messages, where they come from, and how many came before them.
        """
        call = Call("POST", f"/v1/imports/{segment(import_id)}", body=piece)
        return self._transport.ask(call, api.PieceAnswer)

    def imports(self) -> list[api.ImportAnswer]:
        """How far the imports of other products' conversations have come, newest first."""
        call = Call("GET", "/v1/imports")
        return (self._transport.ask(call, api.ImportsAnswer)).imports

    def import_progress(self, import_id: str) -> api.ImportAnswer:
        """How far one import has come."""
        call = Call("GET", f"/v1/imports/{segment(import_id)}")
        return self._transport.ask(call, api.ImportAnswer)

    def erase(self) -> dict[str, int]:
        """Erases the user, in as many calls as it takes; returns how many documents went."""
        deleted: Counter[str] = Counter()
        while True:
            answer = self._transport.ask(Call("DELETE", "/v1/account"), api.ErasedAnswer)
            deleted.update(answer.deleted)
            if answer.complete is not False:
                return dict(deleted)
