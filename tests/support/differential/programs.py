"""Strategies for programs: lists of steps that run against an emulator one after the other.

Names, fields, and values are few, so that steps meet each other's documents.
"""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from emulator.firestore.wire import protos
from tests.support.firestore_support import value

PROJECT = "demo-differential"
DATABASE = f"projects/{PROJECT}/databases/(default)"
ROOT = f"{DATABASE}/documents"
CURRENT, EARLIER = 1, 2
"""Seconds of an update-time precondition that stand for the document's update time, and for the
first commit's."""
SERVER_TIME_FIELD = "at"
"""The field that alone holds server times: it differs between engines, so no query uses it."""

Operator = protos.StructuredQuery.FieldFilter.Operator
Unary = protos.StructuredQuery.UnaryFilter.Operator


@dataclass(frozen=True)
class Call:
    """One call. `at`, if not None, chooses an earlier commit, as of which to read."""

    method: str
    request: Any
    at: int | None = None


@dataclass(frozen=True)
class Transaction:
    """Begins, reads, and ends, with "commit", "rollback", or "twice": two commits."""

    options: Any
    reads: list[Call]
    writes: list[Any]
    end: str

    def calls(self) -> list[Call]:
        """The calls that have outcomes, with a transaction."""
        commit = protos.CommitRequest(database=DATABASE, writes=self.writes)
        commits = 2 if self.end == "twice" else 1
        found = [*self.reads, *[Call("Commit", commit)] * commits]
        for call in found:
            call.request.transaction = b"t"
        return found


@dataclass(frozen=True)
class Listen:
    """A query to listen to from now on; its result is compared at the end of the program."""

    query: Any

    def as_call(self) -> Call:
        """The query, run once."""
        return _run_query(ROOT, self.query)


Step = Call | Transaction | Listen

IDS = st.sampled_from(["d0", "d1", "d2", "d3"])
COLLECTIONS = st.sampled_from(["c", "c", "c", "c/d0/s", "c/d1/s", "s"])
PATHS = st.builds("{}/{}".format, COLLECTIONS, IDS)
FIELDS = st.sampled_from(["a", "a", "b", "m", "m.x", "m.y", "`odd name`"])

_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 2, 3, 2**53 + 1, 2**63 - 1, -(2**63)]),
    st.sampled_from([float("nan"), float("inf"), -0.0, 0.5, 1.0, 2.0, -1.5, 2.0**53]),
    st.sampled_from(["", "a", "b", "é", "\U0001f600", "\uffff"]),
    st.sampled_from([b"", b"\0", b"a\xff"]),
).map(value)
_special = st.one_of(
    st.builds(
        lambda seconds, nanos: protos.Value(timestamp_value={"seconds": seconds, "nanos": nanos}),
        st.sampled_from([0, 1, 951_825_015]),
        st.sampled_from([0, 1_000, 1_500, 999_999_999]),
    ),
    st.builds(
        lambda one, two: protos.Value(geo_point_value={"latitude": one, "longitude": two}),
        st.sampled_from([-90.0, 0.0, 10.5]),
        st.sampled_from([-180.0, 0.0, 20.5]),
    ),
    PATHS.map(lambda path: protos.Value(reference_value=f"{ROOT}/{path}")),
)
_leaves = st.one_of(_scalars, _scalars, _special)


def _array(items: list[Any]) -> Any:
    made = protos.Value()
    made.array_value.SetInParent()
    made.array_value.values.extend(items)
    return made


def _map(fields: dict[str, Any]) -> Any:
    made = protos.Value()
    made.map_value.SetInParent()
    for name, item in fields.items():
        made.map_value.fields[name].CopyFrom(item)
    return made


ARRAYS = st.lists(_leaves, max_size=3).map(_array)
MAPS = st.dictionaries(st.sampled_from(["x", "y"]), _leaves, max_size=2).map(_map)
VALUES = st.one_of(_leaves, _leaves, ARRAYS, MAPS)
_documents = st.dictionaries(st.sampled_from(["a", "b", "m", "odd name"]), VALUES, max_size=4)


def _document(path: str, fields: dict[str, Any]) -> Any:
    return protos.Document(name=f"{ROOT}/{path}", fields=fields)


_preconditions = st.sampled_from(
    [None] * 8
    + [
        protos.Precondition(exists=True),
        protos.Precondition(exists=False),
        protos.Precondition(update_time={"seconds": CURRENT}),
        protos.Precondition(update_time={"seconds": EARLIER}),
    ]
)
_masks = st.one_of(
    st.none(),
    st.none(),
    st.lists(FIELDS, max_size=3).map(lambda paths: protos.DocumentMask(field_paths=paths)),
)
_numbers = st.one_of(
    st.sampled_from([-1, 1, 2**63 - 1, -(2**63)]),
    st.sampled_from([0.5, float("nan"), -0.0, float("inf"), 1e308]),
).map(value)


@st.composite
def _transforms(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(
        st.sampled_from(
            [
                "increment",
                "maximum",
                "minimum",
                "append_missing_elements",
                "remove_all_from_array",
            ]
        )
    )
    if kind in ("append_missing_elements", "remove_all_from_array"):
        return {"field_path": draw(FIELDS), kind: draw(ARRAYS).array_value}
    return {"field_path": draw(FIELDS), kind: draw(st.one_of(_numbers, _numbers, _leaves))}


@st.composite
def writes(draw: st.DrawFn) -> Any:
    """Updates, deletions, transforms and verifications, with masks and preconditions."""
    path = draw(PATHS)
    kind = draw(
        st.sampled_from(["update"] * 5 + ["delete", "delete", "transform", "verify", "nothing"])
    )
    write = protos.Write()
    if kind == "update":
        write.update.CopyFrom(_document(path, draw(_documents)))
        mask = draw(_masks)
        if mask is not None:
            write.update_mask.CopyFrom(mask)
        for transform in draw(st.lists(_transforms(), max_size=2)):
            write.update_transforms.add(**transform)
    elif kind == "delete":
        write.delete = f"{ROOT}/{path}"
    elif kind == "transform":
        write.transform.document = f"{ROOT}/{path}"
        for transform in draw(st.lists(_transforms(), min_size=1, max_size=2)):
            write.transform.field_transforms.add(**transform)
        if draw(st.booleans()):
            # A write that only sets the time may change nothing within a millisecond.
            write.transform.field_transforms.add(
                field_path=SERVER_TIME_FIELD, set_to_server_value=1
            )
            write.transform.field_transforms.add(field_path="n", increment={"integer_value": 1})
    elif kind == "verify":
        write.verify = f"{ROOT}/{path}"
    precondition = draw(_preconditions)
    if precondition is not None:
        write.current_document.CopyFrom(precondition)
    return write


_COMPARISONS = [Operator.Value(name) for name in ("EQUAL", "LESS_THAN", "GREATER_THAN_OR_EQUAL")]
_LISTS = [Operator.Value(name) for name in ("IN", "ARRAY_CONTAINS_ANY", "NOT_IN")]
_OTHERS = [Operator.Value(name) for name in ("NOT_EQUAL", "ARRAY_CONTAINS")]


@st.composite
def _field_filters(draw: st.DrawFn) -> Any:
    operator = draw(st.sampled_from(_COMPARISONS * 2 + _LISTS + _OTHERS))
    field = draw(st.one_of(FIELDS, FIELDS, FIELDS, st.just("__name__")))
    operands = VALUES
    if field == "__name__":
        operands = PATHS.map(lambda path: protos.Value(reference_value=f"{ROOT}/{path}"))
    operand = draw(operands)
    if operator in _LISTS:
        operand = _array(draw(st.lists(operands, max_size=3)))
    return protos.StructuredQuery.Filter(
        field_filter={"field": {"field_path": field}, "op": operator, "value": operand}
    )


_unary_filters = st.builds(
    lambda field, operator: protos.StructuredQuery.Filter(
        unary_filter={"field": {"field_path": field}, "op": operator}
    ),
    FIELDS,
    st.sampled_from([Unary.Value(name) for name in ("IS_NULL", "IS_NAN", "IS_NOT_NULL")]),
)
_filters = st.recursive(
    st.one_of(_field_filters(), _field_filters(), _unary_filters),
    lambda inner: st.builds(
        lambda operator, parts: protos.StructuredQuery.Filter(
            composite_filter={"op": operator, "filters": parts}
        ),
        st.sampled_from([1, 2]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=4,
)


@st.composite
def queries(draw: st.DrawFn) -> Any:
    """Queries of one collection or a group; many of them are refused."""
    query = protos.StructuredQuery()
    source = query.from_.add()
    source.collection_id = draw(st.sampled_from(["c", "c", "s"]))
    source.all_descendants = draw(st.booleans())
    if draw(st.booleans()):
        query.where.CopyFrom(draw(_filters))
    for field in draw(st.lists(st.one_of(FIELDS, st.just("__name__")), max_size=2)):
        query.order_by.add(field={"field_path": field}, direction=draw(st.sampled_from([1, 2])))
    for cursor in (query.start_at, query.end_at):
        if query.order_by and draw(st.integers(0, 3)) == 0:
            for order in query.order_by[: draw(st.integers(1, len(query.order_by)))]:
                if order.field.field_path == "__name__":
                    cursor.values.add(reference_value=f"{ROOT}/{draw(PATHS)}")
                else:
                    cursor.values.add().CopyFrom(draw(VALUES))
            cursor.before = draw(st.booleans())
    if draw(st.integers(0, 3)) == 0:
        query.limit.value = draw(st.sampled_from([0, 1, 2, 5, -1]))
    if draw(st.integers(0, 5)) == 0:
        query.offset = draw(st.sampled_from([1, 2, -1]))
    if draw(st.integers(0, 4)) == 0:
        for field in draw(st.lists(st.one_of(FIELDS, st.just("__name__")), max_size=2)):
            query.select.fields.add(field_path=field)
    return query


_parents = st.sampled_from([ROOT, ROOT, ROOT, f"{ROOT}/c/d0"])


def _run_query(parent: str, query: Any) -> Call:
    return Call("RunQuery", protos.RunQueryRequest(parent=parent, structured_query=query))


@st.composite
def _aggregations(draw: st.DrawFn) -> Call:
    request = protos.RunAggregationQueryRequest(parent=draw(_parents))
    aggregation = request.structured_aggregation_query
    aggregation.structured_query.CopyFrom(draw(queries()))
    kinds = draw(st.lists(st.sampled_from(["count", "sum", "avg"]), min_size=1, max_size=3))
    for number, kind in enumerate(kinds):
        part = aggregation.aggregations.add(alias=f"x{number}")
        getattr(part, kind).SetInParent()
        if kind != "count":
            getattr(part, kind).field.field_path = draw(FIELDS)
        elif draw(st.booleans()):
            part.count.up_to.value = draw(st.sampled_from([0, 1, 2]))
    return Call("RunAggregationQuery", request)


def _batch_get(paths: list[str], mask: Any) -> Call:
    request = protos.BatchGetDocumentsRequest(
        database=DATABASE, documents=[f"{ROOT}/{path}" for path in paths], mask=mask
    )
    return Call("BatchGetDocuments", request)


_reads = st.one_of(
    st.builds(_run_query, _parents, queries()),
    st.builds(_run_query, _parents, queries()),
    _aggregations(),
    st.builds(_batch_get, st.lists(PATHS, min_size=1, max_size=3), _masks),
)
_lists = st.builds(
    lambda parent, collection, size, missing, mask: Call(
        "ListDocuments",
        protos.ListDocumentsRequest(
            parent=parent, collection_id=collection, page_size=size, show_missing=missing, mask=mask
        ),
    ),
    _parents,
    st.sampled_from(["c", "s"]),
    st.sampled_from([0, 1, 2]),
    st.booleans(),
    _masks,
)
_single_writes = st.one_of(
    st.builds(
        lambda parent, collection, name, fields: Call(
            "CreateDocument",
            protos.CreateDocumentRequest(
                parent=parent,
                collection_id=collection,
                document_id=name,
                document={"fields": fields},
            ),
        ),
        _parents,
        st.sampled_from(["c", "s"]),
        st.sampled_from(["d0", "d3", "__x__", "."]),
        _documents,
    ),
    st.builds(
        lambda path, fields, mask, precondition: Call(
            "UpdateDocument",
            protos.UpdateDocumentRequest(
                document=_document(path, fields), update_mask=mask, current_document=precondition
            ),
        ),
        PATHS,
        _documents,
        _masks,
        _preconditions,
    ),
    st.builds(
        lambda path, precondition: Call(
            "DeleteDocument",
            protos.DeleteDocumentRequest(name=f"{ROOT}/{path}", current_document=precondition),
        ),
        PATHS,
        _preconditions,
    ),
)
_collection_ids = st.builds(
    lambda parent: Call("ListCollectionIds", protos.ListCollectionIdsRequest(parent=parent)),
    _parents,
)


def _commit(written: list[Any]) -> Call:
    return Call("Commit", protos.CommitRequest(database=DATABASE, writes=written))


def _batch(written: list[Any]) -> Call:
    return Call("BatchWrite", protos.BatchWriteRequest(database=DATABASE, writes=written))


_commits = st.builds(_commit, st.lists(writes(), min_size=1, max_size=3))
_options = st.sampled_from([{"read_write": {}}] * 3 + [{"read_only": {}}])
_transactions = st.builds(
    Transaction,
    _options,
    st.lists(_reads, max_size=2),
    st.lists(writes(), max_size=2),
    st.sampled_from(["commit", "commit", "rollback", "twice"]),
)
_past = st.builds(lambda call, at: Call(call.method, call.request, at), _reads, st.integers(0, 20))
_steps = st.one_of(
    _commits,
    _commits,
    _commits,
    _reads,
    _reads,
    _reads,
    _single_writes,
    st.builds(_batch, st.lists(writes(), max_size=3)),
    _lists,
    _collection_ids,
    _transactions,
    _past,
    st.builds(Listen, queries()),
)


def _beginning(documents: list[tuple[str, dict[str, Any]]]) -> Call:
    unique = dict(documents)
    return _commit([protos.Write(update=_document(*each)) for each in unique.items()])


@st.composite
def programs(draw: st.DrawFn, steps: int) -> list[Step]:
    """Programs of so many steps, of which the first writes some documents."""
    first = draw(st.lists(st.tuples(PATHS, _documents), min_size=1, max_size=6))
    rest = draw(st.lists(_steps, min_size=steps - 1, max_size=steps - 1))
    return [_beginning(first), *rest]
