"""The gateway's process: gunicorn with one worker and many threads, as in the cloud.

The stack starts it with the listening socket already open:

    python -m emulator.gateway --socket 5 --lifeline 6 --control http://127.0.0.1:41234 \
        --worker-file /tmp/worker --late-file /tmp/late
"""

import argparse
import contextlib
import os
import signal
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication

from emulator.faults.lateness import Lateness
from emulator.guard import Guard
from emulator.leaving import leave
from functions.wiring.config import Config
from functions.wiring.preload import late_imports

THREADS = 256
"""More than the calls that ever wait at once, so a call that waits for a delivery never takes the
last thread, which the delivery needs."""


class _Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    def __init__(
        self,
        socket: int,
        control: str,
        hosts: frozenset[str],
        worker_file: Path,
        late_file: Path,
    ) -> None:
        self._socket = socket
        self._control = control
        self._hosts = hosts
        self._worker_file = worker_file
        self._late_file = late_file
        super().__init__()

    def load_config(self) -> None:
        options = {
            "bind": f"fd://{self._socket}",
            "workers": 1,
            "threads": THREADS,
            "worker_class": "emulator.gateway.worker.PatientWorker",
            "timeout": 0,
            "graceful_timeout": 5,
            "keepalive": 75,
            "loglevel": "warning",
            "control_socket_disable": True,
            "preload_app": True,
            "post_fork": self._record_worker,
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
        return Gateway(self._control, guard, Lateness(self._late_file))

    def _record_worker(self, _server: Any, worker: Any) -> None:
        """Writes the ID of the process that runs the functions to a file, so it can be killed."""
        self._worker_file.write_text(str(worker.pid or os.getpid()))


def _exit_with_stack(lifeline: int, worker_file: Path) -> None:
    """Ends this process when the stack ends or asks it to.

    If the stack is killed, its end of the pipe closes without a message. Requests in progress then
    have nothing left to call or to answer, so the worker is killed too.
    """

    def watch() -> None:
        if os.read(lifeline, 1):
            os.kill(os.getpid(), signal.SIGTERM)
            return
        with contextlib.suppress(OSError, ValueError):
            os.kill(int(worker_file.read_text()), signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Serves until the stack ends."""
    parser = argparse.ArgumentParser(prog="python -m emulator.gateway")
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--lifeline", type=int, required=True)
    parser.add_argument("--control", required=True)
    parser.add_argument("--allow-host", action="append", default=[])
    parser.add_argument("--worker-file", type=Path, required=True)
    parser.add_argument("--late-file", type=Path, required=True)
    arguments = parser.parse_args()
    # Ctrl-C reaches the whole process group; the stack stops its parts in its own order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _exit_with_stack(arguments.lifeline, arguments.worker_file)
    try:
        _Server(
            arguments.socket,
            arguments.control,
            frozenset(arguments.allow_host),
            arguments.worker_file,
            arguments.late_file,
        ).run()
    except SystemExit as end:
        # Both gunicorn and the worker that it forks exit this way.
        leave(end.code)


if __name__ == "__main__":
    main()
