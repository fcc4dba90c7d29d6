"""How long an item of a profile holds: since when, until when, and what ended it."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from shared.base.fields import MAX_SENTENCE, Identifier, LeafPath
from shared.base.model import Model, Timestamp


class Ageing(StrEnum):
    """How an item ages."""

    LASTING = "lasting"
    """It does not fade; it holds until the user says otherwise."""
    USUAL = "usual"
    """It fades when it is not mentioned any more."""
    PASSING = "passing"
    """It holds until a time of its own."""


class EndedBy(StrEnum):
    """What ended an item."""

    SAID = "said"
    """The user said that it is over."""
    REPLACED = "replaced"
    """The user said what holds instead."""
    USER = "user"
    """The user ended it by hand."""
    PASSED = "passed"
    """Its own end has come."""


class Ending(Model):
    """How an item ended.

    Attributes:
        at: the time of the words that ended it, or of the act.
        by: what ended it.
        quote, prompt_id: the user's words, if words ended it.
        replaced_by: the id, or the path, of what holds instead.
    """

    at: Timestamp
    by: EndedBy | None = None
    quote: Annotated[str, Field(max_length=MAX_SENTENCE)] | None = None
    prompt_id: Identifier | None = None
    replaced_by: LeafPath | None = None


class Doubt(Model):
    """Why something may no longer hold: it mentions what has changed or ended.

    Attributes:
        because: the reason, for a person who reads English.
        changed: the id or path of what changed.
        at: when it changed.
        was: what it mentions, which no longer holds.
        now: what holds instead, if anything.
        quote: the user's words that changed it.
    """

    because: str
    changed: str
    at: Timestamp
    was: str
    now: str | None = None
    quote: str | None = None


class Lifetime(Model):
    """What an item of a profile has in common with the others.

    Attributes:
        stated_at: the time of the newest words that state it outright; None if it was only
            inferred, or stored by a release that did not keep it.
        valid_from, valid_to: when it was true, as far as the words say; otherwise from the first
            statement until the words that ended it.
        ageing: how it ages; None leaves that to the rules of `shared.profile.ageing`.
        confirmed_at: when the user last said in the inbox that it still holds.
        connection: the id of the connection through which it was last written; None if it was the
            user's own app.
    """

    stated_at: Timestamp | None = None
    valid_from: Timestamp | None = None
    valid_to: Timestamp | None = None
    ageing: Ageing | None = None
    confirmed_at: Timestamp | None = None
    connection: Identifier | None = None


Does = Literal["assert", "end", "replace", "retract"]
"""What the user's words do to the profile."""
