"""The calls that read and write documents by name."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from emulator.firestore.data.documents import Version, document_bytes
from emulator.firestore.data.write_checks import check_verifies, target_name
from emulator.firestore.query.results import found_response, mask_paths, masked, missing_response
from emulator.firestore.service.engine import Engine, OpenDatabase, commit_response
from emulator.firestore.service.views import View
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill
from emulator.firestore.wire.errors import FirestoreError, invalid_argument, not_found
from emulator.firestore.wire.fieldpaths import FieldPath
from emulator.firestore.wire.names import check_document_path, check_segment
from emulator.firestore.wire.protos import Message, timestamp_from_micros
from emulator.firestore.wire.randomids import random_id

MAX_BATCH_WRITES = 500


class DocumentCalls:
    """Serves get, create, update, delete, batch and transaction calls."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def get_document(self, request: Message, bill: Bill) -> bytes:
        """Serve GetDocument."""
        database, path = self._engine.database_of(request.name)
        check_document_path(path, request.name)
        paths = mask_paths(request)
        view = View(database, request)
        await view.lock((path,))
        bill.read(1)
        version = view.version(path)
        if version.fields is None:
            raise not_found(f'Document "{request.name}" not found.')
        return document_bytes(database.documents.prefix, path, masked(version, paths))

    async def batch_get(
        self, request: Message, bill: Bill
    ) -> AsyncGenerator[bytes | Message, None]:
        """Serve BatchGetDocuments."""
        database = self._engine.database(request.database)
        documents = database.documents
        paths: list[str] = []
        for name in dict.fromkeys(request.documents):
            path = documents.relative(name)
            if path not in documents.docs:
                check_document_path(path, name)
            paths.append(path)
        mask = mask_paths(request)
        view = View(database, request)
        await view.lock(paths)
        read_time = view.read_time()
        # Read all versions before yielding the first response: a commit may happen between two
        # responses.
        versions = [view.version(path) for path in paths]
        bill.read(len(paths))
        transaction = view.new_transaction
        if not paths and transaction:
            yield protos.BatchGetDocumentsResponse(
                transaction=transaction, read_time=timestamp_from_micros(read_time)
            )
        for path, version in zip(paths, versions, strict=True):
            if version.fields is None:
                yield missing_response(documents.prefix + path, read_time, transaction)
            else:
                document = document_bytes(documents.prefix, path, masked(version, mask))
                yield found_response(document, read_time, transaction)
            transaction = b""

    async def create_document(self, request: Message, bill: Bill) -> bytes:
        """Serve CreateDocument."""
        database, parent = self._engine.database_of(request.parent)
        check_segment(request.collection_id)
        document_id = request.document_id or random_id()
        holder = f"{parent}/{request.collection_id}" if parent else request.collection_id
        path = f"{holder}/{document_id}"
        write = protos.Write(update=request.document, current_document={"exists": False})
        return await self._write_one(database, path, write, mask_paths(request), bill)

    async def update_document(self, request: Message, bill: Bill) -> bytes:
        """Serve UpdateDocument."""
        database, path = self._engine.database_of(request.document.name)
        write = protos.Write(update=request.document)
        if request.HasField("update_mask"):
            write.update_mask.CopyFrom(request.update_mask)
        if request.HasField("current_document"):
            write.current_document.CopyFrom(request.current_document)
        return await self._write_one(database, path, write, mask_paths(request), bill)

    async def delete_document(self, request: Message, bill: Bill) -> bytes:
        """Serve DeleteDocument."""
        database, _ = self._engine.database_of(request.name)
        write = protos.Write(delete=request.name)
        if request.HasField("current_document"):
            write.current_document.CopyFrom(request.current_document)
        await database.commit([write], None, bill)
        return b""

    async def _write_one(
        self,
        database: OpenDatabase,
        path: str,
        write: Message,
        mask: list[FieldPath] | None,
        bill: Bill,
    ) -> bytes:
        documents = database.documents
        write.update.name = documents.prefix + path
        await database.commit([write], None, bill)
        version: Version = masked(documents.version(path), mask)
        return document_bytes(documents.prefix, path, version)

    async def commit(self, request: Message, bill: Bill) -> Message:
        """Serve Commit."""
        database = self._engine.database(request.database)
        transaction = None
        if request.transaction:
            transaction = database.transactions.get(request.transaction)
        check_verifies(request.writes)
        micros, results = await database.commit(request.writes, transaction, bill)
        return commit_response(micros, results)

    async def batch_write(self, request: Message, bill: Bill) -> Message:
        """Serve BatchWrite: each write succeeds or fails on its own."""
        database = self._engine.database(request.database)
        if len(request.writes) > MAX_BATCH_WRITES:
            raise invalid_argument(f"A batch can have at most {MAX_BATCH_WRITES} writes.")
        names = [target_name(write) for write in request.writes]
        if len(set(names)) < len(names):
            raise invalid_argument("A batch cannot write the same document more than once.")
        response = protos.BatchWriteResponse()
        for write in request.writes:
            result, status = protos.WriteResult(), protos.Status()
            try:
                _, results = await database.commit([write], None, bill)
                result = results[0]
            except FirestoreError as error:
                status = protos.Status(code=error.number, message=error.message)
            response.write_results.append(result)
            response.status.append(status)
        return response

    async def begin_transaction(self, request: Message, _bill: Bill) -> Message:
        """Serve BeginTransaction."""
        database = self._engine.database(request.database)
        transaction = database.transactions.begin(request.options)
        return protos.BeginTransactionResponse(transaction=transaction.id)

    async def rollback(self, request: Message, _bill: Bill) -> bytes:
        """Serve Rollback."""
        transactions = self._engine.database(request.database).transactions
        transactions.rollback(request.transaction)
        return b""
