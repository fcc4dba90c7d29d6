"""Processes that are forked instead of started, and what they do to become a stack or a gateway."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from emulator.gateway.paths import ROOT


class Forked:
    """A process of `multiprocessing`, used as if it were a `subprocess.Popen`."""

    def __init__(self, process: BaseProcess) -> None:
        process.start()
        assert process.pid is not None
        self.pid = process.pid
        self._process = process

    def poll(self) -> int | None:
        """Returns the exit code once the process has ended."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Waits until the process has ended, and returns its exit code.

        Raises:
            subprocess.TimeoutExpired: it has not ended after `timeout` seconds.
        """
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return code

    def terminate(self) -> None:
        """Asks the process to end."""
        self._process.terminate()

    def kill(self) -> None:
        """Kills the process."""
        self._process.kill()


def become_stack(
    arguments: list[str], env: dict[str, str], says: Connection, logs: Connection
) -> None:
    """Runs `python -m emulator` with these arguments, and never returns."""
    from emulator.__main__ import main
    from emulator.leaving import leave

    os.dup2(says.fileno(), 1)
    os.dup2(logs.fileno(), 2)
    says.close()
    logs.close()
    _become("emulator", arguments, env)
    leave(main(_GatewayToBe().become))


class _GatewayToBe:
    """A child that was forked before the stack had threads, and waits to become its gateway."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair()
        target = get_context("fork").Process(
            target=_become_gateway, args=(theirs, self._orders), name="the gateway"
        )
        self._process = Forked(target)
        theirs.close()

    def become(
        self, arguments: Sequence[str], handles: Mapping[str, int], env: Mapping[str, str]
    ) -> Forked:
        """Passes on what to run with, and the open files behind the options in `handles`."""
        order = json.dumps([list(arguments), list(handles), dict(env)]).encode()
        with self._orders as orders:
            socket.send_fds(orders, [b"."], list(handles.values()))
            orders.sendall(order)
        return self._process


def _become_gateway(orders: socket.socket, theirs: socket.socket) -> None:
    from emulator.gateway.__main__ import main

    theirs.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _, handles, _, _ = socket.recv_fds(orders, 1, 2)
    order = b"".join(iter(lambda: orders.recv(65536), b""))
    orders.close()
    if not order:
        os._exit(0)  # the stack has ended before it needed a gateway
    arguments, names, env = json.loads(order)
    for name, handle in zip(names, handles, strict=True):
        arguments += [name, str(handle)]
    os.dup2(2, 1)
    _become("emulator.gateway", arguments, env)
    main()


def _become(name: str, arguments: Sequence[str], env: Mapping[str, str]) -> None:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = [name, *arguments]
