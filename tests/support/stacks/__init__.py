"""Stacks for tests, forked from a process that has loaded their code.

Loading it is most of what a start costs, and the tests start about a hundred stacks. A forked stack
runs the same `main` with the same arguments, environment and files as one that `emulator.client`
starts by itself, and its gateway is its child as there.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from os import dup, fdopen
from typing import IO

from emulator import client
from tests.support.stacks.forked import Forked, become_stack

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.support.stacks.loaded"])


class ForkedStack(Forked):
    """The process of a stack. Implements `emulator.client.Process`."""

    def __init__(
        self, arguments: Sequence[str], env: Mapping[str, str], log: IO[str] | None
    ) -> None:
        said, says = _CONTEXT.Pipe(duplex=False)
        logs = Connection(dup(log.fileno() if log else 2), readable=False)
        with says, logs, said:
            super().__init__(
                _CONTEXT.Process(
                    target=become_stack,
                    args=(list(arguments), dict(env), says, logs),
                    name="the stack",
                )
            )
            self.stdout: IO[str] = fdopen(dup(said.fileno()))


stack_process = partial(client.stack_process, start=ForkedStack)
