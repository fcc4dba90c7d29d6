"""Claiming a batch: whether there is anything to analyze, its lease, and its first call."""

from datetime import timedelta

from shared.base.clock import Clock
from shared.base.ids import IdSource
from shared.documents.learning import Batch, Prompt
from shared.documents.user import UserState
from shared.learning import outcomes
from shared.learning.analysis.giving_up import GivingUp
from shared.learning.analysis.leased import Leased, Step, problem_of, texts_of
from shared.learning.analysis.user_budget import UserBudget, share_of
from shared.learning.analyzer import AnalysisRequest, Analyzer, TokenUsage
from shared.learning.calls import NOTHING, Tab
from shared.learning.conversation import is_alone, longest_messages
from shared.learning.leases import (
    Execution,
    has_attempts_left,
    has_calls_left,
    is_held,
    with_lease,
)
from shared.learning.line import passed_over, with_a_task
from shared.learning.recording import masked
from shared.learning.spending import day_of
from shared.ports import Records
from shared.profile.user_state import updated


class Claiming:
    """Leases batches to a worker, within the caller's transaction."""

    def __init__(
        self,
        analyzer: Analyzer,
        clock: Clock,
        new_id: IdSource,
        lease: timedelta,
        budget: UserBudget,
        giving_up: GivingUp,
    ) -> None:
        self._analyzer = analyzer
        self._clock = clock
        self._new_id = new_id
        self._lease = lease
        self._budget = budget
        self._giving_up = giving_up

    def claim(self, records: Records, uid: str, batch_id: str, execution: Execution) -> Step:
        """Leases a batch if there is something to analyze, and gives it up if nothing may be.

        Raises:
            Unavailable: another worker holds the lease.
            Unreadable: the batch is malformed.
        """
        user, batch = records.learner(uid, batch_id)
        if user is None:
            return Step()
        if batch is None:
            return self._passed_over(records, uid, user, batch_id)
        if batch.waits_in_line:
            return Step()
        if batch.state.ended:
            return Step(next=with_a_task(records, uid, user.learning))
        give_up = self._giving_up
        now = self._clock()
        if not user.settings.learns and batch.import_id:
            # Whoever switches learning on again wants the rest of the import, too.
            return give_up.postpone(records, uid, user, batch, outcomes.LEARNING_OFF)
        if not user.settings.learns:
            return give_up.fail(records, uid, user, batch, outcomes.LEARNING_OFF, may_pass=False)
        if not has_attempts_left(batch) and not is_held(batch, execution, now):
            return give_up.fail(records, uid, user, batch, outcomes.CRASHED, may_pass=True)
        leased = with_lease(batch, execution, now, self._lease, self._new_id(), self._analyzer.name)
        prompts = sorted(
            map(masked, records.prompts.get_many(uid, batch.prompt_ids, lenient=True)),
            key=lambda prompt: (prompt.created_at, prompt.recorded_at, prompt.id),
        )
        leased = leased.model_copy(update={"prompt_ids": _in_order(batch, prompts)})
        estimate = self._estimate(user, prompts, problem_of(batch))
        if estimate != NOTHING:
            if not has_calls_left(batch):
                problem = batch.error or outcomes.CRASHED
                return give_up.fail(records, uid, user, batch, problem, may_pass=False)
            share = share_of(batch)
            learning = self._budget.reserved(records, uid, user.learning, estimate, share)
            if learning is None:
                return give_up.postpone(records, uid, user, batch, self._budget.used_up(share))
            leased = leased.model_copy(update={"calls": batch.calls + 1})
            records.users.save_state(uid, updated(user, now, learning=learning))
            self._budget.keep(records, uid, learning)
        records.batches.overwrite(uid, batch_id, leased)
        return Step(
            leased=Leased(
                uid, leased, user, prompts, Tab(estimate, day_of(now), share=share_of(batch))
            )
        )

    def pass_over(self, records: Records, uid: str, batch_id: str) -> Step:
        """Gives the place of a malformed batch to the next."""
        user = records.users.get(uid)
        return Step() if user is None else self._passed_over(records, uid, user, batch_id)

    def _passed_over(self, records: Records, uid: str, user: UserState, batch_id: str) -> Step:
        problem = outcomes.UNREADABLE
        return Step(next=passed_over(records, uid, user, batch_id, problem, self._clock()))

    def _estimate(self, user: UserState, prompts: list[Prompt], problem: str) -> TokenUsage:
        """Returns the most that the first call can use, before the context is known."""
        if not prompts:
            return NOTHING
        context = longest_messages() if is_alone(user.settings, prompts) else []
        return self._analyzer.estimate(
            AnalysisRequest(texts_of(prompts), user.profile, context, problem)
        )


def _in_order(batch: Batch, prompts: list[Prompt]) -> list[str]:
    """Returns the ids of a batch in the order of its prompts; those of missing ones come last.

    Events come in any order, so a batch is formed in any order. It is stored in this one with its
    lease, which costs nothing, since claiming reads the prompts and writes the batch anyway.
    """
    found = [prompt.id for prompt in prompts]
    return [*found, *(id_ for id_ in batch.prompt_ids if id_ not in found)]
