"""The pauses between attempts."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from shared.base.backoff import pauses


@given(st.floats(0.01, 1), st.floats(1, 10))
def test_each_pause_is_below_a_limit_that_doubles_up_to_the_longest(first, longest):
    for attempt, pause in enumerate(islice(pauses(first, longest), 12)):
        assert 0 <= pause <= min(longest, first * 2**attempt)
