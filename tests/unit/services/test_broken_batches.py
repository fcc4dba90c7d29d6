"""Prompts, batches, and results that cannot be read or stored: they end, and hold nobody up."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.errors import (
    FailedPrecondition,
    InvalidArgument,
    PermanentFailure,
    RekindleError,
    Unavailable,
    Unreadable,
)
from shared.documents.learning import MAX_IN_FLIGHT, BatchState
from shared.learning.analyzer import Analysis, AnalysisRequest, TokenUsage
from tests.support.domain import Domain
from tests.support.in_memory_store import InMemoryStore

CENT = 0.01


class Paid:
    """Finds nothing, for a cent per call."""

    name = "paid"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        return TokenUsage(100, 10, 2 * CENT)

    def analyze(self, request: AnalysisRequest) -> Analysis:
        self.asked.append([prompt.content for prompt in request.prompts])
        return Analysis(usage=TokenUsage(50, 5, CENT))


class Refusing(InMemoryStore):
    """Refuses every transaction whose result has the profile analyzed, as the database would."""

    def __init__(self, error: RekindleError) -> None:
        super().__init__()
        self.error = error

    def transact(self, work):
        def refused(records):
            before = records.users.get("ada")
            result = work(records)
            after = self._stored(records)
            if before and after.get("profile", {}).get("lastAnalyzed"):
                raise self.error
            return result

        return super().transact(refused)

    @staticmethod
    def _stored(records):
        return records.users._access._documents.fields.get(("ada", "", ""), {})


def per_message(domain: Domain) -> None:
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 1})


def spoil(domain: Domain, collection: str, id_: str, field: str) -> None:
    """Writes a value of the wrong type, as another program might."""
    fields = domain.store.documents.fields["ada", collection, id_]
    domain.store.write("ada", fields | {field: {"odd": 7}}, collection, id_)


def mend(domain: Domain, id_: str, prompts: list[str]) -> None:
    fields = domain.store.documents.fields["ada", "batches", id_]
    domain.store.write("ada", fields | {"promptIds": prompts}, "batches", id_)


def run(domain: Domain, hours: int) -> int:
    """Delivers every task and runs maintenance each hour; returns how many tasks failed."""
    failed = 0
    for _ in range(hours):
        while domain.queue.waiting:
            try:
                domain.work_once()
            except Unavailable:
                pass
            except RekindleError:
                failed += 1  # the queue drops such a task
        domain.clock.advance(hours=1)
        domain.maintenance.sweep()
    return failed


def states(domain: Domain) -> list[BatchState]:
    return [batch.state for batch in domain.store.batches.query("ada")]


@pytest.mark.parametrize("unreadable", [1, 3])
def test_a_batch_is_analyzed_without_the_prompts_that_cannot_be_read(unreadable):
    analyzer = Paid()
    domain = Domain(analyzer)
    prompts = domain.say("ada", "one", "two", "three")
    for id_ in prompts[:unreadable]:
        spoil(domain, "prompts", id_, "content")
    domain.counter.refresh("ada")
    assert run(domain, 2) == 0
    assert states(domain) == [BatchState.DONE]
    assert analyzer.asked == [["one", "two", "three"][unreadable:]][: 3 - unreadable]


def test_a_batch_that_cannot_be_read_gives_up_its_place():
    domain = Domain(Paid())
    per_message(domain)
    domain.say("ada", *(f"Message {n}" for n in range(5)))
    broken = domain.store.users.get("ada").learning.in_flight
    for id_ in broken:
        spoil(domain, "batches", id_, "promptIds")
    assert run(domain, 1) == MAX_IN_FLIGHT
    assert states(domain) == [BatchState.DONE] * 3
    learning = domain.store.users.get("ada").learning
    assert (learning.in_flight, learning.waiting) == ([], 0)


def test_a_batch_that_cannot_be_read_and_has_no_task_gives_up_its_place_too():
    domain = Domain(Paid())
    per_message(domain)
    domain.say("ada", *(f"Message {n}" for n in range(5)))
    for id_ in domain.store.users.get("ada").learning.in_flight:
        spoil(domain, "batches", id_, "promptIds")
    domain.queue.waiting.clear()
    domain.clock.advance(hours=1)
    assert domain.maintenance.sweep().failed == {"batches": MAX_IN_FLIGHT}
    run(domain, 1)
    assert states(domain) == [BatchState.DONE] * 3


def test_a_batch_that_is_gone_gives_up_its_place():
    domain = Domain(Paid())
    per_message(domain)
    domain.say("ada", *(f"Message {n}" for n in range(5)))
    for id_ in domain.store.users.get("ada").learning.in_flight:
        del domain.store.documents.fields["ada", "batches", id_]
    run(domain, 1)
    assert states(domain) == [BatchState.DONE] * 3


def test_a_batch_that_is_mended_is_analyzed_after_all():
    domain = Domain(Paid())
    per_message(domain)
    prompts = domain.say("ada", "one")
    (broken,) = domain.store.users.get("ada").learning.in_flight
    spoil(domain, "batches", broken, "promptIds")
    run(domain, 2)
    assert domain.reports.status("ada").last_error.reason == "UNREADABLE"
    mend(domain, broken, prompts)
    run(domain, 24)
    assert states(domain) == [BatchState.DONE]


def test_a_refresh_retries_what_it_can_read_and_keeps_the_rest_for_later():
    domain = Domain(Paid())
    per_message(domain)
    domain.say("ada", "one", "two")
    domain.accounts.patch_settings("ada", {"learningEnabled": False})
    run(domain, 1)
    broken, fine = domain.store.users.get("ada").learning.failed
    spoil(domain, "batches", broken, "promptIds")
    domain.accounts.patch_settings("ada", {"learningEnabled": True})
    assert domain.counter.refresh("ada").id == fine
    run(domain, 1)
    assert states(domain) == [BatchState.DONE]
    assert domain.store.users.get("ada").learning.failed == [broken]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (InvalidArgument("no", [{"reason": "DOCUMENT_TOO_LARGE"}]), "DOCUMENT_TOO_LARGE"),
        (FailedPrecondition("no", [{"reason": "NOT_STORABLE"}]), "NOT_STORABLE"),
        (PermanentFailure("no"), "INTERNAL"),
        (Unreadable("no", [{"reason": "UNREADABLE"}]), "UNREADABLE"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_result_that_cannot_be_stored_is_paid_for_once_and_fails(error, reason):
    analyzer = Paid()
    domain = Domain(analyzer, store=Refusing(error))
    per_message(domain)
    domain.say("ada", "one")
    assert run(domain, 48) == 0
    (batch,) = domain.store.batches.query("ada")
    assert (batch.state, batch.error.reason, batch.redrive_at) == ("failed", reason, None)
    assert len(analyzer.asked) == 1
    learning = domain.store.users.get("ada").learning
    assert (learning.in_flight, learning.failed) == ([], [batch.id])
    assert learning.spent_total.cost == CENT


WHAT = st.sampled_from(["say", "work", "spoil", "sweep", "lose", "refresh", "mend"])


@given(st.lists(st.tuples(WHAT, st.integers(0, 7)), max_size=25))
def test_no_mixture_of_unreadable_batches_leaves_one_behind(steps):
    """While a readable batch waits, places are taken; in the end all of them are analyzed."""
    domain = Domain(Paid())
    per_message(domain)
    spoiled: dict[str, list[str]] = {}
    for step, n in steps:
        match step:
            case "say":
                domain.say("ada", *(f"Message {n}" for n in range(n)))
            case "work":
                work(domain)
            case "spoil":
                batches = domain.store.batches.query("ada")
                if batches:
                    batch = batches[n % len(batches)]
                    spoiled[batch.id] = batch.prompt_ids
                    spoil(domain, "batches", batch.id, "promptIds")
            case "lose":
                domain.queue.waiting.clear()
            case "sweep":
                domain.clock.advance(hours=1)
                domain.maintenance.sweep()
            case "refresh":
                domain.counter.refresh("ada")
            case "mend":
                for id_, prompts in list(spoiled.items())[:1]:
                    mend(domain, id_, prompts)
                    del spoiled[id_]
        check_line(domain)
    for _ in range(12):
        domain.clock.advance(hours=1)
        domain.maintenance.release()
        domain.maintenance.sweep()
        while domain.queue.waiting:
            work(domain)
    assert set(states(domain)) <= {BatchState.DONE}


def work(domain: Domain) -> None:
    if domain.queue.waiting:
        with suppress(Unreadable):
            domain.work_once()


def check_line(domain: Domain) -> None:
    user = domain.store.users.get("ada")
    batches = {batch.id: batch for batch in domain.store.batches.query("ada")}
    waiting = [batch for batch in batches.values() if batch.waiting_since]
    assert user.learning.waiting >= len(waiting)
    assert not user.learning.waiting or len(user.learning.in_flight) == MAX_IN_FLIGHT
    for batch in batches.values():
        assert batch.state.ended or batch.waiting_since or batch.redrive_at
