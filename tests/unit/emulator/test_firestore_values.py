"""The order of values and names, compared with a model that does not use bytes."""

import math
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from emulator.firestore.wire import protos
from emulator.firestore.wire.values import (
    order_key,
    path_key,
    path_prefix,
    reference_key,
    type_range,
)
from tests.support.firestore_support import value

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.integers(-5, 5),
    st.integers(2**53 - 3, 2**53 + 3),
    st.text(),
    st.binary(),
    st.text(alphabet="\0\x01a", max_size=3),
)
plain_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


def vector(*numbers: float) -> Any:
    return value({"__type__": "__vector__", "value": list(numbers)})


def rank(plain: Any) -> tuple[Any, ...]:
    """The documented order, spelled out with Python's own comparisons."""
    if plain is None:
        return (0,)
    if isinstance(plain, bool):
        return (1, plain)
    if isinstance(plain, float) and math.isnan(plain):
        return (2,)
    if isinstance(plain, float) and math.isinf(plain):
        return (3, math.copysign(1, plain), 0)
    if isinstance(plain, int | float):
        return (3, 0, Fraction(plain))
    if isinstance(plain, str):
        return (4, plain.encode())
    if isinstance(plain, bytes):
        return (5, plain)
    if isinstance(plain, list):
        return (6, [rank(item) for item in plain])
    entries = sorted((name.encode(), item) for name, item in plain.items())
    return (7, [(name, rank(item)) for name, item in entries])


@given(plain_values, plain_values)
def test_keys_compare_as_the_values_do(left: Any, right: Any) -> None:
    left_key, right_key = order_key(value(left)), order_key(value(right))
    assert (left_key < right_key) == (rank(left) < rank(right))
    assert (left_key == right_key) == (rank(left) == rank(right))


@given(plain_values, plain_values)
def test_no_key_is_the_prefix_of_another(left: Any, right: Any) -> None:
    left_key, right_key = order_key(value(left)), order_key(value(right))
    assert left_key == right_key or not right_key.startswith(left_key)


@given(st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False))
def test_integers_and_doubles_compare_exactly(whole: int, real: float) -> None:
    left, right = order_key(value(whole)), order_key(value(real))
    assert (left < right) == (whole < Fraction(real))
    assert (left == right) == (whole == Fraction(real))


@given(plain_values, plain_values)
def test_the_range_of_a_type_holds_exactly_that_type(left: Any, right: Any) -> None:
    low, high = type_range(order_key(value(left)))
    same = rank(left)[0] == rank(right)[0]
    assert (low <= order_key(value(right)) < high) == same


def test_types_sort_in_the_documented_order() -> None:
    stamp = protos.Value(timestamp_value={"seconds": 1})
    reference = protos.Value(reference_value="projects/p/databases/d/documents/c/x")
    point = protos.Value(geo_point_value={"latitude": 1})
    ordered = [
        value(None),
        value(False),
        value(True),
        value(math.nan),
        value(-math.inf),
        value(1),
        value(math.inf),
        stamp,
        value(""),
        value(b""),
        reference,
        point,
        value([]),
        vector(9.0),
        vector(1.0, 1.0),
        value({}),
    ]
    keys = [order_key(item) for item in ordered]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


def test_zero_has_no_sign() -> None:
    assert order_key(value(-0.0)) == order_key(value(0.0)) == order_key(value(0))


def test_timestamps_and_points_sort_by_their_parts() -> None:
    def stamp(seconds: int, nanos: int) -> bytes:
        return order_key(protos.Value(timestamp_value={"seconds": seconds, "nanos": nanos}))

    def point(latitude: float, longitude: float) -> bytes:
        place = {"latitude": latitude, "longitude": longitude}
        return order_key(protos.Value(geo_point_value=place))

    assert stamp(-2, 5000) < stamp(-1, 0) < stamp(0, 1000) < stamp(1, 0)
    assert point(-1, 9) < point(0, -9) < point(0, 0.5) < point(2, -9)


def test_numeric_ids_sort_first_and_by_number() -> None:
    ids = ["__id-9__", "__id2__", "__id10__", "\0", "10", "9", "_", "__id", "a"]
    keys = [path_key(f"c/{item}") for item in ids]
    assert keys == sorted(keys)


@given(st.lists(st.text(min_size=1).filter(lambda text: "/" not in text), min_size=1, max_size=4))
def test_a_prefix_holds_all_paths_below_and_no_others(segments: list[str]) -> None:
    path = "/".join(segments)
    prefix = path_prefix(path)
    assert path_key(path + "/x/y").startswith(prefix)
    assert not path_key(path + "x/y").startswith(prefix)


def test_references_sort_by_project_database_and_path() -> None:
    names = [
        "projects/a/databases/d/documents/c/x",
        "projects/b/databases/(default)/documents/c/x",
        "projects/b/databases/d/documents/c/a",
        "projects/b/databases/d/documents/c/a/b/c",
        "projects/b/databases/d/documents/c/a0",
    ]
    keys = [reference_key(name) for name in names]
    assert keys == sorted(keys)
