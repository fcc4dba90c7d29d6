"""Fault plans: what goes wrong and how often, read from a line of text or from JSON."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Rate = Annotated[float, Field(ge=0, le=1)]
Outage = Annotated[float, Field(ge=0, le=600)]
"""The seconds that an outage lasts."""
STEPS = ("record", "count", "batch", "enqueue", "drive", "claim", "merge", "other")
"""The steps with outside effects, in the order in which a prompt reaches them; see `steps`."""
POINTS = tuple(f"{when}-{step}" for step in STEPS for when in ("before", "after"))


class FaultPlanError(Exception):
    """The plan is invalid; the message says why."""


class FaultPlan(BaseModel):
    """What goes wrong. Each rate is a share, from 0 to 1, of the deliveries or calls concerned.

    Attributes:
        seed: two runs of the same plan roll the same dice for the same deliveries and writes.
        duplicate: events and tasks delivered twice, in parallel or one after the other.
        delay: events and tasks delivered late, possibly after later ones.
        drop: events and tasks whose request or response is lost; they are delivered again.
        abort: commits refused as if another transaction had won.
        slow: commits that take longer.
        lose: commits that succeed but are answered UNAVAILABLE.
        unavailable: other database calls answered UNAVAILABLE.
        kill: points before or after a step at which the functions' processes are killed.
        late: answers of the functions that the gateway sends late.
        longest: the longest delay, in seconds.
        database_away: for how many seconds the database refuses connections.
        database_hangs: for how many seconds it takes calls and does not answer.
        queue_away: for how many seconds the queue refuses tasks.
        queue_after: how many tasks it takes before that.
        kill_at: points at which the functions' processes are killed, the first time one gets there.
        crash_at: the point at which the whole stack is killed the first time it gets there.
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
    late: Rate = 0
    longest: Annotated[float, Field(ge=0, le=60)] = 0.5
    database_away: Outage = 0
    database_hangs: Outage = 0
    queue_away: Outage = 0
    queue_after: Annotated[int, Field(ge=0)] = 0
    kill_at: frozenset[str] = frozenset()
    crash_at: str = ""


def parse_plan(text: str) -> FaultPlan:
    """Parses a plan such as `seed=7 duplicate=0.05 kill-at=before-claim`.

    Raises:
        FaultPlanError: a part of it is unknown or out of range.
    """
    parts = dict(part.partition("=")[::2] for part in text.split())
    fields: dict[str, Any] = dict(parts)
    if "kill-at" in fields:
        fields["kill-at"] = parts["kill-at"].split(",")
    return read_plan(fields)


def read_plan(fields: Mapping[str, Any]) -> FaultPlan:
    """Reads a plan from the fields of a JSON object.

    Raises:
        FaultPlanError: a part of it is unknown or out of range.
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
            f"Unknown point: {', '.join(sorted(unknown))}. Use one of: {', '.join(POINTS)}."
        )
    return plan
