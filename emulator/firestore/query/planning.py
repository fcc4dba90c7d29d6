"""Turns structured queries into plans, and refuses those that production refuses."""

from __future__ import annotations

from emulator.firestore.data.database import Database
from emulator.firestore.query.filters import FilterReader, name_operand
from emulator.firestore.query.plans import Order, Plan, Position
from emulator.firestore.wire.errors import (
    FirestoreError,
    failed_precondition,
    invalid_argument,
)
from emulator.firestore.wire.fieldpaths import (
    DOCUMENT_NAME,
    FieldPath,
    format_field_path,
    parse_field_path,
)
from emulator.firestore.wire.names import check_document_path, check_segment, split_name
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import order_key

_DESCENDING = 2


def make_plan(database: Database, parent_name: str, query: Message) -> Plan:
    """Check a StructuredQuery and return its plan.

    Args:
        database: The database it runs on.
        parent_name: The full name of the parent resource.
        query: The StructuredQuery message.

    Raises:
        FirestoreError: INVALID_ARGUMENT or FAILED_PRECONDITION for queries that production refuses.
    """
    name, parent = split_name(parent_name)
    if name != database.name:
        raise invalid_argument(f'The parent "{parent_name}" is not in this database.')
    if parent:
        check_document_path(parent, parent_name)
    sources = query.from_
    if len(sources) > 1:
        raise invalid_argument(
            "StructuredQuery.from cannot have more than one collection selector."
        )
    collection_id = sources[0].collection_id or None if sources else None
    descendants = sources[0].all_descendants if sources else False
    if collection_id is not None:
        if "/" in collection_id:
            raise invalid_argument(f'Invalid collection id "{collection_id}".')
        check_segment(collection_id)
    reader = FilterReader(database, parent)
    disjuncts = reader.read(query.where) if query.HasField("where") else None
    orders, explicit = _orders(query, reader.inequality_fields)
    plan = Plan(
        database,
        parent,
        collection_id,
        descendants,
        disjuncts,
        orders,
        explicit,
        reader.equality_fields,
        reader.inequality_fields,
    )
    if query.HasField("start_at"):
        plan.start = _position(plan, query.start_at)
    if query.HasField("end_at"):
        plan.end = _position(plan, query.end_at)
    if query.offset < 0:
        raise invalid_argument("Offset must not be negative.")
    plan.offset = query.offset
    if query.HasField("limit"):
        if query.limit.value < 0:
            raise invalid_argument("Limit must not be negative.")
        plan.limit = query.limit.value
    if query.HasField("select"):
        paths = [parse_field_path(item.field_path) for item in query.select.fields]
        plan.select = [path for path in paths if path != DOCUMENT_NAME]
    if query.HasField("find_nearest"):
        plan.find_nearest = query.find_nearest
    _check_kind(plan)
    _check_descendants(plan)
    return plan


def _orders(query: Message, inequalities: set[FieldPath]) -> tuple[list[Order], int]:
    orders: list[Order] = []
    for item in query.order_by:
        path = parse_field_path(item.field.field_path)
        if any(order.field == path for order in orders):
            _refuse_repeated(path)
        orders.append(Order(path, item.direction == _DESCENDING))
    explicit = len(orders)
    descending = orders[-1].descending if orders else False
    named = {order.field for order in orders}
    implicit = sorted(inequalities - named - {DOCUMENT_NAME})
    orders.extend(Order(path, descending) for path in implicit)
    if DOCUMENT_NAME not in named:
        orders.append(Order(DOCUMENT_NAME, descending))
    elif orders[-1].field != DOCUMENT_NAME:
        raise _after_the_key()
    return orders, explicit


def _refuse_repeated(path: FieldPath) -> None:
    if path == DOCUMENT_NAME:
        raise _after_the_key()
    raise invalid_argument(
        f"order by clause cannot contain duplicate fields {format_field_path(path)}"
    )


def _after_the_key() -> FirestoreError:
    return invalid_argument("order by clause cannot contain more fields after the key")


def _position(plan: Plan, cursor: Message) -> Position:
    if len(cursor.values) > plan.explicit_orders:
        raise invalid_argument("Cursor has too many values.")
    keys = tuple(
        name_operand(plan.database, value) if order.field == DOCUMENT_NAME else order_key(value)
        for order, value in zip(plan.orders, cursor.values, strict=False)
    )
    return Position(keys, cursor.before)


def _check_kind(plan: Plan) -> None:
    """Refuse queries over all collections of one parent that need an index of one of them."""
    if plan.descendants or plan.collection_id is not None:
        return
    if plan.explicit_orders and plan.orders[:1] != [Order(DOCUMENT_NAME, False)]:
        raise invalid_argument("kind is required for all orders except __key__ ascending")
    filtered = (plan.equality_fields | plan.inequality_fields) - {DOCUMENT_NAME}
    if filtered:
        fields = ", ".join(map(format_field_path, sorted(filtered)))
        raise invalid_argument(f"kind is required for filter: {fields}")


def _check_descendants(plan: Plan) -> None:
    """Refuse queries below a document or over all collections that production has no index for."""
    if not plan.descendants or (plan.collection_id is not None and not plan.parent):
        return
    fields = plan.equality_fields | {order.field for order in plan.orders}
    if fields - {DOCUMENT_NAME}:
        raise invalid_argument("collection group queries are only allowed at the root parent")
    if any(order.descending for order in plan.orders):
        if plan.collection_id is None:
            raise invalid_argument("kind is required for all orders except __key__ ascending")
        raise failed_precondition("The query requires an index.")
