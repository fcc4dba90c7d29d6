"""The daily budget: what analyses may cost one user in one day (UTC)."""

from datetime import UTC, datetime, time, timedelta

from shared.learning.analyzer import TokenUsage
from shared.learning.model import DaySpent, LearningState


def day_of(now: datetime) -> str:
    """The day that counts, as YYYY-MM-DD."""
    return now.astimezone(UTC).date().isoformat()


def spent_today(learning: LearningState, now: datetime) -> DaySpent:
    """What was consumed so far today."""
    spent = learning.spent
    return spent if spent and spent.day == day_of(now) else DaySpent(day=day_of(now))


def with_usage(learning: LearningState, usage: TokenUsage, now: datetime) -> LearningState:
    """The state after an analysis consumed `usage`; failed ones cost as well."""
    spent = spent_today(learning, now)
    added = spent.model_copy(
        update={
            "prompt_tokens": spent.prompt_tokens + usage.prompt_tokens,
            "completion_tokens": spent.completion_tokens + usage.completion_tokens,
            "cost": round(spent.cost + usage.cost, 9),
        }
    )
    return learning.model_copy(update={"spent": added})


def is_used_up(learning: LearningState, budget: float | None, now: datetime) -> bool:
    """Whether learning has to wait until tomorrow. No budget is never used up."""
    return budget is not None and spent_today(learning, now).cost >= budget


def tomorrow(now: datetime) -> datetime:
    """The moment at which the budget is whole again."""
    next_day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(next_day, time.min, UTC)
