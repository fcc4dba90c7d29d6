"""Raw protobuf classes of the Firestore v1 API, and a few byte-level helpers.

The client library's proto-plus wrappers cost about ten times as much as the classes they wrap,
so the emulator uses the raw classes. These have no type stubs, which only this module deals with.
"""

from __future__ import annotations

from typing import Any

from google.cloud.firestore_v1 import types as _types
from google.protobuf import duration_pb2, struct_pb2, timestamp_pb2
from google.rpc import status_pb2

Message = Any
"""The static type of every protobuf message: the generated classes have no stubs."""

Value: Any = _types.Value.pb()
Document: Any = _types.Document.pb()
DocumentMask: Any = _types.DocumentMask.pb()
Precondition: Any = _types.Precondition.pb()
Write: Any = _types.Write.pb()
WriteResult: Any = _types.WriteResult.pb()
StructuredQuery: Any = _types.StructuredQuery.pb()
Cursor: Any = _types.Cursor.pb()
ExplainMetrics: Any = _types.ExplainMetrics.pb()
Target: Any = _types.Target.pb()
TargetChange: Any = _types.TargetChange.pb()
DocumentChange: Any = _types.DocumentChange.pb()
AggregationResult: Any = _types.AggregationResult.pb()

GetDocumentRequest: Any = _types.GetDocumentRequest.pb()
ListDocumentsRequest: Any = _types.ListDocumentsRequest.pb()
ListDocumentsResponse: Any = _types.ListDocumentsResponse.pb()
CreateDocumentRequest: Any = _types.CreateDocumentRequest.pb()
UpdateDocumentRequest: Any = _types.UpdateDocumentRequest.pb()
DeleteDocumentRequest: Any = _types.DeleteDocumentRequest.pb()
BatchGetDocumentsRequest: Any = _types.BatchGetDocumentsRequest.pb()
BatchGetDocumentsResponse: Any = _types.BatchGetDocumentsResponse.pb()
BeginTransactionRequest: Any = _types.BeginTransactionRequest.pb()
BeginTransactionResponse: Any = _types.BeginTransactionResponse.pb()
CommitRequest: Any = _types.CommitRequest.pb()
CommitResponse: Any = _types.CommitResponse.pb()
RollbackRequest: Any = _types.RollbackRequest.pb()
RunQueryRequest: Any = _types.RunQueryRequest.pb()
RunQueryResponse: Any = _types.RunQueryResponse.pb()
RunAggregationQueryRequest: Any = _types.RunAggregationQueryRequest.pb()
RunAggregationQueryResponse: Any = _types.RunAggregationQueryResponse.pb()
PartitionQueryRequest: Any = _types.PartitionQueryRequest.pb()
PartitionQueryResponse: Any = _types.PartitionQueryResponse.pb()
ListCollectionIdsRequest: Any = _types.ListCollectionIdsRequest.pb()
ListCollectionIdsResponse: Any = _types.ListCollectionIdsResponse.pb()
BatchWriteRequest: Any = _types.BatchWriteRequest.pb()
BatchWriteResponse: Any = _types.BatchWriteResponse.pb()
WriteRequest: Any = _types.WriteRequest.pb()
WriteResponse: Any = _types.WriteResponse.pb()
ExecutePipelineRequest: Any = _types.ExecutePipelineRequest.pb()
ListenRequest: Any = _types.ListenRequest.pb()
ListenResponse: Any = _types.ListenResponse.pb()

Timestamp: Any = timestamp_pb2.Timestamp
Duration: Any = duration_pb2.Duration
Struct: Any = struct_pb2.Struct
Status: Any = status_pb2.Status


def timestamp_from_micros(micros: int) -> Message:
    """Return a protobuf Timestamp for microseconds since the epoch."""
    seconds, rest = divmod(micros, 1_000_000)
    return Timestamp(seconds=seconds, nanos=rest * 1000)


def micros_from_timestamp(timestamp: Message) -> int:
    """Return microseconds since the epoch, rounded down as Firestore does."""
    seconds: int = timestamp.seconds
    nanos: int = timestamp.nanos
    return seconds * 1_000_000 + nanos // 1000


def varint(number: int) -> bytes:
    """Encode a non-negative integer as a protobuf varint."""
    if number < 0x80:
        return bytes((number,))
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def length_delimited(tag: bytes, payload: bytes) -> bytes:
    """Encode one length-delimited protobuf field whose tag is already encoded."""
    return tag + varint(len(payload)) + payload


def timestamp_bytes(micros: int) -> bytes:
    """Return the serialized form of :func:`timestamp_from_micros`."""
    encoded: bytes = timestamp_from_micros(micros).SerializeToString()
    return encoded
