"""The calls that find documents: queries, aggregations, partitions and listings."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import AsyncGenerator

from emulator.firestore.data.documents import document_bytes
from emulator.firestore.query.aggregation import aggregate, prepare_aggregation
from emulator.firestore.query.explain import add_statistics, explain_metrics
from emulator.firestore.query.partitions import partition_cursors
from emulator.firestore.query.planning import make_plan
from emulator.firestore.query.plans import Plan, Position, Row
from emulator.firestore.query.results import mask_paths, masked, query_response, row_document
from emulator.firestore.service.engine import Engine
from emulator.firestore.service.views import View
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import DOCUMENT_NAME
from emulator.firestore.wire.names import check_document_path
from emulator.firestore.wire.protos import Message, timestamp_from_micros
from emulator.firestore.wire.values import path_key

_DEFAULT_PAGE = 300


class QueryCalls:
    """Serves query, aggregation, partition and listing calls."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def run_query(
        self, request: Message, bill: Bill
    ) -> AsyncGenerator[bytes | Message, None]:
        """Serve RunQuery."""
        if not request.HasField("structured_query"):
            raise invalid_argument("A query request must have a structured query.")
        database, _ = self._engine.database_of(request.parent)
        plan = make_plan(database.documents, request.parent, request.structured_query)
        metrics = explain_metrics(plan) if request.HasField("explain_options") else None
        if metrics is not None and not request.explain_options.analyze:
            yield protos.RunQueryResponse(explain_metrics=metrics)
            return
        began = time.perf_counter_ns()
        view = View(database, request)
        if view.new_transaction:
            yield protos.RunQueryResponse(transaction=view.new_transaction)
        result = await view.run(plan)
        read_time = timestamp_from_micros(view.read_time())
        billed = len(result.rows) + result.skipped
        bill.query(billed)
        if result.skipped or not result.rows:
            yield protos.RunQueryResponse(read_time=read_time, skipped_results=result.skipped)
        stamp = read_time.SerializeToString()
        for row in result.rows:
            yield query_response(row_document(plan, row), stamp)
        if metrics is not None:
            elapsed = (time.perf_counter_ns() - began) // 1000
            add_statistics(metrics, len(result.rows), max(1, billed), result.scanned, elapsed)
            yield protos.RunQueryResponse(read_time=read_time, explain_metrics=metrics)

    async def run_aggregation(
        self, request: Message, bill: Bill
    ) -> AsyncGenerator[bytes | Message, None]:
        """Serve RunAggregationQuery."""
        if not request.HasField("structured_aggregation_query"):
            raise invalid_argument("An aggregation request must have an aggregation query.")
        database, _ = self._engine.database_of(request.parent)
        query = request.structured_aggregation_query
        plan = make_plan(database.documents, request.parent, query.structured_query)
        prepare_aggregation(plan, query.aggregations)
        metrics = explain_metrics(plan) if request.HasField("explain_options") else None
        if metrics is not None and not request.explain_options.analyze:
            yield protos.RunAggregationQueryResponse(explain_metrics=metrics)
            return
        began = time.perf_counter_ns()
        view = View(database, request)
        result = await view.run(plan)
        entries = len(result.rows) + result.skipped
        bill.aggregation(entries)
        response = protos.RunAggregationQueryResponse(
            result=aggregate(result.rows, query.aggregations),
            transaction=view.new_transaction,
            read_time=timestamp_from_micros(view.read_time()),
        )
        if metrics is not None:
            elapsed = (time.perf_counter_ns() - began) // 1000
            reads = max(1, -(-entries // 1000))
            add_statistics(metrics, 1, reads, result.scanned, elapsed)
            response.explain_metrics.CopyFrom(metrics)
        yield response

    async def partition_query(self, request: Message, bill: Bill) -> Message:
        """Serve PartitionQuery."""
        database, _ = self._engine.database_of(request.parent)
        plan = make_plan(database.documents, request.parent, request.structured_query)
        view = View(database, request)
        result = await view.run(plan)
        bill.query(0)
        return partition_cursors(request, plan, result.rows)

    async def list_documents(self, request: Message, bill: Bill) -> Message:
        """Serve ListDocuments."""
        database, _ = self._engine.database_of(request.parent)
        documents = database.documents
        _check_listing(request)
        query = protos.StructuredQuery()
        selector = query.from_.add()
        selector.collection_id = request.collection_id
        _read_order(query, request.order_by)
        plan = make_plan(documents, request.parent, query)
        mask = mask_paths(request)
        view = View(database, request)
        if request.page_token:
            plan.start = _decode_token(request.page_token, plan)
        size = request.page_size or _DEFAULT_PAGE
        plan.limit = size + 1
        rows = (await view.run(plan)).rows
        found: list[tuple[str, Row | None]] = [(row.doc.path, row) for row in rows]
        if request.show_missing:
            holder = plan.collection_path or ""
            missing = documents.missing_documents(holder, view.snapshot)
            after = plan.start.keys[0] if plan.start is not None else b""
            found.extend((path, None) for path in missing if path_key(path) > after)
            found.sort(key=lambda pair: path_key(pair[0]))
        response = protos.ListDocumentsResponse()
        for path, row in found[:size]:
            if row is None:
                response.documents.add().name = documents.prefix + path
            else:
                data = document_bytes(documents.prefix, path, masked(row.version, mask))
                response.documents.add().MergeFromString(data)
        bill.query(min(len(found), size))
        if len(found) > size:
            response.next_page_token = _encode_token(plan, *found[size - 1])
        return response

    async def list_collection_ids(self, request: Message, bill: Bill) -> Message:
        """Serve ListCollectionIds."""
        database, parent = self._engine.database_of(request.parent)
        if parent:
            check_document_path(parent, request.parent)
        if request.page_size < 0:
            raise invalid_argument("page_size must be greater than or equal to zero.")
        view = View(database, request)
        ids = database.documents.child_collection_ids(parent, view.snapshot)
        after = request.page_token
        ids = [item for item in ids if item.encode() > after.encode()]
        size = request.page_size or _DEFAULT_PAGE
        bill.query(0)
        return protos.ListCollectionIdsResponse(
            collection_ids=ids[:size],
            next_page_token=ids[size - 1] if len(ids) > size else "",
        )


def _check_listing(request: Message) -> None:
    if request.page_size < 0:
        raise invalid_argument("Page size must be nonnegative.")
    if request.show_missing and not request.collection_id:
        raise invalid_argument("collection id must be set when show_missing is true")
    if request.show_missing and request.order_by:
        raise invalid_argument("cannot specify an order when show_missing is true")


def _read_order(query: Message, order_by: str) -> None:
    for part in filter(None, (text.strip() for text in order_by.split(","))):
        name, _, direction = part.partition(" ")
        direction = direction.strip().lower() or "asc"
        if direction not in {"asc", "desc"}:
            raise invalid_argument(f'Invalid order "{part}".')
        order = query.order_by.add()
        order.field.field_path = name
        order.direction = 2 if direction == "desc" else 1


def _encode_token(plan: Plan, path: str, row: Row | None) -> str:
    keys = [
        path_key(path) if order.field == DOCUMENT_NAME or row is None else row.key(order.field)
        for order in plan.orders
    ]
    return ".".join(base64.urlsafe_b64encode(key or b"").decode() for key in keys)


def _decode_token(token: str, plan: Plan) -> Position:
    try:
        keys = tuple(base64.b64decode(part, b"-_", validate=True) for part in token.split("."))
    except (binascii.Error, ValueError):
        raise invalid_argument("Invalid page token.") from None
    if len(keys) != len(plan.orders):
        raise invalid_argument("Invalid page token.")
    return Position(keys, before=False)
