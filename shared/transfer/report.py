"""What an import took, merged and refused."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic import Field

from shared.base.errors import RekindleError
from shared.base.model import Model
from shared.base.validation import validated

M = TypeVar("M", bound=Model)


class Refused(Model):
    """One thing that was not taken: the part and the place where it stands, and why."""

    section: str
    index: int
    reason: str
    message: str


class Report(Model):
    """The account of an import. Every thing given is in exactly one of the three.

    Attributes:
        taken: how many are new here.
        merged: how many were here already, or said what was here already.
        refused: those that cannot be taken, and why.
        total: how many were given.
    """

    taken: int = 0
    merged: int = 0
    refused: list[Refused] = Field(default_factory=list)
    total: int = 0

    def count(self, *, taken: bool) -> None:
        """Counts one thing that is here now."""
        self.total += 1
        if taken:
            self.taken += 1
        else:
            self.merged += 1

    def refuse(self, section: str, index: int, reason: str, message: str) -> None:
        """Counts one thing that was not taken."""
        self.total += 1
        refused = Refused(section=section, index=index, reason=reason, message=message)
        self.refused.append(refused)

    def add(self, other: "Report") -> "Report":
        """Adds another account to this one, and gives this one."""
        self.taken += other.taken
        self.merged += other.merged
        self.refused += other.refused
        self.total += other.total
        return self

    def refuse_for(self, section: str, index: int, error: RekindleError) -> None:
        """Counts one thing that the domain refused."""
        reason = next((str(detail["reason"]) for detail in error.details), error.status)
        self.refuse(section, index, reason, error.message)


def readable(
    report: Report, section: str, model: type[M], items: Iterable[Any]
) -> list[tuple[int, M]]:
    """The items that have the form of `model`, with their places; the others are refused."""
    return sifted(report, section, items, lambda item: validated(model, item))


T = TypeVar("T")


def sifted(
    report: Report, section: str, items: Iterable[Any], read: Callable[[Any], T]
) -> list[tuple[int, T]]:
    """What `read` makes of each item, with its place; what it refuses is reported."""
    found = []
    for index, item in enumerate(items):
        try:
            found.append((index, read(item)))
        except RekindleError as error:
            report.refuse_for(section, index, error)
    return found
