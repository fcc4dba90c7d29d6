"""Floods of registrations, and who still gets through."""

from datetime import UTC, datetime

import pytest

from shared.access.floods import ALTOGETHER, FROM_ONE, THROUGH_ONE, Registrations, group_of
from shared.account.rate_limits import RateLimiter
from shared.base.errors import ResourceExhausted

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
PROXY = "151.101.1.1"


class World:
    """Registrations at one instance, whose counts are in memory."""

    def __init__(self):
        self.counts = {}
        limiters = (self.limiter(each).take for each in (FROM_ONE, THROUGH_ONE, ALTOGETHER))
        self.registrations = Registrations(*limiters)

    def limiter(self, limit):
        def take_share(key, window, count, most):
            taken = self.counts.get((key, window), 0)
            if taken + count > most:
                return False
            self.counts[key, window] = taken + count
            return True

        return RateLimiter(take_share, lambda: NOW, limit)

    def taken(self, addresses):
        """How many of a flood get through."""
        count = 0
        for each in addresses:
            try:
                self.registrations.take(each)
            except ResourceExhausted:
                continue
            count += 1
        return count


@pytest.fixture
def world():
    return World()


def test_a_flood_from_one_address_keeps_nobody_else_out(world):
    assert world.taken([["203.0.113.9", PROXY]] * 1000) == FROM_ONE
    assert world.taken([[f"198.51.100.{n}", PROXY] for n in range(20)]) == 20


def test_a_flood_that_makes_up_addresses_keeps_nobody_else_out(world):
    """Whoever calls the function itself may send any addresses, but the last one is their own."""
    made_up = [[f"10.0.{n // 250}.{n % 250}", "203.0.113.9"] for n in range(1000)]
    assert world.taken(made_up) <= THROUGH_ONE
    assert world.taken([[f"198.51.100.{n}", PROXY] for n in range(20)]) == 20


def test_a_flood_behind_a_proxy_cannot_make_up_its_address(world):
    made_up = [[f"10.0.{n // 250}.{n % 250}", "203.0.113.9", PROXY] for n in range(1000)]
    assert world.taken(made_up) == FROM_ONE


def test_all_together_are_limited(world):
    many = [[f"10.0.{n // 250}.{n % 250}", f"10.1.{n // 250}.{n % 250}"] for n in range(2000)]
    assert world.taken(many) <= ALTOGETHER


def test_what_is_counted_is_bounded_and_names_no_address(world):
    world.taken([[f"10.{n // 250}.0.{n % 250}"] for n in range(10_000)])
    assert not [key for key, _ in world.counts if "10." in key]
    assert {group_of(f"10.{n // 250}.0.{n % 250}") for n in range(20_000)} <= set(range(4096))


def test_a_network_of_ipv6_is_one_address():
    assert group_of("2001:db8:1:2::3") == group_of("2001:db8:1:2:ffff::4")
    assert group_of("2001:db8:1:2::3") != group_of("2001:db8:1:3::3")
    assert group_of("unknown") == group_of("unknown")
