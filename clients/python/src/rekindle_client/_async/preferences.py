"""Single preferences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from rekindle_client import _api as api
from rekindle_client._async.transport import AsyncTransport
from rekindle_client._calls import Call, fields, segment


class AsyncPreferences:
    """What the user likes, can, wants."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        type: api.PreferenceType | None = None,
        min_confidence: float | None = None,
        active_only: bool | None = None,
        include: Literal["ended"] | None = None,
    ) -> _Preferences:
        """The preferences, highest confidence first."""
        query = {
            "type": type,
            "minConfidence": min_confidence,
            "activeOnly": active_only,
            "include": include,
        }
        call = Call("GET", "/v1/preferences", query)
        return (await self._transport.ask(call, api.PreferencesAnswer)).preferences

    async def get(self, id: str) -> api.ShownPreference:
        """One preference."""
        return await self._transport.ask(Call("GET", _path(id)), api.ShownPreference)

    async def add(
        self,
        type: api.PreferenceType,
        description: str,
        *,
        category: str | None = None,
        context: str | None = None,
        confidence: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        id: str | None = None,
        version: int | None = None,
    ) -> api.ShownPreference:
        """Adds what the user states."""
        body = fields(
            type=type,
            description=description,
            category=category,
            context=context,
            confidence=confidence,
            metadata=metadata,
            id=id,
        )
        call = Call("POST", "/v1/preferences", body=body, version=version)
        return await self._transport.ask(call, api.ShownPreference)

    async def change(
        self,
        id: str,
        patch: api.PreferencePatch | Mapping[str, Any],
        *,
        version: int | None = None,
    ) -> api.ShownPreference:
        """Corrects a preference, which then counts as stated by the user."""
        body = api.PreferencePatch.model_validate(patch)
        call = Call("PATCH", _path(id), body=body, version=version)
        return await self._transport.ask(call, api.ShownPreference)

    async def switch(
        self, id: str, active: bool, *, version: int | None = None
    ) -> api.ShownPreference:
        """Switches a preference on, or off: kept, but left out of the context block."""
        path = f"{_path(id)}/{'activate' if active else 'deactivate'}"
        return await self._transport.ask(Call("POST", path, version=version), api.ShownPreference)

    async def delete(
        self, id: str, *, purge: bool | None = None, version: int | None = None
    ) -> api.DeletedAnswer:
        """Deletes a preference; learning does not bring it back."""
        call = Call("DELETE", _path(id), {"purge": purge}, version=version)
        return await self._transport.ask(call, api.DeletedAnswer)

    async def delete_all(
        self, *, purge: bool | None = None, version: int | None = None
    ) -> api.DeletedAnswer:
        """Deletes all preferences; learning does not bring them back."""
        call = Call("DELETE", "/v1/preferences", {"purge": purge}, version=version)
        return await self._transport.ask(call, api.DeletedAnswer)


if TYPE_CHECKING:
    _Preferences = list[api.ShownPreference]


def _path(id: str) -> str:
    return f"/v1/preferences/{segment(id)}"
