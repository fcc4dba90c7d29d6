"""Documents' fields become the same messages as with the client library, and the same values."""

from datetime import UTC, datetime
from enum import StrEnum

import grpc
import pytest
from google.cloud.firestore import DELETE_FIELD, GeoPoint
from google.cloud.firestore_v1 import _helpers
from google.cloud.firestore_v1.field_path import FieldPath
from google.cloud.firestore_v1.types import Document
from google.cloud.firestore_v1.vector import Vector
from hypothesis import given
from hypothesis import strategies as st

from adapters.firestore.calls import Calls
from adapters.firestore.values import Foreign, plain, read_fields, write_fields

DATABASE = "projects/demo/databases/(default)"
NAME = f"{DATABASE}/documents/users/ann"
TIMES = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31), timezones=st.just(UTC))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | TIMES
    | st.lists(st.floats(allow_nan=False), min_size=1).map(Vector),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(min_size=1), inner),
    max_leaves=8,
)
FIELDS = st.dictionaries(st.text(min_size=1), VALUES)


class Kind(StrEnum):
    NOTE = "note"


@pytest.fixture(scope="module")
def calls():
    with grpc.insecure_channel("127.0.0.1:1") as channel:
        yield Calls(channel, DATABASE, [], lambda _, call: call)


def written(values):
    document = plain(Document())
    write_fields(values, document.fields)
    return document


def by_library(values):
    return plain(Document(fields=_helpers.encode_dict(values)))


@given(FIELDS)
def test_values_are_written_as_the_library_writes_them(values):
    assert written(values) == by_library(values)


@given(FIELDS)
def test_what_was_written_is_read_again(values):
    assert read_fields(written(values).fields) == values


def test_an_enum_is_stored_as_its_text():
    assert written({"kind": Kind.NOTE}) == by_library({"kind": "note"})


def test_a_time_in_another_zone_is_read_in_utc():
    local = datetime.fromisoformat("2026-01-31T12:00:00.000001+05:30")
    (found,) = read_fields(written({"at": local}).fields).values()
    assert (found, found.tzinfo) == (local, UTC)


def test_what_rekindle_never_writes_is_foreign():
    document = by_library({"place": GeoPoint(1, 2)})
    assert isinstance(read_fields(document.fields)["place"], Foreign)
    with pytest.raises(TypeError, match="GeoPoint"):
        written({"place": GeoPoint(1, 2)})


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"a": 1, "b": DELETE_FIELD}, ["a", "b"]),
        ({"a": {}, "b": []}, ["b", "a"]),
        ({"a": {"b": 1, "c": DELETE_FIELD}, "d": 2}, ["d", "a.b", "a.c"]),
        ({"entries": {"1 x": "line"}}, [FieldPath("entries", "1 x")]),
        ({"entries": {"x": DELETE_FIELD}}, [FieldPath("entries", "x")]),
    ],
)
def test_a_merge_is_written_as_the_library_writes_it(calls, values, fields):
    ours = calls.merging("users/ann", values, fields)
    (theirs,) = _helpers.pbs_for_set_with_merge(NAME, values, fields)
    assert ours == plain(theirs)


def test_a_replacement_and_a_creation_are_written_as_the_library_writes_them(calls):
    values = {"a": 1, "b": {"c": [True, None]}}
    (replaced,) = _helpers.pbs_for_set_no_merge(NAME, values)
    (created,) = _helpers.pbs_for_create(NAME, values)
    assert calls.replacing("users/ann", values) == plain(replaced)
    assert calls.replacing("users/ann", values, create=True) == plain(created)
