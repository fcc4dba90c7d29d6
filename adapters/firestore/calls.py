"""Firestore's most frequent calls, with protobuf messages as gRPC sends them.

The client library makes an object of proto-plus of each message and each value in it, and passes a
call through a dozen layers. For reading and writing documents that takes longer than everything
else that a request does, so these calls use the same channel without it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import grpc
from google.api_core.gapic_v1.routing_header import to_grpc_metadata
from google.api_core.grpc_helpers import wrap_errors
from google.cloud.firestore import DELETE_FIELD
from google.cloud.firestore_v1 import types
from google.cloud.firestore_v1.field_path import FieldPath
from google.cloud.firestore_v1.services.firestore.transports.base import DEFAULT_CLIENT_INFO

from adapters.firestore.values import Message, write_fields

_SERVICE = "/google.firestore.v1.Firestore/"
_GET, _GOT = types.BatchGetDocumentsRequest.pb(), types.BatchGetDocumentsResponse.pb()
_QUERY, _RESULT = types.RunQueryRequest.pb(), types.RunQueryResponse.pb()
_COMMIT, _COMMITTED = types.CommitRequest.pb(), types.CommitResponse.pb()
_BATCH, _WRITTEN = types.BatchWriteRequest.pb(), types.BatchWriteResponse.pb()
_WRITE = types.Write.pb()

Decorate = Callable[[str, Callable[..., Any]], Callable[..., Any]]
"""Puts a method, by its name in snake case, under guard."""


class Calls:
    """The calls of one database.

    Args:
        channel: the connection to Firestore.
        database: its name, `projects/{project}/databases/{database}`.
        metadata: what each call carries.
        guarded: puts a method under guard.
    """

    def __init__(
        self,
        channel: grpc.Channel,
        database: str,
        metadata: Iterable[tuple[str, str]],
        guarded: Decorate,
    ) -> None:
        self._database = database
        self._root = f"{database}/documents"
        self._metadata = (*metadata, DEFAULT_CLIENT_INFO.to_grpc_metadata())
        self._of_database = (*self._metadata, to_grpc_metadata({"database": database}))
        get = channel.unary_stream(
            f"{_SERVICE}BatchGetDocuments", _GET.SerializeToString, _GOT.FromString
        )
        query = channel.unary_stream(
            f"{_SERVICE}RunQuery", _QUERY.SerializeToString, _RESULT.FromString
        )
        commit = channel.unary_unary(
            f"{_SERVICE}Commit", _COMMIT.SerializeToString, _COMMITTED.FromString
        )
        each = channel.unary_unary(
            f"{_SERVICE}BatchWrite", _BATCH.SerializeToString, _WRITTEN.FromString
        )
        self._get = guarded("batch_get_documents", wrap_errors(get))
        self._query = guarded("run_query", wrap_errors(query))
        self._commit = guarded("commit", wrap_errors(commit))
        self._each = guarded("batch_write", wrap_errors(each))

    def get(
        self, paths: Sequence[str], fields: Iterable[str] | None, transaction: bytes | None
    ) -> Iterator[Message]:
        """Yields the responses for documents, in any order.

        Args:
            paths: their paths below the database.
            fields: the fields to read; None for all.
            transaction: the transaction to read in.
        """
        request = _GET(
            database=self._database,
            documents=[f"{self._root}/{path}" for path in paths],
            transaction=transaction,
        )
        if fields is not None:
            request.mask.field_paths.extend(fields)
        answers: Iterator[Message] = self._get(request, metadata=self._of_database)
        return answers

    def query(
        self, parent: str, query: Message, transaction: bytes | None = None
    ) -> Iterator[Message]:
        """Yields the responses of a query below the document at the path `parent`."""
        name = f"{self._root}/{parent}"
        request = _QUERY(parent=name, structured_query=query, transaction=transaction)
        metadata = (*self._metadata, to_grpc_metadata({"parent": name}))
        answers: Iterator[Message] = self._query(request, metadata=metadata)
        return answers

    def commit(self, writes: Iterable[Message], transaction: bytes | None) -> Message:
        """Writes in one step, and returns the response."""
        request = _COMMIT(database=self._database, writes=writes, transaction=transaction)
        return self._commit(request, metadata=self._of_database)

    def write_each(self, writes: Iterable[Message]) -> list[Message]:
        """Makes writes, each by itself and in any order, and returns their statuses."""
        request = _BATCH(database=self._database, writes=writes)
        return list(self._each(request, metadata=self._of_database).status)

    def path(self, name: str) -> str:
        """Returns the path below the database of a document's full name."""
        return name[len(self._root) + 1 :]

    def replacing(self, path: str, values: Mapping[str, Any], *, create: bool = False) -> Message:
        """Returns the write that replaces a document, or creates it.

        Raises:
            TypeError: a value is of a kind that Rekindle does not store.
        """
        write = _WRITE()
        write.update.name = f"{self._root}/{path}"
        write_fields(values, write.update.fields)
        if create:
            write.current_document.exists = False
        return write

    def merging(
        self, path: str, values: Mapping[str, Any], fields: Iterable[str | FieldPath]
    ) -> Message:
        """Returns the write that sets some fields of a document, which need not exist.

        Args:
            path: its path.
            values: the values of these fields, and DELETE_FIELD for those to remove.
            fields: the paths of these fields.

        Raises:
            TypeError: a value is of a kind that Rekindle does not store.
        """
        write = self.replacing(path, _kept(values))
        paths = (each if isinstance(each, FieldPath) else _field_path(each) for each in fields)
        write.update_mask.field_paths.extend(sorted(each.to_api_repr() for each in paths))
        return write


def _field_path(text: str) -> FieldPath:
    path: FieldPath = FieldPath.from_api_repr(text)
    return path


def _kept(values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns values without those to remove, and without maps that hold nothing else."""
    kept = {}
    for name, value in values.items():
        if value is DELETE_FIELD:
            continue
        if isinstance(value, Mapping) and value:
            value = _kept(value)
            if not value:
                continue
        kept[name] = value
    return kept
