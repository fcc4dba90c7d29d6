"""The Firestore client, each of whose calls is guarded.

The client library lets a caller choose timeouts and retries for reads, but not for the calls that
begin, commit and roll back a transaction. Its transport knows every call, so they are set there.

Documents are read and written by `Calls`, not by the library, which is slow at it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import grpc
from google.api_core.gapic_v1.method import wrap_method
from google.cloud.firestore import (
    Client,
    DocumentReference,
    DocumentSnapshot,
    Query,
    Transaction,
)
from google.cloud.firestore_v1._helpers import get_transaction_id
from google.cloud.firestore_v1.base_document import BaseDocumentReference
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcTransport
from google.cloud.firestore_v1.types import TransactionOptions

from adapters.firestore.beginning import Beginnings
from adapters.firestore.calls import Calls
from adapters.firestore.guard import Guard
from adapters.firestore.values import Message, plain, read_fields, read_time
from shared.base.breaker import Breaker
from shared.base.deadline import time_left

_OPTIONS = [
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.keepalive_time_ms", 30_000),
    # By default, two minutes may pass before a lost connection is tried again.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    # `Guard` repeats calls. Those that gRPC itself repeats when a connection ends under them may
    # never end, their deadlines notwithstanding (grpcio 1.85).
    ("grpc.enable_retries", 0),
    # By default, each stream of results gets a thread of its own, which wakes for each result and
    # then wakes the one that waits for it: for 200 results, five times the work and the time.
    (grpc.experimental.ChannelOptions.SingleThreadedUnaryStream, 1),
]
_UNGUARDED = ("listen", "write")
"""Streams in both directions, which nothing here uses."""
_ROLLBACK = 1.0
_LATE_ROLLBACK = 0.3
"""Seconds to wait for a rollback's answer, and once the request's time is up."""


class GuardedClient(Client):
    """A client whose calls end by the request's deadline. See `Guard`.

    Args:
        project: the Google Cloud project.
        breaker: the breaker of this database.

    Attributes:
        calls: the calls that read and write documents.
    """

    def __init__(self, project: str, breaker: Breaker) -> None:
        super().__init__(project=project)
        self._breaker = breaker
        if self._emulator_host is None:
            channel = FirestoreGrpcTransport.create_channel(
                self._target, credentials=self._credentials, options=_OPTIONS
            )
        else:
            channel = grpc.insecure_channel(self._emulator_host, options=_OPTIONS)
        self._beginnings = Beginnings()
        self._transport = _GuardedTransport(self._target, channel, breaker, self._beginnings)
        self._firestore_api_internal = FirestoreClient(transport=self._transport)
        self.calls = Calls(channel, self._database_string, self._rpc_metadata, self._guarded)

    def document(self, *document_path: str) -> DocumentReference:
        """Returns the reference of a document."""
        return _Reference(*self._document_path_helper(*document_path), client=self)

    def get_all(  # type: ignore[override] # without what nothing here uses
        self,
        references: Iterable[DocumentReference],
        field_paths: Iterable[str] | None = None,
        transaction: Transaction | None = None,
        **_: Any,
    ) -> Iterator[DocumentSnapshot[Any]]:
        """Yields documents as they arrive, in any order."""
        by_path = {reference.path: reference for reference in references}
        id_ = get_transaction_id(transaction)
        for answer in self.calls.get(list(by_path), field_paths, id_):
            yield self._snapshot(answer, by_path)

    def find(
        self, parent: DocumentReference, query: Query, transaction: Transaction | None
    ) -> Iterator[DocumentSnapshot[Any]]:
        """Yields what a query over a collection of the document `parent` finds, as it arrives."""
        id_ = get_transaction_id(transaction)
        for answer in self.calls.query(parent.path, plain(query._to_protobuf()), id_):
            if answer.HasField("document"):
                reference = self.document(self.calls.path(answer.document.name))
                yield _Snapshot(reference, answer.document, answer)

    def _snapshot(
        self, answer: Message, by_path: dict[str, DocumentReference]
    ) -> DocumentSnapshot[Any]:
        if not answer.HasField("found"):
            return _Snapshot(by_path[self.calls.path(answer.missing)], None, answer)
        return _Snapshot(by_path[self.calls.path(answer.found.name)], answer.found, answer)

    def _guarded(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        return self._beginnings.wrapped(name, Guard(name, self._breaker)(call))

    def transaction(self, max_attempts: int = 1, read_only: bool = False) -> Transaction:
        """Returns a transaction that begins late and ends quietly. See `_LateTransaction`."""
        return _LateTransaction(self, max_attempts, read_only)

    @property
    def is_down(self) -> bool:
        """Whether the database was last seen to be down."""
        return self._breaker.is_open


class _GuardedTransport(FirestoreGrpcTransport):
    def __init__(
        self, host: str, channel: grpc.Channel, breaker: Breaker, beginnings: Beginnings
    ) -> None:
        self._breaker = breaker
        self._beginnings = beginnings
        super().__init__(host=host, channel=channel)

    def _prep_wrapped_messages(self, client_info: Any) -> None:
        super()._prep_wrapped_messages(client_info)  # type: ignore[no-untyped-call]
        for name, call in self._stubs.items():
            if name not in _UNGUARDED:
                guard = Guard(name, self._breaker)
                guarded = wrap_method(call, guard, client_info=client_info)
                self._wrapped_methods[call] = self._beginnings.wrapped(name, guarded)
        # If a stream of results breaks off, the library asks this for its policy, and fails with
        # an AttributeError without it.
        self.run_query._retry = _Never()  # type: ignore[attr-defined]


class _Never:
    """The policy for a stream that broke off: the whole read fails, and the caller decides."""

    @staticmethod
    def _predicate(_: Exception) -> bool:
        return False


class _Snapshot(DocumentSnapshot[Any]):
    """A document as it was read; its fields are not copied again for each reader."""

    def __init__(self, reference: DocumentReference, found: Message | None, answer: Message):
        super().__init__(
            reference,
            None,
            found is not None,
            read_time(answer.read_time),
            found and read_time(found.create_time),
            found and read_time(found.update_time),
        )
        self._data = None if found is None else read_fields(found.fields)

    def to_dict(self) -> dict[str, Any] | None:
        """Returns the fields; None if there is no document."""
        fields: dict[str, Any] | None = self._data
        return fields


class _Reference(DocumentReference):
    def get(  # type: ignore[override] # as above
        self,
        field_paths: Iterable[str] | None = None,
        transaction: Transaction | None = None,
        **_: Any,
    ) -> DocumentSnapshot[Any]:
        """Returns the document."""
        snapshot: DocumentSnapshot[Any]
        (snapshot,) = self._client.get_all([self], field_paths, transaction)
        return snapshot


class _LateTransaction(Transaction):
    """A transaction that begins with its first read, and whose rollback never fails.

    A failing rollback would hide the error that led to it, and one that outlasts the request would
    delay its answer. Without a rollback, Firestore ends the transaction by itself after a minute.
    """

    def _begin(self, retry_id: bytes | None = None) -> None:
        options = self._options_protobuf(retry_id) or TransactionOptions(read_write={})
        self._id = self._client._beginnings.name(options, self._began)

    def _began(self, id_: bytes) -> None:
        self._client._beginnings.forget(self._id)
        self._id = id_  # type: ignore[assignment]

    def create(self, reference: BaseDocumentReference, document_data: dict[str, Any]) -> None:
        """Adds the creation of a document."""
        write = self._client.calls.replacing(reference.path, document_data, create=True)
        self._add_write_pbs([write])

    def set(
        self,
        reference: BaseDocumentReference,
        document_data: dict[str, Any],
        merge: bool | list[Any] = False,
    ) -> None:
        """Adds the replacement of a document, or of the fields that `merge` names."""
        if merge is True:
            super().set(reference, document_data, merge)
            return
        calls = self._client.calls
        if merge is False:
            write = calls.replacing(reference.path, document_data)
        else:
            write = calls.merging(reference.path, document_data, merge)
        self._add_write_pbs([write])

    def _commit(self) -> list[Any]:
        answer = self._client.calls.commit(map(plain, self._write_pbs), self._id)
        self._clean_up()
        return list(answer.write_results)

    def _clean_up(self) -> None:
        self._client._beginnings.forget(self._id)
        super()._clean_up()

    def _rollback(self) -> None:
        if not self.in_progress:
            return
        client = self._client
        try:
            if not client.is_down and not client._beginnings.is_waiting(self._id):
                client._firestore_api.rollback(
                    request={"database": client._database_string, "transaction": self._id},
                    metadata=client._rpc_metadata,
                    retry=None,
                    timeout=max(_LATE_ROLLBACK, time_left(_ROLLBACK)),
                )
        except Exception:  # noqa: S110 (see above)
            pass
        finally:
            self._clean_up()
