"""What one run of the program carries from the global options to its command."""

import os
from dataclasses import dataclass, field
from functools import cached_property

import typer

from cli.api import Api
from cli.connection import Connection, connection
from cli.output import Output


@dataclass
class State:
    """Options, output and API of one run; nothing is decided or opened before it is needed.

    Attributes:
        url, user, token: the global options, None where they were not given.
        out: where the command writes to.
    """

    url: str | None = None
    user: str | None = None
    token: str | None = field(default=None, repr=False)
    out: Output = field(default_factory=Output)

    @cached_property
    def connection(self) -> Connection:
        """Where the API is, and as whom to call it.

        Raises:
            UsageProblem: the options say too little or contradict each other.
        """
        return connection(self.url, self.user, self.token, os.environ)

    @cached_property
    def api(self) -> Api:
        """The API."""
        return Api(self.connection, self.out.note)

    @property
    def who(self) -> str:
        """The user in words."""
        return self.connection.user or "the token's user"


def state_of(ctx: typer.Context) -> State:
    """The state of the run that a command belongs to."""
    state = ctx.find_object(State)
    assert state is not None, "cli.main sets it"
    return state
