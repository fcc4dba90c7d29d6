"""The account that a batch gives: one decision per candidate, nothing dropped silently."""

from enum import StrEnum
from typing import Literal

from shared.base.model import Confidence, Model
from shared.documents.profile import PreferenceType

Kind = Literal["preference", "pattern", "workflow", "skill", "about"]


class Outcome(StrEnum):
    """What became of a candidate, or of an item that had to make room for one."""

    ADDED = "added"
    REINFORCED = "reinforced"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    EVICTED = "evicted"
    REJECTED = "rejected"


class Reason(StrEnum):
    """Why a candidate was not taken.

    `declared` stands for a learned value that would overwrite what the user declared.
    """

    NO_EVIDENCE = "no_evidence"
    LOW_CONFIDENCE = "low_confidence"
    FORGOTTEN = "forgotten"
    DUPLICATE = "duplicate"
    UNSAFE = "unsafe"
    LIMIT = "limit"
    DECLARED = "declared"
    INVALID = "invalid"


class Decision(Model):
    """One line of the account.

    Attributes:
        kind: what kind of item it is about.
        outcome: what became of it.
        reason: why, where it was rejected.
        item_id: the profile item concerned: an id, an about path, or a skill's domain.
        type: the preference's type.
        description: the item in words.
        quote: the user's own words it rests on; absent where none were given or they were unsafe.
        prompt_id: where the quote stands.
        confidence: as proposed, before merging.
    """

    kind: Kind
    outcome: Outcome
    reason: Reason | None = None
    item_id: str | None = None
    type: PreferenceType | None = None
    description: str
    quote: str | None = None
    prompt_id: str | None = None
    confidence: Confidence | None = None

    @property
    def accepted(self) -> bool:
        """Whether the candidate is in the profile now."""
        return self.outcome not in (Outcome.REJECTED, Outcome.EVICTED)
