"""Percentiles, slopes, tables, and saving and loading figures."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.figures import load, percentile, save, slope, table

values = st.lists(st.floats(0, 1e6), min_size=1)


@given(values, st.sampled_from([0.5, 0.95, 0.99, 1.0]))
def test_a_percentile_is_the_smallest_value_that_enough_do_not_exceed(measured, share):
    found = percentile(measured, share)
    assert sum(value <= found for value in measured) >= share * len(measured)
    assert all(
        sum(value <= smaller for value in measured) < share * len(measured)
        for smaller in measured
        if smaller < found
    )


def test_known_percentiles():
    assert percentile(range(1, 101), 0.99) == 99
    assert percentile(range(1, 101), 0.5) == 50
    assert percentile([7], 0.99) == 7


def test_the_slope_of_a_line():
    assert slope([5, 7, 9, 11]) == pytest.approx(2)
    assert slope([3, 3, 3]) == 0


def test_figures_come_back_with_their_conditions(tmp_path):
    save("peers.some", {"rate": 3}, seed=4, folder=tmp_path)
    figures = load("peers.some", tmp_path)
    assert figures["rate"] == 3
    assert figures["seed"] == 4
    assert figures["command"] == "python -m bench.peers.some"
    assert figures["machine"]["cores"] >= 1
    assert json.loads((tmp_path / "peers_some.json").read_text()) == figures
    assert load("others", tmp_path) is None


def test_a_table():
    assert table(["a", "b"], [[1, "x"]]) == "| a | b |\n| --- | --- |\n| 1 | x |"
