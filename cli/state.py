"""The state of one run, passed from the global options to the command."""

import os
from dataclasses import dataclass, field
from functools import cached_property

import typer

from cli.api import Api
from cli.connection import Connection, connection
from cli.output import Output


@dataclass
class State:
    """Options, output and API of one run; the connection is opened when first needed.

    Attributes:
        url, user, token: the global options; None if not given.
        out: the output of the command.
    """

    url: str | None = None
    user: str | None = None
    token: str | None = field(default=None, repr=False)
    out: Output = field(default_factory=Output)

    @cached_property
    def connection(self) -> Connection:
        """The server to call, and the identity to call it with.

        Raises:
            UsageProblem: the options are invalid, contradictory or incomplete.
        """
        return connection(self.url, self.user, self.token, os.environ)

    @cached_property
    def api(self) -> Api:
        """The API."""
        return Api(self.connection, self.out.note)

    @property
    def who(self) -> str:
        """The user's name for people."""
        return self.connection.user or "the token's user"


def state_of(ctx: typer.Context) -> State:
    """The state of the current run."""
    state = ctx.find_object(State)
    assert state is not None, "cli.main sets it"
    return state
