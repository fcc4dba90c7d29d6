"""Carries out a fault plan: interferes with deliveries and writes, and kills processes."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

from emulator.faults.dice import Dice
from emulator.faults.lateness import Lateness
from emulator.faults.outages import Outages
from emulator.faults.plan import FaultPlan
from emulator.faults.steps import paths_of, step_of
from emulator.firestore.wire.errors import FirestoreError, aborted, unavailable

log = logging.getLogger(__name__)

Send = Callable[[], Awaitable[int | None]]
"""Makes a delivery; returns the HTTP status, or None if there was no response."""


class Commit(NamedTuple):
    """A commit: its step, the documents it writes, and the number of commits to them so far."""

    step: str
    paths: str
    number: int


class Processes(Protocol):
    """The processes that can be killed."""

    def kill_worker(self) -> None:
        """Kills the functions' processes; others replace them."""
        ...

    def kill_stack(self) -> None:
        """Kills the stack itself, as a power cut would. Does not return."""
        ...

    async def cut_database(self) -> None:
        """Makes the database refuse connections, and ends those that there are."""
        ...

    async def restore_database(self) -> None:
        """Makes the database listen again, without the transactions that were open."""
        ...


class Faults:
    """Injects the faults of one stack. Without a plan it injects none.

    Args:
        processes: the processes that can be killed.
        lateness: tells the gateway which answers to send late; None if there is no gateway.

    Attributes:
        outages: the outages of the plan.
    """

    def __init__(self, processes: Processes, lateness: Lateness | None = None) -> None:
        self._processes = processes
        self._lateness = lateness
        self._injected: Counter[str] = Counter()
        self.outages = Outages(processes.cut_database, processes.restore_database, self._injected)
        self._take(FaultPlan())

    @property
    def plan(self) -> FaultPlan:
        """The current plan."""
        return self._plan

    @property
    def injected(self) -> Counter[str]:
        """How often each kind of fault was injected since the plan was set."""
        late = self._lateness.injected if self._lateness else 0
        return Counter({**self._injected, "late": late})

    async def follow(self, plan: FaultPlan) -> None:
        """Replaces the current plan and resets the counts."""
        self._take(plan)
        await self.outages.follow(plan)

    def _take(self, plan: FaultPlan) -> None:
        self._plan = plan
        self._dice = Dice(plan.seed)
        self._active = plan != FaultPlan(seed=plan.seed)
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._reached: set[str] = set()
        self._injected.clear()
        if self._lateness:
            self._lateness.follow(plan)

    async def deliver(self, kind: str, name: str, attempt: int, send: Send) -> int | None:
        """Makes one attempt at a delivery, or two, or none.

        Args:
            kind: event or task.
            name: the name of the event or task.
            attempt: the number of earlier attempts.
            send: makes the attempt.

        Returns:
            The status that the sender sees; None if the request or the response was lost.
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
        """Runs before a database call that writes nothing.

        Raises:
            FirestoreError: UNAVAILABLE; the call must not be served.
        """
        if not self._active:
            return
        await self.outages.database_answers()
        if self._roll("unavailable", method, self._count("call", method)):
            raise unavailable("The service is currently unavailable.")

    async def before_commit(self, writes: Sequence[Any]) -> Commit | None:
        """Runs before a commit.

        Raises:
            FirestoreError: the commit must not happen.
        """
        if not self._active or not writes:
            return None
        await self.outages.database_answers()
        paths = paths_of(writes)
        commit = Commit(step_of(writes), paths, self._count("commit", paths))
        if self._roll("slow", *commit):
            await asyncio.sleep(self._plan.longest * self._dice.roll("how slow", *commit))
        if self._dies("before", commit.step, *commit):
            raise _dead()
        if self._roll("abort", *commit):
            raise aborted("The transaction lost to another one (injected fault).")
        return commit

    async def after_commit(self, commit: Commit | None) -> None:
        """Runs after a commit, before the response.

        Raises:
            FirestoreError: the response is lost.
        """
        if commit is None:
            return
        if self._dies("after", commit.step, *commit):
            raise _dead()
        if self._roll("lose", *commit):
            raise unavailable("The response to the commit was lost (injected fault).")

    def dies_at_enqueue(self, when: str, name: str) -> bool:
        """Kills the process that enqueues a task, before or after it does; returns whether so."""
        return self._active and self._dies(when, "enqueue", name, self._count(when, name))

    def _count(self, *what: str) -> int:
        """Counts an occurrence and returns how many there are so far."""
        self._counts[what] += 1
        return self._counts[what]

    def _roll(self, fault: str, *about: object) -> bool:
        rate: float = getattr(self._plan, fault)
        happens = rate > 0 and self._dice.roll(fault, *about) < rate
        self._injected[fault] += happens
        return happens

    def _dies(self, when: str, step: str, *about: object) -> bool:
        point = f"{when}-{step}"
        first = point not in self._reached
        self._reached.add(point)
        if first and point == self._plan.crash_at:
            log.warning("killing the stack at %s, as planned", point)
            self._processes.kill_stack()
        planned = first and point in self._plan.kill_at
        if not planned and not self._roll("kill", when, step, *about):
            return False
        self._injected[point] += 1
        self._processes.kill_worker()
        return True


def _dead() -> FirestoreError:
    """Returns an error for a caller that no longer exists."""
    return unavailable("The caller was killed (injected fault).")
