"""Carries a plan out: what is delivered, what is written, and which process dies."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

from emulator.faults.dice import Dice
from emulator.faults.plan import FaultPlan
from emulator.faults.steps import paths_of, step_of
from emulator.firestore.wire.errors import FirestoreError, aborted, unavailable

log = logging.getLogger(__name__)

Send = Callable[[], Awaitable[int | None]]
"""Makes a delivery; the HTTP status, or None where no answer came."""


class Commit(NamedTuple):
    """A commit: which step it is, which documents it writes, and the how manieth of those it is."""

    step: str
    paths: str
    time: int


class Processes(Protocol):
    """What can be killed."""

    def kill_worker(self) -> None:
        """Kills the process that runs the functions; another one takes its place."""
        ...

    def kill_stack(self) -> None:
        """Kills the stack itself, as a power cut would. Does not return."""
        ...


class Faults:
    """The faults of one stack. Without a plan nothing goes wrong.

    Attributes:
        injected: how often each kind of fault was made, since the plan was set.
    """

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self.injected: Counter[str] = Counter()
        self.follow(FaultPlan())

    @property
    def plan(self) -> FaultPlan:
        """What is to go wrong now."""
        return self._plan

    def follow(self, plan: FaultPlan) -> None:
        """Makes the faults of a plan from now on, and no others."""
        self._plan = plan
        self._dice = Dice(plan.seed)
        self._active = plan != FaultPlan(seed=plan.seed)
        self._times: Counter[tuple[str, ...]] = Counter()
        self._reached: set[str] = set()
        self.injected.clear()

    async def deliver(self, kind: str, name: str, attempt: int, send: Send) -> int | None:
        """Makes one attempt at a delivery, or two, or none.

        Args:
            kind: event or task.
            name: what is delivered.
            attempt: how often it was tried before.
            send: makes the attempt.

        Returns:
            The status of it as whoever delivers gets to know.
        """
        if not self._active:
            return await send()
        about = (kind, name, attempt)
        lost = self._roll("drop", *about)
        if lost and self._dice.roll("request", *about) < 0.5:
            return None
        if self._roll("delay", *about):
            await asyncio.sleep(self._plan.longest * self._dice.roll("how long", *about))
        if not self._roll("duplicate", *about):
            status = await send()
        elif self._dice.roll("at once", *about) < 0.5:
            status, _ = await asyncio.gather(send(), send())
        else:
            status = await send()
            await asyncio.sleep(self._plan.longest * self._dice.roll("how much later", *about))
            await send()
        return None if lost else status

    async def before_call(self, method: str) -> None:
        """A call to the database that writes nothing.

        Raises:
            FirestoreError: UNAVAILABLE; the call must not be served.
        """
        if self._active and self._roll("unavailable", method, self._time("call", method)):
            raise unavailable("The service is currently unavailable.")

    async def before_commit(self, writes: Sequence[Any]) -> Commit | None:
        """A commit that is about to happen.

        Raises:
            FirestoreError: it must not happen.
        """
        if not self._active or not writes:
            return None
        paths = paths_of(writes)
        commit = Commit(step_of(writes), paths, self._time("commit", paths))
        if self._roll("slow", *commit):
            await asyncio.sleep(self._plan.longest * self._dice.roll("how slow", *commit))
        if self._dies("before", commit.step, *commit):
            raise _dead()
        if self._roll("abort", *commit):
            raise aborted("The transaction lost against another one, because the plan says so.")
        return commit

    async def after_commit(self, commit: Commit | None) -> None:
        """A commit that has happened and is about to be answered.

        Raises:
            FirestoreError: the answer gets lost.
        """
        if commit is None:
            return
        if self._dies("after", commit.step, *commit):
            raise _dead()
        if self._roll("lose", *commit):
            raise unavailable("The answer to the commit was lost, because the plan says so.")

    def dies_at_enqueue(self, when: str, name: str) -> bool:
        """Whether the process that enqueues a task was killed before or after that."""
        return self._active and self._dies(when, "enqueue", name, self._time(when, name))

    def _time(self, *what: str) -> int:
        """How often this has happened before."""
        self._times[what] += 1
        return self._times[what]

    def _roll(self, fault: str, *about: object) -> bool:
        rate: float = getattr(self._plan, fault)
        happens = rate > 0 and self._dice.roll(fault, *about) < rate
        self.injected[fault] += happens
        return happens

    def _dies(self, when: str, step: str, *about: object) -> bool:
        point = f"{when}-{step}"
        first = point not in self._reached
        self._reached.add(point)
        if first and point == self._plan.crash_at:
            log.warning("the stack is killed %s, as planned", point)
            self._processes.kill_stack()
        planned = first and point in self._plan.kill_at
        if not planned and not self._roll("kill", when, step, *about):
            return False
        self.injected[point] += 1
        self._processes.kill_worker()
        return True


def _dead() -> FirestoreError:
    """An answer that nobody receives any more."""
    return unavailable("The caller was killed, because the plan says so.")
