"""What analyses cost: booked before each call, settled after it, limited per day."""

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.deadline import within
from shared.base.errors import Unavailable
from shared.base.reading import readable
from shared.documents.learning import MAX_COST, BatchState, DayBooked, LearningState
from shared.learning.analyzer import (
    TIME_TO_RECORD,
    Analysis,
    AnalysisError,
    AnalysisRequest,
    TokenUsage,
)
from shared.learning.deployment_budget import FIRST_SHARE, LARGEST_SHARE, DeploymentBudget
from shared.learning.leases import MAX_CALLS, MAX_DRIVES
from shared.learning.spending import (
    booked_today,
    has_budget,
    plausible,
    reserved,
    settled,
    spending_key,
)
from tests.support.domain import START, Domain
from tests.support.in_memory_store import InMemoryStore

CENT = 0.01
COSTS = TokenUsage(100, 10, CENT)
"""What each call of the analyzer here costs, and at most can cost."""
FREE = TokenUsage()
BUDGET = 0.05


class Paid:
    """An analyzer whose calls cost a cent. Each does what the next of `steps` says."""

    name = "paid"

    def __init__(self, *steps) -> None:
        self.steps = list(steps)
        self.calls = 0
        self.meanwhile = lambda: None

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        return COSTS

    def analyze(self, request: AnalysisRequest) -> Analysis:
        self.calls += 1
        self.meanwhile()
        step = self.steps.pop(0) if len(self.steps) > 1 else (self.steps or [COSTS])[0]
        if isinstance(step, Exception):
            raise step
        return Analysis(usage=step)


def error(reason="UNAVAILABLE", **more) -> AnalysisError:
    return AnalysisError(reason, "no", **more)


def domain_with(analyzer, budget="0.05", deployment="none") -> Domain:
    domain = Domain(
        analyzer,
        OPENAI_API_KEY="key",
        REKINDLE_DAILY_BUDGET=budget,
        REKINDLE_DEPLOYMENT_BUDGET=deployment,
    )
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 1})
    return domain


def booked(domain: Domain, uid: str = "ada") -> DayBooked:
    return booked_today(domain.store.users.get(uid).learning, domain.clock.now)


def run(domain: Domain, hours: int = 30) -> None:
    """Delivers each task until the queue gives up on it, and runs maintenance every hour."""
    for _ in range(hours):
        while domain.queue.waiting:
            body = next(iter(domain.queue.waiting.values()))[1]
            for execution in range(12):
                try:
                    domain.worker.analyze(body["uid"], body["batchId"], execution=execution)
                    break
                except Unavailable:
                    continue
            domain.queue.waiting.pop(next(iter(domain.queue.waiting)))
        domain.clock.advance(hours=1)
        domain.maintenance.sweep()


def test_a_budget_ends_the_learning_of_a_day_and_tomorrow_it_goes_on():
    analyzer = Paid()
    domain = domain_with(analyzer)
    domain.say("ada", *(f"Message {n}" for n in range(9)))
    domain.work()
    assert analyzer.calls == 5
    status = domain.reports.status("ada")
    assert status.spent_today.cost == pytest.approx(BUDGET)
    assert status.last_error.reason == "BUDGET_USED_UP"
    batches, _ = domain.reports.batches("ada", 20, None)
    assert sorted(batch.state for batch in batches) == ["done"] * 5 + ["queued"] * 4
    for batch in domain.store.batches.query("ada"):
        assert not batch.error or batch.redrive_at - domain.clock.now == timedelta(hours=12)

    domain.clock.advance(hours=13)
    domain.maintenance.sweep()
    domain.work()
    assert domain.profiles.get("ada").total_prompts_analyzed == 9
    assert domain.reports.status("ada").spent_total.cost == pytest.approx(9 * CENT)


def test_the_state_never_shows_what_is_only_reserved():
    analyzer = Paid()
    domain = domain_with(analyzer)
    shown = []
    analyzer.meanwhile = lambda: shown.append(domain.reports.status("ada").spent_today)
    domain.learn("ada", "Message")
    assert [each.cost for each in shown] == [0]
    assert not hasattr(shown[0], "reserved")
    assert booked(domain).reserved == 0


def test_analyses_at_once_never_pass_the_budget_by_more_than_one_call():
    """While each call is being made, the next batches of the user are analyzed too."""
    analyzer = Paid()
    domain = domain_with(analyzer)
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    domain.say("ada", *(f"Message {n}" for n in range(200)))
    batches = [batch.id for batch in domain.store.batches.query("ada")]
    strays = iter(batches)

    def another():
        batch = next(strays, None)
        if batch:
            domain.store.transact(
                lambda records: records.batches.update_fields("ada", batch, {"waitingSince": None})
            )
            domain.worker.analyze("ada", batch)

    analyzer.meanwhile = another
    another()
    assert analyzer.calls == 5
    assert domain.reports.status("ada").spent_today.cost <= BUDGET + CENT


@pytest.mark.parametrize(
    ("step", "cost"),
    [
        (COSTS, CENT),
        (None, CENT),
        (TokenUsage(-5, -5, -1.0), 0),
        (TokenUsage(10**30, 5, float("inf")), 0),
        (TokenUsage(10**30, 5, 1e30), CENT),
        (TokenUsage(1, 1, float("nan")), 0),
        (error("REFUSED"), CENT),
        (error("REFUSED", usage=TokenUsage(5, 0, CENT / 2)), CENT / 2),
        (error("INVALID_ANSWER", usage=FREE), 0),
        (error("TRUNCATED"), CENT),
    ],
    ids=str,
)
def test_whatever_comes_back_is_booked(step, cost):
    domain = domain_with(Paid(step))
    domain.learn("ada", "Message")
    today = booked(domain)
    assert today.cost == pytest.approx(cost)
    assert today.reserved == 0
    assert domain.reports.status("ada").spent_total.cost == pytest.approx(cost)
    assert today.prompt_tokens >= 0 <= today.completion_tokens


def test_a_worker_that_dies_leaves_its_reservation_until_the_day_ends():
    class Killed(BaseException):
        pass

    def dies():
        raise Killed

    analyzer = Paid()
    domain = domain_with(analyzer)
    domain.say("ada", "Message")
    analyzer.meanwhile = dies
    for execution in range(4):
        with pytest.raises(Killed):
            domain.worker.analyze("ada", _only(domain).id, execution=execution)
    assert booked(domain).reserved == pytest.approx(4 * CENT)
    assert booked(domain).cost == 0
    analyzer.meanwhile = lambda: None
    domain.worker.analyze("ada", _only(domain).id, execution=4)
    assert (booked(domain).cost, booked(domain).reserved) == (CENT, pytest.approx(4 * CENT))
    domain.say("ada", "Another")
    domain.work()
    assert analyzer.calls == 5, "the reservations count against the budget"
    domain.clock.advance(days=1)
    assert booked(domain) == DayBooked(day="2026-03-02")


def test_erasing_the_account_does_not_reset_the_budget():
    analyzer = Paid()
    domain = domain_with(analyzer)
    for _ in range(4):
        domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 1})
        domain.say("ada", *(f"Message {n}" for n in range(3)))
        domain.work()
        domain.accounts.erase("ada")
        domain.clock.advance(seconds=1)
    assert analyzer.calls == 5
    kept = domain.store.documents.spending
    assert list(kept) == [spending_key("ada", domain.clock.now)]
    assert "ada" not in repr(kept), "nothing says whose it is"
    domain.clock.advance(days=1)
    domain.learn("ada", "Message")
    assert analyzer.calls == 6


def test_an_account_erased_during_a_call_still_pays_for_it():
    analyzer = Paid()
    domain = domain_with(analyzer)
    analyzer.meanwhile = lambda: domain.accounts.erase("ada")
    for n in range(8):
        domain.learn("ada", f"Message {n}")
        domain.clock.advance(seconds=1)
    assert analyzer.calls == 5


def test_a_budget_of_zero_pays_for_nothing_and_no_budget_for_everything():
    for budget, calls in (("0", 0), ("none", 20)):
        analyzer = Paid()
        domain = domain_with(analyzer, budget=budget)
        domain.say("ada", *(f"Message {n}" for n in range(20)))
        domain.work()
        assert analyzer.calls == calls


def test_the_rules_without_a_model_book_nothing(domain):
    domain.learn("ada", "I love hiking.")
    assert not domain.store.documents.spending
    assert domain.store.users.get("ada").learning.spent_total.cost == 0


# --- how often a batch is paid for


@pytest.mark.parametrize(
    ("fails", "most"),
    [
        (error("REFUSED"), 1),
        (error("REFUSED", splittable=True), 19),
        (error("TRUNCATED", splittable=True), 19),
        (error("MISCONFIGURED", usage=FREE, may_pass=True), 1 + MAX_DRIVES),
        (error("TOO_LONG", usage=FREE), 1),
        (error("INVALID_ANSWER", retryable=True, may_pass=False), 5),
        (error("UNAVAILABLE", retryable=True), MAX_CALLS),
        (error("TIMED_OUT", retryable=True, splittable=True), MAX_CALLS),
    ],
    ids=lambda value: getattr(value, "reason", value),
)
def test_what_a_batch_may_cost_is_bounded(fails, most):
    analyzer = Paid(fails)
    domain = domain_with(analyzer, budget="none")
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    domain.say("ada", *(f"Message {n}" for n in range(10)))
    run(domain)
    assert analyzer.calls <= most
    (batch,) = domain.store.batches.query("ada")
    assert (batch.state, batch.error.reason) == (BatchState.FAILED, fails.reason)
    run(domain, hours=48)
    assert analyzer.calls <= most, "and never after that"
    if fails.usage is None:
        spent = domain.reports.status("ada").spent_total.cost
        assert spent == pytest.approx(analyzer.calls * CENT), "each call is booked"


def test_a_call_that_costs_nothing_is_tried_for_a_day():
    analyzer = Paid(error("UNAVAILABLE", retryable=True, usage=FREE))
    domain = domain_with(analyzer)
    domain.say("ada", "Message")
    run(domain, hours=20)
    assert analyzer.calls > MAX_CALLS
    analyzer.steps = [COSTS]
    run(domain, hours=2)
    assert _only(domain).state is BatchState.DONE
    assert domain.reports.status("ada").spent_total.cost == CENT


def test_a_batch_in_parts_books_each_part():
    too_long = error("TRUNCATED", splittable=True, usage=COSTS)
    analyzer = Paid(too_long, COSTS, too_long, COSTS, COSTS)
    domain = domain_with(analyzer)
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    reservations = []
    analyzer.meanwhile = lambda: reservations.append(booked(domain))
    domain.learn("ada", "one", "two", "three")
    assert analyzer.calls == 5
    assert [each.reserved for each in reservations] == [CENT] * 5
    assert [round(each.cost / CENT) for each in reservations] == [0, 1, 2, 3, 4]
    assert (booked(domain).cost, booked(domain).reserved) == (pytest.approx(5 * CENT), 0)
    assert _only(domain).usage.cost == pytest.approx(5 * CENT)
    assert _only(domain).calls == 5


def test_a_budget_that_ends_between_two_parts_puts_the_batch_off():
    analyzer = Paid(error("TRUNCATED", splittable=True, usage=COSTS), COSTS)
    domain = domain_with(analyzer, budget="0.02")
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    domain.learn("ada", "one", "two", "three")
    assert analyzer.calls == 2
    assert (_only(domain).state, _only(domain).error.reason) == ("queued", "BUDGET_USED_UP")
    assert (booked(domain).cost, booked(domain).reserved) == (2 * CENT, 0)


def test_a_batch_that_keeps_timing_out_stops_in_time_and_books_what_it_paid():
    now = [0.0]

    def takes_a_minute():
        now[0] += 60

    analyzer = Paid()
    domain = domain_with(analyzer, budget="none")
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    domain.say("ada", *(f"Message {n}" for n in range(10)))
    too_much = error("TIMED_OUT", retryable=True, splittable=True)
    analyzer.steps = [too_much, too_much, COSTS]
    analyzer.meanwhile = takes_a_minute
    with within(300, lambda: now[0]), pytest.raises(Unavailable):
        domain.worker.analyze("ada", _only(domain).id)
    assert analyzer.calls == 4
    assert now[0] <= 300 - TIME_TO_RECORD
    assert (_only(domain).state, _only(domain).error.reason) == ("queued", "TIMED_OUT")
    assert (booked(domain).cost, booked(domain).reserved) == (pytest.approx(4 * CENT), 0)


def test_a_refresh_allows_as_many_calls_again():
    analyzer = Paid(error("UNAVAILABLE", retryable=True))
    domain = domain_with(analyzer, budget="none")
    domain.say("ada", "Message")
    run(domain)
    assert analyzer.calls == MAX_CALLS
    analyzer.steps = [COSTS]
    domain.counter.refresh("ada")
    domain.work()
    assert _only(domain).state is BatchState.DONE


# --- the deployment's budget


def test_the_deployments_budget_holds_for_all_users_together():
    analyzer = Paid()
    domain = domain_with(analyzer, budget="none", deployment="0.10")
    for user in ("ada", "bob", "eve"):
        domain.accounts.patch_settings(user, {"userMemoryAnalysisInterval": 1})
        domain.say(user, *(f"Message {n}" for n in range(6)))
    domain.work()
    assert analyzer.calls == 10
    assert "this deployment" in domain.reports.status("eve").last_error.message
    spent = [booked(domain, user) for user in ("ada", "bob", "eve")]
    assert sum(each.cost for each in spent) == pytest.approx(0.10)
    assert [each.reserved for each in spent] == [0, 0, 0], "what was not spent is not booked"
    domain.clock.advance(days=1)
    domain.maintenance.sweep()
    domain.work()
    assert analyzer.calls == 18


def test_processes_lease_shares_and_together_stay_within_the_budget():
    store = InMemoryStore()
    processes = [DeploymentBudget(store, lambda: START, 10.0) for _ in range(7)]
    transactions = []
    transact, store.transact = store.transact, lambda work: transactions.append(1) or transact(work)
    granted = sum(processes[n % 7].reserve(0.004) for n in range(3000))
    assert 0.95 * 10 < granted * 0.004 <= 10
    growing = math.ceil(math.log2(LARGEST_SHARE / FIRST_SHARE))
    assert len(transactions) <= 1 / LARGEST_SHARE + 7 * (growing + 10), (
        "one share pays for several calls, and a refusal is remembered"
    )
    assert store.spending.get(spending_key("\x00deployment", START)) <= 10


def test_processes_that_die_young_leave_the_budget_to_others():
    store = InMemoryStore()
    for _ in range(2000):
        assert DeploymentBudget(store, lambda: START, 50.0).reserve(0.003), "each dies after that"
    assert store.spending.get(spending_key("\x00deployment", START)) <= 2000 * 0.01


def test_what_a_call_does_not_use_of_its_share_pays_for_the_next():
    store = InMemoryStore()
    budget = DeploymentBudget(store, lambda: START, 1.0)
    for _ in range(100):
        assert budget.reserve(0.5)
        budget.settle(0.0, 0.5, "2026-03-01")
    assert budget.reserve(1.0)
    assert not budget.reserve(0.01)
    assert not DeploymentBudget(store, lambda: START, 1.0).reserve(0.01)


def test_a_refusal_that_outlasts_its_day_says_nothing_about_the_next():
    now = [START]
    store = InMemoryStore()
    DeploymentBudget(store, lambda: now[0], 1.0).reserve(1.0)
    budget = DeploymentBudget(store, lambda: now[0], 1.0)
    transact = store.transact

    def meanwhile(work):
        refused = transact(work)
        store.transact = transact
        now[0] += timedelta(days=1)
        assert budget.reserve(0.001), "another thread, on the next day"
        return refused

    store.transact = meanwhile
    assert not budget.reserve(0.01)
    assert budget.reserve(0.5)


def test_no_answer_of_the_database_is_no_leave_to_spend():
    analyzer = Paid()
    domain = domain_with(analyzer, deployment="1")
    domain.say("ada", "Message")
    batch = _only(domain).id
    domain._services.deployment_budget._store = Away()
    with pytest.raises(Unavailable):
        domain.worker.analyze("ada", batch)
    assert not analyzer.calls
    assert (booked(domain).cost, booked(domain).reserved) == (0, 0)


class Away:
    """A database that does not answer."""

    def transact(self, _):
        raise Unavailable("away")


# --- the rules


NUMBERS = st.floats() | st.integers(-(10**12), 10**12).map(float)
USAGES = st.builds(TokenUsage, st.integers(-(10**30), 10**30), st.integers(), NUMBERS)
ESTIMATES = st.builds(TokenUsage, st.integers(0, 10**6), st.integers(1, 10**4), st.floats(0, 10))


@given(st.none() | USAGES, ESTIMATES)
def test_no_usage_is_a_credit_or_more_than_possible(usage, estimate):
    booked = plausible(usage, estimate)
    assert 0 <= booked.cost <= estimate.cost
    assert 0 <= booked.prompt_tokens <= estimate.prompt_tokens
    assert 0 <= booked.completion_tokens <= estimate.completion_tokens


@given(NUMBERS, NUMBERS, st.floats(0, 100))
def test_a_stored_amount_of_any_kind_never_lifts_the_budget(cost, reservation, budget):
    """Reading brings amounts into their bounds; none becomes a credit."""
    stored = {"day": "2026-03-01", "cost": cost, "reserved": reservation}
    learning = readable(LearningState, {"spent": stored})
    amounts = [each for each in (cost, reservation) if math.isfinite(each)]
    used = sum(min(max(0.0, each), MAX_COST) for each in amounts)
    allowed = has_budget(learning, budget, START)
    assert not allowed or used < budget


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1), st.floats(0, 1)), max_size=30))
def test_what_is_booked_covers_all_calls_at_every_time(calls):
    """Calls start and end in any order; some never end, because their worker died."""
    learning, open_, used = LearningState(), [], 0.0
    for ends, cost, share in calls:
        learning = reserved(learning, cost, START)
        open_.append(cost)
        if ends:
            finished = open_.pop(0)
            usage = TokenUsage(1, 1, finished * share)
            learning = settled(learning, finished, "2026-03-01", usage, START)
            used += usage.cost
        today = booked_today(learning, START)
        assert today.cost == pytest.approx(used, abs=1e-6)
        assert today.reserved == pytest.approx(sum(open_), abs=1e-6)
    assert learning.spent_total.cost == pytest.approx(used, abs=1e-6)


def _only(domain: Domain):
    (batch,) = domain.store.batches.query("ada")
    return batch


# --- what the record of a batch says


def test_five_invalid_answers_cost_what_they_cost():
    invalid = error("INVALID_ANSWER", retryable=True, may_pass=False, usage=COSTS)
    domain = domain_with(Paid(invalid), budget="none")
    domain.say("ada", "Message")
    run(domain, hours=1)
    batch = _only(domain)
    assert (batch.state, batch.attempts) == (BatchState.FAILED, 5)
    assert batch.usage.cost == pytest.approx(5 * CENT)
    assert batch.usage.prompt_tokens == 5 * COSTS.prompt_tokens
    assert booked(domain).cost == pytest.approx(5 * CENT)


def test_invalid_answers_count_against_the_budget():
    invalid = error("INVALID_ANSWER", retryable=True, may_pass=False, usage=COSTS)
    analyzer = Paid(invalid)
    domain = domain_with(analyzer, budget="0.03")
    domain.say("ada", "Message")
    run(domain, hours=1)
    assert analyzer.calls == 3
    assert _only(domain).error.reason == "BUDGET_USED_UP"
    assert _only(domain).usage.cost == pytest.approx(3 * CENT)


def test_a_batch_that_needed_several_attempts_shows_what_all_of_them_cost():
    invalid = error("INVALID_ANSWER", retryable=True, may_pass=False, usage=COSTS)
    domain = domain_with(Paid(invalid, invalid, COSTS), budget="none")
    domain.say("ada", "Message")
    run(domain, hours=1)
    assert _only(domain).state is BatchState.DONE
    assert _only(domain).usage.cost == pytest.approx(3 * CENT)
    assert domain.reports.status("ada").spent_total.cost == pytest.approx(3 * CENT)
