"""Transactions that begin with their first read, which saves a round trip.

The client library begins a transaction with a call of its own. Firestore also begins one with a
read that asks for it (`new_transaction`), and returns its ID with the first result. Until then the
transaction has a name that only this process knows; a commit without a read needs no transaction.

If such a read is repeated because its answer was lost, the transaction of the first attempt holds
its locks until Firestore ends it, as it does when a process dies.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from google.cloud.firestore_v1.types import TransactionOptions

from adapters.firestore.values import Message, plain

Began = Callable[[bytes], None]
"""Takes the ID of a transaction that has begun."""

_RESULTS = {"batch_get_documents": ("found", "missing"), "run_query": ("document",)}
"""The reads that can begin a transaction, and the fields of a response that hold its result."""
_PREFIX = b"not begun yet "


class Beginnings:
    """The transactions that have not begun yet."""

    def __init__(self) -> None:
        self._numbers = count()
        self._waiting: dict[bytes, tuple[Message, Began]] = {}

    def name(self, options: TransactionOptions, began: Began) -> bytes:
        """Returns a name to use as the ID of a transaction until it begins.

        Args:
            options: how to begin it.
            began: is called with its ID once it has begun.
        """
        name = _PREFIX + str(next(self._numbers)).encode()
        self._waiting[name] = plain(options), began
        return name

    def is_waiting(self, name: bytes | None) -> bool:
        """Returns whether a transaction has not begun."""
        return name in self._waiting

    def forget(self, name: bytes | None) -> None:
        """Drops a transaction that is over, whether it has begun or not."""
        self._waiting.pop(name or b"", None)

    def wrapped(self, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a method of the client library that begins transactions where it has to."""
        if method == "commit":
            return self._commit(call)
        results = _RESULTS.get(method)
        return self._read(call, results) if results else call

    def _read(self, call: Callable[..., Any], results: Sequence[str]) -> Callable[..., Any]:
        def read(request: Any, **options: Any) -> Any:
            waiting = self._waiting.get(request.transaction)
            if waiting is None:
                return call(request, **options)
            how, began = waiting
            plain(request).new_transaction.CopyFrom(how)
            return _after_beginning(call(request, **options), results, began)

        return read

    def _commit(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def commit(request: Any, **options: Any) -> Any:
            if request.transaction in self._waiting:
                request.transaction = b""
            return call(request, **options)

        return commit


def _after_beginning(
    responses: Iterator[Any], results: Sequence[str], began: Began
) -> Iterator[Any]:
    """Yields the results of a read, without the answer that only tells the transaction's ID."""
    for response in responses:
        if response.transaction:
            began(response.transaction)
            if not any(plain(response).HasField(field) for field in results):
                continue
        yield response
