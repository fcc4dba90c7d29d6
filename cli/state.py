"""The state of one run, passed from the global options to the command."""

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import typer

from cli.output import Output

if TYPE_CHECKING:
    from cli.api import Api
    from cli.identity import Identity


@dataclass
class State:
    """Options, output and API of one run. The client is loaded when it is first needed.

    Attributes:
        url, user, token: the global options; None if not given.
        out: the output of the command.
    """

    url: str | None = None
    user: str | None = None
    token: str | None = field(default=None, repr=False)
    out: Output = field(default_factory=Output)

    @cached_property
    def identity(self) -> "Identity":
        """The server to call, and as whom.

        Raises:
            UsageProblem: the options are invalid, contradictory or incomplete.
        """
        from cli.identity import identity

        return identity(self.url, self.user, self.token, os.environ)

    @cached_property
    def api(self) -> "Api":
        """The API."""
        from cli.api import Api

        return Api(self.identity, self.out.note)

    @property
    def who(self) -> str:
        """The user's name for people."""
        return self.identity.user or "the token's user"


def state_of(ctx: typer.Context) -> State:
    """The state of the current run."""
    state = ctx.find_object(State)
    assert state is not None, "cli.main sets it"
    return state
