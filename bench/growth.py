"""Memory growth: an hour's worth of work must not grow the resident memory of any process.

`python -m bench.growth` compresses an hour into a few minutes. Each slice stands for five minutes:
users send prompts, save, search, ask for context, and are erased, so the amount of data is the same
at the end of each slice. Then the stack's clock advances by more than a day, so that all that is
kept for an hour or a day by design has expired: old document versions, task names, delivered
events. Any remaining growth would be a leak. It reads /proc, so it needs Linux.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.figures import save, slope, table
from bench.load import offer
from bench.people import settle
from bench.workload import uid_of
from emulator.client import StackProcess, stack_process
from emulator.gateway.__main__ import THREADS

SEED = 22
WARM_UP, HOUR = 3, 12
"""Slices before anything is compared, and slices in the hour."""
USERS = 10
RATE = 50.0
SECONDS = 8.0
FLAT = 0.03
"""The share by which a process's memory may grow in the hour."""
CROWDS = 6
CROWD = 2 * THREADS
_CROWD_WITHIN = 0.25
_MORE_THAN_A_DAY = 25 * 3600.0


def work(stack: StackProcess, turn: int, users: int, rate: float, seconds: float) -> int:
    """Runs one slice, which leaves no data behind; returns the number of failed requests."""
    settle(stack, users, SEED)
    step = offer(stack, rate, seconds, users, SEED + turn, seed_of_notes=SEED)
    _erase(stack, users)
    stack.control("POST", "clock", {"advanceSeconds": _MORE_THAN_A_DAY})
    # Waiting for idleness writes, and a write makes the database drop old versions.
    stack.idle()
    return int(step["errors"])


def _erase(stack: StackProcess, users: int) -> None:
    for user in range(users):
        with stack.user(uid_of(user)) as client:
            client.delete("/v1/account").raise_for_status()
    stack.idle()


def crowds(stack: StackProcess, users: int) -> None:
    """Sends crowds of requests until every thread of the workers has served most kinds.

    A worker starts a thread when none is free, and a thread's stack and share of the allocator
    grow with the first requests it serves. With 256 threads, that would look like a leak for hours.
    """
    settle(stack, users, SEED)
    for number in range(CROWDS):
        offer(stack, CROWD / _CROWD_WITHIN, _CROWD_WITHIN, users, SEED - 1 - number, SEED)
    # The notes they saved would be duplicates in the first slice.
    _erase(stack, users)


def resident(pid: int) -> float:
    """The resident memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"/proc/{pid}/status has no VmRSS: the process has ended")


def processes(stack: StackProcess) -> dict[str, int]:
    """The process ids of the stack and of the workers, in the order in which they were started."""
    (gateway,) = _children(stack.process.pid)
    front, back = sorted(_children(gateway))
    return {"stack": stack.process.pid, "front": front, "back": back}


def _children(pid: int) -> list[int]:
    return [
        int(child)
        for thread in Path(f"/proc/{pid}/task").iterdir()
        for child in (thread / "children").read_text().split()
    ]


def measure(
    *,
    warm_up: int = WARM_UP,
    hour: int = HOUR,
    users: int = USERS,
    rate: float = RATE,
    seconds: float = SECONDS,
) -> dict[str, Any]:
    """All figures, from a fresh stack; memory in MiB."""
    env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack:
        pids = processes(stack)
        memory: dict[str, list[float]] = {name: [resident(pid)] for name, pid in pids.items()}
        crowds(stack, users)
        errors = 0
        for turn in range(warm_up + hour):
            errors += work(stack, turn, users, rate, seconds)
            for name, pid in pids.items():
                memory[name].append(resident(pid))
            print({name: round(values[-1], 1) for name, values in memory.items()}, flush=True)
    growth = {name: growth_of(values[warm_up:]) for name, values in memory.items()}
    return {
        "requests": round(hour * rate * seconds),
        "slices": hour,
        "warmUp": warm_up,
        "crowd": CROWDS * CROWD,
        "users": users,
        "memory": memory,
        "growth": growth,
        "errors": errors,
        "met": not errors and all(one["share"] <= FLAT for one in growth.values()),
    }


def growth_of(values: Sequence[float]) -> dict[str, float]:
    """How much a process grows over the samples, along the least-squares line."""
    grown = slope(values) * (len(values) - 1)
    return {"mib": grown, "share": grown / values[0]}


def highlight(figures: Mapping[str, Any]) -> tuple[str, str]:
    """The benchmark's row in the highlights table."""
    grown = (f"{name} {one['share']:+.1%}" for name, one in figures["growth"].items())
    return "memory growth in an hour's worth of work", ", ".join(grown)


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section; draws its plot."""
    from bench.plots import figure, keep

    warm_up, slices = figures["warmUp"], figures["slices"]
    minutes = [60 * (number - warm_up) / slices for number in range(warm_up + slices + 1)]
    drawing, axes = figure("Resident memory", "minutes of work", "MiB")
    for name, values in figures["memory"].items():
        axes.plot(minutes, values, marker=".", label=name)
    axes.axvspan(minutes[0], 0, alpha=0.08, label="warm-up")
    axes.set_ylim(0, 1.1 * max(max(values) for values in figures["memory"].values()))
    axes.legend(ncols=3, loc="lower right")
    keep(drawing, plots / "growth.svg")
    rows = [
        [
            name,
            f"{values[0]:.0f} MiB",
            f"{values[warm_up]:.0f} MiB",
            f"{values[-1]:.0f} MiB",
            f"{figures['growth'][name]['mib']:+.1f} MiB ({figures['growth'][name]['share']:+.1%})",
        ]
        for name, values in figures["memory"].items()
    ]
    header = ["process", "at start", "warmed up", "after the hour", "growth (line)"]
    return f"""## Memory growth

An hour's worth of work: {figures["requests"]:,} requests of the mix above, in {slices} slices. The
warm-up is {figures["crowd"]:,} requests in crowds, so that each of a worker's {THREADS} threads
has served some, and then {warm_up} slices. In each slice {figures["users"]} users are created,
served and erased. Then the clock advances by 25 hours, so that everything kept for an hour or a day
by design has expired, and memory is read. The amount of stored data is the same each time, so any
growth would be a leak. It is measured along the least-squares line through the hour; up to
{FLAT:.0%} counts as flat.

![Resident memory of the processes over the hour](growth.svg)

{table(header, rows)}
"""


def main() -> int:
    """Measures and saves; returns 1 if a process grew or a request failed."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    figures = measure()
    save("growth", figures, seed=SEED)
    print({name: f"{one['mib']:+.1f} MiB" for name, one in figures["growth"].items()})
    return int(not figures["met"])


if __name__ == "__main__":
    sys.exit(main())
