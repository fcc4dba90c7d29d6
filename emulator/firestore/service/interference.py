"""Hooks around an application's calls, for injecting faults.

Unbilled calls are the stack's own; the hooks skip them.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, Protocol

from emulator.firestore.service.engine import Engine
from emulator.firestore.wire.billing import Bill
from emulator.firestore.wire.errors import FirestoreError
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.rpc import ServerStream, Unary


class Interference(Protocol):
    """Hooks around calls. Each of them may delay the call."""

    async def before_call(self, method: str) -> None:
        """Runs before a call that is neither a commit nor a two-way stream.

        Raises FirestoreError to answer the call with it.
        """
        ...

    async def before_commit(self, writes: Sequence[Message]) -> Any:
        """Runs before a commit; raises FirestoreError to refuse it.

        Returns:
            The argument of `after_commit`; the writes themselves are consumed by then.
        """
        ...

    async def after_commit(self, state: Any) -> None:
        """Runs after a commit; raises FirestoreError to answer the call with it."""
        ...


class Interfered:
    """Wraps calls in hooks.

    Args:
        engine: Its transactions end when their commit is refused.
        interference: The hooks; None leaves the calls unchanged.
    """

    def __init__(self, engine: Engine, interference: Interference | None) -> None:
        self._engine = engine
        self._interference = interference

    def commit(self, call: Unary) -> Unary:
        """Wrap a call that commits the writes of its request."""
        interference = self._interference
        if interference is None:
            return call

        async def serve(request: Message, bill: Bill) -> bytes | Message:
            if bill.is_free:
                return await call(request, bill)
            try:
                state = await interference.before_commit(request.writes)
            except FirestoreError:
                self._end_transaction(request)
                raise
            answer = await call(request, bill)
            await interference.after_commit(state)
            return answer

        return serve

    def unary(self, method: str, call: Unary) -> Unary:
        """Wrap a call with one response."""
        interference = self._interference
        if interference is None:
            return call

        async def serve(request: Message, bill: Bill) -> bytes | Message:
            if not bill.is_free:
                await interference.before_call(method)
            return await call(request, bill)

        return serve

    def stream(self, method: str, call: ServerStream) -> ServerStream:
        """Wrap a call with a stream of responses."""
        interference = self._interference
        if interference is None:
            return call

        async def serve(request: Message, bill: Bill) -> AsyncGenerator[bytes | Message, None]:
            if not bill.is_free:
                await interference.before_call(method)
            async with aclosing(call(request, bill)) as responses:
                async for response in responses:
                    yield response

        return serve

    def _end_transaction(self, request: Message) -> None:
        transaction_id = getattr(request, "transaction", b"")
        if transaction_id:
            self._engine.database(request.database).transactions.lose(transaction_id)
