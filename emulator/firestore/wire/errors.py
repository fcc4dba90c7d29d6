"""The engine's only exception type: a gRPC status code with production's message."""

from __future__ import annotations

from emulator.firestore.wire.http2.grpc_stream import RpcError
from emulator.firestore.wire.http2.status import StatusCode


class FirestoreError(RpcError):
    """A request that Firestore refuses, with production's code and text."""

    @property
    def number(self) -> int:
        """The numeric form of the code, as google.rpc.Status carries it."""
        return self.code.value


def invalid_argument(message: str) -> FirestoreError:
    """Build an INVALID_ARGUMENT error."""
    return FirestoreError(StatusCode.INVALID_ARGUMENT, message)


def failed_precondition(message: str) -> FirestoreError:
    """Build a FAILED_PRECONDITION error."""
    return FirestoreError(StatusCode.FAILED_PRECONDITION, message)


def not_found(message: str) -> FirestoreError:
    """Build a NOT_FOUND error."""
    return FirestoreError(StatusCode.NOT_FOUND, message)


def already_exists(message: str) -> FirestoreError:
    """Build an ALREADY_EXISTS error."""
    return FirestoreError(StatusCode.ALREADY_EXISTS, message)


def unavailable(message: str) -> FirestoreError:
    """Build an UNAVAILABLE error."""
    return FirestoreError(StatusCode.UNAVAILABLE, message)


def aborted(message: str) -> FirestoreError:
    """Build an ABORTED error."""
    return FirestoreError(StatusCode.ABORTED, message)


def transaction_contention() -> FirestoreError:
    """Build the error for a transaction that lost to another one."""
    return aborted(
        "Aborted due to cross-transaction contention. This occurs when multiple transactions "
        "attempt to access the same data, requiring Firestore to abort at least one in order "
        "to enforce serializability."
    )


def invalid_transaction() -> FirestoreError:
    """Build the error for a transaction id that is unknown, finished or expired."""
    return invalid_argument("The referenced transaction has expired or is no longer valid.")
