"""What `sessions` answers."""

from typing import TYPE_CHECKING

from pydantic import Field

from shared.base.model import Model
from shared.documents.sessions import HeldBack, Previous, Session

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


class TurnsAnswer(Model):
    """How many turns are processed in total, and the ids of the prompts just recorded."""

    processed_turns: int
    prompts: list[str]
