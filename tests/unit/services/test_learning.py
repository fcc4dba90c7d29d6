"""Counting, analyzing and reporting, on an in-memory store."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from threading import Barrier

import pytest

from shared.base.deadline import within
from shared.base.errors import KeyReused, Unavailable
from shared.base.repeats import Keyed
from shared.documents.decisions import Outcome
from shared.documents.learning import BatchState, Prompt, SkipReason
from shared.learning.analyzer import (
    Analysis,
    AnalysisError,
    AnalysisRequest,
    ContextMessage,
    TokenUsage,
)
from shared.learning.candidates import PreferenceCandidate
from shared.learning.counting import NewPrompt
from shared.learning.leases import MAX_ATTEMPTS
from shared.learning.recording import Message
from shared.learning.uncounted import MOST
from shared.learning.waiting import AT_ONCE
from tests.support.domain import START, Domain


class Scripted:
    """An analyzer that answers or fails as scripted."""

    name = "scripted"

    def __init__(self, *answers: Analysis | AnalysisError) -> None:
        self.answers = list(answers)
        self.requests: list[AnalysisRequest] = []

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        return TokenUsage()

    def analyze(self, request: AnalysisRequest) -> Analysis:
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else Analysis()
        if isinstance(answer, AnalysisError):
            raise answer
        return answer


def test_the_tenth_prompt_forms_a_batch_and_its_analysis_fills_the_profile(domain):
    domain.say("ada", *(f"Message number {n}, nothing else." for n in range(9)))
    assert not domain.queue.waiting
    domain.say("ada", "I love hiking in the Alps.")
    assert len(domain.queue.waiting) == 1
    domain.work()
    profile = domain.profiles.get("ada")
    assert [item.description for item in profile.preferences] == ["hiking in the Alps"]
    assert profile.total_prompts_analyzed == 10
    assert domain.store.users.get("ada").learning.pending == []


def test_an_event_that_comes_again_changes_nothing(domain):
    (prompt,) = domain.say("ada", "I love hiking.")
    before = domain.store.users.get("ada")
    assert domain.deliver("ada", prompt) == "duplicate"
    assert domain.store.users.get("ada") == before


def test_an_event_that_comes_again_after_a_crash_enqueues_the_batch(domain):
    prompts = domain.say("ada", *(f"Message {n}" for n in range(10)))
    domain.queue.waiting.clear()
    domain.queue.taken.clear()
    assert domain.deliver("ada", prompts[-1]) == "duplicate"
    assert len(domain.queue.waiting) == 1


def test_the_events_of_somebody_erased_revive_nobody(domain):
    (prompt,) = domain.recorder.record("ada", [Message(content="I love hiking.")])
    event = NewPrompt(prompt.id, recorded_at=domain.clock.now)
    domain.accounts.erase("ada")
    assert domain.counter.count("ada", event).outcome == "gone"
    assert not domain.queue.waiting
    assert domain.accounts.erase("ada").deleted == {}, "nothing is stored"


def test_a_late_event_from_before_the_erasure_is_not_counted_for_a_returned_user(domain):
    (old,) = domain.recorder.record("ada", [Message(content="I love hiking.")])
    event = NewPrompt(old.id, recorded_at=domain.clock.now)
    domain.accounts.erase("ada")
    domain.clock.advance(seconds=1)
    (new,) = domain.say("ada", "I love tea.")
    before = domain.store.users.get("ada")
    assert domain.counter.count("ada", event).outcome == "gone"
    assert domain.store.users.get("ada") == before
    assert before.learning.pending == [new]
    assert domain.store.prompts.get("ada", old.id) is None


def test_only_the_users_own_words_are_counted(domain):
    sent = [
        Message(content="I love hiking.", role="assistant"),
        Message(content="   "),
        Message(content="I love tea."),
    ]
    recorded = domain.recorder.record("ada", sent)
    assert [one.reason for one in recorded] == [SkipReason.NOT_THE_USER, SkipReason.EMPTY, None]
    outcomes = [domain.deliver("ada", one.id) for one in recorded]
    assert outcomes == ["skipped", "skipped", "pending"]


def test_secrets_are_masked_before_anything_is_stored(domain):
    key = "sk-" + "a1B2" * 8
    (prompt,) = domain.say("ada", f"My key is {key}, keep it.")
    assert key not in domain.store.prompts.get("ada", prompt).content


@pytest.mark.parametrize("said_at", [None, START - timedelta(days=1), START + timedelta(days=1)])
def test_what_comes_later_in_a_request_was_said_later(domain, said_at):
    sent = [Message(content=f"text {n}", id=f"{9 - n}", created_at=said_at) for n in range(10)]
    recorded = domain.recorder.record("ada", sent)
    prompts = [domain.store.prompts.get("ada", one.id) for one in recorded]
    times = [prompt.created_at for prompt in prompts]
    assert times == sorted(set(times))
    assert max(times) <= domain.clock.now


def test_the_times_of_messages_decide_where_they_have_any(domain):
    early, late = (START - timedelta(hours=hours) for hours in (2, 1))
    sent = [Message(content="then", created_at=late), Message(content="first", created_at=early)]
    recorded = domain.recorder.record("ada", sent)
    times = [domain.store.prompts.get("ada", one.id).created_at for one in recorded]
    assert times == [late, early]


@pytest.mark.parametrize("deleted", [None, "c"])
def test_a_batch_lists_its_prompts_in_the_order_in_which_they_were_said(domain, deleted):
    said_at = START - timedelta(hours=1)
    sent = [("b", said_at), ("a", said_at), ("c", said_at - timedelta(minutes=1))]
    for id_, when in sent:
        domain.clock.advance(seconds=1)
        domain.recorder.record("ada", [Message(f"I love {id_}.", id=id_, created_at=when)])
    for id_ in ("a", "b", "c"):
        domain.deliver("ada", id_)
    batch = domain.counter.refresh("ada")
    if deleted:
        domain.messages.delete("ada", deleted)
    domain.work()
    analyzed = domain.store.batches.get("ada", batch.id).prompt_ids
    # What is said at the same time is in the order of its recording.
    assert analyzed == (["b", "a", "c"] if deleted else ["c", "b", "a"])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_recorded_together_is_counted_in_order(domain, seed):
    chance = Random(seed)
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": chance.randint(2, 40)})
    ids: list[str] = []
    late: list[str] = []
    for _ in range(5):
        domain.clock.advance(seconds=1)
        size = chance.randint(2, 100)
        sent = [Message(content=f"I love hiking {n}.") for n in range(size)]
        recorded = [one.id for one in domain.recorder.record("ada", sent)]
        ids += recorded
        late += recorded
        chance.shuffle(late)
        for _ in range(chance.randint(1, len(late))):
            domain.deliver("ada", late.pop())
    for id_ in late:
        domain.deliver("ada", id_)
    domain.clock.advance(seconds=1)
    domain.counter.refresh("ada")
    domain.work()
    newest_first, _ = domain.reports.batches("ada", 500, None)
    batches = reversed(newest_first)
    assert [id_ for batch in batches for id_ in batch.prompt_ids] == ids


def test_batches_formed_at_once_are_enqueued_again_after_a_crash(domain):
    sent = [Message(content=f"I love hiking {n}.") for n in range(20)]
    recorded = [one.id for one in domain.recorder.record("ada", sent)]
    assert domain.deliver("ada", recorded[0]) == "batched"
    enqueued = set(domain.queue.waiting)
    assert len(enqueued) == 2
    domain.queue.waiting.clear()
    domain.queue.taken.clear()
    domain.deliver("ada", recorded[0])
    assert set(domain.queue.waiting) < enqueued
    for id_ in recorded[1:]:
        domain.deliver("ada", id_)
    assert set(domain.queue.waiting) == enqueued


def test_what_is_recorded_together_costs_one_write_for_all(domain):
    sent = [Message(content=f"I love hiking {n}.") for n in range(9)]
    first, *others = [one.id for one in domain.recorder.record("ada", sent)]
    assert domain.deliver("ada", first) == "pending"
    written = domain.store.users.get("ada")
    domain.clock.advance(seconds=1)
    assert {domain.deliver("ada", id_) for id_ in others} == {"duplicate"}
    assert domain.store.users.get("ada") == written


@pytest.mark.parametrize("count", [1, 25, 100])
def test_a_refresh_counts_prompts_whose_events_are_late(domain, count):
    sent = [Message(content=f"I love hiking {n}.") for n in range(count)]
    recorded = [one.id for one in domain.recorder.record("ada", sent)]
    batch = domain.counter.refresh("ada")
    assert sorted(batch.prompt_ids) == sorted(recorded)
    assert {domain.deliver("ada", id_) for id_ in recorded} == {"duplicate"}
    assert len(domain.reports.batches("ada", 100, None)[0]) == 1


def test_a_refresh_finds_late_prompts_among_others(domain):
    (late,) = domain.recorder.record("ada", [Message(content="I love hiking.")])
    answers = [Message(content=f"answer {n}", role="assistant") for n in range(30)]
    domain.recorder.record("ada", answers)
    for number in range(30):
        domain.say("ada", f"Message number {number}.")
    assert domain.counter.refresh("ada").prompt_ids == [late.id]


def test_a_refresh_reads_a_bounded_number_of_prompts(domain):
    for _ in range(10):
        domain.recorder.record("ada", [Message(content="I love hiking.")] * 100)
    assert len(domain.counter.refresh("ada").prompt_ids) == MOST


def test_a_refresh_counts_nothing_that_was_said_while_learning_was_off(domain):
    domain.accounts.patch_settings("ada", {"learningEnabled": False})
    domain.recorder.record("ada", [Message(content="I love hiking.")])
    assert domain.counter.refresh("ada") is None
    domain.clock.advance(minutes=1)
    domain.accounts.patch_settings("ada", {"learningEnabled": True})
    assert domain.counter.refresh("ada") is None


def test_a_refresh_names_the_analysis_of_the_latest_prompts(domain):
    said = domain.say("ada", *(f"I love hiking {n}." for n in range(30)))
    batch = domain.counter.refresh("ada")
    assert batch.trigger == "interval"
    assert batch.waiting_since, "two others are in flight"
    assert said[-1] in batch.prompt_ids
    domain.work()
    assert domain.counter.refresh("ada") is None


def test_waiting_ends_with_the_analysis():
    domain = Domain(sleep=lambda seconds: domain.work())
    domain.recorder.record("ada", [Message(content="I love hiking.")])
    batch = domain.counter.refresh("ada")
    assert domain.waiter.until_ended("ada", batch).state is BatchState.DONE


def test_waiting_ends_in_time():
    now = [0.0]
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        now[0] += seconds

    domain = Domain(sleep=sleep)
    domain.recorder.record("ada", [Message(content="I love hiking.")])
    batch = domain.counter.refresh("ada")
    with within(20, clock=lambda: now[0]):
        assert domain.waiter.until_ended("ada", batch).state is BatchState.QUEUED
    assert 17 <= sum(slept) < 20


def test_those_who_wait_leave_room_for_others():
    arrived, analyzed = (Barrier(AT_ONCE + 1, timeout=30) for _ in range(2))

    def sleep(seconds):
        arrived.wait()
        analyzed.wait()

    domain = Domain(sleep=sleep)
    domain.recorder.record("ada", [Message(content="I love hiking.")])
    batch = domain.counter.refresh("ada")
    with ThreadPoolExecutor(AT_ONCE) as threads:
        many = [threads.submit(domain.waiter.until_ended, "ada", batch) for _ in range(AT_ONCE)]
        arrived.wait()
        assert domain.waiter.until_ended("ada", batch) is batch, "one more is answered at once"
        domain.work()
        analyzed.wait()
        assert {one.result().state for one in many} == {BatchState.DONE}


def test_a_secret_that_was_stored_is_masked_before_the_analysis(domain_with):
    """Forms of secrets become known after prompts with them have been stored."""
    domain, analyzer = domain_with()
    key = "sk-" + "a1B2" * 8
    now = domain.clock.now
    stored = Prompt(id="old", content=f"My key is {key}, keep it.", created_at=now, recorded_at=now)
    domain.store.create_prompts("ada", [stored])
    domain.deliver("ada", "old")
    domain.counter.refresh("ada")
    domain.work()
    (request,) = analyzer.requests
    assert "My key is" in str(request)
    assert key not in str(request)


def test_a_repeated_request_records_nothing_twice(domain):
    sent = [Message(content="one"), Message(content="two")]
    keyed = [Keyed("k1", "said"), Keyed("k2", "said")]
    first = domain.recorder.record("ada", sent, keyed)
    assert domain.recorder.record("ada", sent, keyed) == first
    assert [one.status for one in first] == ["recorded", "recorded"]
    assert len(domain.store.prompts.query("ada")) == 2


def test_another_body_under_the_same_key_records_nothing(domain):
    sent = [Message(content=text) for text in ("one", "two", "three")]
    domain.recorder.record("ada", sent[:2], [Keyed("k1", "said"), Keyed("k2", "said")])
    other = [Keyed(f"k{n}", "other") for n in (1, 2, 3)]
    for count in (1, 2, 3):
        with pytest.raises(KeyReused):
            domain.recorder.record("ada", sent[:count], other[:count])
    assert [prompt.id for prompt in domain.store.prompts.query("ada")] == ["k1", "k2"]


def test_what_a_crash_left_of_a_keyed_request_is_recorded_when_it_comes_again(domain):
    """One of its messages has an id that is taken, so they were not all written together."""
    domain.recorder.record("ada", [Message(content="old", id="mine")])
    sent = [Message(content="old", id="mine"), Message(content="new")]
    keyed = [Keyed("k1", "said"), Keyed("k2", "said")]
    for _ in range(2):
        recorded = domain.recorder.record("ada", sent, keyed)
        assert [(one.id, one.status) for one in recorded] == [
            ("mine", "duplicate"),
            ("k2", "recorded"),
        ]


def test_switched_off_nothing_is_counted_and_nothing_is_counted_later(domain):
    domain.accounts.patch_settings("ada", {"learningEnabled": False})
    (prompt,) = domain.say("ada", "I love hiking.")
    assert domain.store.prompts.get("ada", prompt).skipped is SkipReason.LEARNING_OFF
    domain.clock.advance(minutes=1)
    domain.accounts.patch_settings("ada", {"learningEnabled": True})
    assert domain.deliver("ada", prompt) == "skipped"
    assert domain.counter.refresh("ada") is None


def test_an_analysis_that_may_succeed_later_is_tried_again(domain_with):
    failing = AnalysisError("UNAVAILABLE", "away", retryable=True, retry_after=7)
    domain, _ = domain_with(failing)
    domain.say("ada", "I love hiking.")
    batch = domain.counter.refresh("ada")
    with pytest.raises(Unavailable) as raised:
        domain.worker.analyze("ada", batch.id)
    assert raised.value.retry_after == 7
    waiting = domain.store.batches.get("ada", batch.id)
    assert (waiting.state, waiting.error.reason) == (BatchState.QUEUED, "UNAVAILABLE")
    assert domain.worker.analyze("ada", batch.id, execution=1).state is BatchState.DONE
    assert domain.store.users.get("ada").learning.last_error is None


def test_a_second_task_of_a_batch_takes_no_lease_from_the_first(domain_with):
    """Maintenance gave an overdue batch another task, and then both come, as after a pause."""
    domain, analyzer = domain_with()
    domain.say("ada", "I love hiking.")
    batch = domain.counter.refresh("ada")
    answers = []

    def meanwhile(request):
        for execution in range(3):
            with pytest.raises(Unavailable) as raised:
                domain.worker.analyze("ada", batch.id, task="second", execution=execution)
            answers.append(raised.value.details)
        return Analysis()

    analyzer.analyze = meanwhile
    done = domain.worker.analyze("ada", batch.id, task="first")
    assert (done.state, done.attempts) == (BatchState.DONE, 1)
    assert answers == [[{"reason": "LEASED"}]] * 3
    assert domain.worker.analyze("ada", batch.id, task="second", execution=3) is None


def test_a_repeated_task_takes_the_lease_from_itself(domain_with):
    domain, analyzer = domain_with()
    domain.say("ada", "I love hiking.")
    batch = domain.counter.refresh("ada")

    def dies(request):
        raise SystemExit

    analyzer.analyze, answer = dies, analyzer.analyze
    with pytest.raises(SystemExit):
        domain.worker.analyze("ada", batch.id, task="first")
    analyzer.analyze = answer
    with pytest.raises(Unavailable):
        domain.worker.analyze("ada", batch.id, task="second", execution=1)
    done = domain.worker.analyze("ada", batch.id, task="first", execution=1)
    assert (done.state, done.attempts) == (BatchState.DONE, 2)


def test_a_batch_fails_after_the_last_attempt_and_a_refresh_tries_it_again(domain_with):
    errors = [AnalysisError("UNAVAILABLE", "away", retryable=True)] * MAX_ATTEMPTS
    domain, _ = domain_with(*errors)
    domain.say("ada", "I love hiking.")
    batch = domain.counter.refresh("ada")
    for execution in range(MAX_ATTEMPTS - 1):
        with pytest.raises(Unavailable):
            domain.worker.analyze("ada", batch.id, execution=execution)
    ended = domain.worker.analyze("ada", batch.id, execution=MAX_ATTEMPTS)
    assert ended.state is BatchState.FAILED
    assert domain.store.users.get("ada").learning.failed == [batch.id]
    domain.queue.waiting.clear()
    assert domain.counter.refresh("ada").id == batch.id
    domain.work()
    assert domain.store.batches.get("ada", batch.id).state is BatchState.DONE


def test_a_lease_keeps_others_out_until_it_ends(domain_with):
    domain, analyzer = domain_with()
    domain.say("ada", "I love hiking.")
    batch = domain.counter.refresh("ada")
    state = domain.store.batches.get("ada", batch.id)
    held = state.model_copy(
        update={
            "state": BatchState.RUNNING,
            "lease": "other",
            "lease_until": domain.clock.now + domain.config.lease,
        }
    )
    domain.store.transact(lambda records: records.batches.overwrite("ada", batch.id, held))
    with pytest.raises(Unavailable):
        domain.worker.analyze("ada", batch.id)
    assert not analyzer.requests
    domain.clock.now += domain.config.lease
    assert domain.worker.analyze("ada", batch.id).state is BatchState.DONE


def test_a_batch_that_is_too_much_is_halved(domain_with):
    too_long = AnalysisError("TOO_LONG", "too long", splittable=True, usage=TokenUsage(5, 0, 0.5))
    domain, analyzer = domain_with(too_long)
    domain.learn("ada", "one", "two", "three")
    assert [len(request.prompts) for request in analyzer.requests] == [3, 1, 2]
    assert domain.reports.status("ada").spent_total.cost == 0.5


def test_what_nobody_said_is_rejected_and_said_so(domain_with):
    invented = PreferenceCandidate(
        type="like", description="golf", confidence=0.9, quote="I adore golf", prompt_id="?"
    )
    domain, _ = domain_with(Analysis([invented]))
    domain.learn("ada", "I love hiking.")
    (batch,), _ = domain.reports.batches("ada", 10, None)
    (decision,) = batch.decisions
    assert (decision.outcome, decision.reason) == (Outcome.REJECTED, "no_evidence")
    assert domain.profiles.get("ada").preferences == []


def test_per_message_mode_gives_the_five_messages_before(domain_with):
    domain, analyzer = domain_with()
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 1})
    for n in range(7):
        domain.say("ada", f"Message {n}")
        domain.work()
        domain.clock.advance(seconds=1)
    assert list(analyzer.requests[-1].context) == [
        ContextMessage("user", f"Message {n}") for n in range(1, 6)
    ]


def test_a_refresh_of_one_message_gives_those_before_it_and_one_of_two_does_not(domain_with):
    domain, analyzer = domain_with()
    for texts in (["We have a cow."], ["Her name is Ida."], ["Hello.", "How are you?"]):
        for text in texts:
            domain.say("ada", text)
        domain.counter.refresh("ada")
        domain.work()
        domain.clock.advance(seconds=1)
    contexts = [[each.text for each in one.context] for one in analyzer.requests]
    assert contexts == [[], ["We have a cow."], []]


def test_what_was_recorded_while_learning_was_off_is_no_context(domain_with):
    domain, analyzer = domain_with()
    for on, text in ((False, "We have a cow."), (True, "Her name is Ida.")):
        domain.accounts.patch_settings("ada", {"learningEnabled": on})
        domain.say("ada", text)
        domain.clock.advance(seconds=1)
    domain.counter.refresh("ada")
    domain.work()
    (request,) = analyzer.requests
    assert [prompt.content for prompt in request.prompts] == ["Her name is Ida."]
    assert list(request.context) == []


def test_earlier_messages_say_who_said_them_and_stay_in_order(domain_with):
    domain, analyzer = domain_with()
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 1})
    said = [("user", "Which editor?"), ("assistant", "Do you use Vim?"), ("user", "Yes, I do.")]
    for role, text in said:
        (recorded,) = domain.recorder.record("ada", [Message(content=text, role=role)])
        domain.deliver("ada", recorded.id)
        domain.work()
        domain.clock.advance(seconds=1)
    assert [prompt.content for prompt in analyzer.requests[-1].prompts] == ["Yes, I do."]
    assert [(each.role, each.text) for each in analyzer.requests[-1].context] == said[:2]


def test_the_next_attempt_is_told_what_was_wrong_with_the_last_answer(domain_with):
    invalid = AnalysisError("INVALID_ANSWER", "no", retryable=True, detail="facts: missing")
    domain, analyzer = domain_with(invalid, AnalysisError("UNAVAILABLE", "no", retryable=True))
    domain.say("ada", "I love hiking.")
    batch = domain.counter.refresh("ada").id
    for execution, problem in enumerate(["", "facts: missing"]):
        with pytest.raises(Unavailable):
            domain.worker.analyze("ada", batch, execution=execution)
        assert analyzer.requests[-1].problem == problem
    domain.worker.analyze("ada", batch, execution=2)
    assert analyzer.requests[-1].problem == "", "it is about the last answer only"
    assert domain.store.batches.get("ada", batch).error is None


def test_a_prompt_tells_its_state_on_the_way(domain):
    (prompt,) = domain.say("ada", "I love hiking.")
    assert domain.reports.prompt("ada", prompt).state == "pending"
    domain.counter.refresh("ada")
    assert domain.reports.prompt("ada", prompt).state == "batched"
    domain.work()
    report = domain.reports.prompt("ada", prompt)
    assert (report.state, report.preferences) == ("analyzed", ["like hiking"])


@pytest.fixture
def domain_with():
    """Makes a domain whose analyzer answers as scripted; returns both."""

    def make(*answers: Analysis | AnalysisError) -> tuple[Domain, Scripted]:
        analyzer = Scripted(*answers)
        return Domain(analyzer), analyzer

    return make


def test_the_status_names_low_confidence(domain):
    unsure = [
        PreferenceCandidate(
            type="like", description=word, confidence=0.5, quote="I say tea and jazz", prompt_id="?"
        )
        for word in ("tea", "jazz")
    ]
    domain = Domain(analyzer=Scripted(Analysis(unsure)))
    (prompt,) = domain.say("ada", "I say tea and jazz")
    for candidate in unsure:
        candidate.prompt_id = prompt
    domain.counter.refresh("ada")
    domain.work()
    status = domain.reports.status("ada")
    assert status.last_batch.low_confidence == 2
    assert any("rejected 2 candidates for low confidence" in reason for reason in status.reasons)


def test_the_status_says_so_when_no_preference_is_sure_enough_for_the_block():
    sure = PreferenceCandidate(
        type="like", description="tea", confidence=0.8, quote="I really like tea", prompt_id="?"
    )
    domain = Domain(analyzer=Scripted(Analysis([sure])))
    (sure.prompt_id,) = domain.say("ada", "I really like tea")
    domain.counter.refresh("ada")
    domain.work()
    assert "tea" in domain.contexts.build("ada").text
    assert "context block" not in " ".join(domain.reports.status("ada").reasons)
    domain.clock.advance(days=40)
    assert "tea" not in domain.contexts.build("ada").text
    reason = domain.reports.status("ada").reasons[-1]
    assert "the highest confidence is 0.53, and the block takes them from 0.7." in reason
    assert "POST /v1/preferences" in reason
