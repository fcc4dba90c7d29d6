"""The gRPC server: one asyncio process, one port, no other dependency than grpcio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import grpc
import grpc.aio

from . import protos
from .billing import Bill, Usage
from .document_calls import DocumentCalls
from .engine import Engine
from .errors import failed_precondition
from .listening import ListenCalls
from .protos import Message
from .query_calls import QueryCalls
from .rpc import SERVICE, Caller
from .storage import MemoryStorage, SqliteStorage
from .write_stream import WriteCalls

_DATABASE_FILE = "firestore.sqlite"
_RECEIVE_LIMIT = 64 * 1024 * 1024
_OPTIONS = [
    ("grpc.max_receive_message_length", _RECEIVE_LIMIT),
    ("grpc.max_send_message_length", -1),
    ("grpc.so_reuseport", 0),
]


class FirestoreServer:
    """An embedded Firestore.

    Args:
        storage_path: The directory that keeps the documents, None to keep them in memory.
        now_micros: Returns the current time in microseconds since the epoch. It may jump.
        usage: Where billed operations are counted.
        host: The address to listen on.
        port: The port, 0 for a free one.
    """

    def __init__(
        self,
        storage_path: Path | None,
        now_micros: Callable[[], int],
        usage: Usage,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self._storage_path = storage_path
        self._now_micros = now_micros
        self._usage = usage
        self._host = host
        self._port = port
        self._server: grpc.aio.Server | None = None
        self._engine: Engine | None = None
        self._listen: ListenCalls | None = None

    async def start(self) -> int:
        """Load the documents and serve.

        Returns:
            The port.

        Raises:
            RuntimeError: When the port is taken.
        """
        if self._storage_path is None:
            storage: MemoryStorage | SqliteStorage = MemoryStorage()
        else:
            storage = SqliteStorage(self._storage_path / _DATABASE_FILE)
        self._engine = Engine(storage, self._now_micros)
        self._listen = ListenCalls(self._engine)
        self._server = grpc.aio.server(options=_OPTIONS)
        handlers = method_handlers(self._engine, self._listen, self._usage)
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(SERVICE, handlers),)
        )
        self._port = self._server.add_insecure_port(f"{self._host}:{self._port}")
        await self._server.start()
        return self._port

    async def stop(self) -> None:
        """End all calls and close the storage."""
        if self._listen is not None:
            self._listen.close()
        if self._server is not None:
            await self._server.stop(grace=0.5)
        if self._engine is not None:
            self._engine.close()


def method_handlers(
    engine: Engine, listen: ListenCalls, usage: Usage
) -> dict[str, grpc.RpcMethodHandler]:
    """Return the gRPC handlers of the Firestore service by method name."""
    documents = DocumentCalls(engine)
    queries = QueryCalls(engine)
    writes = WriteCalls(engine)
    caller = Caller(usage)
    unary, stream = caller.unary, caller.server_stream
    return {
        "GetDocument": unary(protos.GetDocumentRequest, documents.get_document),
        "CreateDocument": unary(protos.CreateDocumentRequest, documents.create_document),
        "UpdateDocument": unary(protos.UpdateDocumentRequest, documents.update_document),
        "DeleteDocument": unary(protos.DeleteDocumentRequest, documents.delete_document),
        "BeginTransaction": unary(protos.BeginTransactionRequest, documents.begin_transaction),
        "Commit": unary(protos.CommitRequest, documents.commit),
        "Rollback": unary(protos.RollbackRequest, documents.rollback),
        "BatchWrite": unary(protos.BatchWriteRequest, documents.batch_write),
        "ListDocuments": unary(protos.ListDocumentsRequest, queries.list_documents),
        "ListCollectionIds": unary(protos.ListCollectionIdsRequest, queries.list_collection_ids),
        "PartitionQuery": unary(protos.PartitionQueryRequest, queries.partition_query),
        "BatchGetDocuments": stream(protos.BatchGetDocumentsRequest, documents.batch_get),
        "RunQuery": stream(protos.RunQueryRequest, queries.run_query),
        "RunAggregationQuery": stream(
            protos.RunAggregationQueryRequest, queries.run_aggregation
        ),
        "ExecutePipeline": stream(protos.ExecutePipelineRequest, _refuse_pipeline),
        "Listen": caller.bidirectional(protos.ListenRequest, listen.listen),
        "Write": caller.bidirectional(protos.WriteRequest, writes.write),
    }


async def _refuse_pipeline(request: Message, bill: Bill) -> AsyncIterator[bytes | Message]:
    raise failed_precondition(
        "ExecutePipeline is only supported for Firestore Enterprise edition databases."
    )
    yield b""
