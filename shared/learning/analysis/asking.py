"""Asking the analyzer about a leased batch; each further call is booked before it is made."""

from datetime import timedelta

from shared.base.clock import Clock
from shared.base.errors import Unavailable
from shared.learning.analysis.leased import Leased
from shared.learning.analysis.user_budget import UserBudget
from shared.learning.analyzer import (
    Analysis,
    AnalysisError,
    AnalysisRequest,
    Analyzer,
    ContextMessage,
    TokenUsage,
)
from shared.learning.calls import NOTHING, BudgetUsedUp, CallsUsedUp, ask
from shared.learning.conversation import is_alone, messages_before
from shared.learning.deployment_budget import DeploymentBudget
from shared.learning.leases import has_calls_left
from shared.learning.spending import day_of
from shared.ports import Records, Store
from shared.profile.user_state import updated


class Asking:
    """Asks the analyzer outside any transaction."""

    def __init__(
        self,
        store: Store,
        analyzer: Analyzer,
        clock: Clock,
        lease: timedelta,
        budget: UserBudget,
        deployment: DeploymentBudget,
    ) -> None:
        self._store = store
        self._analyzer = analyzer
        self._clock = clock
        self._lease = lease
        self._budget = budget
        self._deployment = deployment

    def ask(self, leased: Leased) -> Analysis:
        """Asks about a batch, in parts if it is too much at once.

        Raises:
            AnalysisError: the analysis failed; the batch's tab says what it used all the same.
            LeaseLost: another worker took the batch over, or the user was erased.
        """
        texts = leased.texts
        if not texts:
            return Analysis()
        context: list[ContextMessage] = []
        if is_alone(leased.user.settings, texts):
            context = self._context(leased)
        return ask(
            self._analyzer,
            AnalysisRequest(texts, leased.user.profile, context, leased.problem),
            leased.tab,
            self._deployment,
            lambda estimate, error: self._book(leased, estimate, error),
        )

    def _context(self, leased: Leased) -> list[ContextMessage]:
        try:
            since = leased.user.learning.enabled_since
            return messages_before(self._store, leased.uid, leased.prompts[0], since)
        except Unavailable as error:
            leased.tab.add(NOTHING)
            raise AnalysisError(
                "UNAVAILABLE", error.message, retryable=True, usage=NOTHING
            ) from error

    def _book(self, leased: Leased, estimate: TokenUsage, because: AnalysisError) -> None:
        """Settles the last call, reserves another one, and extends the lease."""
        uid, tab = leased.uid, leased.tab

        def book(records: Records) -> bool:
            user, batch = leased.stored(records)
            now = self._clock()
            batch = leased.paid(batch)
            if estimate != NOTHING and not has_calls_left(batch):
                raise CallsUsedUp(because)
            settled = tab.settled(user.learning, now)
            learning = self._budget.reserved(records, uid, settled, estimate, tab.share)
            if learning is None:
                return False
            update = {
                "calls": batch.calls + int(estimate != NOTHING),
                "lease_until": now + self._lease,
                "redrive_at": now + 2 * self._lease,
            }
            records.batches.overwrite(uid, batch.id, batch.model_copy(update=update))
            records.users.save_state(uid, updated(user, now, learning=learning))
            if estimate.cost:
                self._budget.keep(records, uid, learning)
            return True

        if not self._store.transact(book):
            raise BudgetUsedUp(self._budget.used_up(tab.share).message)
        tab.booked(estimate, day_of(self._clock()))
