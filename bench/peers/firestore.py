"""Compares the embedded Firestore with `@firestore-emulator/server`: same client, same run.

`make peers` installs what it needs; then run `python -m bench.peers.firestore`. The figures go to
`bench/results/peers_firestore.json`; `render` turns them into the report's section.

All servers run at the same time and take turns, a few calls of each operation at a time, so that
other load on the machine affects them all. Every result is checked. The other emulator keeps
everything in memory, so it is compared with the embedded one in memory; the durable one is listed
as well.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from bench.peers.behaviours import BEHAVIOURS, tried
from bench.peers.emulators import DURABLE, OURS, PEER, Emulator, embedded, peer, peer_versions
from bench.peers.firestore_report import highlight, render
from bench.peers.operations import LISTEN, LISTENED, OPERATIONS, Listener, fill, prepare
from bench.peers.processes import PeerMissing
from bench.peers.timing import busy, machine, rotated
from emulator.gateway.paths import ROOT

__all__ = ["highlight", "main", "measure", "render"]

RESULTS = ROOT / "bench" / "results" / "peers_firestore.json"
PACKAGES = ("google-cloud-firestore", "grpcio", "protobuf")
ROUNDS = 15
STARTS = 11
DOCUMENTS = 10_000
Start = Callable[[], AbstractContextManager[Emulator]]
STARTS_OF: dict[str, Start] = {
    OURS: embedded,
    DURABLE: lambda: embedded(DURABLE),
    PEER: peer,
}


def timed_operations(emulators: Sequence[Emulator], rounds: int) -> dict[str, Any]:
    """Milliseconds per call in each round, by operation and emulator."""
    milliseconds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    numbers = iter(range(1, sys.maxsize))

    def turn(name: str, who: Emulator, work: Callable[[Any, int], None], times: int) -> None:
        mine = [next(numbers) for _ in range(times)]
        began = time.perf_counter()
        for number in mine:
            work(who.client, number)
        milliseconds[name][who.name].append((time.perf_counter() - began) / times * 1e3)

    for emulator in emulators:
        prepare(emulator.client)
        for operation in OPERATIONS:
            operation.work(emulator.client, next(numbers))  # not measured
    for number in range(rounds):
        for operation in OPERATIONS:
            for emulator in rotated(emulators, number):
                turn(operation.name, emulator, operation.work, operation.times)
    listeners = {emulator.name: Listener(emulator.client) for emulator in emulators}
    for number in range(rounds):
        for emulator in rotated(emulators, number):
            turn(LISTEN, emulator, listeners[emulator.name].work, LISTENED)
    for listener in listeners.values():
        listener.close()
    return {name: dict(by_emulator) for name, by_emulator in milliseconds.items()}


def start_up(starts: dict[str, Start], times: int) -> dict[str, list[float]]:
    """Milliseconds from starting a process until it answers its first read, for each start."""
    milliseconds: dict[str, list[float]] = defaultdict(list)
    for number in range(times + 1):
        for name in rotated(list(starts), number):
            began = time.perf_counter()
            with starts[name]() as emulator:
                emulator.client.document("a/b").get()
                if number:  # the first start fills the machine's caches
                    milliseconds[name].append((time.perf_counter() - began) * 1e3)
    return dict(milliseconds)


def memory(start: Start, documents: int) -> dict[str, float]:
    """Bytes a process holds after its first read, and with documents of about 1 KB."""
    with start() as emulator:
        emulator.client.document("a/b").get()
        before = emulator.resident_bytes()
        fill(emulator.client, "many", documents)
        after = emulator.resident_bytes()
    return {"empty": before, "full": after, "perDocument": (after - before) / documents}


def behaviours(start: Start) -> dict[str, str]:
    """The outcome of each behavior on an emulator, which is restarted if it crashes."""
    outcomes: dict[str, str] = {}
    waiting = list(BEHAVIOURS)
    while waiting:
        with start() as emulator:
            while waiting and emulator.conversation.process.poll() is None:
                name = waiting.pop(0)
                outcomes[name] = tried(emulator, BEHAVIOURS[name])
    return outcomes


def measure(rounds: int, starts: int, documents: int) -> dict[str, Any]:
    """All figures.

    Raises:
        PeerMissing: the peer is not installed.
    """
    versions = peer_versions()
    with ExitStack() as exits:
        emulators = [exits.enter_context(start()) for start in STARTS_OF.values()]
        operations = timed_operations(emulators, rounds)
    return {
        "operations": operations,
        "startUp": start_up(STARTS_OF, starts),
        "memory": {name: memory(start, documents) for name, start in STARTS_OF.items()},
        "documents": documents,
        "behaviours": {name: behaviours(STARTS_OF[name]) for name in (OURS, PEER)},
        "peer": versions,
        "rounds": rounds,
        "starts": starts,
    }


def main() -> int:
    """Measures and writes the figures; returns 0 even if the peer is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--output", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    load = busy()
    try:
        figures = measure(chosen.rounds, STARTS, DOCUMENTS)
    except PeerMissing as missing:
        print(f"Not measured: the embedded Firestore against {PEER}. {missing}.")
        return 0
    figures["setup"] = machine(PACKAGES) | {
        "command": "python -m bench.peers.firestore",
        "loadPerCore": {"before": load, "after": busy()},
    }
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_text(json.dumps(figures, indent=1) + "\n")
    with tempfile.TemporaryDirectory() as plots:
        print(render(figures, Path(plots)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
