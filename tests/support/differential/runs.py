"""Runs programs on one emulator, and describes its answers so that two engines' can be compared."""

import http.client
import queue
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.empty_pb2 import Empty

from emulator.firestore.wire import protos
from tests.support.differential.programs import (
    CURRENT,
    DATABASE,
    PROJECT,
    ROOT,
    SERVER_TIME_FIELD,
    Listen,
    Step,
    Transaction,
)
from tests.support.firestore_support import OWNER, SERVICE, Raw

Outcome = Any
"""What a step answered: nested tuples, lists and dictionaries, without times of the clock."""

_STREAMED = {"RunQuery", "RunAggregationQuery", "BatchGetDocuments"}
_RESPONSES = {
    "Commit": protos.CommitResponse,
    "BatchWrite": protos.BatchWriteResponse,
    "RunQuery": protos.RunQueryResponse,
    "RunAggregationQuery": protos.RunAggregationQueryResponse,
    "BatchGetDocuments": protos.BatchGetDocumentsResponse,
    "ListDocuments": protos.ListDocumentsResponse,
    "ListCollectionIds": protos.ListCollectionIdsResponse,
    "CreateDocument": protos.Document,
    "UpdateDocument": protos.Document,
    "DeleteDocument": Empty,
}
_MARKER = f"{ROOT}/marker/m"
_REMOVE, _CURRENT, _RESET = 2, 3, 4
_WATCHED, _MARKED = 1, 2
_TIMEOUT = 20


class Run:
    """One program's run on one engine."""

    def __init__(self, raw: Raw) -> None:
        self._raw = raw
        self._commits: list[Any] = []
        self._seen: dict[tuple[int, int], int] = {}
        self._listeners: list[_Listener] = []

    def step(self, step: Step) -> Outcome:
        """Run one step; return its outcome."""
        if isinstance(step, Transaction):
            return self._transaction(step)
        if isinstance(step, Listen):
            return self._listen(step)
        request = _copy(step.request)
        if step.at is not None:
            if not self._commits:
                return "nothing was committed"
            request.read_time.CopyFrom(self._commits[step.at % len(self._commits)])
        return self._call(step.method, request)

    def end(self) -> list[Outcome]:
        """Return what each listener has been told, and whether a query finds the same."""
        if not self._listeners:
            return []
        marker = protos.Write(update=protos.Document(name=_MARKER))
        self._raw.commit(marker)
        told = []
        for listener in self._listeners:
            documents = listener.until_marked()
            found = self._call("RunQuery", listener.asked)
            told.append([self._documents(documents), _same(self._documents(documents), found)])
        return told

    def close(self) -> None:
        """End what is still open."""
        for listener in self._listeners:
            listener.close()

    def _call(self, method: str, request: Any) -> Outcome:
        self._fill_times(request)
        try:
            if method in _STREAMED:
                answer: Any = self._raw.stream(method, request, _RESPONSES[method])
            elif method == "ListDocuments":
                answer = self._pages(request)
            else:
                answer = self._raw.unary(method, request, _RESPONSES[method])
        except grpc.RpcError as error:
            return error.code().name
        return getattr(self, f"_{_snake(method)}")(answer)

    def _pages(self, request: Any) -> list[Any]:
        found: list[Any] = []
        while True:
            answer = self._raw.unary("ListDocuments", request, protos.ListDocumentsResponse)
            found.extend(answer.documents)
            if not answer.next_page_token:
                return found
            request.page_token = answer.next_page_token

    def _transaction(self, step: Transaction) -> Outcome:
        begun = self._raw.unary(
            "BeginTransaction",
            protos.BeginTransactionRequest(database=DATABASE, options=step.options),
            protos.BeginTransactionResponse,
        )
        outcomes = []
        for read in step.reads:
            request = _copy(read.request)
            request.transaction = begun.transaction
            outcomes.append(self._call(read.method, request))
        for _ in range(2 if step.end == "twice" else 1):
            if step.end == "rollback":
                self._raw.rollback(begun.transaction)
            request = protos.CommitRequest(database=DATABASE, transaction=begun.transaction)
            request.writes.extend(step.writes)
            outcomes.append(self._call("Commit", request))
        # A transaction whose commit was invalid may be open, and hold locks.
        with suppress(grpc.RpcError):
            self._raw.rollback(begun.transaction)
        return outcomes

    def _listen(self, step: Listen) -> Outcome:
        listener = _Listener(self._raw, step.query)
        refusal = listener.start()
        if refusal is not None:
            listener.close()
            return refusal
        self._listeners.append(listener)
        return "listening"

    def _fill_times(self, request: Any) -> None:
        """Put the engine's own times into preconditions that ask for them."""
        for write in getattr(request, "writes", []):
            name = write.update.name or write.delete or write.verify or write.transform.document
            self._fill_time(write, name)
        if isinstance(request, protos.UpdateDocumentRequest):
            self._fill_time(request, request.document.name)
        elif isinstance(request, protos.DeleteDocumentRequest):
            self._fill_time(request, request.name)

    def _fill_time(self, holder: Any, name: str) -> None:
        condition = holder.current_document
        if condition.WhichOneof("condition_type") != "update_time":
            return
        found = None
        if condition.update_time.seconds == CURRENT and name:
            found = self._raw.get(name.removeprefix(f"{ROOT}/")).found.update_time
        elif self._commits:
            found = self._commits[0]
        if found is not None and found.seconds:
            condition.update_time.CopyFrom(found)

    def _time(self, time: Any) -> Any:
        """Number the times in the order in which they are first seen."""
        if not time.seconds:
            return None
        return self._seen.setdefault((time.seconds, time.nanos), len(self._seen))

    def _document(self, document: Any) -> Outcome:
        return (
            document.name.removeprefix(f"{ROOT}/"),
            _fields(document.fields),
            self._time(document.create_time),
            self._time(document.update_time),
        )

    def _documents(self, documents: list[Any]) -> Outcome:
        return [self._document(document) for document in documents]

    def _results(self, results: Any) -> Outcome:
        return [
            (self._time(result.update_time), [_plain(item) for item in result.transform_results])
            for result in results
        ]

    def _commit(self, answer: Any) -> Outcome:
        # Only what commits writes has a time on both engines.
        if answer.write_results:
            self._commits.append(answer.commit_time)
        return self._results(answer.write_results)

    def _batch_write(self, answer: Any) -> Outcome:
        codes = [status.code for status in answer.status]
        return codes, [
            result if code == 0 else None
            for code, result in zip(codes, self._results(answer.write_results), strict=True)
        ]

    def _run_query(self, answer: list[Any]) -> Outcome:
        # How many results were skipped at which time is progress, not a result.
        return self._documents([item.document for item in answer if item.HasField("document")])

    def _run_aggregation_query(self, answer: list[Any]) -> Outcome:
        return [_fields(item.result.aggregate_fields) for item in answer]

    def _batch_get_documents(self, answer: list[Any]) -> Outcome:
        found = [self._document(item.found) for item in answer if item.HasField("found")]
        return sorted(found, key=lambda each: str(each[0])), sorted(
            item.missing for item in answer if item.missing
        )

    def _list_documents(self, answer: list[Any]) -> Outcome:
        return self._documents(answer)

    def _list_collection_ids(self, answer: Any) -> Outcome:
        return list(answer.collection_ids)

    def _create_document(self, answer: Any) -> Outcome:
        self._commits.append(answer.update_time)
        return self._document(answer)

    _update_document = _document

    def _delete_document(self, _: Any) -> Outcome:
        return "deleted"


class _Listener:
    """A Listen stream with the query and, to know how far it has come, a marker document."""

    def __init__(self, raw: Raw, query: Any) -> None:
        self.asked = protos.RunQueryRequest(parent=ROOT, structured_query=query)
        self._requests: queue.Queue[Any] = queue.Queue()
        self._members: dict[str, Any] = {}
        self._is_marked = False
        target = {"parent": ROOT, "structured_query": query}
        self._add(target_id=_WATCHED, query=target)
        self._call = raw.channel.stream_stream(
            f"{SERVICE}Listen",
            lambda message: message.SerializeToString(),
            protos.ListenResponse.FromString,
        )(
            self._outgoing(),
            timeout=_TIMEOUT,
            metadata=(*raw.metadata, ("google-cloud-resource-prefix", DATABASE)),
        )

    def start(self) -> str | None:
        """Wait for the first snapshot; return the code if the query is refused."""
        try:
            while True:
                change = self._take(next(self._call))
                if change is not None and change.target_change_type == _REMOVE:
                    return _code_name(change.cause.code)
                if change is not None and change.target_change_type == _CURRENT:
                    break
            self._add(target_id=_MARKED, documents={"documents": [_MARKER]})
            while True:
                change = self._take(next(self._call))
                if (
                    change is not None
                    and change.target_change_type == _CURRENT
                    and _MARKED in change.target_ids
                ):
                    return None
        except grpc.RpcError as error:
            return str(error.code().name)

    def until_marked(self) -> list[Any]:
        """Return the documents of the query, by name, once the marker has been seen.

        Changes come in any order, also those of one commit: clients sort what they show.
        """
        while not self._is_marked:
            self._take(next(self._call))
        while True:
            change = self._take(next(self._call))
            if change is not None and not change.target_ids:
                return [self._members[name] for name in sorted(self._members)]

    def close(self) -> None:
        """End the stream."""
        self._requests.put(None)
        self._call.cancel()

    def _add(self, **target: Any) -> None:
        self._requests.put(
            protos.ListenRequest(database=DATABASE, add_target=protos.Target(**target))
        )

    def _outgoing(self) -> Iterator[Any]:
        while (request := self._requests.get()) is not None:
            yield request

    def _take(self, response: Any) -> Any:
        """Apply a response; return its change of targets, if it is one."""
        kind = response.WhichOneof("response_type")
        part = getattr(response, kind)
        if kind == "target_change":
            if part.target_change_type == _RESET:
                self._members.clear()
            return part
        if kind == "document_change":
            if part.document.name == _MARKER:
                self._is_marked = True
            if _WATCHED in part.target_ids:
                self._members[part.document.name] = part.document
            elif _WATCHED in part.removed_target_ids:
                self._members.pop(part.document.name, None)
        elif kind in ("document_delete", "document_remove") and (
            _WATCHED in part.removed_target_ids
        ):
            self._members.pop(part.document, None)
        return None


def _same(told: list[Any], found: Outcome) -> bool:
    """Whether a listener knows the documents that a query finds."""
    key = repr
    return isinstance(found, list) and sorted(told, key=key) == sorted(found, key=key)


def clear(address: str) -> None:
    """Delete all documents of the database."""
    connection = http.client.HTTPConnection(address, timeout=_TIMEOUT)
    path = f"/emulator/v1/projects/{PROJECT}/databases/(default)/documents"
    connection.request("DELETE", path, headers={"Authorization": OWNER[1]})
    assert connection.getresponse().status == 200
    connection.close()


def _fields(fields: Any) -> dict[str, Outcome]:
    return {
        name: "a server time" if name == SERVER_TIME_FIELD else _plain(fields[name])
        for name in sorted(fields)
    }


def _plain(value: Any) -> Outcome:
    """Describe a value exactly: type, sign of zero, NaN."""
    kind = value.WhichOneof("value_type")
    part = getattr(value, kind) if kind else None
    if kind == "array_value":
        return [_plain(item) for item in part.values]
    if kind == "map_value":
        return _fields(part.fields)
    if kind == "timestamp_value":
        # The only recent times are the server's own.
        recent = part.seconds > 1_500_000_000
        return "a server time" if recent else (kind, part.seconds, part.nanos)
    if kind == "geo_point_value":
        return kind, part.latitude, part.longitude
    return kind, repr(part)


def _copy(message: Any) -> Any:
    copied = type(message)()
    copied.CopyFrom(message)
    return copied


def _code_name(code: int) -> str:
    return next(each.name for each in grpc.StatusCode if each.value[0] == code)


def _snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")
