"""What the benchmark of cold starts takes for too much."""

import copy
import json

import pytest

from bench.cold_start import exceeded
from emulator.gateway.paths import ROOT

RECORDED = json.loads((ROOT / "bench" / "results" / "cold_start.json").read_text())


def changed(*path, value):
    figures = place = copy.deepcopy(RECORDED)
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return figures


def test_what_was_measured_last_is_within_every_limit():
    assert exceeded(RECORDED) == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("functions", "prompts", "start"), 1.2, "prompts: start is 1.20"),
        (("functions", "prompts", "firstRequest"), 2.1, "prompts: firstRequest is 2.10"),
        (("functions", "mcp", "firstRequest"), 3.1, "mcp: firstRequest is 3.10"),
        (("telemetry", "on", "seconds"), 99.0, "times as much CPU"),
        (("telemetry", "on", "mib"), 200.0, "MiB more memory"),
    ],
)
def test_each_figure_has_a_limit(path, value, said):
    (told,) = exceeded(changed(*path, value=value))
    assert said in told
