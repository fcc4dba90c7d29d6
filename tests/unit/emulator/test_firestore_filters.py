"""A filter over a list finds what the filters over its elements find."""

from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.firestore.data.database import Clock, Database
from emulator.firestore.data.documents import Version, serialize_fields
from emulator.firestore.data.indexes import SMALL_SCOPE
from emulator.firestore.query.execution import run_plan
from emulator.firestore.query.planning import make_plan
from emulator.firestore.wire import protos

NAME = "projects/p/databases/(default)"
EQUAL, NOT_EQUAL, CONTAINS, IN, CONTAINS_ANY, NOT_IN = 5, 6, 7, 8, 9, 10
NULL = protos.Value(null_value=0)
EQUALED_BY_NOTHING = [NULL, protos.Value(double_value=float("nan"))]

plain = st.one_of(
    st.integers(0, 3).map(lambda n: protos.Value(integer_value=n)),
    st.integers(0, 3).map(lambda n: protos.Value(double_value=n)),
    st.sampled_from("ab").map(lambda s: protos.Value(string_value=s)),
    st.booleans().map(lambda b: protos.Value(boolean_value=b)),
    st.sampled_from(EQUALED_BY_NOTHING),
)
arrays = st.lists(plain, max_size=3).map(lambda items: protos.Value(array_value={"values": items}))


def database_of(contents: list[Any]) -> Database:
    ticks = count(1)
    database = Database(NAME, Clock(lambda: next(ticks)))
    for number, value in enumerate(contents):
        micros = database.clock.commit()
        fields = serialize_fields(protos.Document(fields={"q": value}))
        database.install(micros, [(f"c/{number}", Version(micros, micros, fields))])
    return database


def found(database: Database, operator: int, operand: Any) -> set[str]:
    query = protos.StructuredQuery(from_=[{"collection_id": "c"}])
    item = query.where.field_filter
    item.field.field_path, item.op = "q", operator
    item.value.CopyFrom(operand)
    plan = make_plan(database, f"{NAME}/documents", query)
    return {row.doc.path for row in run_plan(plan).rows}


@pytest.mark.parametrize("size", [SMALL_SCOPE // 4, SMALL_SCOPE + 2])
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_lists_of_values(size: int, data: st.DataObject) -> None:
    """Small collections are scanned, larger ones searched by index."""
    contents = data.draw(st.lists(plain | arrays, min_size=size, max_size=size))
    wanted = data.draw(st.lists(plain, min_size=1, max_size=4))
    among = protos.Value(array_value={"values": wanted})
    database = database_of(contents)
    for operator, one_by_one in ((IN, EQUAL), (CONTAINS_ANY, CONTAINS)):
        singly = [found(database, one_by_one, value) for value in wanted]
        assert found(database, operator, among) == set().union(*singly)
    others = [found(database, NOT_EQUAL, value) for value in wanted]
    assert found(database, NOT_IN, among) == set.intersection(*others)


@pytest.mark.parametrize("operator", [EQUAL, CONTAINS, 1, 2, 3, 4])
@given(contents=st.lists(plain | arrays, max_size=6))
@settings(deadline=None, max_examples=15)
def test_null_and_nan_compare_with_nothing(operator: int, contents: list[Any]) -> None:
    database = database_of(contents)
    for operand in EQUALED_BY_NOTHING:
        assert found(database, operator, operand) == set()
