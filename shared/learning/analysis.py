"""Analyzes a batch exactly once: lease it, ask the analyzer, merge, record.

The lease has a random token. The analyzer runs outside any transaction, since a model may take
minutes. The result is written only if the lease is still held, in one transaction with the profile,
its changelog entry and the batch.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from shared.base.clock import Clock
from shared.base.errors import RekindleError, Unavailable, Unreadable
from shared.base.ids import IdSource
from shared.documents.changelog import Source
from shared.documents.learning import Batch, BatchError, LearningState, Prompt
from shared.documents.user import UserState
from shared.learning import outcomes
from shared.learning.analyzer import (
    Analysis,
    AnalysisError,
    AnalysisRequest,
    Analyzer,
    PromptText,
    TokenUsage,
)
from shared.learning.calls import NOTHING, BudgetUsedUp, Tab, ask
from shared.learning.conversation import longest_messages, messages_before
from shared.learning.deployment_budget import DeploymentBudget
from shared.learning.leases import (
    failed,
    has_attempts_left,
    has_calls_left,
    is_held,
    released,
    with_lease,
)
from shared.learning.line import REDRIVE_AFTER, advanced, left, passed_over, with_a_task
from shared.learning.merging import Examined, examine, merge
from shared.learning.recording import masked
from shared.learning.spending import (
    day_of,
    has_budget,
    keep_booked,
    reserved,
    tomorrow,
    with_earlier_bookings,
)
from shared.ports import Records, Store
from shared.profile.changelog import content_of
from shared.profile.forgotten_pages import read_older
from shared.profile.history import commit_version
from shared.profile.user_state import updated

log = logging.getLogger(__name__)

Enqueue = Callable[[str, Batch], None]
"""Creates the task of a user's batch, once."""


@dataclass(frozen=True)
class Budgets:
    """What analyses may cost: a user's per day, in US dollars or None, and the deployment's."""

    per_user: float | None
    deployment: DeploymentBudget


@dataclass(frozen=True)
class _Leased:
    batch: Batch
    user: UserState
    prompts: list[Prompt]
    tab: Tab


@dataclass(frozen=True)
class _Step:
    """The result of a transaction: the batch it finished or leased, and what to enqueue now."""

    batch: Batch | None = None
    leased: _Leased | None = None
    next: list[Batch] = field(default_factory=list)


class _LeaseLost(Exception):
    """Another worker took the lease over, or the user was erased."""


class AnalysisWorker:
    """Runs the task of a batch."""

    def __init__(
        self,
        store: Store,
        analyzer: Analyzer,
        enqueue: Enqueue,
        clock: Clock,
        new_id: IdSource,
        *,
        lease: timedelta,
        budgets: Budgets,
    ) -> None:
        self._store = store
        self._analyzer = analyzer
        self._enqueue = enqueue
        self._clock = clock
        self._new_id = new_id
        self._lease = lease
        self._budgets = budgets

    def analyze(self, uid: str, batch_id: str, *, execution: int = 0) -> Batch | None:
        """Analyzes a batch, unless it is finished, leased by another worker, or erased.

        If the worker crashes
        - before or while taking the lease: nothing is stored, and the queue retries the task;
        - after taking the lease: the task's retry takes it over, or maintenance does once it has
          expired; what was reserved for the model stays reserved until the day ends;
        - in the final transaction: the same, and the analyzer is asked again, unless the database
          refused the result for good: then the batch has failed;
        - after it: the queue retries the task, which finds the batch done, and enqueues those in
          flight again, in case the one that took this batch's place has no task.

        Args:
            uid: the user.
            batch_id: the batch.
            execution: how often the queue has already tried this task
                (X-CloudTasks-TaskRetryCount). A retry proves that the earlier worker did not
                answer.

        Returns:
            The finished batch, or None if there was nothing to do.

        Raises:
            Unavailable: another worker holds the lease, or the analysis may succeed later; retry
                the task.
            Unreadable: the batch is malformed; its place was given to the next.
        """
        try:
            leased = self._run(uid, lambda records: self._claim(records, uid, batch_id, execution))
        except Unreadable:
            self._run(uid, lambda records: self._pass_over(records, uid, batch_id))
            raise
        if leased.leased is None:
            return None
        try:
            return self._analyze(uid, leased.leased)
        except _LeaseLost:
            return None

    def _analyze(self, uid: str, leased: _Leased) -> Batch | None:
        try:
            return self._ask_and_finish(uid, leased)
        except Unavailable:
            raise
        except RekindleError as error:
            log.error("analysis cannot be stored: %s", error.status)
            problem = outcomes.refused(error)
            return self._run(
                uid, lambda records: self._abandon(records, uid, leased, problem)
            ).batch

    def _ask_and_finish(self, uid: str, leased: _Leased) -> Batch | None:
        try:
            analysis = self._ask(uid, leased)
        except BudgetUsedUp as error:
            log.warning("analysis postponed: %s", error.message)
            problem = BatchError(reason=error.reason, message=error.message)
            self._run(uid, lambda records: self._postpone(records, uid, leased, problem))
            return None
        except AnalysisError as error:
            return self._failed(uid, leased, error)
        examined = examine(analysis.candidates, _texts(leased.prompts))
        return self._run(uid, lambda records: self._finish(records, uid, leased, examined)).batch

    def _run(self, uid: str, work: Callable[[Records], _Step]) -> _Step:
        """Runs a transaction, then creates the tasks of the batches that it moved up."""
        step = self._store.transact(work)
        for batch in step.next:
            self._enqueue(uid, batch)
        return step

    def _pass_over(self, records: Records, uid: str, batch_id: str) -> _Step:
        user = records.users.get(uid)
        if user is None:
            return _Step()
        now = self._clock()
        return _Step(next=passed_over(records, uid, user, batch_id, outcomes.UNREADABLE, now))

    def _claim(self, records: Records, uid: str, batch_id: str, execution: int) -> _Step:
        user, batch = records.learner(uid, batch_id)
        if user is None:
            return _Step()
        if batch is None:
            problem = outcomes.UNREADABLE
            return _Step(next=passed_over(records, uid, user, batch_id, problem, self._clock()))
        if batch.waiting_since:
            return _Step()
        if batch.state.ended:
            return _Step(next=with_a_task(records, uid, user.learning))
        now = self._clock()
        if not user.settings.learns:
            return self._give_up(records, uid, user, batch, outcomes.LEARNING_OFF, may_pass=False)
        if not has_attempts_left(batch) and not is_held(batch, execution, now):
            return self._give_up(records, uid, user, batch, outcomes.CRASHED, may_pass=True)
        leased = with_lease(batch, execution, now, self._lease, self._new_id(), self._analyzer.name)
        prompts = sorted(
            map(masked, records.prompts.get_many(uid, batch.prompt_ids, lenient=True)),
            key=lambda prompt: (prompt.created_at, prompt.id),
        )
        estimate = self._estimate(user, prompts)
        if estimate != NOTHING:
            if not has_calls_left(batch):
                problem = batch.error or outcomes.CRASHED
                return self._give_up(records, uid, user, batch, problem, may_pass=False)
            learning = self._reserved(records, uid, user.learning, estimate)
            if learning is None:
                return self._wait_for_tomorrow(records, uid, user, batch, self._used_up())
            leased = leased.model_copy(update={"calls": batch.calls + 1})
            records.users.save_state(uid, updated(user, now, learning=learning))
            self._keep_booked(records, uid, learning)
        records.batches.overwrite(uid, batch_id, leased)
        return _Step(leased=_Leased(leased, user, prompts, Tab(estimate, day_of(now))))

    def _estimate(self, user: UserState, prompts: list[Prompt]) -> TokenUsage:
        """Returns the most that the first call can use, before the context is known."""
        if not prompts:
            return NOTHING
        alone = user.settings.user_memory_analysis_interval == 1
        context = longest_messages() if alone else []
        return self._analyzer.estimate(AnalysisRequest(_texts(prompts), user.profile, context))

    def _reserved(
        self, records: Records, uid: str, learning: LearningState, estimate: TokenUsage
    ) -> LearningState | None:
        """Returns the state with the call reserved, or None if the budget does not allow it."""
        if self._budgets.per_user is None or not estimate.cost:
            return reserved(learning, estimate.cost, self._clock())
        now = self._clock()
        learning = with_earlier_bookings(records, uid, learning, now)
        if not has_budget(learning, self._budgets.per_user, now):
            return None
        return reserved(learning, estimate.cost, now)

    def _keep_booked(self, records: Records, uid: str, learning: LearningState) -> None:
        if self._budgets.per_user is not None and learning.spent:
            keep_booked(records, uid, learning, self._clock())

    def _ask(self, uid: str, leased: _Leased) -> Analysis:
        texts = _texts(leased.prompts)
        if not texts:
            return Analysis()
        context: list[str] = []
        if leased.user.settings.user_memory_analysis_interval == 1:
            context = self._context(uid, leased)
        return ask(
            self._analyzer,
            AnalysisRequest(texts, leased.user.profile, context),
            leased.tab,
            self._budgets.deployment,
            lambda estimate, error: self._book(uid, leased, estimate, error),
        )

    def _context(self, uid: str, leased: _Leased) -> list[str]:
        try:
            return messages_before(self._store, uid, leased.prompts[0])
        except Unavailable as error:
            leased.tab.add(NOTHING)
            raise AnalysisError(
                "UNAVAILABLE", error.message, retryable=True, usage=NOTHING
            ) from error

    def _book(
        self, uid: str, leased: _Leased, estimate: TokenUsage, because: AnalysisError
    ) -> None:
        """Settles the last call, reserves another one, and extends the lease."""
        tab = leased.tab

        def book(records: Records) -> bool:
            user, batch = self._while_leased(records, uid, leased)
            now = self._clock()
            batch = batch.model_copy(update={"calls": batch.calls - tab.free_calls})
            if estimate != NOTHING and not has_calls_left(batch):
                raise AnalysisError(because.reason, because.message, usage=NOTHING)
            settled = tab.settled(user.learning, now)
            learning = self._reserved(records, uid, settled, estimate)
            if learning is None:
                return False
            calls = batch.calls + int(estimate != NOTHING)
            update = {
                "calls": calls,
                "lease_until": now + self._lease,
                "redrive_at": now + 2 * self._lease,
            }
            records.batches.overwrite(uid, batch.id, batch.model_copy(update=update))
            records.users.save_state(uid, updated(user, now, learning=learning))
            if estimate.cost:
                self._keep_booked(records, uid, learning)
            return True

        if not self._store.transact(book):
            raise BudgetUsedUp(self._used_up().message)
        tab.booked(estimate, day_of(self._clock()))

    def _finish(self, records: Records, uid: str, leased: _Leased, examined: Examined) -> _Step:
        user, batch = self._while_leased(records, uid, leased)
        now = self._clock()
        user = self._settled(user, leased)
        if not user.settings.learns:
            problem = outcomes.LEARNING_OFF
            return self._give_up(records, uid, user, batch, problem, may_pass=False, tab=leased.tab)
        older = read_older(records, uid, user)
        merged = merge(
            older.joined(user.profile),
            examined,
            batch_id=batch.id,
            settings=user.settings,
            now=now,
        )
        profile = merged.profile.model_copy(
            update={
                "last_analyzed": now,
                "total_prompts_analyzed": user.profile.total_prompts_analyzed + len(leased.prompts),
                "created_at": user.profile.created_at or now,
                "forgotten": user.profile.forgotten,
            }
        )
        changed = content_of(profile) != content_of(user.profile)
        version = user.profile.version + 1 if changed else None
        ended = outcomes.done(_paid(batch, leased), now, merged, leased.tab.total, version)
        learning = outcomes.after_success(left(user.learning, batch.id), ended, now, merged)
        learning, others = advanced(records, uid, learning, now)
        for each in (ended, *others):
            records.batches.overwrite(uid, each.id, each)
        if changed:
            commit_version(
                records,
                uid,
                updated(user, now, learning=learning),
                profile,
                change_type="create" if user.profile.version == 0 else "update",
                action="extract",
                source=_source(self._analyzer),
                now=now,
                batch_id=ended.id,
            )
        else:
            records.users.save_state(uid, updated(user, now, profile=profile, learning=learning))
        if leased.tab.estimate.cost:
            self._keep_booked(records, uid, learning)
        return _Step(ended, next=others)

    def _failed(self, uid: str, leased: _Leased, error: AnalysisError) -> Batch | None:
        """Records a failure: for a retry if that may help, otherwise as final."""
        log.warning("analysis failed: %s", error.reason)
        problem = BatchError(reason=error.reason, message=error.message)
        paid = _paid(leased.batch, leased)
        retry = error.retryable and has_attempts_left(paid) and has_calls_left(paid)

        def record(records: Records) -> _Step:
            user, batch = self._while_leased(records, uid, leased)
            now = self._clock()
            user = self._settled(user, leased)
            if not retry:
                return self._give_up(
                    records,
                    uid,
                    user,
                    batch,
                    problem,
                    may_pass=error.may_pass,
                    tab=leased.tab,
                )
            batch = released(_paid(batch, leased), problem, now + REDRIVE_AFTER)
            learning = user.learning.model_copy(update={"last_error": problem})
            records.batches.overwrite(uid, batch.id, batch)
            records.users.save_state(uid, updated(user, now, learning=learning))
            if leased.tab.estimate.cost:
                self._keep_booked(records, uid, learning)
            return _Step(batch)

        step = self._run(uid, record)
        if retry:
            raise Unavailable(
                "The analysis failed, but a retry may succeed.",
                [{"reason": error.reason}],
                retry_after=round(error.retry_after or 10),
            )
        return step.batch

    def _give_up(
        self,
        records: Records,
        uid: str,
        user: UserState,
        batch: Batch,
        problem: BatchError,
        *,
        may_pass: bool,
        tab: Tab | None = None,
    ) -> _Step:
        """Records a batch as failed, so that a refresh can retry it."""
        now = self._clock()
        if tab:
            batch = batch.model_copy(update={"calls": batch.calls - tab.free_calls})
        ended = failed(batch, problem, now, may_pass=may_pass)
        learning = outcomes.after_failure(left(user.learning, batch.id), ended, now, problem)
        learning, others = advanced(records, uid, learning, now)
        for each in (ended, *others):
            records.batches.overwrite(uid, each.id, each)
        records.users.save_state(uid, updated(user, now, learning=learning))
        if tab and tab.estimate.cost:
            self._keep_booked(records, uid, learning)
        return _Step(ended, next=others)

    def _abandon(self, records: Records, uid: str, leased: _Leased, problem: BatchError) -> _Step:
        """Records a batch as failed whose result the database refuses, and would refuse again.

        It settles the costs and leaves the profile as it is, so it writes little.
        """
        user, batch = self._while_leased(records, uid, leased)
        user = self._settled(user, leased)
        return self._give_up(records, uid, user, batch, problem, may_pass=False, tab=leased.tab)

    def _postpone(self, records: Records, uid: str, leased: _Leased, problem: BatchError) -> _Step:
        user, batch = self._while_leased(records, uid, leased)
        user = self._settled(user, leased)
        if leased.tab.estimate.cost:
            self._keep_booked(records, uid, user.learning)
        return self._wait_for_tomorrow(records, uid, user, _paid(batch, leased), problem)

    def _wait_for_tomorrow(
        self, records: Records, uid: str, user: UserState, batch: Batch, problem: BatchError
    ) -> _Step:
        """Puts a batch off. It stays in flight, so the user's line waits with it."""
        now = self._clock()
        learning = user.learning.model_copy(update={"last_error": problem})
        records.batches.overwrite(uid, batch.id, released(batch, problem, tomorrow(now)))
        records.users.save_state(uid, updated(user, now, learning=learning))
        return _Step()

    def _used_up(self) -> BatchError:
        return BatchError(
            reason="BUDGET_USED_UP",
            message=f"The daily budget of ${self._budgets.per_user:.2f} is used up. "
            "Learning continues tomorrow.",
        )

    def _settled(self, user: UserState, leased: _Leased) -> UserState:
        now = self._clock()
        return updated(user, now, learning=leased.tab.settled(user.learning, now))

    def _while_leased(self, records: Records, uid: str, leased: _Leased) -> tuple[UserState, Batch]:
        """Returns the user and the batch if the lease is still held.

        Raises:
            _LeaseLost: it was taken over, or the user was erased.
        """
        user, batch = records.learner(uid, leased.batch.id)
        if batch is None or user is None or batch.lease != leased.batch.lease:
            raise _LeaseLost
        return user, batch


def _paid(batch: Batch, leased: _Leased) -> Batch:
    """Returns the batch without the calls that turned out to cost nothing."""
    return batch.model_copy(update={"calls": batch.calls - leased.tab.free_calls})


def _texts(prompts: list[Prompt]) -> list[PromptText]:
    return [PromptText(prompt.id, prompt.content, prompt.created_at) for prompt in prompts]


def _source(analyzer: Analyzer) -> Source:
    return Source.RULES if analyzer.name == "offline" else Source.MODEL
