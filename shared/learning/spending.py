"""What analyses cost one user: in all, and in one day (UTC), which the daily budget bounds."""

from datetime import UTC, datetime, time, timedelta
from typing import TypeVar

from shared.documents.learning import DaySpent, LearningState, Spent
from shared.learning.analyzer import TokenUsage

_Spent = TypeVar("_Spent", bound=Spent)


def day_of(now: datetime) -> str:
    """The day that counts, as YYYY-MM-DD."""
    return now.astimezone(UTC).date().isoformat()


def spent_today(learning: LearningState, now: datetime) -> DaySpent:
    """What was consumed so far today."""
    spent = learning.spent
    return spent if spent and spent.day == day_of(now) else DaySpent(day=day_of(now))


def with_usage(learning: LearningState, usage: TokenUsage, now: datetime) -> LearningState:
    """The state after an analysis consumed `usage`; failed ones cost as well."""
    return learning.model_copy(
        update={
            "spent": _plus(spent_today(learning, now), usage),
            "spent_total": _plus(learning.spent_total, usage),
        }
    )


def is_used_up(learning: LearningState, budget: float | None, now: datetime) -> bool:
    """Whether learning has to wait until tomorrow. No budget is never used up."""
    return budget is not None and spent_today(learning, now).cost >= budget


def _plus(spent: _Spent, usage: TokenUsage) -> _Spent:
    return spent.model_copy(
        update={
            "prompt_tokens": spent.prompt_tokens + usage.prompt_tokens,
            "completion_tokens": spent.completion_tokens + usage.completion_tokens,
            "cost": round(spent.cost + usage.cost, 9),
        }
    )


def tomorrow(now: datetime) -> datetime:
    """The moment at which the budget is whole again."""
    next_day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(next_day, time.min, UTC)
