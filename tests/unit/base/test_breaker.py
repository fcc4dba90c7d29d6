"""The circuit breaker, as a pure state machine and as an object that threads share."""

import threading

from hypothesis import given
from hypothesis import strategies as st

from shared.base.breaker import Breaker, Circuit, Finding, Rules

RULES = Rules(failures=3, window=10.0, first_pause=1.0, longest_pause=8.0)
EVENTS = st.lists(st.tuples(st.floats(0, 20), st.sampled_from(Finding), st.booleans()), max_size=60)
"""Calls: the seconds since the previous one, what came of it, and if it was lost."""


def failing(times, start=0.0, circuit=None):
    circuit = circuit or Circuit(RULES)
    for number in range(times):
        circuit, admission = circuit.admit(start + number * 0.1)
        assert admission == "admitted"
        circuit = circuit.settle(admission, Finding.UNREACHABLE, start + number * 0.1)
    return circuit


def test_failures_in_a_row_open_it():
    assert not failing(2).is_open
    assert failing(3).is_open


def test_an_answer_in_between_starts_the_count_again():
    circuit = failing(2).settle("admitted", Finding.ANSWERED, 0.3)
    assert not failing(2, 0.4, circuit).is_open


def test_failures_that_are_far_apart_do_not_open_it():
    circuit = Circuit(RULES)
    for time in (0.0, 9.0, 18.0, 27.0):
        circuit = circuit.settle("admitted", Finding.UNREACHABLE, time)
    assert not circuit.is_open


def test_one_call_is_tried_after_the_pause_and_an_answer_closes_it():
    circuit = failing(3)
    assert circuit.admit(circuit.until - 0.01)[1] == "refused"
    circuit, admission = circuit.admit(circuit.until)
    assert admission == "trial"
    assert circuit.admit(circuit.until + 1)[1] == "refused"
    circuit = circuit.settle("trial", Finding.ANSWERED, circuit.until + 2)
    assert circuit == Circuit(RULES)


def test_pauses_grow_up_to_the_longest():
    circuit, pauses = failing(3), []
    for _ in range(6):
        now = circuit.until
        circuit, admission = circuit.admit(now)
        circuit = circuit.settle(admission, Finding.UNREACHABLE, now)
        pauses.append(round(circuit.until - now, 6))
    assert pauses == [2, 4, 8, 8, 8, 8]


@given(EVENTS)
def test_only_what_says_that_the_service_is_away_opens_it(events):
    """Contention, bad data and slow calls are answers, or unclear: they never open it."""
    circuit, now = Circuit(RULES), 0.0
    for gap, finding, _ in events:
        now += gap
        if finding is Finding.UNREACHABLE:
            continue
        circuit, admission = circuit.admit(now)
        circuit = circuit.settle(admission, finding, now)
        assert not circuit.is_open
        assert admission == "admitted"


@given(EVENTS)
def test_in_every_state_one_trial_at_a_time_and_an_end_to_every_pause(events):
    circuit, now = Circuit(RULES), 0.0
    for gap, finding, lost in events:
        now += gap
        before = circuit
        circuit, admission = circuit.admit(now)
        assert (admission == "admitted") == (not before.is_open)
        if admission == "trial":
            assert circuit.admit(now)[1] == "refused"
        if admission == "refused" or lost:
            continue
        circuit = circuit.settle(admission, finding, now)
        assert circuit.pause <= RULES.longest_pause
        assert len(circuit.failures) < RULES.failures
        if finding is Finding.ANSWERED:
            assert not circuit.is_open
    # Whatever happened, also to a trial that was lost, a call is tried before long.
    assert circuit.admit(now + 60)[1] != "refused"


def test_threads_that_ask_at_once_get_one_trial():
    now = [0.0]
    breaker = Breaker(RULES, lambda: now[0])
    for _ in range(3):
        breaker.settle(breaker.admit(), Finding.UNREACHABLE)
    now[0] = 1.5
    together, admissions = threading.Barrier(8), []

    def ask():
        together.wait()
        admissions.append(breaker.admit())

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(admissions) == ["refused"] * 7 + ["trial"]
    assert breaker.is_open
