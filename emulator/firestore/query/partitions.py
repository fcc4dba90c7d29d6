"""Splits a collection group into partitions that can be read in parallel."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.firestore.query.plans import Order, Plan, Row
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import DOCUMENT_NAME
from emulator.firestore.wire.protos import Message


def partition_cursors(request: Message, plan: Plan, rows: Sequence[Row]) -> Message:
    """Return a PartitionQueryResponse with the cursors between the partitions.

    Args:
        request: The PartitionQueryRequest.
        plan: The plan of its query.
        rows: All rows of the query.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the query cannot be partitioned.
    """
    if (
        not plan.descendants
        or plan.disjuncts is not None
        or plan.orders != [Order(DOCUMENT_NAME, False)]
        or plan.limit is not None
        or plan.offset
        or plan.start is not None
        or plan.end is not None
    ):
        raise invalid_argument(
            "Partition queries must be collection group queries ordered by name, ascending, "
            "without filters, limits, offsets or cursors."
        )
    if request.partition_count <= 0:
        raise invalid_argument("The partition count must be positive.")
    wanted = min(request.partition_count, max(0, len(rows) - 1))
    names = []
    for number in range(1, wanted + 1):
        row = rows[number * len(rows) // (wanted + 1)]
        names.append(plan.database.prefix + row.doc.path)
    begin = _parse_page_token(request.page_token)
    size = request.page_size if request.page_size > 0 else len(names)
    response = protos.PartitionQueryResponse()
    for name in names[begin : begin + size]:
        response.partitions.add(before=True).values.add().reference_value = name
    if begin + size < len(names):
        response.next_page_token = str(begin + size)
    return response


def _parse_page_token(text: str) -> int:
    if text and not text.isdecimal():
        raise invalid_argument("Invalid page token.")
    return int(text or 0)
