"""An item of the inbox, as it is shown. Nothing of it is stored beside the profile."""

from enum import StrEnum
from typing import Any

from shared.base.fields import LeafPath
from shared.base.model import Model, Timestamp
from shared.documents.lifetime import Doubt


class InboxKind(StrEnum):
    """Why something waits for the user."""

    CONTRADICTION = "contradiction"
    """Two statements cannot both hold, and the rules do not decide which one does."""
    PROPOSAL = "proposal"
    """The user's words contest what the user declared."""
    OUTDATED = "outdated"
    """What it rests on has changed."""
    FADING = "fading"
    """It will soon leave the context, or the profile."""
    EVICTED = "evicted"
    """It made room at a limit."""
    QUARANTINED = "quarantined"
    """It gives an assistant orders, and came through a connection."""
    APPROVAL = "approval"
    """The user approves everything that is learned."""


class InboxItem(Model):
    """Something that waits for the user's word.

    Attributes:
        id: the same as long as the question is the same.
        kind: why it waits.
        item: what is known, if there is something: what `proposal` contests, or what is in doubt.
        proposal: what would hold instead, or in addition.
        quote: the user's words behind it.
        because: the question, for a person. To accept says that what is proposed holds, or that
            what is in doubt still does; to reject says that it does not.
        doubt: what has changed, if that is why it waits.
        at: since when it waits.
        connection: through which connection it came, if it is quarantined.
    """

    id: LeafPath
    kind: InboxKind
    item: dict[str, Any] | None = None
    proposal: dict[str, Any] | None = None
    quote: str | None = None
    because: str
    doubt: Doubt | None = None
    at: Timestamp
    connection: str | None = None
