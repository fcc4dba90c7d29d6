"""LangGraph's store, on the user's notes: `graph.compile(store=RekindleStore(rekindle))`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from langgraph.store.base import BaseStore, Op, Result, TTLConfig

from rekindle_client._async.client import AsyncRekindle
from rekindle_client._async.langgraph import AsyncItems
from rekindle_client._sync.client import Rekindle
from rekindle_client._sync.langgraph import Items
from rekindle_client.errors import RekindleError

__all__ = ["AsyncRekindleStore", "RekindleStore"]


class RekindleStore(BaseStore):
    """A store of LangGraph's, for one user. Each item is a note of up to 2,000 characters.

    Its asynchronous methods work in a thread; `AsyncRekindleStore` needs none.

    Args:
        rekindle: the user's client.
        ttl: how long items stay, if `put` does not say, and whether reading them renews that.
        on_error: hears of a Rekindle that is away. The graph then goes on, finds nothing, and what
            it stores is lost. Without it, the error is raised.
    """

    supports_ttl = True

    def __init__(
        self,
        rekindle: Rekindle,
        *,
        ttl: TTLConfig | None = None,
        on_error: Callable[[RekindleError], object] | None = None,
    ) -> None:
        self.ttl_config = ttl
        self._items = Items(rekindle, on_error)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carries out operations, one after the other."""
        return self._items.perform(ops)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carries out operations, one after the other, in a thread."""
        return await asyncio.to_thread(self._items.perform, [*ops])


class AsyncRekindleStore(BaseStore):
    """`RekindleStore` for graphs that run in tasks. It has `aget`, `aput` and the like only.

    Args:
        rekindle: the user's client.
        ttl: how long items stay, if `aput` does not say, and whether reading them renews that.
        on_error: hears of a Rekindle that is away. The graph then goes on, finds nothing, and what
            it stores is lost. Without it, the error is raised.
    """

    supports_ttl = True

    def __init__(
        self,
        rekindle: AsyncRekindle,
        *,
        ttl: TTLConfig | None = None,
        on_error: Callable[[RekindleError], object] | None = None,
    ) -> None:
        self.ttl_config = ttl
        self._items = AsyncItems(rekindle, on_error)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Refuses: this store does not block."""
        raise NotImplementedError("Use aget, aput, asearch and adelete here, or RekindleStore.")

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carries out operations, one after the other."""
        return await self._items.perform(ops)
