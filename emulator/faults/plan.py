"""What is to go wrong, how often: read from a line of text or from JSON."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Rate = Annotated[float, Field(ge=0, le=1)]
STEPS = ("record", "count", "batch", "enqueue", "drive", "claim", "merge", "other")
"""What a function does to the outside, in the order of a prompt's way; see `steps`."""
POINTS = tuple(f"{when}-{step}" for step in STEPS for when in ("before", "after"))


class FaultPlanError(Exception):
    """The plan cannot be followed; the message says why."""


class FaultPlan(BaseModel):
    """Rates are shares of the deliveries or calls concerned, from 0 to 1.

    Attributes:
        seed: two runs of the same plan roll the same dice for the same deliveries and writes.
        duplicate: events and tasks that are delivered twice, at once or one after the other.
        delay: events and tasks that are delivered late, and so after others that came later.
        drop: events and tasks of which the request or the answer is lost; they come again.
        abort: commits that are refused as if another transaction had won.
        slow: commits that take longer.
        lose: commits that land, but whose answer is UNAVAILABLE.
        unavailable: other calls to the database that are answered UNAVAILABLE.
        kill: points of a function's way at which its process is killed.
        longest: seconds that a delay lasts at most.
        kill_at: points at which the functions' process is killed once, each the first time.
        crash_at: a point at which the whole stack is killed, the first time.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=lambda n: n.replace("_", "-")
    )

    seed: int = 0
    duplicate: Rate = 0
    delay: Rate = 0
    drop: Rate = 0
    abort: Rate = 0
    slow: Rate = 0
    lose: Rate = 0
    unavailable: Rate = 0
    kill: Rate = 0
    longest: Annotated[float, Field(ge=0, le=60)] = 0.5
    kill_at: frozenset[str] = frozenset()
    crash_at: str = ""


def parse_plan(text: str) -> FaultPlan:
    """The plan that a line such as `seed=7 duplicate=0.05 kill-at=before-claim` describes.

    Raises:
        FaultPlanError: a part of it is unknown or out of its range.
    """
    parts = dict(part.partition("=")[::2] for part in text.split())
    fields: dict[str, Any] = dict(parts)
    if "kill-at" in fields:
        fields["kill-at"] = parts["kill-at"].split(",")
    return read_plan(fields)


def read_plan(fields: Mapping[str, Any]) -> FaultPlan:
    """The plan with these fields, as JSON has them.

    Raises:
        FaultPlanError: a part of it is unknown or out of its range.
    """
    try:
        plan = FaultPlan.model_validate(fields)
    except ValidationError as error:
        problems = (
            f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors()
        )
        raise FaultPlanError("; ".join(problems)) from error
    unknown = ({plan.crash_at, *plan.kill_at} - {""}) - set(POINTS)
    if unknown:
        raise FaultPlanError(
            f"There is no point {', '.join(sorted(unknown))}. There are: {', '.join(POINTS)}."
        )
    return plan
