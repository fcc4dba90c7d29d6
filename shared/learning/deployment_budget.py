"""The daily budget of a whole deployment, leased to its processes in small shares.

Every call to a model sets its cost aside here first. A process takes it from its own share; only
when that is used up does it lease another one from the database, so no document is hot. What a
process does not use of its share is lost for the day when it ends: the deployment may spend less
than its budget, never more. So its first share is small, and each one that it uses up doubles the
next: processes that die young, however many, lose little.
"""

import math
import threading
from datetime import datetime, timedelta

from shared.base.clock import Clock
from shared.learning.spending import day_of, spending_key, tomorrow
from shared.ports import Records, Store

FIRST_SHARE = 1 / 10_000
LARGEST_SHARE = 1 / 500
"""How much of a day's budget a process leases at once."""
_DEPLOYMENT = "\x00deployment"
"""Stands for the deployment where a uid stands for a user; no uid contains it."""

KEEP_DAYS = timedelta(days=35)
"""How long a day's amount is kept after that day, for operators."""


def deployment_key(now: datetime) -> str:
    """Returns the id under which the spending of all users on a day is kept."""
    return spending_key(_DEPLOYMENT, now)


class DeploymentBudget:
    """The share of this process. Thread-safe."""

    def __init__(self, store: Store, clock: Clock, budget: float | None) -> None:
        self._store = store
        self._clock = clock
        self._budget = budget
        self._day = ""
        self._left = 0.0
        self._share = FIRST_SHARE
        # The least amount that was refused today. What is leased never gets less, so asking for as
        # much again is of no use.
        self._too_much = math.inf
        self._lock = threading.Lock()

    def reserve(self, cost: float, within: float = 1.0) -> bool:
        """Sets a call's cost aside; returns False if today's budget does not allow it.

        Args:
            cost: the most that the call can cost, in US dollars.
            within: up to which share of the budget this process may lease for it.

        If this crashes after leasing a share, that share is lost for the day.

        Raises:
            Unavailable: the database did not answer.
        """
        if self._budget is None or cost <= 0:
            return True
        day = day_of(self._clock())
        missing = self._take(cost, day)
        if not missing:
            return True
        leased, taken, refused = 0.0, cost - missing, False
        try:
            if missing < self._too_much:
                leased = self._lease(missing, self._budget * within)
                refused = not leased and within == 1
        finally:
            with self._lock:
                if self._day == day:
                    if refused:
                        self._too_much = min(self._too_much, missing)
                    if leased:
                        self._share = min(2 * self._share, LARGEST_SHARE)
                    self._left += leased - missing if leased else taken
        return leased > 0

    def settle(self, cost: float, reserved: float, reserved_on: str) -> None:
        """Gives back what a call did not use of what was set aside."""
        with self._lock:
            if self._day == reserved_on:
                self._left += reserved - cost

    def _take(self, cost: float, day: str) -> float:
        """Takes a cost from the share, as far as that goes; returns how much is missing."""
        with self._lock:
            if self._day != day:
                self._day, self._left, self._too_much = day, 0.0, math.inf
                self._share = FIRST_SHARE
            taken = min(cost, max(0.0, self._left))
            self._left -= taken
            return cost - taken

    def _lease(self, least: float, budget: float) -> float:
        """Leases a share, or what is left of the budget; 0.0 if that is less than `least`."""

        def lease(records: Records) -> float:
            now = self._clock()
            key = deployment_key(now)
            taken = records.spending.get(key)
            share = min(max(least, budget * self._share), budget - taken)
            if share < least:
                return 0.0
            records.spending.put(key, taken + share, tomorrow(now) + KEEP_DAYS)
            return share

        return self._store.transact(lease)
