"""OpenAI's Agents SDK: a session whose agents know the user, and from which Rekindle learns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from agents import Session, TResponseInputItem

from rekindle_client._async.client import AsyncRekindle
from rekindle_client._patience import PATIENCE, begun, in_time
from rekindle_client.errors import RekindleError


class RekindleSession:
    """A session of the SDK's, before which the context block stands.

    The wrapped session keeps the conversation. What the user says is also recorded, to learn from
    it. Should Rekindle be out of reach, the conversation goes on without it.

    Args:
        rekindle: the user's client.
        session: keeps the conversation, such as `SQLiteSession`.
        max_chars: the most characters of the context block.
        patience: seconds after which the conversation goes on without the context, or does not
            wait for a recording any longer.
        on_error: hears of what failed.
    """

    def __init__(
        self,
        rekindle: AsyncRekindle,
        session: Session,
        *,
        max_chars: int | None = None,
        patience: float = PATIENCE,
        on_error: Callable[[RekindleError], object] = lambda _: None,
    ) -> None:
        self.session_id = session.session_id
        self.session_settings = session.session_settings
        self._rekindle = rekindle
        self._session = session
        self._max_chars = max_chars
        self._patience = patience
        self._on_error = on_error

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The context block, and the latest items of the conversation."""
        items = await self._session.get_items(limit)
        block = await self._block()
        told = cast(TResponseInputItem, {"role": "system", "content": block})
        return [told, *items] if block else items

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Keeps items, and records what the user said."""
        await self._session.add_items(items)
        texts = [*filter(None, map(_said, items))]
        if texts:
            await in_time(begun(self._record(texts)), self._patience, self._on_error)

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes back the latest item; what was learned from it stays."""
        return await self._session.pop_item()

    async def clear_session(self) -> None:
        """Forgets the conversation; what was learned from it stays."""
        await self._session.clear_session()

    async def _record(self, texts: list[str]) -> None:
        for text in texts:
            try:
                await self._rekindle.record(text, session_id=self.session_id)
            except RekindleError as error:
                self._on_error(error)

    async def _block(self) -> str:
        hurried = self._rekindle.with_options(retries=0)
        asked = hurried.context(max_chars=self._max_chars)
        answer = await in_time(asked, self._patience, self._on_error)
        return answer.text if answer else ""


def _said(item: TResponseInputItem) -> str:
    """What the user says in an item; empty for any other item."""
    told = cast(dict[str, Any], item)
    if told.get("role") != "user":
        return ""
    content = told.get("content", "")
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "input_text")
