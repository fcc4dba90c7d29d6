"""How many calls followed one another."""

from contextlib import ExitStack

from emulator.firestore.wire.billing import Bill, Usage


def test_calls_follow_one_another_if_each_begins_after_the_one_before_has_ended():
    usage = Usage()
    for _ in range(3):
        with Bill(usage).call():
            pass
    assert (usage.round_trips, usage.round_trips_in_a_row) == (3, 3)


def test_calls_that_overlap_are_one_in_a_row():
    usage = Usage()
    with Bill(usage).call():
        with Bill(usage).call():
            pass
        with Bill(usage).call():
            pass
    assert (usage.round_trips, usage.round_trips_in_a_row) == (3, 2)


def test_a_call_follows_those_that_ended_and_not_those_that_go_on():
    usage = Usage()
    with ExitStack() as slow:
        slow.enter_context(Bill(usage).call())
        for _ in range(2):
            with Bill(usage).call():
                pass
    with Bill(usage).call():
        pass
    assert (usage.round_trips, usage.round_trips_in_a_row) == (4, 3)


def test_unbilled_calls_are_not_counted():
    usage = Usage()
    with Bill(None).call():
        pass
    assert usage == Usage()
