"""Runs the proxy on this machine."""

import socket
from collections.abc import Callable

import uvicorn

from proxy.app import application
from proxy.memory import Memory
from proxy.relay import Upstream
from rekindle_client import AsyncRekindle
from rekindle_client import models as models  # made now, and not while a request waits

HOST = "127.0.0.1"


def serve(
    upstream: str,
    port: int,
    rekindle: AsyncRekindle,
    ready: Callable[[str], None],
) -> None:
    """Serves until it is interrupted.

    Args:
        upstream: the address of the model's server.
        port: where to listen; 0 for any free port.
        rekindle: the API, as the user.
        ready: is told the address that programs use.

    Raises:
        ValueError: the address of the model's server is not one.
        OSError: the port is taken.
    """
    model = Upstream(upstream)
    with socket.create_server((HOST, port)) as listening:
        ready(f"http://{HOST}:{listening.getsockname()[1]}/v1")
        config = uvicorn.Config(
            application(model, Memory(rekindle)),
            log_level="warning",
            access_log=False,
            ws="none",
            server_header=False,  # the answer has those of the model's server
            date_header=False,
        )
        uvicorn.Server(config).run(sockets=[listening])
