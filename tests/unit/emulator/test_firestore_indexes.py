"""Index queries return what a scan returns, whatever was written in between."""

from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.firestore.data.database import HISTORY_MICROS, Clock, Database
from emulator.firestore.data.documents import Version, serialize_fields
from emulator.firestore.data.indexes import SMALL_SCOPE
from emulator.firestore.query.execution import run_plan
from emulator.firestore.query.planning import make_plan
from emulator.firestore.query.plans import Plan, Row
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import FirestoreError
from tests.support.strategies import examples

NAME = "projects/p/databases/(default)"
ROOT = f"{NAME}/documents"
DOCUMENTS = SMALL_SCOPE * 2
OPERATORS = {"<": 1, "<=": 2, ">": 3, ">=": 4, "==": 5, "!=": 6, "contains": 7}

numbers = st.integers(0, 4)
values = st.one_of(
    numbers.map(lambda n: protos.Value(integer_value=n)),
    numbers.map(lambda n: protos.Value(double_value=n + 0.5)),
    st.just(protos.Value(null_value=0)),
    st.just(protos.Value(double_value=float("nan"))),
    st.sampled_from("ab").map(lambda s: protos.Value(string_value=s)),
    st.lists(numbers, max_size=3).map(
        lambda items: protos.Value(array_value={"values": [{"integer_value": n} for n in items]})
    ),
)
documents = st.dictionaries(st.sampled_from("xyz"), values, max_size=3)
paths = st.integers(0, DOCUMENTS - 1).map(lambda n: f"c/d{n}" if n % 3 else f"r/s/c/d{n}")


@st.composite
def queries(draw: st.DrawFn) -> Any:
    query = protos.StructuredQuery()
    selector = query.from_.add(collection_id="c", all_descendants=draw(st.booleans()))
    assert selector.collection_id
    filters = draw(
        st.lists(
            st.tuples(st.sampled_from("xyz"), st.sampled_from(sorted(OPERATORS)), values),
            max_size=2,
        )
    )
    if filters:
        composite = query.where.composite_filter
        composite.op = draw(st.sampled_from([1, 2]))
        for field, operator, value in filters:
            item = composite.filters.add().field_filter
            item.field.field_path = field
            item.op = OPERATORS[operator]
            item.value.CopyFrom(value)
    for field in draw(st.lists(st.sampled_from(["x", "y", "__name__"]), max_size=2, unique=True)):
        order = query.order_by.add(direction=draw(st.sampled_from([1, 2])))
        order.field.field_path = field
    if query.order_by and query.order_by[0].field.field_path != "__name__":
        for cursor in draw(st.sets(st.sampled_from(["start_at", "end_at"]))):
            getattr(query, cursor).values.append(draw(values))
            getattr(query, cursor).before = draw(st.booleans())
    query.offset = draw(st.integers(0, 3))
    if draw(st.booleans()):
        query.limit.value = draw(st.integers(0, 6))
    return query


def version(micros: int, fields: dict[str, Any] | None) -> Version:
    if fields is None:
        return Version(micros, 0, None)
    return Version(micros, micros, serialize_fields(protos.Document(fields=fields)))


def scanned(plan: Plan, database: Database, micros: int | None = None) -> list[str]:
    rows = [
        Row(doc, doc.current if micros is None else doc.at(micros))
        for doc in database.docs.values()
        if plan.in_scope(doc.path)
    ]
    rows = [row for row in rows if row.version.fields is not None]
    rows = [row for row in rows if plan.matches(row) and plan.is_within(row)]
    plan.sort(rows)
    stop = None if plan.limit is None else plan.offset + plan.limit
    return [row.doc.path for row in rows[plan.offset : stop]]


def found(plan: Plan, micros: int | None = None) -> list[str]:
    return [row.doc.path for row in run_plan(plan, micros).rows]


def make_database() -> Database:
    ticks = count(1)
    return Database(NAME, Clock(lambda: next(ticks)))


@pytest.mark.slow
@settings(deadline=None, max_examples=examples(150))
@given(
    st.lists(documents, min_size=DOCUMENTS, max_size=DOCUMENTS),
    st.lists(queries(), min_size=1, max_size=3),
    st.lists(st.tuples(paths, st.none() | documents), max_size=12),
)
def test_indexes_agree_with_scans(
    contents: list[dict[str, Any]],
    asked: list[Any],
    writes: list[tuple[str, dict[str, Any] | None]],
) -> None:
    database = make_database()
    for number, fields in enumerate(contents):
        micros = database.clock.commit()
        path = f"c/d{number}" if number % 3 else f"r/s/c/d{number}"
        database.install(micros, [(path, version(micros, fields))])
    plans = []
    for query in asked:
        # Some combinations of filters are refused.
        with suppress(FirestoreError):
            plans.append(make_plan(database, ROOT, query))
    before = database.clock.read()
    earlier = [found(plan) for plan in plans]
    assert earlier == [scanned(plan, database) for plan in plans]
    for path, changed in writes:
        micros = database.clock.commit()
        database.install(micros, [(path, version(micros, changed))])
        for plan in plans:
            assert found(plan) == scanned(plan, database)
    assert [found(plan, before) for plan in plans] == earlier


def test_an_equality_query_looks_at_its_matches_only() -> None:
    database = make_database()
    for number in range(2000):
        micros = database.clock.commit()
        fields = {"x": protos.Value(integer_value=number % 100)}
        database.install(micros, [(f"u/{number}/c/d", version(micros, fields))])
    query = protos.StructuredQuery(from_=[{"collection_id": "c", "all_descendants": True}])
    item = query.where.field_filter
    item.field.field_path, item.op, item.value.integer_value = "x", 5, 7
    result = run_plan(make_plan(database, ROOT, query))
    assert len(result.rows) == result.scanned == 20


def test_a_limited_ordered_query_stops_at_its_limit() -> None:
    database = make_database()
    for number in range(2000):
        micros = database.clock.commit()
        fields = {"x": protos.Value(integer_value=number)}
        database.install(micros, [(f"c/d{number}", version(micros, fields))])
    query = protos.StructuredQuery(from_=[{"collection_id": "c"}])
    query.order_by.add(direction=2).field.field_path = "x"
    query.limit.value = 5
    result = run_plan(make_plan(database, ROOT, query))
    assert [row.doc.path for row in result.rows] == [f"c/d{n}" for n in range(1999, 1994, -1)]
    assert result.scanned == 5


def test_versions_are_forgotten_after_an_hour() -> None:
    now = [1]
    database = Database(NAME, Clock(lambda: now[0]))
    for fields in ({}, {"x": protos.Value(integer_value=1)}, None):
        micros = database.clock.commit()
        database.install(micros, [("c/d", version(micros, fields))])
    assert database.prune() == []
    now[0] = HISTORY_MICROS + 10
    assert sorted(database.prune()) == [("c/d", 1), ("c/d", 2), ("c/d", 3)]
    assert database.docs == {}
    assert database.collections == {}


def test_a_document_that_stays_keeps_its_newest_version() -> None:
    now = [1]
    database = Database(NAME, Clock(lambda: now[0]))
    for number in range(3):
        micros = database.clock.commit()
        fields = {"x": protos.Value(integer_value=number)}
        database.install(micros, [("c/d", version(micros, fields))])
    now[0] = 10 * HISTORY_MICROS
    assert len(database.prune()) == 2
    assert database.version("c/d").fields is not None
