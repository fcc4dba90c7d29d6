"""Limits how many clients register, so that one flood does not keep others out."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network

from shared.access.tokens import digest

FROM_ONE = 30
"""How many clients may register in a minute from one address."""
THROUGH_ONE = 150
"""How many may through one neighbour: a proxy, or the client, if it has made up what is before."""
ALTOGETHER = 300
"""How many may from everywhere."""
_GROUPS = 4096
"""Into how many groups addresses fall: as many counts are kept at most, and no address."""
_NETWORK = 64
"""The bits of an IPv6 address that say whose it is."""


Take = Callable[[str], None]
"""Counts one for a key; raises `ResourceExhausted` if its limit is used up."""


class Registrations:
    """Counts registrations by where they come from.

    Args:
        from_one, through_one, altogether: what counts, with the limits above.
    """

    def __init__(self, from_one: Take, through_one: Take, altogether: Take) -> None:
        self._from_one = from_one
        self._through_one = through_one
        self._altogether = altogether

    def take(self, addresses: Sequence[str]) -> None:
        """Counts one registration.

        Args:
            addresses: the addresses that it has come through, the nearest last. Each is known from
                the one after it. The last one is that of a proxy if there are several, so the
                client's is the one before. What else is there, the client may have made up.

        Raises:
            ResourceExhausted: too many come from there, or altogether; says when to retry.
        """
        nearest = addresses[-1] if addresses else ""
        client = addresses[-2] if len(addresses) > 1 else nearest
        self._from_one(f"registrations from {group_of(client)}")
        self._through_one(f"registrations through {group_of(nearest)}")
        self._altogether("registrations")


def group_of(address: str) -> int:
    """Returns the group of an address; the addresses of one IPv6 network have the same."""
    text = address
    with suppress(ValueError):
        ip = ip_address(address)
        text = str(ip_network((ip, _NETWORK), strict=False) if ip.version == 6 else ip)
    return int(digest(text), 16) % _GROUPS
