"""Asks the analyzer, in parts if need be, and keeps a tab of what the calls use.

Every call is booked before it is made: the first one together with the lease, each further one in
a transaction of its own. If the worker dies, the reservation of its last call stands.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.base.errors import Unavailable
from shared.base.telemetry import Doing, Figure, report, span
from shared.documents.learning import Batch, BatchUsage, LearningState
from shared.learning.analyzer import (
    NOT_READ,
    Analysis,
    AnalysisError,
    AnalysisRequest,
    Analyzer,
    LeftOut,
    PromptText,
    TokenUsage,
    time_for_a_call,
)
from shared.learning.deployment_budget import DeploymentBudget
from shared.learning.spending import plausible, settled

log = logging.getLogger(__name__)

NOTHING = TokenUsage()
SHORTEST_CALL = 60.0
"""The least time for which another part of a batch is started, in seconds. A model that is cut
short would be paid for nothing."""


class BudgetUsedUp(AnalysisError):
    """A budget allows no further call today."""

    def __init__(self, message: str) -> None:
        super().__init__("BUDGET_USED_UP", message, usage=NOTHING)


class CallsUsedUp(AnalysisError):
    """The batch has cost all the calls that it may; `because` is why it needs another."""

    def __init__(self, because: AnalysisError) -> None:
        super().__init__(because.reason, because.message, usage=NOTHING)


@dataclass
class Tab:
    """What one analysis has reserved and used, as far as its user's state does not show it yet.

    Attributes:
        estimate: the most that the call booked last can use.
        day: the day on which that was reserved.
        unbooked: what calls used since the user's state was last written.
        free_calls: how many calls, counted since then, turned out to cost nothing.
        share: up to which share of a day's budget it may make calls.
    """

    estimate: TokenUsage
    day: str
    unbooked: TokenUsage = NOTHING
    free_calls: int = 0
    share: float = 1.0

    def add(self, usage: TokenUsage | None) -> TokenUsage:
        """Adds what the call that was booked last used, within plausible bounds; returns that."""
        used = plausible(usage, self.estimate)
        self.unbooked += used
        self.free_calls += int(used == NOTHING and self.estimate != NOTHING)
        return used

    def settled(self, learning: LearningState, now: datetime) -> LearningState:
        """Returns the state with the reservation replaced by what was used."""
        return settled(learning, self.estimate.cost, self.day, self.unbooked, now)

    def charged(self, batch: Batch) -> Batch:
        """Returns the batch with what was used since, and without the calls that were free."""
        used = batch.usage or BatchUsage()
        usage = BatchUsage(
            prompt_tokens=used.prompt_tokens + self.unbooked.prompt_tokens,
            completion_tokens=used.completion_tokens + self.unbooked.completion_tokens,
            cost=round(used.cost + self.unbooked.cost, 9),
        )
        return batch.model_copy(
            update={
                "calls": batch.calls - self.free_calls,
                "usage": batch.usage if usage == BatchUsage() else usage,
            }
        )

    def booked(self, estimate: TokenUsage, day: str) -> None:
        """Starts over for the next call, after the user's state was written."""
        self.estimate, self.day = estimate, day
        self.unbooked, self.free_calls = NOTHING, 0


Book = Callable[[TokenUsage, AnalysisError], None]
"""Books another call with this estimate, needed because of this error, or raises."""


def ask(
    analyzer: Analyzer,
    request: AnalysisRequest,
    tab: Tab,
    budget: DeploymentBudget,
    book: Book,
) -> Analysis:
    """Asks the analyzer, and splits the batch in half if it cannot be analyzed as a whole.

    A part is only started while there is time for it, and for recording what was paid. A message
    that cannot be analyzed even on its own is left out, unless it is the whole batch, and so are
    those for which no calls are left.

    Args:
        analyzer: the analyzer.
        request: the whole batch, whose first call is booked.
        tab: what the calls use.
        budget: the deployment's.
        book: books each further call.

    Raises:
        AnalysisError: the analysis failed; the tab says what it used all the same.
    """
    analysis = _in_parts(analyzer, request, tab, budget, book)
    failed = [one for one in analysis.left_out if one.reason != NOT_READ]
    if request.prompts and len(failed) == len(request.prompts):
        first = failed[0]
        raise AnalysisError(first.reason, first.message, usage=NOTHING)
    return analysis


def _in_parts(
    analyzer: Analyzer, request: AnalysisRequest, tab: Tab, budget: DeploymentBudget, book: Book
) -> Analysis:
    try:
        return _call(analyzer, request, tab, budget)
    except AnalysisError as error:
        if not error.splittable:
            raise
        if len(request.prompts) == 1:
            if error.retryable:
                raise
            return _without(request.prompts, error)
        middle = len(request.prompts) // 2
        found: list[Analysis] = []
        for half in (request.prompts[:middle], request.prompts[middle:]):
            part = replace(request, prompts=half)
            _require_time()
            try:
                book(analyzer.estimate(part), error)
            except CallsUsedUp:
                if error.retryable:
                    raise
                found.append(_without(half, error))
            else:
                found.append(_in_parts(analyzer, part, tab, budget, book))
        return Analysis(
            [candidate for each in found for candidate in each.candidates],
            left_out=[one for each in found for one in each.left_out],
        )


def _without(prompts: Sequence[PromptText], error: AnalysisError) -> Analysis:
    return Analysis(
        left_out=[LeftOut(prompt.id, error.reason, error.message) for prompt in prompts]
    )


def _require_time() -> None:
    """Raises a failure that a retry may mend, if too little time is left for another call."""
    if time_for_a_call() < SHORTEST_CALL:
        raise AnalysisError(
            "TIMED_OUT",
            "The time for this analysis ran out between two calls to the model.",
            retryable=True,
            usage=NOTHING,
        )


def _call(
    analyzer: Analyzer, request: AnalysisRequest, tab: Tab, budget: DeploymentBudget
) -> Analysis:
    reserved, day = tab.estimate.cost, tab.day
    try:
        may_spend = budget.reserve(reserved, tab.share)
    except Unavailable as error:
        tab.add(NOTHING)
        raise AnalysisError(
            "UNAVAILABLE",
            "The deployment's budget could not be read.",
            retryable=True,
            usage=NOTHING,
        ) from error
    if not may_spend:
        tab.add(NOTHING)
        raise BudgetUsedUp(
            "The daily budget of this deployment is used up. Learning continues tomorrow."
        )
    with span(Doing.MODEL, model=analyzer.name, prompts=len(request.prompts)) as call:

        def settle(usage: TokenUsage | None) -> None:
            used = tab.add(usage)
            call.add(
                prompt_tokens=used.prompt_tokens,
                completion_tokens=used.completion_tokens,
                cost=used.cost,
            )
            report(Figure.MODEL_COST, used.cost, model=analyzer.name)
            budget.settle(used.cost, reserved, day)

        try:
            analysis = analyzer.analyze(request)
        except AnalysisError as error:
            settle(error.usage)
            raise
        except Exception as error:
            # A message over which the analyzer stumbles must not cost the others of its batch.
            log.error("the analyzer raised %s", type(error).__name__, exc_info=True)
            settle(None)
            raise AnalysisError(
                "CRASHED",
                "The analyzer failed. The service's log says why.",
                splittable=True,
            ) from error
        settle(analysis.usage)
        return analysis
