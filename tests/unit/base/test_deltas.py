"""Deltas between JSON values: exact, and only what differs."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.deltas import Misfit, applied, difference, equal

scalars = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, "a", "b", ""])
named = st.fixed_dictionaries(
    {"id": st.sampled_from("abcdef"), "n": scalars}, optional={"more": scalars}
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(named, max_size=6, unique_by=lambda item: item["id"])
        | st.dictionaries(st.sampled_from(["x", "y", "=", "by", "-"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values, values)
def test_a_delta_turns_one_value_into_the_other(source, target):
    delta = difference(source, target)
    if delta is None:
        assert equal(source, target)
        return
    before = json.dumps(source)
    stored = json.loads(json.dumps(delta))
    assert equal(applied(source, stored), target)
    assert json.dumps(source) == before


@given(values)
def test_equal_values_have_no_delta(value):
    assert difference(value, json.loads(json.dumps(value))) is None


@pytest.mark.parametrize(
    ("source", "target", "delta"),
    [
        ({"a": 1, "b": 2}, {"a": 1}, {"-": ["b"]}),
        ({"a": 1}, {"a": True}, {"~": {"a": {"=": True}}}),
        (["x", "y", "z"], ["y", "z"], {"by": "text", "-": ["x"]}),
        (["y"], ["x", "y"], {"by": "text", "+": [[0, "x"]]}),
        (["x", "y"], ["y", "x"], {"by": "text", "order": ["y", "x"]}),
        (
            [{"id": "1", "n": 1, "long": "…"}, {"id": "2"}],
            [{"id": "1", "n": 2, "long": "…"}, {"id": "2"}],
            {"by": "id", "~": {"1": {"~": {"n": {"=": 2}}}}},
        ),
        (["x", "x"], ["x"], {"=": ["x"]}),
    ],
)
def test_a_delta_has_only_what_differs(source, target, delta):
    assert difference(source, target) == delta


@given(values, values, values)
def test_a_delta_that_does_not_fit_is_refused_or_gives_a_value(source, target, other):
    delta = difference(source, target)
    if delta is not None:
        with suppress(Misfit):
            json.dumps(applied(other, delta))


@given(values, values)
def test_whatever_is_stored_as_a_delta_gives_a_value_or_a_misfit(source, nonsense):
    with suppress(Misfit):
        json.dumps(applied(source, nonsense))


@pytest.mark.parametrize(
    ("source", "delta"),
    [
        ({}, {"-": ["a"]}),
        ({}, {"~": {"a": {"=": 1}}}),
        ({"a": 1}, {"+": {"a": 2}}),
        (["a"], {"by": "text", "-": ["b"]}),
        (["a"], {"by": "text", "+": [[1, "a"]]}),
        ({"a": 1}, {"by": "id"}),
        (["a"], {"by": "nonsense"}),
    ],
)
def test_a_delta_of_something_else_is_refused(source, delta):
    with pytest.raises(Misfit):
        applied(source, delta)
