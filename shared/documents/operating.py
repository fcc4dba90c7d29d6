"""What a deployment keeps for whoever runs it: looks of operators, runs, and erasures."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from shared.base.fields import Count, Identifier, Label
from shared.base.ids import derived_id
from shared.base.model import Model, Timestamp

KEEP_LOOKS = timedelta(days=365)
"""How long a look is kept."""
KEEP_RUNS = timedelta(days=30)
"""How long a run is kept."""
KEEP_ERASED = timedelta(weeks=18)
"""How long it is known who was erased: longer than the oldest backup, which is 14 weeks old."""
MOST_USERS = 100
"""The most users that one look shows: as many as a page of a list."""


def mark_of(uid: str) -> str:
    """Returns what stands for a user in the looks, so that they find those at themselves."""
    return derived_id("looked-at", uid)


def erased_mark(uid: str) -> str:
    """Returns what stands for an erased user: it is recognized in a backup, and names nobody."""
    return derived_id("erased", uid)


class Erased(Model):
    """`erasures/{id}`: an erasure that has begun, to be repeated after a restore.

    Attributes:
        user: the mark of the user.
    """

    id: Identifier
    at: Timestamp
    user: Identifier
    expires_at: Timestamp


class Look(Model):
    """`looks/{id}`: one request of an operator. It outlives the users it is about.

    Attributes:
        operator: the uid of the operator.
        route: the method and the path, with its variables as `<name>`.
        user: the sealed id of the user, if the request named one.
        users: the marks of all users whose figures it showed, or whose work it changed.
    """

    id: Identifier
    at: Timestamp
    operator: Annotated[str, Field(max_length=128)]
    route: Label
    user: Annotated[str, Field(max_length=2000)] | None = None
    users: Annotated[list[str], Field(max_length=MOST_USERS)] = []
    expires_at: Timestamp


class Run(Model):
    """`runs/{id}`: one run of the sweep; see `shared.maintenance.sweep.Swept`.

    Attributes:
        complete: whether it handled everything; if not, the scheduler repeats it.
        reason: the type of the error that it ended with, if it did.
    """

    id: Identifier
    at: Timestamp
    finished_at: Timestamp
    enqueued: dict[str, Count] = {}
    failed: dict[str, Count] = {}
    waiting: Count = 0
    parked: Count = 0
    unfinished: list[str] = []
    complete: bool = True
    reason: str = ""
    expires_at: Timestamp
