"""What analyses cost: reserved before each call, settled after it, and limited per day (UTC).

A reservation is what a call can cost at most, by the size of its request. It becomes the real cost
once that is known. If the worker dies before that, it stands until the day ends, since the call may
have been paid for. So however many of a user's analyses run at once, a day costs at most the budget
and one call.
"""

import math
from datetime import UTC, datetime, time, timedelta
from typing import TypeVar

from shared.base.ids import derived_id
from shared.documents.learning import DayBooked, LearningState, Spent
from shared.learning.analyzer import TokenUsage
from shared.ports import Records

_Spent = TypeVar("_Spent", bound=Spent)


def day_of(now: datetime) -> str:
    """Returns the day in UTC, as YYYY-MM-DD."""
    return now.astimezone(UTC).date().isoformat()


def booked_today(learning: LearningState, now: datetime) -> DayBooked:
    """Returns what is booked for today."""
    spent = learning.spent
    return spent if spent and spent.day == day_of(now) else DayBooked(day=day_of(now))


def has_budget(learning: LearningState, budget: float | None, now: datetime) -> bool:
    """Returns whether another call may start today.

    Its own cost need not fit: otherwise nothing could use the last part of a budget. What is stored
    was brought into its bounds when it was read, so both amounts are finite and not negative.
    """
    if budget is None:
        return True
    today = booked_today(learning, now)
    return today.cost + today.reserved < budget


def reserved(learning: LearningState, cost: float, now: datetime) -> LearningState:
    """Returns the state with `cost` set aside today."""
    today = booked_today(learning, now)
    amount = round(today.reserved + cost, 9)
    return learning.model_copy(update={"spent": today.model_copy(update={"reserved": amount})})


def settled(
    learning: LearningState, reservation: float, reserved_on: str, usage: TokenUsage, now: datetime
) -> LearningState:
    """Returns the state with a reservation replaced by what was used, now that it is known.

    Args:
        learning: the state.
        reservation: what was set aside, in US dollars.
        reserved_on: the day on which it was; a reservation of another day has ended by itself.
        usage: what was used.
        now: the current time; the usage counts for its day.
    """
    today = booked_today(learning, now)
    if reserved_on == today.day:
        left = round(max(0.0, today.reserved - reservation), 9)
        today = today.model_copy(update={"reserved": left})
    return learning.model_copy(
        update={"spent": _plus(today, usage), "spent_total": _plus(learning.spent_total, usage)}
    )


def plausible(usage: TokenUsage | None, estimate: TokenUsage) -> TokenUsage:
    """Returns the usage to book for a call: never less than nothing, nor more than possible.

    Args:
        usage: what the call reports; None if it reports nothing, then the estimate is booked.
        estimate: the most that the call can use; all zero if the analyzer cannot tell.
    """
    if usage is None:
        return estimate
    bounded = estimate != TokenUsage()
    return TokenUsage(
        int(_between(usage.prompt_tokens, estimate.prompt_tokens if bounded else math.inf)),
        int(_between(usage.completion_tokens, estimate.completion_tokens if bounded else math.inf)),
        _between(usage.cost, estimate.cost if bounded else math.inf),
    )


def tomorrow(now: datetime) -> datetime:
    """Returns the start of the next day (UTC), when the budget is reset."""
    next_day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(next_day, time.min, UTC)


def with_earlier_bookings(
    records: Records, uid: str, learning: LearningState, now: datetime
) -> LearningState:
    """Returns the state with what an account erased today had booked, as a reservation.

    It reads only at the first booking of a day.
    """
    if learning.spent and learning.spent.day == day_of(now):
        return learning
    return reserved(learning, records.spending.get(spending_key(uid, now)), now)


def keep_booked(records: Records, uid: str, learning: LearningState, now: datetime) -> None:
    """Writes the day's amount where an erasure of the account does not reach it.

    It holds an amount under a hash of user and day, and nothing else about the person.
    """
    today = booked_today(learning, now)
    expires_at = tomorrow(now) + timedelta(days=1)
    records.spending.put(spending_key(uid, now), round(today.cost + today.reserved, 9), expires_at)


def spending_key(owner: str, now: datetime) -> str:
    """Returns the id under which a day's spending is kept; it does not reveal the owner."""
    return derived_id("spending", owner, day_of(now))


def _between(value: float, most: float) -> float:
    return min(max(0.0, value), most) if math.isfinite(value) else 0.0


def _plus(spent: _Spent, usage: TokenUsage) -> _Spent:
    return spent.model_copy(
        update={
            "prompt_tokens": max(0, spent.prompt_tokens) + usage.prompt_tokens,
            "completion_tokens": max(0, spent.completion_tokens) + usage.completion_tokens,
            "cost": round(max(0.0, spent.cost) + usage.cost, 9),
        }
    )
