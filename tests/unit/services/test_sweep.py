"""A sweep on the in-memory store."""

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.maintenance.jobs import until_none_left
from shared.maintenance.setbacks import (
    FIRST_PAUSE,
    MAX_PAUSE,
    MAX_TRIES,
    Setbacks,
    after_failure,
)
from shared.maintenance.sweep import Sweep
from shared.ports import Cursor, Step
from tests.support.domain import Domain
from tests.support.in_memory_store import InMemoryStore
from tests.support.sweep_contract import LONG_AGO, RefusingQueue, SweepContract, batch

HOUR = timedelta(hours=1)


class TestSweep(SweepContract):
    @pytest.fixture
    def store(self) -> InMemoryStore:
        return InMemoryStore()

    @pytest.fixture
    def raw(self, store):
        return store


KINDS = ("good", "unreadable", "refused", "nested", "garbage time", "erasing")


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 3)), max_size=40),
    st.integers(1, 7),
)
@settings(deadline=None)
def test_every_batch_that_can_be_requeued_is_requeued_whatever_else_is_due(documents, page):
    """A sweep ends, and handles everything sound, however the bad ones lie among them."""
    store = InMemoryStore()
    refused = {f"user-{n}" for n, (kind, _) in enumerate(documents) if kind == "refused"}
    domain = Domain(store=store, queue=RefusingQueue(*refused, error=OverflowError))
    for n, (kind, hours) in enumerate(documents):
        at, uid = LONG_AGO + timedelta(hours=hours), f"user-{n}"
        sound = batch("b", at).model_dump(by_alias=True, exclude_none=True)
        if kind == "nested":
            store.write(uid, sound, "batches", "b", "batches", "b")
        elif kind == "unreadable":
            store.write(uid, {"redriveAt": at, "promptIds": 7}, "batches", "b")
        elif kind == "garbage time":
            store.write(uid, {**sound, "redriveAt": "soon"}, "batches", "b")
        else:
            store.write(uid, {"eraseDueAt": domain.clock.now + HOUR} if kind == "erasing" else {})
            store.write(uid, sound, "batches", "b")

    setbacks = Setbacks(store, domain.clock)
    clock, add_run = domain.clock, domain.figures.add_run
    swept = Sweep(store, domain.queue, domain.counter, setbacks, clock, add_run, page=page).run()
    count = Counter(kind for kind, _ in documents)
    assert swept.enqueued["batches"] == count["good"]
    assert sum(swept.failed.values()) == count["unreadable"] + count["refused"]
    assert swept.foreign == count["nested"]
    assert swept.unfinished == []
    assert {body["uid"] for _, body in domain.queue.waiting.values()} == {
        f"user-{n}" for n, (kind, _) in enumerate(documents) if kind == "good"
    }


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.booleans()), max_size=30))
def test_a_job_ends_whatever_its_pages_report(pages):
    """Pages that repeat, go back, or never end do not keep it."""
    steps = [
        Step(1, after=Cursor(LONG_AGO + timedelta(hours=hours), str(id_)) if more else None)
        for hours, id_, more in pages
    ]
    asked = []

    def work(after):
        asked.append(after)
        return steps[(len(asked) - 1) % len(steps)] if steps else Step(0)

    done = until_none_left(work, lambda: LONG_AGO, LONG_AGO + HOUR)
    assert done.changed <= len(asked) <= len(pages) + 1


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_pauses_grow_up_to_a_day_and_tries_up_to_a_bound(changes):
    """Whatever happens in between, a setback's numbers stay within their bounds."""
    setback, now = None, LONG_AGO
    for changed in changes:
        at = now if changed else LONG_AGO
        before = setback
        setback = after_failure(setback, ("batches", "u", "b"), at, "Unreadable", now)
        assert FIRST_PAUSE <= setback.retry_at - now <= MAX_PAUSE
        assert 1 <= setback.tries <= MAX_TRIES
        assert (setback.parked_at is not None) == (setback.tries == MAX_TRIES)
        if before:
            assert setback.tries >= before.tries
        now = setback.retry_at
