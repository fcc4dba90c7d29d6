"""The gateway's process: gunicorn with two workers, the front and the back, and many threads.

The stack starts it with the listening socket already open:

    python -m emulator.gateway --socket 5 --lifeline 6 --control http://127.0.0.1:41234 \
        --folder /tmp/gateway --late-file /tmp/late
"""

import argparse
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunicorn.app.base import BaseApplication

from emulator.faults.lateness import Lateness
from emulator.gateway.process import kill_workers
from emulator.gateway.roles import Handover, Role
from emulator.guard import Guard
from emulator.leaving import leave
from functions.wiring.config import Config
from functions.wiring.preload import late_imports

if TYPE_CHECKING:
    from emulator.gateway.app import Gateway

SWITCH_INTERVAL = 0.001
"""Seconds that a thread may compute before another one gets its turn. Python's own 5 ms are long
for a request that waits for the database several times and needs a turn again after each."""
THREADS = 256
"""More than the calls that ever wait at once, so a call that waits for a delivery never takes the
last thread, which the delivery needs."""


class _Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    def __init__(
        self,
        socket: int,
        control: str,
        hosts: frozenset[str],
        folder: Path,
        late_file: Path,
    ) -> None:
        """`folder` gets the workers' process IDs."""
        self._socket = socket
        self._control = control
        self._hosts = hosts
        self._folder = folder
        self._late_file = late_file
        self._handover = Handover()
        self._roles: dict[Any, Role] = {}
        self._gateway: Gateway | None = None
        super().__init__()

    def load_config(self) -> None:
        options = {
            "bind": [f"fd://{self._socket}"],
            "workers": len(Role),
            "threads": THREADS,
            "worker_class": "emulator.gateway.worker.PatientWorker",
            "timeout": 0,
            "graceful_timeout": 5,
            "keepalive": 75,
            "loglevel": "warning",
            "control_socket_disable": True,
            "preload_app": True,
            "pre_fork": self._choose_role,
            "post_fork": self._take_role,
        }
        for name, value in options.items():
            # Older versions of gunicorn have no control socket to disable.
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """Loads the functions before the fork, as functions-framework does.

        Only code may be loaded at that point: no clients, no threads. Modules that the functions
        import on first use are imported here too, so a killed worker is replaced quickly.
        """
        from emulator.gateway.app import Gateway

        config = Config.from_env(os.environ)
        for module in late_imports(config):
            import_module(module)
        guard = Guard(self._hosts, config.allowed_origins)
        self._gateway = Gateway(self._control, guard)
        return self._gateway

    def _choose_role(self, server: Any, worker: Any) -> None:
        """Gives a worker that is about to be forked the role that no living one has."""
        taken = {self._roles.get(other) for other in server.WORKERS.values()}
        self._roles = {
            other: role for other, role in self._roles.items() if other in server.WORKERS.values()
        }
        self._roles[worker] = next(role for role in Role if role not in taken)

    def _take_role(self, _: Any, worker: Any) -> None:
        """Tells a worker its role, and writes its process ID to a file."""
        role = self._roles[worker]
        assert self._gateway is not None
        worker.take_role(role, self._handover, self._gateway.role_for)
        self._gateway.delay_by(Lateness(self._late_file))
        sys.setswitchinterval(SWITCH_INTERVAL)
        (self._folder / role).write_text(str(os.getpid()))


def _exit_with_stack(lifeline: int, folder: Path) -> None:
    """Ends this process when the stack ends or asks it to.

    If the stack is killed, its end of the pipe closes without a message. Requests in progress then
    have nothing left to call or to answer, so the worker is killed too.
    """

    def watch() -> None:
        if os.read(lifeline, 1):
            os.kill(os.getpid(), signal.SIGTERM)
            return
        kill_workers(folder)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Serves until the stack ends."""
    parser = argparse.ArgumentParser(prog="python -m emulator.gateway")
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--lifeline", type=int, required=True)
    parser.add_argument("--control", required=True)
    parser.add_argument("--allow-host", action="append", default=[])
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--late-file", type=Path, required=True)
    arguments = parser.parse_args()
    # Ctrl-C reaches the whole process group; the stack stops its parts in its own order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _exit_with_stack(arguments.lifeline, arguments.folder)
    try:
        _Server(
            arguments.socket,
            arguments.control,
            frozenset(arguments.allow_host),
            arguments.folder,
            arguments.late_file,
        ).run()
    except SystemExit as end:
        # Both gunicorn and the worker that it forks exit this way.
        leave(end.code)


if __name__ == "__main__":
    main()
