"""Listen streams: snapshots, several targets, resuming, filters; and the Write stream."""

import http.client
import queue
import threading
from collections.abc import Iterator
from typing import Any, Self

import grpc
import pytest
from google.cloud import firestore

from emulator.firestore.service.bloom import bloom_filter, positions
from emulator.firestore.wire import protos
from tests.support.engines import Engine, needs_embedded
from tests.support.firestore_support import Raw, value

NO_CHANGE, ADD, REMOVE, CURRENT, RESET = range(5)


class Listener:
    """One Listen stream, driven step by step."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self._requests: queue.Queue[Any] = queue.Queue()
        self._call = raw.bidirectional("Listen", self._outgoing(), protos.ListenResponse)
        self.tokens: list[bytes] = []

    def _outgoing(self) -> Iterator[Any]:
        while (request := self._requests.get()) is not None:
            yield request

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._requests.put(None)
        self._call.cancel()

    def add(self, target: dict[str, Any]) -> None:
        self._requests.put(
            protos.ListenRequest(database=self.raw.database, add_target=protos.Target(**target))
        )

    def remove(self, target_id: int) -> None:
        self._requests.put(
            protos.ListenRequest(database=self.raw.database, remove_target=target_id)
        )

    def next(self) -> Any:
        return next(self._call)

    def snapshot(self) -> list[Any]:
        """Return the responses up to the end of a snapshot of all targets."""
        found = []
        while True:
            response = self.next()
            change = response.target_change
            if response.HasField("target_change") and change.target_change_type == NO_CHANGE:
                assert not change.target_ids
                self.tokens.append(change.resume_token)
                return found
            found.append(response)


def documents(raw: Raw, *paths: str, target_id: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "documents": {"documents": [raw.name(path) for path in paths]},
        "target_id": target_id,
    } | more


def query(raw: Raw, target_id: int = 1, **parts: Any) -> dict[str, Any]:
    more = {
        name: parts.pop(name)
        for name in ("resume_token", "expected_count", "once")
        if name in parts
    }
    structured = protos.StructuredQuery(from_=[{"collection_id": "c"}], **parts)
    return {
        "query": {"parent": raw.root, "structured_query": structured},
        "target_id": target_id,
    } | more


def brief(raw: Raw, responses: list[Any], *, in_order: bool = False) -> list[Any]:
    """Summarize each response.

    Args:
        in_order: whether the order of the changes matters, as where the query has one. Otherwise
            they are sorted by path.
    """
    cut = len(raw.root) + 1
    told: list[Any] = []
    for response in responses:
        kind = response.WhichOneof("response_type")
        if kind == "document_change":
            change = response.document_change
            told.append(("change", change.document.name[cut:], list(change.target_ids)))
        elif kind in ("document_delete", "document_remove"):
            gone = getattr(response, kind)
            told.append((kind[9:], gone.document[cut:], list(gone.removed_target_ids)))
        elif kind == "filter":
            told.append(("filter", response.filter.count))
        else:
            change = response.target_change
            told.append((change.target_change_type, list(change.target_ids)))
    if in_order:
        return told
    places = [n for n, each in enumerate(told) if each[0] in ("change", "delete", "remove")]
    by_path = sorted((told[n] for n in places), key=lambda each: each[1])
    for n, each in zip(places, by_path, strict=True):
        told[n] = each
    return told


EQUAL_ONE = {"field_filter": {"field": {"field_path": "n"}, "op": 5, "value": value(1)}}


@needs_embedded("hidane also reports a document that does not exist")
def test_documents_by_name(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1))
    with Listener(raw) as listener:
        listener.add(documents(raw, "c/a", "c/b"))
        assert brief(raw, listener.snapshot()) == [
            (ADD, [1]),
            ("change", "c/a", [1]),
            (CURRENT, [1]),
        ]
        raw.commit(raw.put("c/elsewhere"))
        raw.commit(raw.put("c/b", n=2), protos.Write(delete=raw.name("c/a")))
        assert brief(raw, listener.snapshot()) == [("delete", "c/a", [1]), ("change", "c/b", [1])]


@needs_embedded("hidane reports a document that leaves a query as a change, not as a removal")
def test_documents_enter_and_leave_a_query(raw: Raw) -> None:
    with Listener(raw) as listener:
        listener.add(query(raw, where=EQUAL_ONE))
        assert brief(raw, listener.snapshot()) == [(ADD, [1]), (CURRENT, [1])]
        raw.commit(raw.put("c/a", n=1), raw.put("c/b", n=2))
        assert brief(raw, listener.snapshot()) == [("change", "c/a", [1])]
        raw.commit(raw.put("c/a", n=2), raw.put("c/b", n=1))
        assert brief(raw, listener.snapshot()) == [("remove", "c/a", [1]), ("change", "c/b", [1])]
        raw.commit(protos.Write(delete=raw.name("c/b")))
        assert brief(raw, listener.snapshot()) == [("delete", "c/b", [1])]


def test_a_write_that_changes_nothing_wakes_nobody(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1))
    with Listener(raw) as listener:
        listener.add(query(raw))
        listener.snapshot()
        raw.commit(raw.put("c/a", n=1))
        raw.commit(raw.put("c/b", n=1))
        assert brief(raw, listener.snapshot()) == [("change", "c/b", [1])]


@needs_embedded("hidane reports a document that leaves a query as a change, not as a removal")
def test_one_commit_is_one_snapshot_of_all_targets(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1))
    with Listener(raw) as listener:
        listener.add(query(raw, 1, where=EQUAL_ONE))
        listener.snapshot()
        listener.add(documents(raw, "c/a", "d/x", target_id=2))
        listener.snapshot()
        raw.commit(raw.put("c/a", n=2), raw.put("d/x", n=1))
        response = listener.snapshot()
        assert brief(raw, response) == [("change", "c/a", [2]), ("change", "d/x", [2])]
        assert list(response[0].document_change.removed_target_ids) == [1]
        listener.remove(2)
        assert brief(raw, [listener.next()]) == [(REMOVE, [2])]
        raw.commit(raw.put("d/x", n=5))
        raw.commit(raw.put("c/a", n=1))
        assert brief(raw, listener.snapshot()) == [("change", "c/a", [1])]


def test_a_query_is_first_told_in_its_order(raw: Raw) -> None:
    raw.commit(*(raw.put(f"c/{name}", n=n) for name, n in zip("abcd", (3, 1, 4, 2), strict=True)))
    for direction, expected in ((1, "bdac"), (2, "cadb")):
        order = [{"field": {"field_path": "n"}, "direction": direction}]
        with Listener(raw) as listener:
            listener.add(query(raw, order_by=order))
            told = brief(raw, listener.snapshot(), in_order=True)
        assert told == [(ADD, [1]), *(("change", f"c/{n}", [1]) for n in expected), (CURRENT, [1])]


@needs_embedded("hidane reports a document that leaves a query as a change, not as a removal")
def test_a_window_moves_when_its_documents_do(raw: Raw) -> None:
    raw.commit(*(raw.put(f"c/{name}", n=n) for n, name in enumerate("abc", start=1)))
    order = [{"field": {"field_path": "n"}}]
    with Listener(raw) as listener:
        listener.add(query(raw, order_by=order, limit={"value": 2}))
        assert [item[1] for item in brief(raw, listener.snapshot(), in_order=True)[1:-1]] == [
            "c/a",
            "c/b",
        ]
        raw.commit(protos.Write(delete=raw.name("c/a")))
        assert brief(raw, listener.snapshot(), in_order=True) == [
            ("delete", "c/a", [1]),
            ("change", "c/c", [1]),
        ]
        raw.commit(raw.put("c/z", n=0))
        assert brief(raw, listener.snapshot(), in_order=True) == [
            ("remove", "c/c", [1]),
            ("change", "c/z", [1]),
        ]


@needs_embedded("hidane reports a document that leaves a query as a change, not as a removal")
def test_a_window_moves_when_a_document_before_it_does(raw: Raw) -> None:
    raw.commit(*(raw.put(f"c/{name}", n=n) for n, name in enumerate("abcd", start=1)))
    order = [{"field": {"field_path": "n"}}]
    with Listener(raw) as listener:
        listener.add(query(raw, order_by=order, offset=1, limit={"value": 2}))
        assert [item[1] for item in brief(raw, listener.snapshot(), in_order=True)[1:-1]] == [
            "c/b",
            "c/c",
        ]
        raw.commit(protos.Write(delete=raw.name("c/a")))
        assert brief(raw, listener.snapshot(), in_order=True) == [
            ("remove", "c/b", [1]),
            ("change", "c/d", [1]),
        ]
        raw.commit(raw.put("c/z", n=0))
        assert brief(raw, listener.snapshot(), in_order=True) == [
            ("remove", "c/d", [1]),
            ("change", "c/b", [1]),
        ]


@needs_embedded("hidane reports a document that leaves a query as a change, not as a removal")
def test_resuming_tells_only_what_changed(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1), raw.put("c/b", n=1), raw.put("c/gone", n=1))
    with Listener(raw) as listener:
        listener.add(query(raw, where=EQUAL_ONE))
        listener.snapshot()
        token = listener.tokens[-1]
    raw.commit(raw.put("c/a", n=1, more=True), raw.put("c/b", n=2), raw.put("c/new", n=1))
    raw.commit(protos.Write(delete=raw.name("c/gone")))
    with Listener(raw) as listener:
        listener.add(query(raw, where=EQUAL_ONE, resume_token=token, expected_count={"value": 3}))
        told = brief(raw, listener.snapshot())
    assert sorted(map(str, told[1:-2])) == sorted(
        map(
            str,
            [
                ("remove", "c/b", [1]),
                ("delete", "c/gone", [1]),
                ("change", "c/a", [1]),
                ("change", "c/new", [1]),
            ],
        )
    )
    assert told[-2:] == [("filter", 2), (CURRENT, [1])]


def test_a_stale_token_begins_anew(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1))
    with Listener(raw) as listener:
        listener.add(query(raw, resume_token=bytes(8)))
        assert brief(raw, listener.snapshot()) == [
            (ADD, [1]),
            (RESET, [1]),
            ("change", "c/a", [1]),
            (CURRENT, [1]),
        ]


@needs_embedded("hidane does not remove a target that is asked for once")
def test_once(raw: Raw) -> None:
    with Listener(raw) as listener:
        listener.add(query(raw, once=True))
        assert brief(raw, listener.snapshot()) == [(ADD, [1]), (CURRENT, [1]), (REMOVE, [1])]


@pytest.mark.parametrize(
    "target",
    [
        {"target_id": 1},
        {"target_id": 0, "documents": {"documents": ["x"]}},
        pytest.param(
            {"target_id": 1, "documents": {}},
            marks=needs_embedded("hidane takes a target without documents"),
        ),
        {"target_id": 1, "documents": {"documents": ["x"]}},
        {"target_id": 1, "query": {"parent": "x", "structured_query": {}}},
    ],
)
def test_a_wrong_target_is_refused_and_the_stream_lives(raw: Raw, target: dict[str, Any]) -> None:
    with Listener(raw) as listener:
        listener.add(target)
        response = listener.next().target_change
        assert response.target_change_type == REMOVE
        assert response.cause.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
        listener.add(query(raw, 7))
        assert brief(raw, listener.snapshot()) == [(ADD, [7]), (CURRENT, [7])]


@needs_embedded("hidane ends the stream where a target's id is used again")
def test_a_target_id_in_use_is_refused(raw: Raw) -> None:
    with Listener(raw) as listener:
        listener.add(query(raw))
        listener.snapshot()
        listener.add(query(raw))
        assert listener.next().target_change.cause.code == 3


def test_the_official_client_sees_additions_changes_and_removals(client: firestore.Client) -> None:
    seen: queue.Queue[Any] = queue.Queue()
    collection = client.collection("c")

    def changed(_documents: Any, changes: Any, _time: Any) -> None:
        seen.put([(change.type.name, change.document.id) for change in changes])

    watch = collection.order_by("n").on_snapshot(changed)
    assert seen.get(timeout=60) == []
    collection.document("a").set({"n": 1})
    assert seen.get(timeout=60) == [("ADDED", "a")]
    collection.document("a").set({"n": 2})
    assert seen.get(timeout=60) == [("MODIFIED", "a")]
    collection.document("a").delete()
    assert seen.get(timeout=60) == [("REMOVED", "a")]
    watch.unsubscribe()


def test_listening_survives_clearing(server: Engine, raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1))
    with Listener(raw) as listener:
        listener.add(query(raw))
        listener.snapshot()
        connection = http.client.HTTPConnection(server.address)
        connection.request("DELETE", f"/emulator/v1/{raw.database}/documents")
        assert connection.getresponse().status == 200
        connection.close()
        assert brief(raw, listener.snapshot()) == [("delete", "c/a", [1])]


def test_bloom_filters_know_their_names() -> None:
    names = [f"projects/p/databases/d/documents/c/{number}" for number in range(200)]
    message = bloom_filter(names)
    bits = len(message.bits.bitmap) * 8 - message.bits.padding

    def holds(name: str) -> bool:
        return all(
            message.bits.bitmap[place // 8] >> place % 8 & 1
            for place in positions(name, bits, message.hash_count)
        )

    assert all(map(holds, names))
    assert sum(holds(name + "x") for name in names) < 5


def test_the_write_stream(raw: Raw) -> None:
    requests: queue.Queue[Any] = queue.Queue()
    responses = raw.bidirectional("Write", iter(requests.get, None), protos.WriteResponse)
    requests.put(protos.WriteRequest(database=raw.database))
    hello = next(responses)
    assert hello.stream_id
    token = hello.stream_token
    for number in range(3):
        requests.put(protos.WriteRequest(stream_token=token, writes=[raw.put("c/d", n=number)]))
        response = next(responses)
        assert response.stream_token != token
        token = response.stream_token
        assert response.write_results[0].update_time == response.commit_time
    assert raw.get("c/d").found.fields["n"] == value(2)
    bad = protos.Write(update={"name": raw.name("c/no")}, current_document={"exists": True})
    requests.put(protos.WriteRequest(stream_token=token, writes=[bad]))
    with pytest.raises(grpc.RpcError) as error:
        next(responses)
    assert error.value.code().name == "NOT_FOUND"
    requests.put(None)


def test_the_write_stream_needs_its_handshake(raw: Raw) -> None:
    first = protos.WriteRequest(database=raw.database, writes=[raw.put("c/d")])
    with pytest.raises(grpc.RpcError) as error:
        next(raw.bidirectional("Write", iter([first]), protos.WriteResponse))
    assert error.value.code().name == "INVALID_ARGUMENT"


def test_many_listeners_on_one_stream_each(client: firestore.Client) -> None:
    events = [threading.Event() for _ in range(20)]
    watches = []
    for number, event in enumerate(events):
        document = client.document(f"c/{number}")
        document.set({"n": 0})

        def changed(found: Any, *_: Any, event: threading.Event = event) -> None:
            if found and found[0].exists and found[0].get("n") == 1:
                event.set()

        watches.append(document.on_snapshot(changed))
    for number in range(len(events)):
        client.document(f"c/{number}").update({"n": 1})
    assert all(event.wait(10) for event in events)
    for watch in watches:
        watch.unsubscribe()


def test_a_stream_ends_when_the_client_has_nothing_more_to_ask(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=1))
    asked = iter(
        [protos.ListenRequest(database=raw.database, add_target=protos.Target(**query(raw)))]
    )
    call = raw.bidirectional("Listen", asked, protos.ListenResponse)
    received = list(call)
    assert call.code() is grpc.StatusCode.OK
    assert sum(response.HasField("document_change") for response in received) == 1
