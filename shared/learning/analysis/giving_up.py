"""How an analysis ends without a result: as failed, for a retry, or until tomorrow."""

from shared.base.clock import Clock
from shared.documents.learning import Batch, BatchError
from shared.documents.user import UserState
from shared.learning import outcomes
from shared.learning.analysis.leased import Leased, Step
from shared.learning.analysis.user_budget import UserBudget
from shared.learning.calls import Tab
from shared.learning.leases import failed, released
from shared.learning.line import REDRIVE_AFTER, advanced, finished
from shared.learning.spending import tomorrow
from shared.ports import Records
from shared.profile.user_state import updated


class GivingUp:
    """Records why a batch has no result, within the caller's transaction."""

    def __init__(self, clock: Clock, budget: UserBudget) -> None:
        self._clock = clock
        self._budget = budget

    def fail(
        self,
        records: Records,
        uid: str,
        user: UserState,
        batch: Batch,
        problem: BatchError,
        *,
        may_pass: bool,
        tab: Tab | None = None,
    ) -> Step:
        """Records a batch as failed, so that a refresh can retry it."""
        now = self._clock()
        if tab:
            batch = tab.charged(batch)
        ended = failed(batch, problem, now, may_pass=may_pass)
        learning = outcomes.after_failure(finished(user.learning, ended), ended, now, problem)
        learning, others = advanced(records, uid, learning, now)
        for each in (ended, *others):
            records.batches.overwrite(uid, each.id, each)
        records.users.save_state(uid, updated(user, now, learning=learning))
        if tab and tab.estimate.cost:
            self._budget.keep(records, uid, learning)
        return Step(ended, next=others)

    def fail_leased(
        self, records: Records, leased: Leased, problem: BatchError, *, may_pass: bool = False
    ) -> Step:
        """Records a leased batch as failed.

        It settles the costs and leaves the profile as it is, so it writes little: the database
        takes it even where it refuses the batch's result, and would refuse it again.

        Raises:
            LeaseLost: another worker took it over, or the user was erased.
        """
        user, batch = leased.stored(records)
        user = leased.settled(user, self._clock())
        return self.fail(
            records, leased.uid, user, batch, problem, may_pass=may_pass, tab=leased.tab
        )

    def release(self, records: Records, leased: Leased, problem: BatchError) -> Step:
        """Records a failure that a retry may fix, and gives the lease back.

        Raises:
            LeaseLost: another worker took it over, or the user was erased.
        """
        user, batch = leased.stored(records)
        now = self._clock()
        user = leased.settled(user, now)
        batch = released(leased.paid(batch), problem, now + REDRIVE_AFTER)
        learning = user.learning.model_copy(update={"last_error": problem})
        records.batches.overwrite(leased.uid, batch.id, batch)
        records.users.save_state(leased.uid, updated(user, now, learning=learning))
        if leased.tab.estimate.cost:
            self._budget.keep(records, leased.uid, learning)
        return Step(batch)

    def postpone_leased(self, records: Records, leased: Leased, problem: BatchError) -> Step:
        """Puts a leased batch off until tomorrow, and settles its costs.

        Raises:
            LeaseLost: another worker took it over, or the user was erased.
        """
        user, batch = leased.stored(records)
        user = leased.settled(user, self._clock())
        if leased.tab.estimate.cost:
            self._budget.keep(records, leased.uid, user.learning)
        return self.postpone(records, leased.uid, user, leased.paid(batch), problem)

    def postpone(
        self, records: Records, uid: str, user: UserState, batch: Batch, problem: BatchError
    ) -> Step:
        """Puts a batch off until tomorrow. It stays in flight, so the user's line waits with it."""
        now = self._clock()
        learning = user.learning.model_copy(update={"last_error": problem})
        records.batches.overwrite(uid, batch.id, released(batch, problem, tomorrow(now)))
        records.users.save_state(uid, updated(user, now, learning=learning))
        return Step()
