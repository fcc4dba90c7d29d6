"""Whatever an embeddings model answers, the note is saved, and the call has an end."""

import json
import threading
import time
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.openai.config import EmbeddingsConfig
from adapters.openai.embeddings import RULES, EmbeddingsApi, vectors_in
from shared.base.breaker import Breaker
from shared.base.deadline import within
from shared.base.errors import Unavailable
from shared.documents.memory import Tier
from shared.memory.embeddings import MAX_DIMENSIONS, UnusableEmbeddings
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from tests.support.domain import Domain

DIMENSIONS = 4
PATIENCE = 0.4
"""Seconds for one call."""
LATE = 5
"""How many times that long it may take on a busy machine."""


def answer_of(*vectors):
    data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return json.dumps({"data": data}).encode()


def raw(text):
    return answer_of([1, 2, 3, 4]).replace(b"[1, 2, 3, 4]", text)


UNUSABLE = {
    "too short": answer_of([1.0, 2.0]),
    "too long": answer_of([1.0] * (MAX_DIMENSIONS + 1)),
    "empty": answer_of([]),
    "no vectors": answer_of(),
    "two vectors": answer_of([1.0] * 4, [1.0] * 4),
    "strings": raw(b'["1", "2", "3", "4"]'),
    "booleans": raw(b"[true, true, true, true]"),
    "nulls": raw(b"[null, null, null, null]"),
    "lists": raw(b"[[1], [2], [3], [4]]"),
    "base64": raw(b'"AACAPwAAgD8AAIA/AACAPw=="'),
    "NaN": raw(b"[NaN, 1, 1, 1]"),
    "Infinity": raw(b"[Infinity, 1, 1, 1]"),
    "more than a double holds": raw(b"[1e999, 1, 1, 1]"),
    "an endless integer": raw(b"[" + b"9" * 4000 + b", 1, 1, 1]"),
    "a length without end": raw(b"[1e300, 1e300, 1, 1]"),
    "no direction": raw(b"[0, 0, 0, 0]"),
    "nested deeply": b"[" * 100_000,
    "nested deeply inside": raw(b"[" * 50_000 + b"]" * 50_000),
    "not JSON": b"<html>",
    "not an object": b"[]",
    "not UTF-8": b"\xff\xfe",
    "the wrong index": answer_of([1.0] * 4).replace(b'"index": 0', b'"index": 7'),
    "an index that is none": answer_of([1.0] * 4).replace(b'"index": 0', b'"index": {}'),
    "a flood": b" " * 3_000_000,
}
"""Answers to one text, of which none has a vector that can be searched."""


def full(status, body, **headers):
    """A server that sends this answer."""

    def send(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return send


def drips(start):
    """A server that sends this, and then one byte at a time."""

    def send(handler):
        handler.wfile.write(start)
        while not handler.server.ended.wait(PATIENCE / 8):
            handler.wfile.write(b"a")

    return send


DRIPS = {
    "nothing": b"",
    "a status line": b"HTTP/1.1 ",
    "headers": b"HTTP/1.1 200 OK\r\nX-Long: ",
    "a body": b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n",
}


@contextmanager
def server(send):
    """A server that answers every request with `send`, and records what it was asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.server.asked.append(self.path)
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            try:
                send(self)
            except OSError:
                self.close_connection = True

        do_GET = do_POST

        def log_message(self, *_):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    http.asked, http.ended = [], threading.Event()
    http.url = f"http://127.0.0.1:{http.server_port}/v1"
    threading.Thread(target=http.serve_forever, daemon=True).start()
    try:
        yield http
    finally:
        http.ended.set()
        http.shutdown()
        http.server_close()


def model_at(url):
    return EmbeddingsApi(EmbeddingsConfig("key", url, "model", DIMENSIONS, PATIENCE))


def save(domain, content="The tests need Docker."):
    return domain.memory.save("u", NewEntry(content=content, target=Tier.ARCHIVE)).entry


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_note_is_saved_without_its_vector_and_due_for_later(name):
    with server(full(200, UNUSABLE[name])) as http:
        domain = Domain(embedder=model_at(http.url))
        entry = save(domain)
        assert http.asked == ["/v1/embeddings"]
    assert entry.embed_due_at == domain.clock()
    assert domain.store.memory.vectors_of("u", [entry.id]) == {}
    assert domain.search.search("u", SearchQuery("docker")).results


@pytest.mark.parametrize("name", DRIPS)
def test_a_server_that_drips_is_left(name):
    with server(drips(DRIPS[name])) as http:
        domain = Domain(embedder=model_at(http.url))
        started = time.monotonic()
        assert save(domain).embed_due_at
        assert time.monotonic() - started < LATE * PATIENCE


def test_a_request_that_has_less_time_waits_less():
    with server(drips(b"")) as http:
        model = EmbeddingsApi(EmbeddingsConfig("key", http.url, "model", DIMENSIONS, 60.0))
        started = time.monotonic()
        with pytest.raises(Unavailable), within(PATIENCE):
            model.embed(["hello"])
        assert time.monotonic() - started < LATE * PATIENCE


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(status):
    with server(full(200, answer_of([1.0] * DIMENSIONS))) as elsewhere:
        there = {"Location": f"{elsewhere.url}/embeddings"}
        with server(full(status, b"", **there)) as http, pytest.raises(UnusableEmbeddings):
            model_at(http.url).embed(["hello"])
        assert elsewhere.asked == []


REFUSALS = {
    "HTTP 400": full(400, b"{}"),
    "HTTP 413": full(413, b""),
    "a wrong vector": full(200, answer_of([1.0, 2.0])),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_one_users_texts_get_for_an_answer_closes_the_model_to_nobody(name):
    answers = [REFUSALS[name]] * 2 * RULES.failures + [full(200, answer_of([1.0] * DIMENSIONS))]
    with server(lambda handler: answers.pop(0)(handler)) as http:
        model = model_at(http.url)
        for _ in range(2 * RULES.failures):
            with pytest.raises(UnusableEmbeddings):
                model.embed(["odd"])
        assert len(model.embed(["fine"])) == 1


def test_a_model_that_is_down_is_not_asked_each_time():
    with server(full(503, b"")) as http:
        domain = Domain(embedder=model_at(http.url))
        for number in range(40):
            assert save(domain, f"Note number {number}.").embed_due_at
        assert len(http.asked) < 10


@pytest.mark.parametrize(("share", "opens"), [(0.2, False), (0.9, True)])
def test_only_a_call_that_had_time_says_that_a_silent_model_is_down(share, opens):
    with server(drips(b"")) as http:
        breaker = Breaker(RULES)
        config = EmbeddingsConfig("key", http.url, "model", DIMENSIONS, PATIENCE)
        model = EmbeddingsApi(config, breaker)
        for _ in range(RULES.failures):
            with pytest.raises(Unavailable), within(share * PATIENCE):
                model.embed(["hello"])
        assert breaker.is_open is opens


class Wrong:
    """A model whose vectors can never be used."""

    def __init__(self):
        self.asked = 0

    def embed(self, texts):
        self.asked += 1
        raise UnusableEmbeddings("wrong dimension")


def test_a_note_that_cannot_be_embedded_is_tried_less_and_less_often():
    model = Wrong()
    domain = Domain(embedder=model)
    entry = save(domain)
    for _ in range(24 * 60):
        domain.clock.advance(hours=1)
        domain.maintenance.sweep()
        domain.work()
    assert 5 < model.asked < 25
    stored = domain.memory.get("u", entry.id)
    assert timedelta() < stored.embed_due_at - domain.clock() <= timedelta(days=7)


NUMBERS = st.floats() | st.integers() | st.booleans() | st.text(max_size=3) | st.none()
JSON = st.recursive(
    NUMBERS,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(["data", "index", "embedding", "x"]), inner, max_size=4)
    ),
    max_leaves=30,
)


@given(
    st.binary(max_size=200)
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.lists(st.lists(NUMBERS, max_size=6), max_size=4).map(lambda each: answer_of(*each)),
    st.integers(1, 4),
    st.sampled_from([None, 1, 2, 4]),
)
def test_an_answer_is_usable_or_refused_and_never_anything_else(answer, count, dimensions):
    try:
        vectors = vectors_in(answer, count, dimensions)
    except UnusableEmbeddings:
        return
    assert len(vectors) == count
    assert len({len(vector) for vector in vectors}) == 1
    assert all(type(number) is float for vector in vectors for number in vector)
