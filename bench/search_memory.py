"""How much memory searches take: over archives that grow, and several at once.

`python -m bench.search_memory` starts its own stack. Each measurement is a process of its own,
which first searches a small archive. What counts is how far its memory rises above that.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.archives import long_notes, write_archive
from bench.figures import save, table
from emulator.client import stack_process
from emulator.gateway.paths import ROOT
from functions.wiring.config import Config
from functions.wiring.services import Services
from shared.base.errors import Unavailable
from shared.memory.search.search_service import SearchQuery

PROJECT = "demo-bench"
CHARS = 2000
SIZES = (5_000, 10_000, 20_000)
AT_ONCE = (1, 4)
ONE_AT_MOST, FOUR_AT_MOST = 100.0, 256.0
"""Limits in MB for the largest archive: one search, and four at once."""
QUESTION = "Which of the notes was about the trip with the family?"


def measured(stack_firestore: str, uid: str, searches: int) -> dict[str, float]:
    """Runs searches at once in a process of their own; returns its rise in MB, and the seconds."""
    env = {
        **os.environ,
        "GOOGLE_CLOUD_PROJECT": PROJECT,
        "FIRESTORE_EMULATOR_HOST": stack_firestore,
    }
    command = [sys.executable, "-m", "bench.search_memory", "--search", uid, str(searches)]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def _search(uid: str, searches: int) -> None:
    services = Services(Config.from_env(os.environ))
    services.search.search("small", SearchQuery(QUESTION))
    before = _highest()
    taken: list[float] = []

    def search() -> None:
        began = time.perf_counter()
        # On a slow machine, the last of them may have waited for room in vain.
        with suppress(Unavailable):
            assert services.search.search(uid, SearchQuery(QUESTION)).results
            taken.append(time.perf_counter() - began)

    threads = [threading.Thread(target=search) for _ in range(searches)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answered = len(taken)
    assert answered
    after = _highest()
    rise = after - before
    print(json.dumps({"rise": rise, "process": after, "seconds": max(taken), "answered": answered}))


def _highest() -> float:
    """The most memory this process has had, in MB. On Linux, `ru_maxrss` may be the parent's."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    rows = [
        [
            f"{one['notes']:,}",
            one["searches"],
            one["answered"],
            f"{one['rise']:.0f} MB",
            f"{one['process']:.0f} MB",
            f"{one['seconds']:.1f} s",
        ]
        for one in figures["measured"]
    ]
    header = ["notes", "searches at once", "answered", "rise", "whole process", "slowest answer"]
    return f"""## Memory of searches

Over notes of {figures["chars"]:,} characters each. The rise is how much more memory a process takes
at its highest than for a search over a small archive. Limits: {ONE_AT_MOST:.0f} MB for one search
over {SIZES[-1]:,} notes, {FOUR_AT_MOST:.0f} MB for four at once.

{table(header, rows)}
"""


def main() -> int:
    """Measures; returns 1 if a limit is exceeded."""
    if sys.argv[1:2] == ["--search"]:
        _search(sys.argv[2], int(sys.argv[3]))
        return 0
    found: list[dict[str, Any]] = []
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": PROJECT}) as stack:
        os.environ |= {"GOOGLE_CLOUD_PROJECT": PROJECT, "FIRESTORE_EMULATOR_HOST": stack.firestore}
        store = Services(Config.from_env(os.environ)).store
        write_archive(store, "small", long_notes(100, CHARS))
        for notes in SIZES:
            write_archive(store, f"user-{notes}", long_notes(notes, CHARS))
        for notes in SIZES:
            for searches in AT_ONCE if notes == SIZES[-1] else AT_ONCE[:1]:
                result = measured(stack.firestore, f"user-{notes}", searches)
                found.append({"notes": notes, "searches": searches, **result})
                print(found[-1], flush=True)
    save("search_memory", {"chars": CHARS, "measured": found}, seed=11)
    one, four = found[-2]["rise"], found[-1]["rise"]
    return int(one > ONE_AT_MOST or four > FOUR_AT_MOST)


if __name__ == "__main__":
    sys.exit(main())
