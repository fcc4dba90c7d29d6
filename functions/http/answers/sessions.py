"""What `sessions` answers."""

from typing import TYPE_CHECKING

from pydantic import Field

from shared.base.model import Model
from shared.documents.sessions import HeldBack, Previous, Session
from shared.sessions.session_service import Processed

if TYPE_CHECKING:
    pass


class SessionBody(Session):
    """A session as clients see it; the inbox has what waits for the user's word."""

    request: None = Field(default=None, exclude=True)
    waiting: list[HeldBack] = Field(default=[], exclude=True)
    changed_by: list[str] = Field(default=[], exclude=True)

    @classmethod
    def of(cls, session: Session) -> "SessionBody":
        """Returns the view of a stored session."""
        return cls(**{**dict(session), "request": None})


class SessionAnswer(SessionBody):
    """A session. A new one comes with what the project's previous session left."""

    previous: Previous | None = None

    @classmethod
    def of(cls, session: Session, previous: Previous | None = None) -> "SessionAnswer":
        """Returns the answer for a stored session."""
        return cls(previous=previous, **{**dict(session), "request": None})


class SessionsAnswer(Model):
    """A page of sessions, most recently active first."""

    sessions: list[SessionBody]
    next_page_token: str | None = None


class SkippedTurn(Model):
    """A turn of the user's of which nothing is kept: its index in the transcript, and why."""

    index: int
    reason: str


class TurnsAnswer(Model):
    """How many turns are processed in total, and what became of the user's new ones.

    `prompts` has the ids of those just recorded, `skipped` those that the user wants not kept.
    """

    processed_turns: int
    prompts: list[str]
    skipped: list[SkippedTurn] | None = None

    @classmethod
    def of(cls, processed: Processed) -> "TurnsAnswer":
        """Returns the answer for processed turns."""
        skipped = [SkippedTurn(index=index, reason=why) for index, why in processed.skipped]
        return cls(
            processed_turns=processed.turns, prompts=processed.prompts, skipped=skipped or None
        )
