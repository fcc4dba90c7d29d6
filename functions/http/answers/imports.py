"""What is answered about imports of other products' conversations."""

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field

from shared.base.model import Model, Timestamp
from shared.documents.imports import PREFIX, ImportRecord
from shared.learning.importing import Progress, Taken
from shared.transfer.report import Report


class ImportAnswer(Model):
    """How far an import has come.

    `total` is the sum of `taken`, `merged` and `refused`, which has numbers by reason. `waiting` is
    how many messages are still to be learned from.
    """

    id: str
    source: str
    state: Literal["learning", "done"]
    imported_at: Timestamp
    updated_at: Timestamp
    position: int = Field(description="How many messages of the file have arrived; go on there.")
    total: int
    taken: int
    merged: int
    refused: dict[str, int]
    waiting: int

    @classmethod
    def of(cls, progress: Progress) -> Self:
        """Returns the answer about an import."""
        record: ImportRecord = progress.record
        return cls(
            id=record.id.removeprefix(PREFIX),
            source=record.source,
            state="learning" if progress.waiting else "done",
            imported_at=record.imported_at,
            updated_at=record.updated_at,
            position=record.position,
            total=record.total,
            taken=record.taken,
            merged=record.merged,
            refused=record.refused,
            waiting=progress.waiting,
        )


class ImportsAnswer(Model):
    """The user's imports, the newest first."""

    imports: list[ImportAnswer]


class RefusedMessage(Model):
    """A message that was not imported: its place in the request, and why."""

    index: int
    reason: str
    message: str


class PieceAnswer(Model):
    """What became of a piece: how much of it was new, there already, or refused.

    `progress` is about the whole import.
    """

    taken: int
    merged: int
    refused: list[RefusedMessage]
    progress: ImportAnswer

    @classmethod
    def of(cls, taken: Taken, places: Sequence[int], invalid: Report) -> Self:
        """Returns the answer about a piece.

        Args:
            taken: what became of the messages that could be read.
            places: the place of each of these in the request.
            invalid: has the messages that could not be read.
        """
        found = [(places[each.index], each.reason, each.message) for each in taken.refused]
        found += [(each.index, each.reason, each.message) for each in invalid.refused]
        return cls(
            taken=taken.taken,
            merged=taken.merged,
            refused=[
                RefusedMessage(index=index, reason=reason, message=message)
                for index, reason, message in sorted(found)
            ],
            progress=ImportAnswer.of(taken.progress),
        )
