"""Runs the embedded Firestore in a thread or a process, and calls it without a client."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import grpc
from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.protobuf.empty_pb2 import Empty

from adapters.firestore.client import GuardedClient
from emulator.firestore import FirestoreServer, Usage
from emulator.firestore.wire import protos
from shared.base.breaker import Breaker

ROOT = Path(__file__).resolve().parents[2]
SERVICE = "/google.firestore.v1.Firestore/"
OWNER = ("authorization", "Bearer owner")
"""What server libraries send to an emulator."""


def system_micros() -> int:
    return time.time_ns() // 1000


class ServerThread:
    """A server on its own event loop, in its own thread."""

    def __init__(
        self,
        storage: Path | None = None,
        now_micros: Callable[[], int] = system_micros,
        interference: Any = None,
        port: int = 0,
    ) -> None:
        self.usage = Usage()
        self._loop = asyncio.new_event_loop()
        self._server = FirestoreServer(
            storage, now_micros, self.usage, port=port, interference=interference
        )
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.port: int = self._wait(self._server.start())
        self.address = f"127.0.0.1:{self.port}"
        return self

    def __exit__(self, *_: object) -> None:
        self._wait(self._server.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def abandon_transactions(self) -> None:
        """Expires all open transactions, as the server does after a minute without use."""

        async def abandon() -> None:
            self._server.abandon_transactions()

        self._wait(abandon())

    def cut(self) -> None:
        """Refuses connections and ends those that are open, until `restore`."""
        self._wait(self._server.cut())

    def restore(self) -> None:
        """Listens again."""
        self._wait(self._server.restore())

    def _wait(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)


class ServerProcess:
    """A server in a process that can be killed."""

    def __init__(self, storage: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "emulator.firestore", "--port", "0", "--storage", storage],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def emulator_host(address: str) -> Iterator[None]:
    """Name the emulator for clients created meanwhile, which read the variable only then."""
    before = os.environ.get("FIRESTORE_EMULATOR_HOST")
    os.environ["FIRESTORE_EMULATOR_HOST"] = address
    try:
        yield
    finally:
        if before is None:
            del os.environ["FIRESTORE_EMULATOR_HOST"]
        else:
            os.environ["FIRESTORE_EMULATOR_HOST"] = before


def make_client(address: str, project: str) -> firestore.Client:
    with emulator_host(address):
        return firestore.Client(project=project, credentials=AnonymousCredentials())


def make_guarded_client(address: str, project: str) -> GuardedClient:
    """Returns the client that the functions use."""
    with emulator_host(address):
        return GuardedClient(project, Breaker())


def make_async_client(address: str, project: str) -> firestore.AsyncClient:
    with emulator_host(address):
        return firestore.AsyncClient(project=project, credentials=AnonymousCredentials())


def fresh_project() -> str:
    return f"p-{uuid.uuid4().hex[:12]}"


class Raw:
    """Calls with plain protobuf messages against one database."""

    def __init__(
        self, address: str, project: str, metadata: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.channel = grpc.insecure_channel(address)
        self.database = f"projects/{project}/databases/(default)"
        self.root = f"{self.database}/documents"
        self.metadata = (OWNER, *metadata)

    def name(self, path: str) -> str:
        return f"{self.root}/{path}"

    def unary(self, method: str, request: Any, response: Any, timeout: float = 30) -> Any:
        call = self.channel.unary_unary(
            SERVICE + method, request.__class__.SerializeToString, response.FromString
        )
        return call(request, timeout=timeout, metadata=self.metadata)

    def stream(self, method: str, request: Any, response: Any) -> list[Any]:
        call = self.channel.unary_stream(
            SERVICE + method, request.__class__.SerializeToString, response.FromString
        )
        return list(call(request, timeout=30, metadata=self.metadata))

    def bidirectional(self, method: str, requests: Iterator[Any], response: Any) -> Any:
        call = self.channel.stream_stream(
            SERVICE + method, lambda message: message.SerializeToString(), response.FromString
        )
        return call(requests, timeout=30, metadata=self.metadata)

    def commit(self, *writes: Any, transaction: bytes = b"") -> Any:
        request = protos.CommitRequest(
            database=self.database, writes=writes, transaction=transaction
        )
        return self.unary("Commit", request, protos.CommitResponse)

    def begin(self, **options: Any) -> bytes:
        request = protos.BeginTransactionRequest(database=self.database, options=options)
        transaction: bytes = self.unary(
            "BeginTransaction", request, protos.BeginTransactionResponse
        ).transaction
        return transaction

    def rollback(self, transaction: bytes) -> None:
        request = protos.RollbackRequest(database=self.database, transaction=transaction)
        self.unary("Rollback", request, Empty)

    def get(self, path: str, **options: Any) -> Any:
        request = protos.BatchGetDocumentsRequest(
            database=self.database, documents=[self.name(path)], **options
        )
        return self.stream("BatchGetDocuments", request, protos.BatchGetDocumentsResponse)[-1]

    def query(self, query: Any, **options: Any) -> list[str]:
        request = protos.RunQueryRequest(parent=self.root, structured_query=query, **options)
        responses = self.stream("RunQuery", request, protos.RunQueryResponse)
        prefix = len(self.root) + 1
        return [item.document.name[prefix:] for item in responses if item.HasField("document")]

    def put(self, path: str, **fields: Any) -> Any:
        return protos.Write(update=protos.Document(name=self.name(path), fields=values(fields)))


def value(plain: Any) -> Any:
    """Return the Value of a plain Python value."""
    if plain is None:
        return protos.Value(null_value=0)
    if isinstance(plain, bool):
        return protos.Value(boolean_value=plain)
    if isinstance(plain, int):
        return protos.Value(integer_value=plain)
    if isinstance(plain, float):
        return protos.Value(double_value=plain)
    if isinstance(plain, str):
        return protos.Value(string_value=plain)
    if isinstance(plain, bytes):
        return protos.Value(bytes_value=plain)
    if isinstance(plain, list):
        return protos.Value(array_value={"values": [value(item) for item in plain]})
    return protos.Value(map_value={"fields": values(plain)})


def values(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value(item) for name, item in plain.items()}
