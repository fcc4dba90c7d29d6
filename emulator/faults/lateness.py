"""Which of the gateway's answers are late. The gateway is a process of its own and reads a file."""

import struct
import threading
from itertools import count
from pathlib import Path

from emulator.faults.dice import Dice
from emulator.faults.plan import FaultPlan

_LAYOUT = struct.Struct("<qqdd")


class Lateness:
    """The part of a fault plan that concerns the gateway, in a file that two processes share.

    The stack writes it, and counts the late answers by the size of a second file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._tally = file.with_suffix(".tally")
        self._plans = count(1)
        self._followed = 0
        self._numbers = count()
        self._lock = threading.Lock()

    def follow(self, plan: FaultPlan) -> None:
        """Tells the gateway about a plan, and resets the count."""
        self._tally.unlink(missing_ok=True)
        if not plan.late:
            self._file.unlink(missing_ok=True)
            return
        written = self._file.with_suffix(".next")
        seed = plan.seed % 2**63
        written.write_bytes(_LAYOUT.pack(next(self._plans), seed, plan.late, plan.longest))
        written.replace(self._file)

    @property
    def injected(self) -> int:
        """How many answers were late since the plan was set."""
        try:
            return self._tally.stat().st_size
        except FileNotFoundError:
            return 0

    def delay(self, method: str, path: str) -> float:
        """Returns for how many seconds to keep the next answer, which is mostly 0."""
        try:
            plan, seed, rate, longest = _LAYOUT.unpack(self._file.read_bytes())
        except (FileNotFoundError, struct.error):
            return 0.0
        dice, about = Dice(seed), (method, path, self._number(plan))
        if dice.roll("late", *about) >= rate:
            return 0.0
        with self._tally.open("ab") as tally:
            tally.write(b".")
        return float(longest * dice.roll("how late", *about))

    def _number(self, plan: int) -> int:
        """Numbers the answers of each plan from 0, so that repeating it rolls the same dice."""
        with self._lock:
            if plan != self._followed:
                self._followed, self._numbers = plan, count()
            return next(self._numbers)
