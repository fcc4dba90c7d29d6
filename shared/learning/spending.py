"""What a user's analyses cost, in total and per day (UTC), which the daily budget limits."""

from datetime import UTC, datetime, time, timedelta
from typing import TypeVar

from shared.documents.learning import DaySpent, LearningState, Spent
from shared.learning.analyzer import TokenUsage

_Spent = TypeVar("_Spent", bound=Spent)


def day_of(now: datetime) -> str:
    """Returns the day in UTC, as YYYY-MM-DD."""
    return now.astimezone(UTC).date().isoformat()


def spent_today(learning: LearningState, now: datetime) -> DaySpent:
    """Returns what has been used today."""
    spent = learning.spent
    return spent if spent and spent.day == day_of(now) else DaySpent(day=day_of(now))


def with_usage(learning: LearningState, usage: TokenUsage, now: datetime) -> LearningState:
    """Returns the state with the usage of an analysis added; failed analyses cost too."""
    return learning.model_copy(
        update={
            "spent": _plus(spent_today(learning, now), usage),
            "spent_total": _plus(learning.spent_total, usage),
        }
    )


def is_budget_spent(learning: LearningState, budget: float | None, now: datetime) -> bool:
    """Returns whether today's budget is spent; without a budget it never is."""
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
    """Returns the start of the next day (UTC), when the budget is reset."""
    next_day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(next_day, time.min, UTC)
