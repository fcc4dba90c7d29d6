"""Count, sum and average over the rows of a query."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import count

from emulator.firestore.query.plans import Plan, Row
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import (
    DOCUMENT_NAME,
    FieldPath,
    check_field_name,
    format_field_path,
    parse_field_path,
)
from emulator.firestore.wire.protos import Message

MAX_AGGREGATIONS = 5

_MIN_INT64 = -(1 << 63)
_MAX_INT64 = (1 << 63) - 1


def prepare_aggregation(plan: Plan, aggregations: Sequence[Message]) -> None:
    """Check aggregations and make the plan require the fields they need.

    A row counts only if it has the fields of all of the query's aggregations.

    Raises:
        FirestoreError: INVALID_ARGUMENT for aggregations that production refuses.
    """
    if not 1 <= len(aggregations) <= MAX_AGGREGATIONS:
        raise invalid_argument(f"A query must have between 1 and {MAX_AGGREGATIONS} aggregations.")
    for aggregation in aggregations:
        operator = aggregation.WhichOneof("operator")
        if operator is None:
            raise invalid_argument("An aggregation must have an operator.")
        if operator == "count":
            if aggregation.count.HasField("up_to") and aggregation.count.up_to.value <= 0:
                raise invalid_argument("'up_to' of a count must be positive.")
            continue
        path = _operand_path(aggregation)
        if path == DOCUMENT_NAME:
            raise invalid_argument(f"Aggregations other than count cannot use {path[0]}.")
        plan.must_exist.append(path)
    _check_aliases(aggregations)
    _check_index_support(plan)


def _aliases(aggregations: Sequence[Message]) -> list[str]:
    """Return the alias of each aggregation; the unnamed ones are numbered."""
    numbers = count(1)
    return [item.alias or f"field_{next(numbers)}" for item in aggregations]


def _check_aliases(aggregations: Sequence[Message]) -> None:
    aliases = _aliases(aggregations)
    for position, alias in enumerate(aliases):
        check_field_name(alias)
        if alias in aliases[:position]:
            raise invalid_argument(f"Aggregation aliases contain duplicate alias: {alias}.")


def _check_index_support(plan: Plan) -> None:
    # Below a document or over all collections, production has only the name index. Elsewhere a
    # query on the key needs an index whose fields come before it.
    explicit = {order.field for order in plan.orders[: plan.explicit_orders]}
    by_key = (
        plan.descendants and (plan.collection_id is None or bool(plan.parent))
    ) or DOCUMENT_NAME in explicit | plan.equality_fields | plan.inequality_fields
    missing = set(plan.must_exist) - explicit - plan.inequality_fields
    if by_key and missing:
        names = ", ".join(map(format_field_path, sorted(missing)))
        raise invalid_argument(
            f"This query requires an index with fields [{names}] after __name__ and Firestore "
            "does not currently support such an index. Please try the query again with "
            "additional ordering on those fields."
        )


def aggregate(rows: Sequence[Row], aggregations: Sequence[Message]) -> Message:
    """Return the AggregationResult of the given rows."""
    result = protos.AggregationResult()
    for alias, aggregation in zip(_aliases(aggregations), aggregations, strict=True):
        operator = aggregation.WhichOneof("operator")
        value = _OPERATORS[operator](rows, aggregation)
        result.aggregate_fields[alias].CopyFrom(value)
    return result


def _operand_path(aggregation: Message) -> FieldPath:
    operand = getattr(aggregation, aggregation.WhichOneof("operator"))
    return parse_field_path(operand.field.field_path)


def _numbers(rows: Sequence[Row], path: FieldPath) -> tuple[list[int], list[float]]:
    whole: list[int] = []
    real: list[float] = []
    for row in rows:
        value = row.value(path)
        if value is None:
            continue
        kind = value.WhichOneof("value_type")
        if kind == "integer_value":
            whole.append(value.integer_value)
        elif kind == "double_value":
            real.append(value.double_value)
    return whole, real


def _total(whole: list[int], real: list[float]) -> float:
    try:
        return math.fsum((*real, sum(whole)))
    except (OverflowError, ValueError):
        # fsum rejects opposite infinities and overflowing partial sums; IEEE addition does not.
        total = float(sum(whole))
        for number in real:
            total += number
        return total


def _count(rows: Sequence[Row], aggregation: Message) -> Message:
    number = len(rows)
    if aggregation.count.HasField("up_to"):
        number = min(number, aggregation.count.up_to.value)
    return protos.Value(integer_value=number)


def _sum(rows: Sequence[Row], aggregation: Message) -> Message:
    whole, real = _numbers(rows, _operand_path(aggregation))
    if not real and _MIN_INT64 <= sum(whole) <= _MAX_INT64:
        return protos.Value(integer_value=sum(whole))
    return protos.Value(double_value=_total(whole, real))


def _avg(rows: Sequence[Row], aggregation: Message) -> Message:
    whole, real = _numbers(rows, _operand_path(aggregation))
    number = len(whole) + len(real)
    if not number:
        return protos.Value(null_value=0)
    return protos.Value(double_value=_total(whole, real) / number)


_OPERATORS: dict[str, Callable[[Sequence[Row], Message], Message]] = {
    "count": _count,
    "sum": _sum,
    "avg": _avg,
}
