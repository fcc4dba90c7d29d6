"""The report of an import: what was imported, merged and refused."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic import Field

from shared.base.errors import RekindleError
from shared.base.model import Model
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated

M = TypeVar("M", bound=Model)
_MASKED = {"prompts": {"content"}}
"""Fields by section in which a secret is masked; a secret elsewhere refuses the item."""


class Refused(Model):
    """An item that was refused: its section, its index, and why."""

    section: str
    index: int
    reason: str
    message: str


class Report(Model):
    """The result of an import. Each item is either taken, merged or refused.

    Attributes:
        taken: how many items were new.
        merged: how many items existed already, or duplicated existing ones.
        refused: the items that could not be imported, and why.
        total: how many items were given.
    """

    taken: int = 0
    merged: int = 0
    refused: list[Refused] = Field(default_factory=list)
    total: int = 0

    def count(self, *, taken: bool) -> None:
        """Counts an item that was taken or merged."""
        self.total += 1
        if taken:
            self.taken += 1
        else:
            self.merged += 1

    def refuse(self, section: str, index: int, reason: str, message: str) -> None:
        """Counts an item that was refused."""
        self.total += 1
        refused = Refused(section=section, index=index, reason=reason, message=message)
        self.refused.append(refused)

    def add(self, other: "Report") -> "Report":
        """Adds another report to this one, and returns this one."""
        self.taken += other.taken
        self.merged += other.merged
        self.refused += other.refused
        self.total += other.total
        return self

    def refuse_for(self, section: str, index: int, error: RekindleError) -> None:
        """Counts an item that was refused with a domain error."""
        reason = next((str(detail["reason"]) for detail in error.details), error.status)
        self.refuse(section, index, reason, error.message)


def valid_items(
    report: Report, section: str, model: type[M], items: Iterable[Any]
) -> list[tuple[int, M]]:
    """Returns the items that are valid for `model`, with their indexes; reports the others."""

    def read(item: Any) -> M:
        valid = validated(model, item)
        shown = valid.model_dump(mode="json", by_alias=True, exclude=_MASKED.get(section))
        refuse_secrets(shown, section)
        return valid

    return read_items(report, section, items, read)


T = TypeVar("T")
U = TypeVar("U")


def read_items(
    report: Report, section: str, items: Iterable[Any], read: Callable[[Any], T]
) -> list[tuple[int, T]]:
    """Returns each item as `read` returns it, with its index; reports those it refuses."""
    found = []
    for index, item in enumerate(items):
        try:
            found.append((index, read(item)))
        except RekindleError as error:
            report.refuse_for(section, index, error)
    return found


def checked_items(
    report: Report, section: str, given: Iterable[tuple[int, T]], check: Callable[[T], U]
) -> list[tuple[int, U]]:
    """Returns each item as `check` returns it, with its index; reports those that it refuses."""
    found = []
    for index, item in given:
        try:
            found.append((index, check(item)))
        except RekindleError as error:
            report.refuse_for(section, index, error)
    return found
