"""Raw protobuf classes of the Firestore v1 API, and a few byte-level helpers.

The client library's proto-plus wrappers cost about ten times as much as the classes they wrap,
so the emulator uses raw classes, made from stored descriptors (see `descriptors`). They have a pool
of their own, so the library's can be loaded next to them, and no type stubs, which only this module
deals with.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from google.protobuf import descriptor_pool, message_factory

from emulator.firestore.wire import descriptors

Message = Any
"""The static type of every protobuf message: the classes have no stubs."""


def _load() -> descriptor_pool.DescriptorPool:
    pool = descriptor_pool.DescriptorPool()
    for file in descriptors.stored().file:
        pool.Add(file)
    return pool


_pool = _load()


def _class(name: str, package: str = descriptors.PACKAGE) -> Any:
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName(f"{package}.{name}"))


Value: Any = _class("Value")
Document: Any = _class("Document")
DocumentMask: Any = _class("DocumentMask")
Precondition: Any = _class("Precondition")
Write: Any = _class("Write")
WriteResult: Any = _class("WriteResult")
StructuredQuery: Any = _class("StructuredQuery")
Cursor: Any = _class("Cursor")
ExplainMetrics: Any = _class("ExplainMetrics")
Target: Any = _class("Target")
TargetChange: Any = _class("TargetChange")
DocumentChange: Any = _class("DocumentChange")
AggregationResult: Any = _class("AggregationResult")

GetDocumentRequest: Any = _class("GetDocumentRequest")
ListDocumentsRequest: Any = _class("ListDocumentsRequest")
ListDocumentsResponse: Any = _class("ListDocumentsResponse")
CreateDocumentRequest: Any = _class("CreateDocumentRequest")
UpdateDocumentRequest: Any = _class("UpdateDocumentRequest")
DeleteDocumentRequest: Any = _class("DeleteDocumentRequest")
BatchGetDocumentsRequest: Any = _class("BatchGetDocumentsRequest")
BatchGetDocumentsResponse: Any = _class("BatchGetDocumentsResponse")
BeginTransactionRequest: Any = _class("BeginTransactionRequest")
BeginTransactionResponse: Any = _class("BeginTransactionResponse")
CommitRequest: Any = _class("CommitRequest")
CommitResponse: Any = _class("CommitResponse")
RollbackRequest: Any = _class("RollbackRequest")
RunQueryRequest: Any = _class("RunQueryRequest")
RunQueryResponse: Any = _class("RunQueryResponse")
RunAggregationQueryRequest: Any = _class("RunAggregationQueryRequest")
RunAggregationQueryResponse: Any = _class("RunAggregationQueryResponse")
PartitionQueryRequest: Any = _class("PartitionQueryRequest")
PartitionQueryResponse: Any = _class("PartitionQueryResponse")
ListCollectionIdsRequest: Any = _class("ListCollectionIdsRequest")
ListCollectionIdsResponse: Any = _class("ListCollectionIdsResponse")
BatchWriteRequest: Any = _class("BatchWriteRequest")
BatchWriteResponse: Any = _class("BatchWriteResponse")
WriteRequest: Any = _class("WriteRequest")
WriteResponse: Any = _class("WriteResponse")
ExecutePipelineRequest: Any = _class("ExecutePipelineRequest")
ListenRequest: Any = _class("ListenRequest")
ListenResponse: Any = _class("ListenResponse")

Timestamp: Any = _class("Timestamp", "google.protobuf")
Duration: Any = _class("Duration", "google.protobuf")
Struct: Any = _class("Struct", "google.protobuf")
Status: Any = _class("Status", "google.rpc")


def timestamp_from_micros(micros: int) -> Message:
    """Return a protobuf Timestamp for microseconds since the epoch."""
    seconds, rest = divmod(micros, 1_000_000)
    return Timestamp(seconds=seconds, nanos=rest * 1000)


def micros_from_timestamp(timestamp: Message) -> int:
    """Return microseconds since the epoch, rounded down as Firestore does."""
    seconds: int = timestamp.seconds
    nanos: int = timestamp.nanos
    return seconds * 1_000_000 + nanos // 1000


_SHORT = tuple(bytes((number,)) for number in range(0x80))
"""The varints of one byte."""


def varint(number: int) -> bytes:
    """Encode a non-negative integer as a protobuf varint."""
    if number < len(_SHORT):
        return _SHORT[number]
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def length_delimited(tag: bytes, payload: bytes) -> bytes:
    """Encode one length-delimited protobuf field whose tag is already encoded."""
    return tag + varint(len(payload)) + payload


@lru_cache(maxsize=4096)
def timestamp_bytes(micros: int) -> bytes:
    """Return the serialized form of :func:`timestamp_from_micros`."""
    encoded: bytes = timestamp_from_micros(micros).SerializeToString()
    return encoded
