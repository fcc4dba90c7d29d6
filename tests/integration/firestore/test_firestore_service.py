"""Billing, administration over HTTP, export and import, and bad input at every level."""

import http.client
import io
import json
import os
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import grpc
import pytest
from google.cloud import firestore

from emulator.firestore import TransferError, export_documents, import_documents
from emulator.firestore.wire import protos
from emulator.firestore.wire.http2 import frames
from emulator.firestore.wire.http2.hpack import encode_headers
from tests.support.engines import NAMED, Engine, needs_embedded
from tests.support.firestore_support import OWNER, Raw, ServerThread, fresh_project, value

SEED = 4711


@pytest.fixture
def own_server() -> Iterator[ServerThread]:
    with ServerThread() as running:
        yield running


def usage_of(server: ServerThread) -> tuple[int, int, int]:
    usage = server.usage
    counted = (usage.reads, usage.writes, usage.deletes)
    usage.reset()
    return counted


@needs_embedded("the test reads the count of operations of the embedded server")
def test_operations_are_counted_as_google_bills_them(own_server: ServerThread) -> None:
    raw = Raw(own_server.address, "p")
    raw.commit(*(raw.put(f"c/d{n}", n=n) for n in range(5)))
    raw.commit(raw.put("c/d0", n=0), protos.Write(delete=raw.name("c/d4")))
    assert usage_of(own_server) == (0, 6, 1)
    raw.get("c/d0")
    raw.get("c/missing")
    assert usage_of(own_server) == (2, 0, 0)
    everything = protos.StructuredQuery(from_=[{"collection_id": "c"}])
    raw.query(everything)
    assert usage_of(own_server) == (4, 0, 0)
    raw.query(protos.StructuredQuery(from_=[{"collection_id": "c"}], offset=1, limit={"value": 2}))
    assert usage_of(own_server) == (3, 0, 0)
    raw.query(protos.StructuredQuery(from_=[{"collection_id": "nothing"}]))
    assert usage_of(own_server) == (1, 0, 0)
    request = protos.RunAggregationQueryRequest(parent=raw.root)
    request.structured_aggregation_query.structured_query.CopyFrom(everything)
    request.structured_aggregation_query.aggregations.add().count.SetInParent()
    raw.stream("RunAggregationQuery", request, protos.RunAggregationQueryResponse)
    assert usage_of(own_server) == (1, 0, 0)


@needs_embedded("the test reads the count of operations of the embedded server")
def test_listeners_pay_for_what_they_are_told(own_server: ServerThread) -> None:
    raw = Raw(own_server.address, "p")
    raw.commit(raw.put("c/a", n=1), raw.put("c/b", n=1))
    usage_of(own_server)
    target = protos.Target(
        target_id=1,
        query={
            "parent": raw.root,
            "structured_query": protos.StructuredQuery(from_=[{"collection_id": "c"}]),
        },
    )
    done = threading.Event()

    def requests() -> Iterator[Any]:
        yield protos.ListenRequest(database=raw.database, add_target=target)
        done.wait()

    responses = raw.bidirectional("Listen", requests(), protos.ListenResponse)
    seen = 0
    while seen < 2:
        seen += next(responses).HasField("document_change")
    assert usage_of(own_server) == (2, 0, 0)
    raw.commit(raw.put("c/a", n=2))
    while seen < 3:
        seen += next(responses).HasField("document_change")
    assert usage_of(own_server) == (1, 1, 0)
    done.set()
    responses.cancel()


@needs_embedded("the test reads the count of operations of the embedded server")
def test_marked_calls_count_nothing(own_server: ServerThread) -> None:
    raw = Raw(own_server.address, "p", metadata=[("x-emulator-unbilled", "1")])
    raw.commit(raw.put("c/d", n=1))
    raw.get("c/d")
    assert usage_of(own_server) == (0, 0, 0)


def request(address: str, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.request(method, path, body)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, data


def test_clearing_over_http(server: Engine, raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1), raw.put("c/d/s/e", n=1))
    path = f"/emulator/v1/{raw.database}/documents"
    status, answer = request(server.address, "DELETE", path)
    assert (status, json.loads(answer)) == (200, {})
    assert raw.get("c/d").missing


@needs_embedded("hidane answers other methods over HTTP with 404, not 405")
def test_other_requests_over_http(server: Engine, raw: Raw) -> None:
    path = f"/emulator/v1/{raw.database}/documents"
    assert request(server.address, "PUT", path)[0] == 405
    assert request(server.address, "GET", "/")[0] == 200
    assert request(server.address, "GET", "/else")[0] == 404


@needs_embedded("hidane has no export in JSON lines over HTTP")
def test_export_and_import(server: Engine, client: firestore.Client, project: str) -> None:
    data = {
        "n": 1,
        "x": float("inf"),
        "b": b"\0",
        "ref": client.document("c/other"),
        "deep": [{"ref": client.document("c/other")}],
    }
    client.document("c/d").set(data)
    client.document("c/d/s/e").set({"text": "line\nbreak \u2028"})
    exported = io.BytesIO()
    source = f"projects/{project}/databases/(default)"
    assert export_documents(server.address, source, exported) == 2
    other = Raw(server.address, fresh_project())
    lines = exported.getvalue().splitlines(keepends=True)
    assert len(lines) == 2
    assert import_documents(server.address, other.database, lines) == 2
    fields = other.get("c/d").found.fields
    assert fields["ref"].reference_value == other.name("c/other")
    deep = fields["deep"].array_value.values[0].map_value.fields["ref"]
    assert deep.reference_value == other.name("c/other")
    assert other.get("c/d/s/e").found.fields["text"] == value("line\nbreak \u2028")
    with pytest.raises(TransferError, match="Line 1"):
        import_documents(server.address, other.database, [b'{"name": "nonsense"}\n'])
    other.channel.close()


def connect(server: Engine) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def drain(peer: socket.socket) -> bytes:
    data = b""
    try:
        while part := peer.recv(65536):
            data += part
    except (ConnectionError, TimeoutError):
        return data
    return data


def still_serves(raw: Raw) -> None:
    raw.commit(raw.put("c/alive", n=1))
    assert raw.get("c/alive").HasField("found")


@needs_embedded("the test concerns the embedded server's own HTTP/2")
def test_garbage_never_stops_the_server(server: Engine, raw: Raw) -> None:
    noise = random.Random(SEED)
    for round_number in range(150):
        with connect(server) as peer:
            data = noise.randbytes(noise.randrange(1, 400))
            if round_number % 2:
                data = frames.PREFACE + frames.settings_frame({}) + data
            peer.sendall(data)
            peer.shutdown(socket.SHUT_WR)
            drain(peer)
    still_serves(raw)


@needs_embedded("hidane answers messages that do not parse with INTERNAL")
def test_garbage_messages_get_a_status(server: Engine, raw: Raw) -> None:
    noise = random.Random(SEED)
    codes = set()
    for method in ("Commit", "BeginTransaction", "ListDocuments", "PartitionQuery", "GetDocument"):
        call = raw.channel.unary_unary("/google.firestore.v1.Firestore/" + method)
        for _ in range(40):
            data = noise.randbytes(noise.randrange(1, 80))
            with pytest.raises(grpc.RpcError) as error:
                call(data, timeout=10, metadata=raw.metadata)
            codes.add(error.value.code().name)
    assert codes <= {"INVALID_ARGUMENT", "NOT_FOUND"}
    still_serves(raw)


@needs_embedded("hidane answers messages that do not parse with INTERNAL")
def test_mutated_requests_never_fail_inside(server: Engine, raw: Raw) -> None:
    noise = random.Random(SEED)
    query = protos.StructuredQuery(
        from_=[{"collection_id": "c"}],
        where={"field_filter": {"field": {"field_path": "a.b"}, "op": 5, "value": value([1, "x"])}},
        order_by=[{"field": {"field_path": "q"}, "direction": 2}],
        start_at={"values": [value(1)], "before": True},
    )
    codes = set()
    requests = {
        "Commit": protos.CommitRequest(
            database=raw.database, writes=[raw.put("c/d", a=[1, {"b": 2.5}])]
        ),
        "RunQuery": protos.RunQueryRequest(parent=raw.root, structured_query=query),
    }
    for method, message in requests.items():
        original = message.SerializeToString()
        call = raw.channel.unary_stream("/google.firestore.v1.Firestore/" + method)
        for _ in range(150):
            data = bytearray(original)
            for _ in range(noise.randrange(1, 4)):
                data[noise.randrange(len(data))] = noise.randrange(256)
            answer = call(bytes(data), timeout=10, metadata=raw.metadata)
            with suppress(grpc.RpcError):
                list(answer)
            codes.add(answer.code().name)
    assert codes <= {"OK", "INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION"}
    still_serves(raw)


def test_oversized_messages_are_refused(raw: Raw) -> None:
    with pytest.raises(grpc.RpcError) as error:
        raw.commit(raw.put("c/d", a="x" * 12_000_000))
    assert error.value.code().name == "INVALID_ARGUMENT"
    assert NAMED is not None or "Request payload size exceeds the limit" in error.value.details()
    still_serves(raw)


@needs_embedded("the test concerns the embedded server's own HTTP/2")
def test_half_closed_and_abandoned_streams(server: Engine, raw: Raw) -> None:
    headers = encode_headers(
        [
            (":method", "POST"),
            (":path", "/google.firestore.v1.Firestore/Listen"),
            (":authority", "localhost"),
            ("content-type", "application/grpc"),
            OWNER,
        ]
    )
    opened = frames.PREFACE + frames.settings_frame({})
    opened += frames.frame(frames.HEADERS, frames.END_HEADERS, 1, headers)
    with connect(server) as peer:
        peer.sendall(opened + frames.frame(frames.DATA, frames.END_STREAM, 1, b"\0\0\0"))
        peer.shutdown(socket.SHUT_WR)
        assert drain(peer)
    with connect(server) as peer:
        peer.sendall(opened + frames.frame(frames.DATA, 0, 1, b"\0\xff\xff\xff\xff"))
        peer.shutdown(socket.SHUT_WR)
        assert b"larger than max" in drain(peer)
    for _ in range(20):
        connect(server).close()
    still_serves(raw)


@pytest.mark.parametrize(
    "head",
    [
        b"GET\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        pytest.param(
            b"x" * 70_000,
            marks=needs_embedded("hidane closes the connection without an answer"),
            id="too long",
        ),
    ],
)
def test_malformed_http_gets_an_answer(server: Engine, head: bytes, raw: Raw) -> None:
    with connect(server) as peer:
        peer.sendall(head)
        assert drain(peer).startswith(b"HTTP/1.1 4")
    still_serves(raw)


@needs_embedded("hidane refuses pipelines with another code")
def test_unknown_methods_and_pipelines(raw: Raw) -> None:
    with pytest.raises(grpc.RpcError) as error:
        raw.unary("Nothing", protos.Write(), protos.Write)
    assert error.value.code().name == "UNIMPLEMENTED"
    pipeline = protos.ExecutePipelineRequest(database=raw.database)
    with pytest.raises(grpc.RpcError) as error:
        raw.stream("ExecutePipeline", pipeline, protos.RunQueryResponse)
    assert error.value.code().name == "FAILED_PRECONDITION"


@needs_embedded("hidane takes no compressed requests")
def test_compressed_requests_are_understood(server: Engine, project: str) -> None:
    raw = Raw(server.address, project)
    raw.channel = grpc.insecure_channel(server.address, compression=grpc.Compression.Gzip)
    raw.commit(raw.put("c/d", text="x" * 10_000))
    assert raw.get("c/d").found.fields["text"] == value("x" * 10_000)
    raw.channel.close()


def test_large_answers_fit_through_small_windows(server: Engine, project: str) -> None:
    raw = Raw(server.address, project)
    raw.commit(*(raw.put(f"c/d{n}", text="x" * 100_000) for n in range(60)))
    listed = protos.ListDocumentsRequest(parent=raw.root, collection_id="c")
    call = grpc.insecure_channel(
        server.address, options=[("grpc.max_receive_message_length", -1)]
    ).unary_unary(
        "/google.firestore.v1.Firestore/ListDocuments",
        protos.ListDocumentsRequest.SerializeToString,
        protos.ListDocumentsResponse.FromString,
    )
    assert len(call(listed, timeout=20, metadata=raw.metadata).documents) == 60
    assert len(raw.query(protos.StructuredQuery(from_=[{"collection_id": "c"}]))) == 60
    raw.channel.close()


@needs_embedded("the test sets the clock of the embedded server")
def test_a_jump_of_the_clock(tmp_path: Any) -> None:
    now = [1_700_000_000_000_000]
    with ServerThread(tmp_path, lambda: now[0]) as server:
        raw = Raw(server.address, "p")
        times = [raw.commit(raw.put("c/d", n=n)).commit_time.ToMicroseconds() for n in range(3)]
        assert times == sorted(set(times))
        now[0] += 7_200_000_000
        assert raw.commit(raw.put("c/d", n=9)).commit_time.ToMicroseconds() >= now[0]
        now[0] -= 60_000_000
        later = raw.commit(raw.put("c/d", n=10)).commit_time.ToMicroseconds()
        assert later > now[0]
        with pytest.raises(grpc.RpcError) as error:
            raw.get("c/d", read_time=protos.timestamp_from_micros(times[0]))
        assert error.value.code().name == "FAILED_PRECONDITION"
    assert os.path.getsize(tmp_path / "firestore.sqlite")
