"""Listen streams: several targets, atomic snapshots, and resuming a broken stream."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator

from emulator.firestore.data.database import HISTORY_MICROS, Change, Database
from emulator.firestore.data.documents import Version, document_bytes
from emulator.firestore.service.bloom import bloom_filter
from emulator.firestore.service.engine import Engine
from emulator.firestore.service.targets import Delta, WatchTarget, difference, make_target
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill
from emulator.firestore.wire.errors import FirestoreError, invalid_argument, unavailable
from emulator.firestore.wire.names import collection_id_of, collection_of
from emulator.firestore.wire.protos import Message, micros_from_timestamp, timestamp_from_micros

_TOKEN_BYTES = 8

_NO_CHANGE, _ADD, _REMOVE, _CURRENT, _RESET = range(5)


_StreamTable = defaultdict[str, "set[ListenStream]"]


class ListenHub:
    """Passes a database's changes to the streams that they concern."""

    def __init__(self, database: Database) -> None:
        self._documents: _StreamTable = defaultdict(set)
        self._collections: _StreamTable = defaultdict(set)
        self._groups: _StreamTable = defaultdict(set)
        database.observers.append(self._changed)

    def join(self, stream: ListenStream, target: WatchTarget) -> None:
        """Start passing the changes that can concern a stream's new target."""
        for table, key in self._subscriptions(target):
            table[key].add(stream)

    def leave(self, stream: ListenStream, target: WatchTarget) -> None:
        """Stop passing them; other targets of the stream with the same interest must rejoin."""
        for table, key in self._subscriptions(target):
            holders = table[key]
            holders.discard(stream)
            if not holders:
                del table[key]

    def _subscriptions(self, target: WatchTarget) -> list[tuple[_StreamTable, str]]:
        interest = target.interest
        subscriptions = [(self._documents, path) for path in interest.documents]
        if interest.collection is not None:
            subscriptions.append((self._collections, interest.collection))
        if interest.group is not None:
            subscriptions.append((self._groups, interest.group))
        return subscriptions

    def _changed(self, micros: int, changes: list[Change]) -> None:
        streams: set[ListenStream] = set()
        for change in changes:
            path = change.doc.path
            streams |= self._documents.get(path, set())
            if self._collections:
                streams |= self._collections.get(collection_of(path), set())
            if self._groups:
                streams |= self._groups.get(collection_id_of(path), set())
        for stream in streams:
            stream.changed(micros, changes)


class ListenStream:
    """One stream with its targets.

    Args:
        database: The database to watch.
        hub: The hub of that database.
        bill: Counts deliveries.
    """

    def __init__(self, database: Database, hub: ListenHub, bill: Bill) -> None:
        self._database = database
        self._hub = hub
        self._bill = bill
        self._targets: dict[int, WatchTarget] = {}
        self.outbox: asyncio.Queue[Message | None] = asyncio.Queue()

    def add(self, message: Message) -> None:
        """Add a target and send its first snapshot.

        If the target cannot be watched, sends its removal with the cause instead.
        """
        target_id = message.target_id
        if target_id in self._targets:
            self._refuse(target_id, invalid_argument(f"Target id {target_id} is in use."))
            return
        if target_id <= 0:
            self._refuse(target_id, invalid_argument("Target ids must be positive."))
            return
        try:
            target = make_target(self._database, message)
            known_at = _resume_point(message)
        except FirestoreError as error:
            self._refuse(target_id, error)
            return
        self._target_change(_ADD, [target_id])
        micros = self._database.clock.read()
        if known_at is not None:
            if max(micros - HISTORY_MICROS, self._database.known_since) <= known_at <= micros:
                known = target.state(known_at)
                target.members = {path: version.update_time for path, version in known.items()}
            else:
                self._target_change(_RESET, [target_id])
                known_at = None
        deltas = list(difference(target, target.state(None)))
        self._bill.query(len(deltas))
        for delta in deltas:
            self._deliver(delta.path, delta.version, [(target_id, delta)])
        if known_at is not None and message.HasField("expected_count"):
            self._existence_filter(target, message.expected_count.value)
        self._target_change(_CURRENT, [target_id], micros)
        if message.once:
            self._target_change(_REMOVE, [target_id])
        else:
            self._targets[target_id] = target
            self._hub.join(self, target)
        self._target_change(_NO_CHANGE, [], micros)

    def remove(self, target_id: int) -> None:
        """Remove a target; ignores an unknown one, which may just have been refused."""
        target = self._targets.pop(target_id, None)
        if target is None:
            return
        self._hub.leave(self, target)
        for other in self._targets.values():
            self._hub.join(self, other)
        self._target_change(_REMOVE, [target_id])

    def close(self) -> None:
        """Remove all targets."""
        for target in self._targets.values():
            self._hub.leave(self, target)
        self._targets.clear()

    def changed(self, micros: int, changes: list[Change]) -> None:
        """Send a commit's changes to the targets, as one snapshot."""
        by_path: dict[str, list[tuple[int, Delta]]] = {}
        for target in self._targets.values():
            for delta in target.changed(changes):
                by_path.setdefault(delta.path, []).append((target.target_id, delta))
        if not by_path:
            return
        for path, by_target in by_path.items():
            self._bill.read(1)
            self._deliver(path, self._database.version(path), by_target)
        self._target_change(_NO_CHANGE, [], micros)

    def _deliver(self, path: str, version: Version, by_target: list[tuple[int, Delta]]) -> None:
        name = self._database.prefix + path
        members = [(target_id, delta) for target_id, delta in by_target if delta.member]
        others = [target_id for target_id, delta in by_target if not delta.member]
        response = protos.ListenResponse()
        if members:
            change = response.document_change
            shown = members[0][1].version
            data = document_bytes(self._database.prefix, path, shown)
            change.document.MergeFromString(data)
            change.target_ids.extend(target_id for target_id, _ in members)
            change.removed_target_ids.extend(others)
        elif version.fields is None:
            deleted = response.document_delete
            deleted.document = name
            deleted.removed_target_ids.extend(others)
            micros = version.update_time or self._database.clock.read()
            deleted.read_time.CopyFrom(timestamp_from_micros(micros))
        else:
            removed = response.document_remove
            removed.document = name
            removed.removed_target_ids.extend(others)
            removed.read_time.CopyFrom(timestamp_from_micros(version.update_time))
        self.outbox.put_nowait(response)

    def _existence_filter(self, target: WatchTarget, expected: int) -> None:
        response = protos.ListenResponse()
        response.filter.target_id = target.target_id
        response.filter.count = len(target.members)
        if expected != len(target.members):
            names = [self._database.prefix + path for path in target.members]
            response.filter.unchanged_names.CopyFrom(bloom_filter(names))
        self.outbox.put_nowait(response)

    def _refuse(self, target_id: int, error: FirestoreError) -> None:
        response = protos.ListenResponse()
        change = response.target_change
        change.target_change_type = _REMOVE
        change.target_ids.append(target_id)
        change.cause.code = error.number
        change.cause.message = error.message
        self.outbox.put_nowait(response)

    def _target_change(self, kind: int, target_ids: list[int], micros: int | None = None) -> None:
        response = protos.ListenResponse()
        change = response.target_change
        change.target_change_type = kind
        change.target_ids.extend(target_ids)
        if micros is not None:
            change.read_time.CopyFrom(timestamp_from_micros(micros))
            change.resume_token = micros.to_bytes(_TOKEN_BYTES, "big")
        self.outbox.put_nowait(response)


class ListenCalls:
    """Serves the Listen call."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._hubs: dict[str, ListenHub] = {}
        self._streams: set[ListenStream] = set()

    async def listen(
        self, requests: AsyncIterator[Message], bill: Bill
    ) -> AsyncGenerator[bytes | Message, None]:
        """Serve one stream until the client disconnects, or has nothing more to ask."""
        first = await anext(requests, None)
        if first is None:
            return
        database = self._engine.database(first.database).documents
        hub = self._hubs.get(database.name)
        if hub is None:
            hub = self._hubs[database.name] = ListenHub(database)
        stream = ListenStream(database, hub, bill)
        self._streams.add(stream)

        async def receive() -> None:
            try:
                _handle(stream, first)
                async for request in requests:
                    _handle(stream, request)
            finally:
                # The web SDK only closes its side; its program runs until this one is closed too.
                stream.outbox.put_nowait(None)

        receiver = asyncio.create_task(receive())
        try:
            while (response := await stream.outbox.get()) is not None:
                yield response
            if not receiver.done():
                raise unavailable("The server is shutting down.")
            await receiver
        finally:
            receiver.cancel()
            stream.close()
            self._streams.discard(stream)

    def close(self) -> None:
        """End all streams."""
        for stream in self._streams:
            stream.outbox.put_nowait(None)


def _handle(stream: ListenStream, request: Message) -> None:
    kind = request.WhichOneof("target_change")
    if kind == "add_target":
        stream.add(request.add_target)
    elif kind == "remove_target":
        stream.remove(request.remove_target)
    else:
        raise invalid_argument("A listen request must add or remove a target.")


def _resume_point(target: Message) -> int | None:
    kind = target.WhichOneof("resume_type")
    if kind == "read_time":
        return micros_from_timestamp(target.read_time)
    if kind == "resume_token" and target.resume_token:
        token: bytes = target.resume_token
        if len(token) != _TOKEN_BYTES:
            raise invalid_argument("Invalid resume token.")
        return int.from_bytes(token, "big")
    return None
