"""Room for whoever wants calls to go wrong: what happens around each call of an application.

Calls that are unbilled are the stack's own, and nothing interferes with them.
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
    """What may happen besides what was asked for. Each method may take its time."""

    async def before_call(self, method: str) -> None:
        """A call is to be served. Raises FirestoreError to answer that instead."""
        ...

    async def before_commit(self, writes: Sequence[Message]) -> Any:
        """A commit is to happen. Raises FirestoreError to refuse it.

        Returns:
            What `after_commit` is told; the writes themselves are used up by then.
        """
        ...

    async def after_commit(self, told: Any) -> None:
        """A commit has happened. Raises FirestoreError to answer that instead."""
        ...


class Interfered:
    """Wraps calls so that an interference may act on them.

    Args:
        engine: Whose transactions end when their commit is refused.
        interference: What may happen; None leaves the calls as they are.
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
                told = await interference.before_commit(request.writes)
            except FirestoreError:
                self._end_transaction(request)
                raise
            answer = await call(request, bill)
            await interference.after_commit(told)
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
