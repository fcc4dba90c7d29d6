"""The known differences between the engines explain what they say, and nothing else."""

from typing import Any

import pytest

from emulator.firestore.wire import protos
from tests.support.differential.known import (
    DIFFERENCES,
    invalid_as_well,
    known_difference,
    may_have_changed,
)
from tests.support.differential.programs import DATABASE, ROOT, Call, Listen, Transaction

INVALID = "INVALID_ARGUMENT"
PRECONDITION = "FAILED_PRECONDITION"
FOUND = ("c/d0", {"a": ("integer_value", "1"), "m": {"x": 1, "y": 2}}, 0, 1)
MISSING = ("c/d1", {}, None, None)
BY_KEY = {"order_by": [{"field": {"field_path": "__name__"}, "direction": 2}]}


def query(**parts: Any) -> Any:
    group = parts.pop("group", False)
    source = [{"collection_id": "c", "all_descendants": group}]
    return protos.StructuredQuery(from_=source, **parts)


def run(parent: str = ROOT, **parts: Any) -> Call:
    request = protos.RunQueryRequest(parent=parent, structured_query=query(**parts))
    return Call("RunQuery", request)


def aggregation(kind: dict[str, Any], **parts: Any) -> Call:
    request = protos.RunAggregationQueryRequest(parent=ROOT)
    asked = request.structured_aggregation_query
    asked.structured_query.CopyFrom(query(**parts))
    asked.aggregations.add(alias="x", **kind)
    return Call("RunAggregationQuery", request)


def write(path: str = "c/d0", mask: str = "", transformed: str = "") -> Any:
    made = protos.Write(update=protos.Document(name=f"{ROOT}/{path}"))
    made.update_mask.field_paths.extend(mask.split())
    for field in transformed.split():
        made.update_transforms.add(field_path=field, increment={"integer_value": 1})
    return made


def deletion(path: str = "c/d0") -> Any:
    return protos.Write(delete=f"{ROOT}/{path}")


def commit(*writes: Any, transaction: bytes = b"") -> Call:
    request = protos.CommitRequest(database=DATABASE, writes=writes, transaction=transaction)
    return Call("Commit", request)


def batch(*writes: Any) -> Call:
    return Call("BatchWrite", protos.BatchWriteRequest(database=DATABASE, writes=writes))


def listing(mask: str) -> Call:
    request = protos.ListDocumentsRequest(parent=ROOT, collection_id="c", show_missing=True)
    request.mask.field_paths.extend(mask.split())
    return Call("ListDocuments", request)


SUM = {"sum": {"field": {"field_path": "a"}}}
COUNT_TO_ZERO = {"count": {"up_to": {"value": 0}}}
APART, TOGETHER = write(mask="a b"), write(mask="m m.x")
INCREMENTS = write(transformed="m m.x")
KNOWN = {
    "scans by descending key": [
        (run(**BY_KEY), [FOUND], PRECONDITION),
        (Listen(query(**BY_KEY)), "listening", PRECONDITION),
    ],
    "sums and averages beside a projection": [
        (aggregation(SUM, select={"fields": [{"field_path": "b"}]}), [{"x": 1}], INVALID)
    ],
    "masks with a field and a part of it": [
        (commit(TOGETHER), INVALID, [(1, [])]),
        (commit(TOGETHER), INVALID, PRECONDITION),
        (batch(TOGETHER, APART), ([3, 0], [None, (1, [])]), ([0, 0], [(1, []), (2, [])])),
    ],
    "transforms of a field and a part of it": [
        (commit(INCREMENTS), [(1, [1, 1])], INVALID),
        (commit(INCREMENTS), PRECONDITION, INVALID),
        (batch(INCREMENTS), ([0], [(1, [1, 1])]), INVALID),
    ],
    "several writes of one document in a commit": [
        (commit(write(), deletion()), [(1, []), (None, [])], [(None, []), (None, [])]),
        (
            commit(write(), deletion(), write(), write("c/d1")),
            [(1, []), (None, []), (2, []), (3, [])],
            [(2, []), (2, []), (2, []), (3, [])],
        ),
        (commit(write(), write()), [(1, []), (1, [])], INVALID),
    ],
    "masks of lists that show missing documents": [
        (listing("m.x"), [(FOUND[0], {"m": {"x": 1}}, 0, 1), MISSING], [FOUND, MISSING]),
        (listing(""), [(FOUND[0], {}, 0, 1), MISSING], [FOUND, MISSING]),
    ],
    "counts up to zero": [
        (aggregation(COUNT_TO_ZERO), INVALID, [{"x": 0}]),
        (aggregation(COUNT_TO_ZERO, **BY_KEY), INVALID, PRECONDITION),
    ],
    "collection groups below a document": [
        (run(f"{ROOT}/c/d0", group=True), INVALID, [FOUND]),
        (run(f"{ROOT}/c/d0", group=True, **BY_KEY), INVALID, PRECONDITION),
    ],
    "batches with an invalid write": [
        (batch(protos.Write(), write()), ([3, 0], [None, (1, [])]), INVALID)
    ],
    "calls in a transaction that has ended": [
        (commit(write(), transaction=b"t"), INVALID, "ABORTED")
    ],
}
KNOWN["invalid scans by descending key"] = [
    (run(order_by=BY_KEY["order_by"] * 2), INVALID, PRECONDITION),
    (run(offset=-1, **BY_KEY), INVALID, PRECONDITION),
]


def contains(*fields: str) -> Any:
    filters = [
        {"field_filter": {"field": {"field_path": field}, "op": 7, "value": {"integer_value": 1}}}
        for field in fields
    ]
    return {"composite_filter": {"op": 1, "filters": filters}}


KNOWN["several array-contains filters"] = [
    (run(where=contains("a", "b")), INVALID, PRECONDITION),
    (Listen(query(where=contains("a", "b"))), INVALID, PRECONDITION),
    (run(where=contains("a", "a")), INVALID, [FOUND]),
]
CASES = [(about, *case) for about, cases in KNOWN.items() for case in cases]


def test_every_difference_has_a_case() -> None:
    assert set(KNOWN) == {each.about for each in DIFFERENCES}


@pytest.mark.parametrize(("about", "call", "ours", "theirs"), CASES)
def test_a_difference_is_explained(about: str, call: Any, ours: Any, theirs: Any) -> None:
    assert known_difference(call, ours, theirs) == about


@pytest.mark.parametrize(("about", "call", "ours", "theirs"), CASES)
def test_other_answers_are_not(about: str, call: Any, ours: Any, theirs: Any) -> None:
    for wrong in ("PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "INTERNAL"):
        assert known_difference(call, wrong, theirs) is None
        assert known_difference(call, ours, wrong) is None
    assert known_difference(call, theirs, ours) is None


@pytest.mark.parametrize(
    ("call", "ours", "theirs"),
    [
        (listing("m.x"), [FOUND], [(*FOUND[:1], {}, *FOUND[2:])]),
        (listing("a"), [MISSING], [FOUND, MISSING]),
        (commit(write(), write("c/d1")), [(1, []), (1, [])], [(None, []), (1, [])]),
        (commit(write(), write()), [(1, []), (1, [])], [(1, []), (2, [])]),
        (
            commit(write(), deletion(), write("c/d1")),
            [(1, []), (None, []), (1, [])],
            [(None, [])] * 3,
        ),
        (batch(TOGETHER, write("c/d1")), ([3, 0], [None, (1, [])]), ([0, 5], [(1, []), None])),
        (batch(INCREMENTS), ([3], [None]), ([0], [(1, [])])),
        (run(), [FOUND], PRECONDITION),
        (run(where=contains("a", "b")), INVALID, [FOUND]),
        (run(), [FOUND], []),
    ],
)
def test_like_calls_with_another_difference_are_not(call: Any, ours: Any, theirs: Any) -> None:
    assert known_difference(call, ours, theirs) is None


def test_an_invalid_scan_is_tried_with_the_key_ascending() -> None:
    (call,) = invalid_as_well(run(offset=-1, **BY_KEY), INVALID, PRECONDITION)
    assert call.request.structured_query.order_by[0].direction == 1
    assert call.request.structured_query.offset == -1
    assert invalid_as_well(run(**BY_KEY), [FOUND], PRECONDITION) == []


@pytest.mark.parametrize(
    ("writes", "ours", "theirs", "changed"),
    [
        ([INCREMENTS], [[FOUND], [(1, [1, 1])]], [PRECONDITION, INVALID], True),
        ([INCREMENTS], [[FOUND], PRECONDITION], [[FOUND], INVALID], False),
        ([write()], [[FOUND], [(1, [])]], [PRECONDITION, [(1, [])]], False),
    ],
)
def test_a_transaction_that_one_engine_refused_may_have_changed_the_other(
    writes: list[Any], ours: Any, theirs: Any, changed: bool
) -> None:
    step = Transaction({"read_write": {}}, [run(**BY_KEY)], writes, "commit")
    assert known_difference(step, ours, theirs)
    assert may_have_changed(step, ours, theirs) is changed
