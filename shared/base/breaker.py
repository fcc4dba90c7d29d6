"""A circuit breaker, which spares a service that is down.

After several failures in a row, calls fail at once for a pause. Then one call is tried: if the
service answers, the circuit closes, and if not, the next pause is twice as long.
"""

import threading
import time
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from shared.base.deadline import Monotonic

TRIAL = 30.0
"""Seconds after which a trial without a result counts as lost."""


@dataclass(frozen=True)
class Rules:
    """When a circuit opens, and for how long.

    Attributes:
        failures: the failures in a row that open it.
        window: the seconds within which they must occur.
        first_pause, longest_pause: seconds until a trial; the pause doubles with each that fails.
    """

    failures: int = 5
    window: float = 30.0
    first_pause: float = 1.0
    longest_pause: float = 30.0


class Finding(Enum):
    """What the outcome of a call says about the service."""

    ANSWERED = "answered"
    """It is there, whatever it answered."""
    UNREACHABLE = "unreachable"
    """It could not be reached, or did not answer a call that never takes long."""
    UNCLEAR = "unclear"
    """Neither: the call may have been too large, too late, or waiting for another user."""


Admission = Literal["refused", "admitted", "trial"]


@dataclass(frozen=True)
class Circuit:
    """The state of a breaker. Times are seconds on one monotonic clock.

    Attributes:
        rules: when it opens.
        failures: the times of the latest failures in a row; empty while the circuit is open.
        pause: the length of the current pause; 0 while the circuit is closed.
        until: when the pause ends.
        trial: when the trial began that is in progress, if one is.
    """

    rules: Rules = Rules()
    failures: tuple[float, ...] = ()
    pause: float = 0.0
    until: float = 0.0
    trial: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, apart from trials."""
        return self.pause > 0

    def admit(self, now: float) -> tuple["Circuit", Admission]:
        """Decides whether a call may be made; returns the state after it."""
        if not self.is_open:
            return self, "admitted"
        on_trial = self.trial is not None and now < self.trial + TRIAL
        if now < self.until or on_trial:
            return self, "refused"
        return replace(self, trial=now), "trial"

    def settle(self, admission: Admission, finding: Finding, now: float) -> "Circuit":
        """Returns the state after a call that was admitted."""
        if finding is Finding.ANSWERED:
            return Circuit(self.rules)
        if self.is_open:
            if admission != "trial":
                return self
            grows = finding is Finding.UNREACHABLE
            pause = min(self.rules.longest_pause, 2 * self.pause) if grows else self.pause
            return self._opened(pause, now)
        if finding is Finding.UNCLEAR:
            return self
        recent = (*(time for time in self.failures if time > now - self.rules.window), now)
        if len(recent) < self.rules.failures:
            return replace(self, failures=recent)
        return self._opened(self.rules.first_pause, now)

    def _opened(self, pause: float, now: float) -> "Circuit":
        return Circuit(self.rules, pause=pause, until=now + pause)


class Breaker:
    """The circuit of one service in this process. Thread-safe."""

    def __init__(self, rules: Rules | None = None, clock: Monotonic = time.monotonic) -> None:
        self._clock = clock
        self._circuit = Circuit(rules or Rules())
        self._lock = threading.Lock()

    def admit(self) -> Admission:
        """Decides whether a call may be made. What is not refused must be settled."""
        with self._lock:
            self._circuit, admission = self._circuit.admit(self._clock())
            return admission

    def settle(self, admission: Admission, finding: Finding) -> None:
        """Records the outcome of a call."""
        with self._lock:
            self._circuit = self._circuit.settle(admission, finding, self._clock())

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, apart from trials."""
        return self._circuit.is_open

    def pause(self) -> float:
        """Returns the seconds until the next trial; 0 if a call may be made now."""
        return max(0.0, self._circuit.until - self._clock()) if self.is_open else 0.0
