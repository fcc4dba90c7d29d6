"""When the stack keeps up with a step of the load, and which step is the maximum."""

import pytest

from bench.load import KEPT_UP, LEFT_OVER, keeps_up, maximum_of

SECONDS = 10.0


def step(**changed):
    return {"offered": 100.0, "throughput": 100.0, "errors": 0, "leftOverSeconds": 0.2} | changed


@pytest.mark.parametrize(
    ("changed", "kept_up"),
    [
        ({}, True),
        ({"throughput": 100 * KEPT_UP}, True),
        ({"throughput": 100 * KEPT_UP - 1}, False),
        ({"leftOverSeconds": SECONDS * LEFT_OVER}, True),
        ({"leftOverSeconds": SECONDS * LEFT_OVER + 0.1}, False),
        ({"errors": 1}, False),
    ],
)
def test_a_step_is_kept_up_with_if_nothing_was_late_wrong_or_left_over(changed, kept_up):
    assert keeps_up(step(**changed), SECONDS) is kept_up


def test_the_maximum_is_that_of_the_last_step_kept_up_with():
    taken = [
        step(throughput=19.0, keptUp=True),
        step(throughput=26.0, keptUp=True),
        step(throughput=30.0, keptUp=False),
    ]
    assert maximum_of(taken) == 26


def test_a_stack_that_keeps_up_with_nothing_has_no_maximum():
    with pytest.raises(SystemExit, match="cannot keep up with even 20 requests per second"):
        maximum_of([step(offered=20.0, keptUp=False)])
