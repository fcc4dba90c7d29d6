"""Deadlines: whoever is asked gets what is left, and never more."""

import math
import threading
from contextvars import copy_context

from hypothesis import given
from hypothesis import strategies as st

from shared.base.deadline import each_within, time_left, within

SECONDS = st.floats(0, 1000, allow_nan=False)


class Ticking:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_without_a_deadline_there_is_no_end():
    assert time_left() == math.inf
    assert time_left(3) == 3


@given(st.lists(SECONDS, min_size=1, max_size=5), SECONDS)
def test_nested_deadlines_leave_the_least_of_them(limits, passed):
    clock = Ticking()

    def enter(rest):
        if not rest:
            clock.now += passed
            assert math.isclose(time_left(), max(0, min(limits) - passed), abs_tol=1e-9)
            return
        with within(rest[0], clock):
            enter(rest[1:])

    enter(limits)
    assert time_left() == math.inf


def test_a_thread_in_a_copy_of_the_context_has_the_same_deadline():
    found = []
    clock = Ticking()
    with within(5, clock):
        clock.now += 2
        context = copy_context()
    thread = threading.Thread(target=lambda: found.append(context.run(time_left)))
    thread.start()
    thread.join()
    assert found == [3]


def test_what_is_computed_after_the_handler_has_its_deadline_too():
    clock = Ticking()

    def items():
        for _ in range(3):
            yield time_left()
            clock.now += 1

    with within(10, clock) as deadline:
        stream = each_within(deadline, items())
    found = []
    for left in stream:
        found.append(left)
        assert time_left() == math.inf
    assert found == [10, 9, 8]
