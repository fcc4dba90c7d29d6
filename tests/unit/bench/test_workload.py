"""What the load sends and when, drawn from a seed, and which answers it accepts."""

from itertools import pairwise

import pytest

from bench.workload import NOTES_AT_FIRST, SHARES, Arrival, Session, arrivals, first_notes, name_of


def test_arrivals_come_at_the_rate_and_in_the_proportions_asked_for():
    found = arrivals(rate=50, seconds=400, users=10, seed=1)
    assert len(found) == pytest.approx(50 * 400, rel=0.05)
    for kind, share in SHARES.items():
        assert sum(one.kind == kind for one in found) == pytest.approx(
            len(found) * share / 100, rel=0.1
        )
    gaps = [later.at - earlier.at for earlier, later in pairwise(found)]
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / len(gaps)
    # In an exponential distribution the standard deviation equals the mean.
    assert variance**0.5 == pytest.approx(mean, rel=0.05)


def test_a_seed_draws_the_same_again_and_another_does_not():
    def drawn(seed):
        session = Session(3, seed, 1)
        return [(one, session.call(one)) for one in arrivals(20, 5, 3, seed)]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def answer_to(kind, note, user=0):
    return {
        "record": {"prompts": [{"id": "p", "status": "recorded"}]},
        "context": {"text": f"[ABOUT THE USER]\nName: {name_of(user)}\n[END ABOUT THE USER]"},
        "search": {"results": [{"entry": {"content": "else"}}, {"entry": {"content": note}}]},
        "save": {"entry": {"content": note}, "deduplicated": False},
        "profile": {"profile": {"about": {"name": name_of(user)}}},
    }[kind]


STATUS = {"record": 202, "save": 201}


@pytest.mark.parametrize("kind", SHARES)
def test_an_answer_counts_only_if_it_says_what_it_should(kind):
    session, arrival = Session(2, 1, 1), Arrival(0.0, kind, 0)
    _, note = session.call(arrival)
    status = STATUS.get(kind, 200)
    assert session.problem(arrival, note, status, answer_to(kind, note)) is None
    assert session.problem(arrival, note, 503, answer_to(kind, note)) == f"{kind}: HTTP 503"
    for wrong in ({}, [], None, answer_to(kind, "something else", user=1)):
        if kind != "record" or not wrong:
            assert session.problem(arrival, note, status, wrong)


def test_what_was_saved_is_looked_for_later():
    session = Session(1, 1, 1)
    _, note = session.call(Arrival(0.0, "save", 0))
    assert note not in first_notes(0, 1)
    saved = answer_to("save", note)
    assert session.problem(Arrival(0.0, "save", 0), note, 201, saved) is None
    looked_for = {session.call(Arrival(0.0, "search", 0))[1] for _ in range(20 * NOTES_AT_FIRST)}
    assert note in looked_for
