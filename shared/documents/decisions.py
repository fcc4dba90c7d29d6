"""The decisions of a batch: one per candidate, so that nothing is dropped silently (P-13)."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from shared.base.fields import MAX_SENTENCE, Identifier, LeafPath
from shared.base.model import Confidence, Model
from shared.documents.profile import PreferenceType

Kind = Literal["preference", "pattern", "workflow", "skill", "about"]
"""The kinds of candidates."""


class Outcome(StrEnum):
    """What happened to a candidate, or to an item that was evicted to make room for one."""

    ADDED = "added"
    REINFORCED = "reinforced"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    EVICTED = "evicted"
    ENDED = "ended"
    REPLACED = "replaced"
    RETRACTED = "retracted"
    REJECTED = "rejected"


class Reason(StrEnum):
    """Why a candidate was rejected, or a message was left out.

    `declared` means that a learned value would have overwritten a declared one, `proposed` that it
    waits in the inbox, `pasted` that the user only showed the words and did not say them,
    `outdated` that newer words say otherwise, and `no_target` that nothing known is what the words
    would end, replace or retract. A message is left out as `refused`, by the model or its content
    filter, as `too_long` for the model, as `language_not_read`, because the offline rules do not
    read its language, or as `crashed`, because the analyzer stumbles over it.
    """

    NO_EVIDENCE = "no_evidence"
    LOW_CONFIDENCE = "low_confidence"
    FORGOTTEN = "forgotten"
    DUPLICATE = "duplicate"
    UNSAFE = "unsafe"
    PASTED = "pasted"
    LIMIT = "limit"
    DECLARED = "declared"
    INVALID = "invalid"
    NO_TARGET = "no_target"
    OUTDATED = "outdated"
    PROPOSED = "proposed"
    REFUSED = "refused"
    TOO_LONG = "too_long"
    NOT_READ = "language_not_read"
    CRASHED = "crashed"


class Decision(Model):
    """What happened to one candidate, and why.

    Attributes:
        kind: the kind of item; `message` for a message that was left out of the analysis.
        outcome: what happened to it.
        reason: why it was rejected, if it was.
        item_id: the profile item: an id, an `about` path, or the domain of a skill.
        type: the preference's type.
        description: the item in words.
        quote: the user's own words behind it; absent if they are missing or unsafe.
        prompt_id: the prompt that contains the quote.
        confidence: the proposed confidence, before merging.
    """

    kind: Kind | Literal["message"]
    outcome: Outcome
    reason: Reason | None = None
    item_id: LeafPath | None = None
    type: PreferenceType | None = None
    description: Annotated[str, Field(max_length=MAX_SENTENCE)]
    quote: Annotated[str, Field(max_length=MAX_SENTENCE)] | None = None
    prompt_id: Identifier | None = None
    confidence: Confidence | None = None

    @property
    def accepted(self) -> bool:
        """Whether the candidate became part of the profile."""
        return self.outcome not in (Outcome.REJECTED, Outcome.EVICTED)
