"""Measures the embedded Firestore: speed in process and over gRPC, memory, and scans.

Each speed is that of the fastest of five parts, since other load can only slow a part down.

Run ``python -m bench.firestore.speed``; it prints one line per figure.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from google.auth.credentials import AnonymousCredentials
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter

from bench.figures import save, table
from emulator.firestore import Usage
from emulator.firestore.data.storage import MemoryStorage, SqliteStorage, Storage
from emulator.firestore.query.execution import run_plan
from emulator.firestore.query.planning import make_plan
from emulator.firestore.service.document_calls import DocumentCalls
from emulator.firestore.service.engine import Engine
from emulator.firestore.service.query_calls import QueryCalls
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill

DOCUMENTS = 10_000
QUERIES = 1_000
CALLS = 3_000
IN_FLIGHT = 16
PARTS = 5
TAGS = 100
KINDS = ("in memory", "durable")
DATABASE = "projects/bench/databases/(default)"
ROOT = f"{DATABASE}/documents"
TEXT = "x" * 900


class Figures:
    """The figures measured so far."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []

    def add(self, what: str, kind: str, measured: float, unit: str, wanted: str) -> None:
        """Record and print a figure with its target; `kind` is the kind of storage."""
        self.taken.append(
            {"what": what, "kind": kind, "measured": measured, "unit": unit, "wanted": wanted}
        )
        print(f"{what + ', ' + kind:<58}{measured:>10,.0f} {unit:<10}{wanted}")


def resident_bytes() -> int:
    """Return the resident memory of this process, in bytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def rate(work: Callable[[int], Awaitable[None]], count: int) -> float:
    """Return how many times per second the work is done."""
    speeds: list[float] = []
    for part in parts(count):
        began = time.perf_counter()
        for number in part:
            await work(number)
        speeds.append(len(part) / (time.perf_counter() - began))
    return max(speeds)


def parts(count: int) -> Iterator[range]:
    """Split range(count) into PARTS ranges of equal size; PARTS must divide the count."""
    size = count // PARTS
    return (range(first, first + size) for first in range(0, count, size))


async def drain(responses: AsyncIterator[Any]) -> int:
    """Consume all responses and return their number."""
    number = 0
    async for _ in responses:
        number += 1
    return number


def document(number: int) -> Any:
    """Return a document of about 1 KB, in one of many collections of one collection group."""
    return protos.Document(
        name=f"{ROOT}/users/u{number % 500}/items/d{number}",
        fields={
            "n": protos.Value(integer_value=number),
            "tag": protos.Value(string_value=f"tag{number % TAGS}"),
            "text": protos.Value(string_value=TEXT),
            "ratio": protos.Value(double_value=number / 7),
        },
    )


def tag_query(limit: int | None) -> Any:
    """Return a collection group query for one tag."""
    query = protos.StructuredQuery(from_=[{"collection_id": "items", "all_descendants": True}])
    item = query.where.field_filter
    item.field.field_path, item.op, item.value.string_value = "tag", 5, "tag3"
    if limit is not None:
        query.limit.value = limit
    return query


async def in_process(storage: Storage, kind: str, figures: Figures) -> None:
    """Measure calls without the network; messages are still decoded and encoded."""
    engine = Engine(storage, lambda: time.time_ns() // 1000)
    documents, queries, bill = DocumentCalls(engine), QueryCalls(engine), Bill(Usage())
    commits = [
        protos.CommitRequest(
            database=DATABASE, writes=[protos.Write(update=document(n))]
        ).SerializeToString()
        for n in range(DOCUMENTS)
    ]
    gets = [
        protos.BatchGetDocumentsRequest(
            database=DATABASE, documents=[document(n).name]
        ).SerializeToString()
        for n in range(DOCUMENTS)
    ]
    query = protos.RunQueryRequest(parent=ROOT, structured_query=tag_query(20)).SerializeToString()

    async def commit(number: int) -> None:
        message = protos.CommitRequest.FromString(commits[number])
        (await documents.commit(message, bill)).SerializeToString()

    async def get(number: int) -> None:
        message = protos.BatchGetDocumentsRequest.FromString(gets[number])
        await drain(documents.batch_get(message, bill))

    async def run_query(_: int) -> None:
        message = protos.RunQueryRequest.FromString(query)
        assert await drain(queries.run_query(message, bill)) == 20

    before = resident_bytes()
    figures.add("set, in process", kind, await rate(commit, DOCUMENTS), "/s", ">= 5,000")
    each = (resident_bytes() - before) / DOCUMENTS
    figures.add("memory per stored 1 KB document", kind, each, "bytes", "<= 6,144")
    figures.add("get, in process", kind, await rate(get, DOCUMENTS), "/s", ">= 7,000")
    await run_query(0)
    speed = await rate(run_query, QUERIES)
    figures.add("query of 20 documents, in process", kind, speed, "/s", ">= 500")
    plan = make_plan(engine.database(DATABASE).documents, ROOT, tag_query(None))
    result = run_plan(plan)
    looked = f"documents scanned for {len(result.rows)} of {DOCUMENTS:,} by equality"
    figures.add(looked, kind, result.scanned, "", f"= {len(result.rows)}")
    engine.close()


def over_grpc(storage: Path | None, kind: str, figures: Figures) -> None:
    """Measure the official clients against a server in its own process."""
    command = [sys.executable, "-m", "emulator.firestore", "--port", "0"]
    if storage is not None:
        command += ["--storage", str(storage)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        os.environ["FIRESTORE_EMULATOR_HOST"] = process.stdout.readline().strip()
        try:
            one_thread(kind, figures)
            asyncio.run(in_flight(kind, figures))
        finally:
            process.terminate()


def one_thread(kind: str, figures: Figures) -> None:
    """Measure the synchronous client from one thread."""
    client = firestore.Client(project="bench", credentials=AnonymousCredentials())
    items = client.collection("items")
    data = {"n": 1, "tag": "a", "text": TEXT}
    for number in range(200):
        items.document(f"warm{number}").set(data)

    def timed(work: Callable[[int], object], count: int) -> float:
        speeds: list[float] = []
        for part in parts(count):
            began = time.perf_counter()
            for number in part:
                work(number)
            speeds.append(len(part) / (time.perf_counter() - began))
        return max(speeds)

    sets = timed(lambda n: items.document(f"d{n}").set(data), CALLS)
    figures.add("set, one thread", kind, sets, "/s", ">= 1,200")
    gets = timed(lambda n: items.document(f"d{n}").get(), CALLS)
    figures.add("get, one thread", kind, gets, "/s", "")
    query = items.where(filter=FieldFilter("tag", "==", "a")).limit(20)
    queries = timed(lambda _: list(query.stream()), CALLS // 10)
    figures.add("query of 20 documents, one thread", kind, queries, "/s", "")


async def in_flight(kind: str, figures: Figures) -> None:
    """Measure the asynchronous client with several calls in flight."""
    client = firestore.AsyncClient(project="bench", credentials=AnonymousCredentials())
    items = client.collection("more")
    data = {"n": 1, "tag": "a", "text": TEXT}
    for number in range(200):
        await items.document(f"warm{number}").set(data)

    async def work(numbers: Iterator[int]) -> None:
        for number in numbers:
            await items.document(f"d{number}").set(data)

    async def together(part: range) -> float:
        numbers = iter(part)
        began = time.perf_counter()
        await asyncio.gather(*(work(numbers) for _ in range(IN_FLIGHT)))
        return len(part) / (time.perf_counter() - began)

    speed = max([await together(part) for part in parts(DOCUMENTS)])
    figures.add(f"set, async client, {IN_FLIGHT} in flight", kind, speed, "/s", ">= 3,000")


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """Return the report's section, which has no plot."""
    del plots
    by_name: dict[str, dict[str, Any]] = {}
    for one in figures["figures"]:
        by_name.setdefault(one["what"], {})[one["kind"]] = one
    rows = []
    for what, kinds in by_name.items():
        one = next(iter(kinds.values()))
        measured = (f"{kinds[kind]['measured']:,.0f} {one['unit']}" for kind in KINDS)
        rows.append([what, *measured, one["wanted"]])
    return f"""## The embedded Firestore

Documents of about 1 KB. *In process* skips the network, but still decodes and encodes messages; the
clients are Google's own for Python. Each speed is that of the fastest fifth of the calls.

{table(["what", *KINDS, "target"], rows)}
"""


def main() -> None:
    """Measure everything, in memory and durable; clients first, while this process is small."""
    figures = Figures()
    over_grpc(None, "in memory", figures)
    with tempfile.TemporaryDirectory() as folder:
        over_grpc(Path(folder), "durable", figures)
    asyncio.run(in_process(MemoryStorage(), "in memory", figures))
    with tempfile.TemporaryDirectory() as folder:
        storage = SqliteStorage(Path(folder) / "bench.sqlite")
        asyncio.run(in_process(storage, "durable", figures))
    save("firestore.speed", {"documents": DOCUMENTS, "figures": figures.taken})


if __name__ == "__main__":
    main()
