"""An HTTP transport whose every wait ends by the current deadline.

httpx's timeouts start anew with each byte, so a server that sends one a second is never late.
"""

import math
from collections.abc import Iterable
from ssl import SSLContext
from typing import Any

import httpcore
import httpx

from shared.base.deadline import time_left


class DeadlineTransport(httpx.HTTPTransport):
    """Sends requests as httpx does, under `shared.base.deadline`."""

    def __init__(self) -> None:
        context = httpx.create_ssl_context(trust_env=False)
        super().__init__(verify=context, trust_env=False)
        self._pool = httpcore.ConnectionPool(ssl_context=context, network_backend=_Backend())


class _Stream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _bounded(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _bounded(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        bounded = _bounded(timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, bounded))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    def __init__(self) -> None:
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        bounded = _bounded(timeout, httpcore.ConnectTimeout)
        return _Stream(
            self._backend.connect_tcp(host, port, bounded, local_address, socket_options)
        )


def _bounded(timeout: float | None, error: type[httpcore.TimeoutException]) -> float | None:
    left = time_left(math.inf if timeout is None else timeout)
    if not left:
        raise error("the deadline has passed")
    return None if left == math.inf else left
