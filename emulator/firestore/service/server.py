"""The server: one asyncio process and one port for gRPC and administrative HTTP requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path

from emulator.firestore.data.index_file import DeclaredIndexes
from emulator.firestore.data.storage import MemoryStorage, SqliteStorage
from emulator.firestore.service.admin import AdminRequests
from emulator.firestore.service.document_calls import DocumentCalls
from emulator.firestore.service.engine import Engine
from emulator.firestore.service.interference import Interfered, Interference
from emulator.firestore.service.listening import ListenCalls
from emulator.firestore.service.query_calls import QueryCalls
from emulator.firestore.service.write_stream import WriteCalls
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill, Usage
from emulator.firestore.wire.errors import failed_precondition
from emulator.firestore.wire.http2.grpc_stream import Method
from emulator.firestore.wire.http2.server import GrpcServer
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.rpc import Caller, ServerStream, Unary
from emulator.guard import Guard, Zone
from emulator.sqlite_file import keep_tidy

_DATABASE_FILE = "firestore.sqlite"
_SERVICE = "/google.firestore.v1.Firestore/"
_GRACE_SECONDS = 0.5
_OWNER = "Bearer owner"
"""What Google's server libraries send to an emulator."""
_OWNER_ONLY = (
    "The embedded Firestore serves the owner alone and evaluates no rules. Send the metadata "
    '"authorization: Bearer owner", as server libraries do when FIRESTORE_EMULATOR_HOST is set. '
    "For clients that sign in as a user, or not at all, run `make firestore-second`: that engine, "
    "hidane, evaluates firestore.rules."
)


class FirestoreServer:
    """An embedded Firestore.

    Args:
        storage_path: The directory for the documents; None keeps them in memory.
        now_micros: Returns the current time in microseconds since the epoch. It may jump.
        usage: Counts billed operations.
        host: The address to listen on.
        port: The port; 0 picks a free one.
        declared: The indexes that queries may use; with None, every query is answered.
        interference: Hooks around calls, for injecting faults.
        guard: Refuses web pages.
    """

    def __init__(
        self,
        storage_path: Path | None,
        now_micros: Callable[[], int],
        usage: Usage,
        host: str = "127.0.0.1",
        port: int = 0,
        declared: DeclaredIndexes | None = None,
        interference: Interference | None = None,
        guard: Guard | None = None,
    ) -> None:
        self._guard = guard or Guard()
        self._interference = interference
        self._storage_path = storage_path
        self._now_micros = now_micros
        self._usage = usage
        self._host = host
        self._port = port
        self._declared = declared
        self._server: GrpcServer | None = None
        self._engine: Engine | None = None
        self._listen: ListenCalls | None = None
        self._is_cut = False
        self._tidying: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Load the documents and start serving.

        Returns:
            The port.

        Raises:
            OSError: When the port is taken.
        """
        if self._storage_path is None:
            storage: MemoryStorage | SqliteStorage = MemoryStorage()
        else:
            storage = SqliteStorage(self._storage_path / _DATABASE_FILE)
            self._tidying = asyncio.create_task(keep_tidy([storage.file]))
        self._engine = Engine(storage, self._now_micros, self._declared)
        self._listen = ListenCalls(self._engine)
        methods = service_methods(self._engine, self._listen, self._usage, self._interference)
        self._server = GrpcServer(methods, AdminRequests(self._engine).handle, self._refusal)
        self._port = await self._server.start(self._host, self._port)
        return self._port

    async def cut(self) -> None:
        """Refuse connections and end those that are open, as if the database were away."""
        if self._server is not None:
            self._is_cut = True
            await self._server.stop(0)

    async def restore(self) -> None:
        """Listen again on the same port, if cut. Transactions that were open before are gone."""
        self.abandon_transactions()
        if self._server is not None and self._is_cut:
            await self._server.start(self._host, self._port)
            self._is_cut = False

    def _refusal(self, method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        refusal = self._guard.refusal(Zone.SERVICES, method, headers)
        if refusal is not None:
            return refusal.code, refusal.message
        # Tools that clear the database over HTTP/1.1, which has no pseudo-headers, show nothing.
        unshown = "" if ":path" in headers else _OWNER
        if headers.get("authorization", unshown) != _OWNER:
            return 403, _OWNER_ONLY
        return None

    def abandon_transactions(self, idle_for: float = 0.0) -> None:
        """Expire the transactions of clients that are gone: those unused for this many seconds."""
        if self._engine is not None:
            for database in self._engine.databases():
                database.transactions.abandon(idle_for)

    async def stop(self) -> None:
        """End all calls and close the storage."""
        if self._tidying is not None:
            self._tidying.cancel()
        if self._listen is not None:
            self._listen.close()
        if self._server is not None:
            await self._server.stop(_GRACE_SECONDS)
        if self._engine is not None:
            self._engine.close()


def service_methods(
    engine: Engine, listen: ListenCalls, usage: Usage, interference: Interference | None
) -> dict[str, Method]:
    """Return all methods of the Firestore service, by path."""
    documents = DocumentCalls(engine)
    queries = QueryCalls(engine)
    writes = WriteCalls(engine)
    caller = Caller(usage)
    interfered = Interfered(engine, interference)
    unary: dict[str, tuple[Message, Unary]] = {
        "GetDocument": (protos.GetDocumentRequest, documents.get_document),
        "CreateDocument": (protos.CreateDocumentRequest, documents.create_document),
        "UpdateDocument": (protos.UpdateDocumentRequest, documents.update_document),
        "DeleteDocument": (protos.DeleteDocumentRequest, documents.delete_document),
        "BeginTransaction": (protos.BeginTransactionRequest, documents.begin_transaction),
        "Rollback": (protos.RollbackRequest, documents.rollback),
        "ListDocuments": (protos.ListDocumentsRequest, queries.list_documents),
        "ListCollectionIds": (protos.ListCollectionIdsRequest, queries.list_collection_ids),
        "PartitionQuery": (protos.PartitionQueryRequest, queries.partition_query),
    }
    commits: dict[str, tuple[Message, Unary]] = {
        "Commit": (protos.CommitRequest, documents.commit),
        "BatchWrite": (protos.BatchWriteRequest, documents.batch_write),
    }
    streams: dict[str, tuple[Message, ServerStream]] = {
        "BatchGetDocuments": (protos.BatchGetDocumentsRequest, documents.batch_get),
        "RunQuery": (protos.RunQueryRequest, queries.run_query),
        "RunAggregationQuery": (protos.RunAggregationQueryRequest, queries.run_aggregation),
        "ExecutePipeline": (protos.ExecutePipelineRequest, _refuse_pipeline),
    }
    methods = {
        **{
            name: caller.unary(of, interfered.unary(name, call))
            for name, (of, call) in unary.items()
        },
        **{name: caller.unary(of, interfered.commit(call)) for name, (of, call) in commits.items()},
        **{
            name: caller.server_stream(of, interfered.stream(name, call))
            for name, (of, call) in streams.items()
        },
        "Listen": caller.bidirectional(protos.ListenRequest, listen.listen),
        "Write": caller.bidirectional(protos.WriteRequest, writes.write),
    }
    return {_SERVICE + name: method for name, method in methods.items()}


async def _refuse_pipeline(_request: Message, _bill: Bill) -> AsyncGenerator[bytes | Message, None]:
    raise failed_precondition(
        "ExecutePipeline is only supported for Firestore Enterprise edition databases."
    )
    yield b""
