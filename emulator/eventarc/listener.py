"""Listens for new documents through Firestore's public API alone."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import grpc.aio
from google.cloud.firestore_v1 import types

UNBILLED = ("x-emulator-unbilled", "eventarc")
"""Tells the embedded Firestore not to bill a call of Eventarc's own; others ignore it."""
_OWNER = ("authorization", "Bearer owner")
"""What server libraries send to an emulator, which then skips the rules."""
_TARGET = 1
_ListenRequest: Any = types.ListenRequest.pb()
_ListenResponse: Any = types.ListenResponse.pb()
_CommitRequest: Any = types.CommitRequest.pb()
_CommitResponse: Any = types.CommitResponse.pb()
_Change: Any = types.TargetChange.pb()


@dataclass(frozen=True)
class Snapshot:
    """The documents new or changed since the previous snapshot, and where to resume."""

    documents: list[Any]
    resume_token: bytes


class Firestore:
    """The two calls that the bridge makes."""

    def __init__(self, host: str, project: str) -> None:
        self._channel = grpc.aio.insecure_channel(
            host,
            options=[
                ("grpc.max_receive_message_length", -1),
                # A database that was away is found again at once.
                ("grpc.initial_reconnect_backoff_ms", 100),
                ("grpc.max_reconnect_backoff_ms", 1_000),
                # The bridge repeats calls. Those that gRPC repeats itself may never end.
                ("grpc.enable_retries", 0),
            ],
        )
        self._database = f"projects/{project}/databases/(default)"
        service = "/google.firestore.v1.Firestore"
        self._listen = self._channel.stream_stream(
            f"{service}/Listen",
            request_serializer=_ListenRequest.SerializeToString,
            response_deserializer=_ListenResponse.FromString,
        )
        self._commit = self._channel.unary_unary(
            f"{service}/Commit",
            request_serializer=_CommitRequest.SerializeToString,
            response_deserializer=_CommitResponse.FromString,
        )

    async def close(self) -> None:
        """Closes the connection."""
        await self._channel.close()

    async def snapshots(self, group: str, resume_token: bytes | None) -> AsyncIterator[Snapshot]:
        """Yields each consistent snapshot of a collection group, starting at the token.

        Ends when the server removes the target; raises `grpc.aio.AioRpcError` when the connection
        breaks. In both cases listen again with the last token.
        """
        prefix = ("google-cloud-resource-prefix", self._database)
        call = self._listen(metadata=(UNBILLED, _OWNER, prefix))
        await call.write(self._request(group, resume_token))
        documents: dict[str, Any] = {}
        while True:
            response = await call.read()
            if response is grpc.aio.EOF:
                return
            if response.HasField("document_change"):
                document = response.document_change.document
                documents[document.name] = document
            elif response.HasField("target_change"):
                change = response.target_change
                if change.target_change_type == _Change.RESET:
                    documents.clear()
                elif change.target_change_type == _Change.REMOVE:
                    return
                elif change.resume_token and change.HasField("read_time"):
                    yield Snapshot(list(documents.values()), change.resume_token)
                    documents = {}

    async def write(self, path: str, *, exists: bool) -> None:
        """Creates an empty document, or deletes it."""
        name = f"{self._database}/documents/{path}"
        request = _CommitRequest(database=self._database)
        write = request.writes.add()
        if exists:
            write.update.name = name
        else:
            write.delete = name
        await self._commit(request, metadata=(UNBILLED, _OWNER))

    def _request(self, group: str, resume_token: bytes | None) -> Any:
        request = _ListenRequest(database=self._database)
        target = request.add_target
        target.target_id = _TARGET
        target.query.parent = f"{self._database}/documents"
        source = target.query.structured_query.from_.add()
        source.collection_id = group
        source.all_descendants = True
        if resume_token:
            target.resume_token = resume_token
        return request
