"""How much load the embedded stack takes, compared with an earlier version in the same run.

Check the earlier version out into a folder, run `make setup` there, and then
`python -m bench.peers.earlier FOLDER`. The figures go to `bench/results/peers_earlier.json`;
`render` turns them into the report's section.

The two take turns, each on a fresh stack. This version's generator sends both the same requests,
and `bench.load` says when a stack keeps up.
"""

import argparse
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from bench.figures import save
from bench.load import (
    GROWTH,
    SEED,
    SHARES,
    STEP_SECONDS,
    STEPS_AT_MOST,
    USERS,
    keeps_up,
    maximum_of,
    offer,
    steps,
)
from bench.peers.markdown import ratio, table
from bench.people import settle
from emulator.client import Process, Start, stack_process, start

ROUNDS = 2
FIRST_RATE = 40.0
TIMES = 1.5
"""How many times the earlier version's maximum is asked for."""
_OURS, _EARLIER = "this version", "earlier version"


def started_in(folder: Path) -> Start:
    """Returns what starts the stack of the version that is set up in a folder."""

    def begin(arguments: Sequence[str], env: Mapping[str, str], log: IO[str] | None) -> Process:
        return subprocess.Popen(
            [str(folder / ".venv" / "bin" / "python"), "-m", "emulator", *arguments],
            cwd=folder,
            env=dict(env),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )

    return begin


def maximum(begin: Start) -> float:
    """Returns the requests per second of the last step that a fresh stack keeps up with.

    Raises:
        SystemExit: it kept up with none.
    """
    env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
    # The other version's packages must not be found through this one's environment.
    env |= {name: "" for name in ("PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    with stack_process(env=env, start=begin) as stack:
        settle(stack, USERS, SEED)
        offer(stack, FIRST_RATE, STEP_SECONDS / 3, USERS, SEED)
        taken = steps(stack, FIRST_RATE, GROWTH, STEP_SECONDS, USERS, STEPS_AT_MOST, keeps_up)
    return maximum_of(taken)


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    ours, earlier = figures["ours"], figures["earlier"]
    mix = ", ".join(f"{kind} {share} %" for kind, share in SHARES.items())
    rows = [
        [str(number), f"{its:.0f}", f"{mine:.0f}", ratio(mine, its)]
        for number, (its, mine) in enumerate(zip(earlier, ours, strict=True), start=1)
    ]
    head = ["round", f"version {figures['version']}", _OURS, "ratio"]
    return f"""## Load compared with an earlier version

The most requests per second ({mix}) that each embedded stack keeps up with, in turns, as measured
under "Load".

{table(head, rows)}
"""


def main() -> int:
    """Measures and saves; returns 1 if the ratio falls short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the earlier version is set up")
    folder = parser.parse_args().folder.resolve()
    version = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"]
    ours: list[float] = []
    earlier: list[float] = []
    for _ in range(ROUNDS):
        for name, begin, found in (
            (_EARLIER, started_in(folder), earlier),
            (_OURS, start, ours),
        ):
            found.append(maximum(begin))
            print(f"{name}: {found[-1]:.0f}/s", flush=True)
    save("peers.earlier", {"version": version, "earlier": earlier, "ours": ours}, seed=SEED)
    return int(sum(ours) < TIMES * sum(earlier))


if __name__ == "__main__":
    sys.exit(main())
