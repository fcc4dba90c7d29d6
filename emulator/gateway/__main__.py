"""The gateway's process: gunicorn with one worker of many threads, as functions run in the cloud.

Started by the stack with the listening socket already open:

    python -m emulator.gateway --socket 5 --lifeline 6 --control http://127.0.0.1:41234
"""

import argparse
import os
import signal
import threading
from typing import Any

from gunicorn.app.base import BaseApplication

THREADS = 256
"""More than callers ever wait at once, so that a call that waits for a delivery never takes the
last thread from it."""


class _Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    def __init__(self, socket: int, control: str) -> None:
        self._socket = socket
        self._control = control
        super().__init__()

    def load_config(self) -> None:
        options = {
            "bind": f"fd://{self._socket}",
            "workers": 1,
            "threads": THREADS,
            "worker_class": "gthread",
            "timeout": 0,
            "graceful_timeout": 5,
            "keepalive": 75,
            "loglevel": "warning",
            "control_socket_disable": True,
        }
        for name, value in options.items():
            # Older gunicorns have no control socket to disable.
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        # Here, in the worker, since nothing of a function may be alive at a fork.
        from emulator.gateway.app import Gateway

        return Gateway(self._control)


def _end_with_the_stack(lifeline: int) -> None:
    """Ends this process when the stack's process does, however it does: its pipe end closes."""

    def watch() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Serves until the stack ends."""
    parser = argparse.ArgumentParser(prog="python -m emulator.gateway")
    parser.add_argument("--socket", type=int, required=True)
    parser.add_argument("--lifeline", type=int, required=True)
    parser.add_argument("--control", required=True)
    arguments = parser.parse_args()
    # An interrupt at the terminal reaches the whole group; the stack ends us in its own order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_the_stack(arguments.lifeline)
    _Server(arguments.socket, arguments.control).run()


if __name__ == "__main__":
    main()
