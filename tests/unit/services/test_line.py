"""A user's line: few batches of one user have a task, so nobody waits for somebody else's many."""

import json

import pytest

from shared.base.errors import Unavailable
from shared.documents.learning import MAX_IN_FLIGHT, BatchState
from shared.learning.analyzer import Analysis, AnalysisError, AnalysisRequest, TokenUsage
from shared.learning.line import REDRIVE_AFTER
from tests.support.domain import Domain


class Failing:
    """Fails for the prompts that it is told to, in the order in which it is asked."""

    name = "failing"

    def __init__(self) -> None:
        self.fails = {"broken": AnalysisError("REFUSED", "no")}
        self.asked: list[str] = []

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        return TokenUsage()

    def analyze(self, request: AnalysisRequest) -> Analysis:
        said = request.prompts[0].content
        self.asked.append(said)
        if said in self.fails:
            raise self.fails[said]
        return Analysis()


def per_message(domain: Domain, uid: str) -> None:
    domain.accounts.patch_settings(uid, {"userMemoryAnalysisInterval": 1})


@pytest.mark.slow
def test_a_thousand_prompts_of_one_user_delay_nobody_elses_analysis(domain):
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(1000)))
    assert len(domain.queue.waiting) == MAX_IN_FLIGHT
    domain.say("bob", *(f"I love thing number {n}." for n in range(10)))
    before = []
    while not domain.profiles.get("bob").total_prompts_analyzed:
        before.append(domain.work_once())
    assert before.count("ada") <= 3
    assert domain.store.users.get("ada").learning.waiting >= 1000 - 2 * MAX_IN_FLIGHT


def test_a_line_moves_on_until_it_is_empty(domain):
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(50)))
    assert domain.store.users.get("ada").learning.waiting == 50 - MAX_IN_FLIGHT
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 50
    learning = domain.store.users.get("ada").learning
    assert (learning.in_flight, learning.waiting) == ([], 0)


def test_batches_are_analyzed_in_the_order_in_which_they_were_formed():
    analyzer = Failing()
    domain = Domain(analyzer)
    per_message(domain, "ada")
    for n in range(7):
        domain.say("ada", f"Message {n}")
        domain.clock.advance(seconds=1)
    domain.work()
    assert analyzer.asked == [f"Message {n}" for n in range(7)]


def test_a_batch_that_waits_looks_queued_and_is_not_enqueued_by_a_repeated_event(domain):
    per_message(domain, "ada")
    prompts = domain.say("ada", *(f"Message {n}" for n in range(4)))
    assert domain.deliver("ada", prompts[-1]) == "duplicate"
    assert len(domain.queue.waiting) == MAX_IN_FLIGHT
    batches, _ = domain.reports.batches("ada", 10, None)
    assert {batch.state for batch in batches} == {BatchState.QUEUED}
    assert domain.reports.prompt("ada", prompts[-1]).state == "batched"


def test_a_failed_batch_gives_its_place_to_the_next():
    domain = Domain(Failing())
    per_message(domain, "ada")
    domain.say("ada", "broken", "broken", "fine", "fine")
    domain.work()
    states = sorted(batch.state for batch in domain.store.batches.query("ada"))
    assert states == [BatchState.DONE] * 2 + [BatchState.FAILED] * 2


def test_switching_learning_off_ends_the_whole_line(domain):
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(5)))
    domain.accounts.patch_settings("ada", {"learningEnabled": False})
    domain.work()
    batches = domain.store.batches.query("ada")
    assert {batch.error.reason for batch in batches} == {"LEARNING_OFF"}
    assert domain.store.users.get("ada").learning.waiting == 0


def test_a_retry_waits_behind_first_tries():
    analyzer = Failing()
    analyzer.fails["flaky"] = AnalysisError("INVALID_ANSWER", "later", may_pass=True)
    domain = Domain(analyzer)
    per_message(domain, "ada")
    domain.say("ada", "flaky")
    domain.work()
    analyzer.fails.clear()
    domain.clock.advance(hours=2)
    domain.say("ada", *(f"Message {n}" for n in range(3)))
    assert domain.maintenance.sweep().enqueued["batches"] == 1
    domain.clock.advance(seconds=1)
    domain.say("ada", "Message 3")
    domain.work()
    assert analyzer.asked == ["flaky", *(f"Message {n}" for n in range(4)), "flaky"]


def test_a_refresh_puts_what_is_new_before_what_failed():
    analyzer = Failing()
    domain = Domain(analyzer)
    per_message(domain, "ada")
    domain.say("ada", *(["broken"] * 3))
    domain.work()
    analyzer.fails.clear()
    analyzer.asked.clear()
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    domain.say("ada", "new")
    domain.counter.refresh("ada")
    assert len(domain.queue.waiting) == MAX_IN_FLIGHT
    domain.work()
    assert analyzer.asked == ["new", "broken", "broken", "broken"]


class Lost(Exception):
    """The process died here."""


def test_what_a_lost_task_leaves_in_line_is_found(domain):
    """The worker dies after it gave the place to the next batch, before that has a task."""
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(4)))
    enqueue, domain.queue.enqueue = domain.queue.enqueue, _dies
    for _ in range(MAX_IN_FLIGHT):
        with pytest.raises(Lost):
            domain.work_once()
    domain.queue.enqueue = enqueue
    assert not domain.queue.waiting
    domain.clock.now += REDRIVE_AFTER
    assert domain.maintenance.sweep().enqueued["batches"] == MAX_IN_FLIGHT
    domain.work()
    assert {batch.state for batch in domain.store.batches.query("ada")} == {BatchState.DONE}


def test_a_repeated_task_of_a_finished_batch_enqueues_what_took_its_place(domain):
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(3)))
    first = domain.store.users.get("ada").learning.in_flight[0]
    enqueue, domain.queue.enqueue = domain.queue.enqueue, _dies
    with pytest.raises(Lost):
        domain.work_once()
    domain.queue.enqueue = enqueue
    assert domain.worker.analyze("ada", first, execution=1) is None
    domain.work()
    assert {batch.state for batch in domain.store.batches.query("ada")} == {BatchState.DONE}


def test_the_task_of_a_batch_that_went_back_into_the_line_does_nothing(domain):
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(3)))
    first = domain.store.users.get("ada").learning.in_flight[0]
    domain.clock.now += REDRIVE_AFTER
    domain.maintenance.sweep()
    assert domain.store.batches.get("ada", first).waiting_since
    assert domain.worker.analyze("ada", first) is None
    assert domain.store.batches.get("ada", first).attempts == 0


def test_a_passing_failure_keeps_its_place_while_the_queue_retries():
    analyzer = Failing()
    analyzer.fails["flaky"] = AnalysisError("UNAVAILABLE", "away", retryable=True)
    domain = Domain(analyzer)
    per_message(domain, "ada")
    domain.say("ada", "flaky", "fine")
    first = domain.store.users.get("ada").learning.in_flight[0]
    with pytest.raises(Unavailable):
        domain.worker.analyze("ada", first)
    assert first in domain.store.users.get("ada").learning.in_flight


def _dies(*_: object, **__: object) -> None:
    raise Lost


def test_an_imported_line_is_not_believed(domain):
    per_message(domain, "ada")
    domain.say("ada", *(f"Message {n}" for n in range(4)))
    domain.work()
    parts = json.loads("".join(domain.transfers.export("ada")))
    parts["state"]["learning"] |= {"inFlight": ["x", "y"], "waiting": 99}
    for batch in parts["batches"]:
        batch |= {"waitingSince": "2020-01-01T00:00:00Z", "redriveAt": "2020-01-01T00:00:00Z"}
    domain.transfers.import_("bob", "rekindle", parts)
    learning = domain.store.users.get("bob").learning
    assert (learning.in_flight, learning.waiting) == ([], 0)
    batches = domain.store.batches.query("bob")
    assert len(batches) == 4
    assert {(batch.waiting_since, batch.redrive_at) for batch in batches} == {(None, None)}
