"""The worker: runs the task of a batch from its claim to its result or its failure."""

import logging
from collections.abc import Callable
from datetime import timedelta

from shared.base.clock import Clock
from shared.base.errors import RekindleError, Unavailable, Unreadable
from shared.base.fields import MAX_TEXT
from shared.base.ids import IdSource
from shared.base.telemetry import Doing, Figure, Span, report, span
from shared.documents.learning import Batch, BatchError
from shared.learning import outcomes
from shared.learning.analysis.asking import Asking
from shared.learning.analysis.claiming import Claiming
from shared.learning.analysis.finishing import Finishing
from shared.learning.analysis.giving_up import GivingUp
from shared.learning.analysis.leased import Leased, LeaseLost, Step
from shared.learning.analysis.user_budget import Budgets, UserBudget
from shared.learning.analyzer import AnalysisError, Analyzer
from shared.learning.calls import BudgetUsedUp
from shared.learning.leases import Execution, has_attempts_left, has_calls_left
from shared.learning.merging import examine
from shared.ports import Records, Store

log = logging.getLogger(__name__)

Enqueue = Callable[[str, Batch], None]
"""Creates the task of a user's batch, once."""


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
        self._enqueue = enqueue
        budget = UserBudget(budgets.per_user, clock)
        self._giving_up = GivingUp(clock, budget)
        self._claiming = Claiming(analyzer, clock, new_id, lease, budget, self._giving_up)
        self._asking = Asking(store, analyzer, clock, lease, budget, budgets.deployment)
        self._finishing = Finishing(analyzer, clock, budget, self._giving_up)

    def analyze(
        self, uid: str, batch_id: str, *, task: str = "", execution: int = 0
    ) -> Batch | None:
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
            task: the task's name (X-CloudTasks-TaskName). Several tasks may name one batch.
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
        with span(Doing.ANALYSIS) as seen:
            leased = self._claim(uid, batch_id, Execution(task, execution))
            if leased is None:
                return None
            seen.add(
                batch=leased.batch.id,
                trigger=leased.batch.trigger,
                attempt=leased.batch.attempts,
                prompts=len(leased.prompts),
            )
            for prompt in leased.prompts:
                seen.link(prompt.traceparent)
            try:
                ended = self._analyze(leased)
            except LeaseLost:
                return None
            if ended:
                _tell(ended, seen)
            return ended

    def _claim(self, uid: str, batch_id: str, execution: Execution) -> Leased | None:
        claiming = self._claiming
        try:
            return self._run(
                uid, lambda records: claiming.claim(records, uid, batch_id, execution)
            ).leased
        except Unreadable:
            self._run(uid, lambda records: claiming.pass_over(records, uid, batch_id))
            raise

    def _analyze(self, leased: Leased) -> Batch | None:
        try:
            return self._ask_and_finish(leased)
        except Unavailable:
            raise
        except RekindleError as error:
            log.error("analysis cannot be stored: %s", error.status)
            problem = outcomes.refused(error)
            return self._run(
                leased.uid,
                lambda records: self._giving_up.fail_leased(records, leased, problem),
            ).batch

    def _ask_and_finish(self, leased: Leased) -> Batch | None:
        try:
            analysis = self._asking.ask(leased)
        except BudgetUsedUp as error:
            log.warning("analysis postponed: %s", error.message)
            report(Figure.FAILURES, reason=error.reason)
            problem = BatchError(reason=error.reason, message=error.message)
            self._run(
                leased.uid,
                lambda records: self._giving_up.postpone_leased(records, leased, problem),
            )
            return None
        except AnalysisError as error:
            return self._failed(leased, error)
        examined = examine(analysis.candidates, leased.texts)
        return self._run(
            leased.uid,
            lambda records: self._finishing.finish(records, leased, examined, analysis.left_out),
        ).batch

    def _failed(self, leased: Leased, error: AnalysisError) -> Batch | None:
        """Records a failure: for a retry if that may help, otherwise as final."""
        log.warning("analysis failed: %s", error.reason)
        problem = BatchError(
            reason=error.reason, message=error.message, detail=error.detail[:MAX_TEXT] or None
        )
        paid = leased.paid(leased.batch)
        if not (error.retryable and has_attempts_left(paid) and has_calls_left(paid)):
            return self._run(
                leased.uid,
                lambda records: self._giving_up.fail_leased(
                    records, leased, problem, may_pass=error.may_pass
                ),
            ).batch
        self._run(leased.uid, lambda records: self._giving_up.release(records, leased, problem))
        raise Unavailable(
            "The analysis failed, but a retry may succeed.",
            [{"reason": error.reason}],
            retry_after=round(error.retry_after or 10),
        )

    def _run(self, uid: str, work: Callable[[Records], Step]) -> Step:
        """Runs a transaction, then creates the tasks of the batches that it moved up."""
        step = self._store.transact(work)
        for batch in step.next:
            self._enqueue(uid, batch)
        return step


def _tell(ended: Batch, seen: Span) -> None:
    """Reports how an analysis ended. One that is retried fails its task, which tells it."""
    seen.add(outcome=ended.state.value, decisions=len(ended.decisions))
    if ended.version is not None:
        seen.add(version=ended.version)
    for decision in ended.decisions:
        if decision.reason:
            report(Figure.DECISIONS, outcome=decision.outcome.value, reason=decision.reason.value)
        else:
            report(Figure.DECISIONS, outcome=decision.outcome.value)
    if ended.error:
        seen.fail(ended.error.reason)
        report(Figure.FAILURES, reason=ended.error.reason)
