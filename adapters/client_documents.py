"""Fetches documents from URLs that strangers chose: from public addresses only, little, and soon.

What an attacker could try, and what stops it: a host that resolves to a private address, or to
another one the second time (the address that was checked is the one that is connected to), a
redirect (none is followed), a large body (it is limited), an answer of which a byte comes now and
then, or a name server that does not answer (all of it has to come in time), a proxy in the
environment (none is used).
"""

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import httpcore
import httpx

from shared.base.errors import FailedPrecondition

MAX_BYTES = 16 * 1024
SECONDS = 5.0
_LOOKUPS = 8
"""How many hosts may be looked up at the same time; a look-up cannot be stopped."""
_TUNNELS = ("64:ff9b::/96", "2002::/16", "2001::/32")
"""IPv6 addresses that stand for an IPv4 address, which may be a private one."""
_UNLISTED = ("fec0::/10", "3fff::/20")
"""Site-local addresses and those of documentation, which Python 3.11 takes for global."""
_NOT_PUBLIC = [ip_network(text) for text in (*_TUNNELS, *_UNLISTED)]

Resolve = Callable[[str, int], Iterable[str]]
"""Returns the IP addresses of a host."""


def resolve(host: str, port: int) -> list[str]:
    """Returns the addresses of a host, as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def is_public(address: str) -> bool:
    """Returns whether an address is on the public internet."""
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif any(ip in network for network in _NOT_PUBLIC):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


class ClientDocuments:
    """Fetches JSON objects. Implements `shared.access.clients.FetchDocument`.

    Args:
        resolve: returns the addresses of a host.
        backend: opens connections to addresses.
        seconds: how long a fetch may take; each single wait may take half of it.
        context: says which certificates are trusted.
    """

    def __init__(
        self,
        resolve: Resolve = resolve,
        backend: httpcore.NetworkBackend | None = None,
        seconds: float = SECONDS,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._lookups = _Lookups(resolve)
        self._backend = backend or httpcore.SyncBackend()
        self._seconds = seconds
        self._context = context

    def __call__(self, url: str) -> dict[str, Any]:
        if not _is_plain(url):
            raise _refused(
                "Its URL must be https and have a path, but no port, user name or fragment."
            )
        try:
            with self._client() as client, client.stream("GET", url) as response:
                if response.status_code != httpx.codes.OK:
                    raise _refused(f"Its host answered {response.status_code}.")
                document = json.loads(_body(response))
        except httpx.TimeoutException as error:
            raise _refused("It took too long to arrive.") from error
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise _refused("Its host could not be reached.") from error
        except (ValueError, RecursionError) as error:
            raise _refused("It is not JSON.") from error
        if not isinstance(document, dict):
            raise _refused("It is not a JSON object.")
        return document

    def _client(self) -> httpx.Client:
        context = self._context or httpx.create_ssl_context(trust_env=False)
        deadline = time.monotonic() + self._seconds
        return httpx.Client(
            transport=_Transport(_Checked(self._lookups, self._backend, deadline), context),
            timeout=self._seconds / 2,
            follow_redirects=False,
            headers={"Accept": "application/json", "Accept-Encoding": "identity"},
        )


class _Transport(httpx.HTTPTransport):
    def __init__(self, backend: httpcore.NetworkBackend, context: ssl.SSLContext) -> None:
        super().__init__(verify=context, trust_env=False)
        self._pool = httpcore.ConnectionPool(ssl_context=context, network_backend=backend)


class _Checked(httpcore.NetworkBackend):
    """Connects to the very address that was checked; TLS still proves the name of the host."""

    def __init__(
        self, lookups: "_Lookups", backend: httpcore.NetworkBackend, deadline: float
    ) -> None:
        self._lookups = lookups
        self._backend = backend
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = self._lookups.addresses(host, port, _left(self._deadline, timeout))
        if not addresses or not all(map(is_public, addresses)):
            raise httpcore.ConnectError("not a public address")
        stream = self._backend.connect_tcp(
            addresses[0], port, _left(self._deadline, timeout), local_address, socket_options
        )
        return _Timed(stream, self._deadline)


class _Lookups:
    """Looks hosts up within a time, which the system's own call does not know.

    Those that take longer go on in threads of their own. While there are many, no other begins.
    """

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._free = threading.BoundedSemaphore(_LOOKUPS)

    def addresses(self, host: str, port: int, seconds: float) -> list[str]:
        """Returns the addresses of a host.

        Raises:
            httpcore.ConnectTimeout: they are not known in time.
            OSError: there are none.
        """
        if not self._free.acquire(timeout=seconds):
            raise httpcore.ConnectTimeout("too many look-ups take too long")
        found: list[str] = []
        failures: list[Exception] = []

        def look_up() -> None:
            try:
                found.extend(self._resolve(host, port))
            except Exception as error:
                failures.append(error)
            finally:
                self._free.release()

        thread = threading.Thread(target=look_up, name="look-up", daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive():
            raise httpcore.ConnectTimeout("the look-up takes too long")
        if failures:
            raise failures[0]
        return found


class _Timed(httpcore.NetworkStream):
    """A connection that ends by a deadline, however the other side spreads its bytes."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._deadline, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._deadline, timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(
            ssl_context, server_hostname, _left(self._deadline, timeout)
        )
        return _Timed(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(deadline: float, timeout: float | None) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("the deadline has passed")
    return left if timeout is None else min(timeout, left)


def _body(response: httpx.Response) -> bytes:
    body = b""
    for piece in response.iter_raw():
        body += piece
        if len(body) > MAX_BYTES:
            raise _refused(f"It is longer than {MAX_BYTES:,} bytes.")
    return body


def _is_plain(url: str) -> bool:
    try:
        split = urlsplit(url)
        port = split.port
    except ValueError:
        return False
    return (
        split.scheme == "https"
        and bool(split.hostname)
        and port in (None, 443)
        and split.username is None
        and not split.fragment
        and split.path not in ("", "/")
        and not {".", ".."} & set(split.path.split("/"))
    )


def _refused(why: str) -> FailedPrecondition:
    return FailedPrecondition(
        f"The document that describes this client cannot be used. {why}",
        [{"reason": "BAD_CLIENT_DOCUMENT"}],
    )
