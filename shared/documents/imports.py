"""How far an import of another product's data has come, `users/{uid}/derived/import-{id}`."""

from typing import Annotated

from pydantic import Field

from shared.base.fields import Count, Identifier, Label
from shared.base.model import Model, Timestamp

MAX_IMPORT_ID = 64
"""The longest id of an import, in characters."""
MAX_REASONS = 50
MAX_NOTES_SEEN = 5000
"""How many notes of an import are remembered, the newest."""
PREFIX = "import-"
"""What the ids of these documents begin with."""

Reasons = Annotated[dict[Label, Count], Field(max_length=MAX_REASONS)]
"""How many messages were refused, by reason."""


class ImportRecord(Model):
    """An import: what has arrived of it. What waits to be learned stands in the user's document.

    Attributes:
        id: the document's id: the import's own, with `PREFIX`.
        source: where the data comes from, such as `chatgpt`.
        imported_at: when the import began.
        updated_at: when its last piece arrived.
        position: how many messages of its file have arrived, in order; an import that broke off
            goes on there.
        taken: how many messages were new.
        merged: how many were there already.
        refused: how many were not imported, by reason.
        seen: hashes of the notes that were imported, so that a note which was deleted since does
            not come back.
    """

    id: Identifier
    source: Label
    imported_at: Timestamp
    updated_at: Timestamp
    position: Count = 0
    taken: Count = 0
    merged: Count = 0
    refused: Reasons = {}
    seen: Annotated[list[str], Field(max_length=MAX_NOTES_SEEN)] = []

    @property
    def total(self) -> int:
        """How many messages have arrived."""
        return self.taken + self.merged + sum(self.refused.values())
