"""What a user's analyses may cost per day, and the booking of each call."""

from dataclasses import dataclass

from shared.base.clock import Clock
from shared.documents.learning import Batch, BatchError, LearningState
from shared.learning.analyzer import TokenUsage
from shared.learning.deployment_budget import DeploymentBudget
from shared.learning.spending import (
    has_budget,
    keep_booked,
    reserved,
    with_earlier_bookings,
)
from shared.ports import Records

OF_IMPORTS = 0.5
"""The share of a day's budget up to which imports are analyzed. The rest is for what users say
today, so that years of old conversations never use it up."""


def share_of(batch: Batch) -> float:
    """Returns up to which share of a day's budget a batch may be analyzed."""
    return OF_IMPORTS if batch.import_id is not None else 1.0


@dataclass(frozen=True)
class Budgets:
    """What analyses may cost: a user's per day, in US dollars or None, and the deployment's."""

    per_user: float | None
    deployment: DeploymentBudget


class UserBudget:
    """Reserves calls within a user's daily budget, in US dollars; None has no limit."""

    def __init__(self, per_day: float | None, clock: Clock) -> None:
        self._per_day = per_day
        self._clock = clock

    def reserved(
        self,
        records: Records,
        uid: str,
        learning: LearningState,
        estimate: TokenUsage,
        share: float,
    ) -> LearningState | None:
        """Returns the state with the call reserved, or None if the budget does not allow it.

        Args:
            records: the transaction's.
            uid: the user.
            learning: the user's state.
            estimate: the most that the call can use.
            share: up to which share of the budget the call may start; see `share_of`.
        """
        now = self._clock()
        if self._per_day is None or not estimate.cost:
            return reserved(learning, estimate.cost, now)
        learning = with_earlier_bookings(records, uid, learning, now)
        if not has_budget(learning, self._per_day * share, now):
            return None
        return reserved(learning, estimate.cost, now)

    def keep(self, records: Records, uid: str, learning: LearningState) -> None:
        """Writes what is booked today where an erasure of the account does not reach it."""
        if self._per_day is not None and learning.spent:
            keep_booked(records, uid, learning, self._clock())

    def used_up(self, share: float) -> BatchError:
        """Returns why a batch waits for tomorrow."""
        part = "The daily budget" if share == 1 else "The imports' share of the daily budget"
        return BatchError(
            reason="BUDGET_USED_UP",
            message=f"{part} of ${self._per_day or 0:.2f} is used up. Learning continues tomorrow.",
        )
