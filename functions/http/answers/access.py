"""What `access` answers: connections, and requests for access."""

from typing import TYPE_CHECKING, Literal

from shared.base.model import Model
from shared.documents.access import ConnectionView, Scope

if TYPE_CHECKING:
    pass


class ConnectionsAnswer(Model):
    """The user's connections, newest first."""

    connections: list[ConnectionView]


class NewConnectionAnswer(ConnectionView):
    """A new connection. The key is shown only once: a repeated request does not get it again."""

    key: str | None = None


class UndoneAnswer(Model):
    """What was taken back: messages and sessions deleted; notes deleted or put back, as facts are.

    `left` tells what could not be: of `profile`, the changelog does not reach back as far as was
    asked; of `notes`, some that it had not made were deleted, or it is not known what they were; of
    `sessions`, some that it had not made were changed. `complete` is true if there is none.
    """

    messages: int
    notes: int
    sessions: int
    facts: int
    preferences: int
    habits: int
    version: int
    complete: bool
    left: list[Literal["notes", "sessions", "profile"]]


class AskingClient(Model):
    """Who asks for access.

    `host` is there only if the client's identity was checked. `redirectHost` is where the browser
    goes with the answer: a host, or the scheme of an app.
    """

    name: str
    host: str | None = None
    redirect_host: str


class PreviewAnswer(Model):
    """What a client asks for; or, with `redirectTo` alone, where to tell it what is wrong."""

    client: AskingClient | None = None
    scopes: list[Scope] | None = None
    redirect_to: str | None = None


class AuthorizationAnswer(Model):
    """Where the browser goes with the user's answer."""

    redirect_to: str
