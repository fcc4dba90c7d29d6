"""Cold start: the time to import a public function's entry point, relative to its minimum.

Every HTTP function must verify tokens and read Firestore, so its minimum is to import
functions_framework, google.cloud.firestore and firebase_admin.auth. Both imports are timed in
separate processes, alternately, and their medians are compared; the ratio depends little on the
machine. `python -m bench.cold_start` prints it and exits with 1 if anything exceeds its limit.

Part of the minimum is imported only when a request needs it. The time to import everything that an
instance has imported after its first request is therefore given as well, relative to the same
minimum.

What telemetry adds to that is measured in the same way: the same imports without a collector and
with one, alternately.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.figures import save, table

LIMIT = 1.15
"""The most that the import of an entry point may take, relative to the minimum."""
FIRST_REQUEST_LIMIT = 2.0
"""The most that it may take with what a first request imports."""
MORE_FOR_A_FIRST_REQUEST = {"mcp": 3.0}
"""The same for functions whose requests need more libraries."""
TELEMETRY_LIMIT = 1.3
"""The most CPU that a start and a first request may take with a collector, relative to without."""
TELEMETRY_MIB = 10.0
"""The most memory that telemetry may add, in MiB."""
ROUNDS = 5
ROOT = Path(__file__).resolve().parents[1]
LEAST = "import functions_framework, google.cloud.firestore, firebase_admin.auth"
FIRST_REQUEST = "import adapters.firestore, firebase_admin.auth"
MORE_OF_A_FIRST_REQUEST = {"mcp": "import functions.http.mcp_exchange"}
_TIMED = """
import resource, time
began, worked = time.perf_counter(), time.process_time()
{code}
took, worked = time.perf_counter() - began, time.process_time() - worked
print(took, worked, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
OBSERVED = "prompts"
"""The function whose start is compared with and without telemetry."""
REPORTING = "from functions.wiring.services import services; services().telemetry"
COLLECTOR = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
"""A collector that nothing is sent to: the process ends before it answers a request."""


def public_functions() -> list[str]:
    """The functions that Hosting serves, by their names in firebase.json."""
    rewrites = json.loads((ROOT / "firebase.json").read_text())["hosting"]["rewrites"]
    return sorted({rewrite["run"]["serviceId"] for rewrite in rewrites if "run" in rewrite})


def seconds(code: str) -> float:
    """How long the code takes in a new process, not counting the start of the process."""
    return cost(code)[0]


def cost(code: str, **more: str) -> tuple[float, float, float]:
    """What the code takes in a new process: seconds, seconds of CPU, and the most memory in MiB."""
    env = {"PATH": os.environ["PATH"], "GOOGLE_CLOUD_PROJECT": "demo", "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", _TIMED.format(code=code)],
        cwd=ROOT,
        env=env | more,
        capture_output=True,
        text=True,
        check=True,
    )
    took, worked, memory = map(float, done.stdout.split())
    return took, worked, memory


def telemetry(rounds: int = ROUNDS) -> dict[str, Any]:
    """What a first request takes without telemetry and with it: medians of CPU and MiB."""
    code = "; ".join((f"import main; main.{OBSERVED}", FIRST_REQUEST, REPORTING))
    kinds: dict[str, dict[str, str]] = {"off": {}, "on": COLLECTOR}
    for env in kinds.values():
        cost(code, **env)  # compiles and caches; not measured
    taken: dict[str, list[tuple[float, float, float]]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind, env in kinds.items():
            taken[kind].append(cost(code, **env))
    return {
        kind: {
            "seconds": statistics.median(worked for _, worked, _ in each),
            "mib": statistics.median(memory for _, _, memory in each),
        }
        for kind, each in taken.items()
    }


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    rows = [
        [f"`{name}`", f"{ratios['start']:.2f}", f"{ratios['firstRequest']:.2f}"]
        for name, ratios in figures["functions"].items()
    ]
    header = ["function", "import", "import and first request"]
    return f"""## Cold start

The time to import each public function's entry point, as a multiple of the time to import what all
of them need: functions_framework, google.cloud.firestore and firebase_admin.auth, which takes
{figures["leastSeconds"] * 1000:.0f} ms. The limit for the import is {figures["limit"]}.

{table(header, rows)}

{_with_and_without(figures["telemetry"])}
"""


def _with_and_without(measured: Mapping[str, Any]) -> str:
    off, on = measured["off"], measured["on"]
    return (
        f"With a collector configured, the import and first request of `{OBSERVED}` take "
        f"{on['seconds'] / off['seconds']:.2f} times as much CPU ({on['seconds'] * 1000:.0f} ms "
        f"instead of {off['seconds'] * 1000:.0f} ms) and {on['mib'] - off['mib']:.1f} MiB more "
        f"memory ({on['mib']:.1f} instead of {off['mib']:.1f}). Without one, nothing of "
        "OpenTelemetry is imported."
    )


def highlight(figures: Mapping[str, Any]) -> list[str]:
    """The row in the table of highlights."""
    off, on = figures["telemetry"]["off"], figures["telemetry"]["on"]
    worst = max(each["start"] for each in figures["functions"].values())
    return [
        "cold start, relative to importing the libraries that every function needs",
        f"at most {worst:.2f}×; telemetry, where it is switched on, adds "
        f"{on['seconds'] / off['seconds'] - 1:.0%} of CPU to the start and first request of "
        f"`{OBSERVED}`, and {on['mib'] - off['mib']:.1f} MiB",
    ]


def main() -> int:
    """Measures and prints; returns 0 if every function is within the limit."""
    entries = {name: f"import main; main.{name}" for name in public_functions()}
    codes = {(name, False): code for name, code in entries.items()}
    codes |= {
        (name, True): "; ".join((code, FIRST_REQUEST, MORE_OF_A_FIRST_REQUEST.get(name, "pass")))
        for name, code in entries.items()
    }
    for code in (LEAST, *codes.values()):
        seconds(code)  # compiles and caches; not measured
    least: list[float] = []
    times: dict[tuple[str, bool], list[float]] = {key: [] for key in codes}
    for _ in range(ROUNDS):
        for key, code in codes.items():
            least.append(seconds(LEAST))
            times[key].append(seconds(code))
    base = statistics.median(least)
    ratios = {key: statistics.median(measured) / base for key, measured in times.items()}
    print(f"functions_framework, firestore and firebase_admin.auth: {base * 1000:.0f} ms")
    for name in entries:
        print(f"{name}: {ratios[name, False]:.2f}x, {ratios[name, True]:.2f}x with a request")
    worst = max(ratios[name, False] for name in entries)
    figures = {
        "leastSeconds": base,
        "limit": LIMIT,
        "functions": {
            name: {"start": ratios[name, False], "firstRequest": ratios[name, True]}
            for name in entries
        },
        "telemetry": telemetry(),
    }
    save("cold_start", figures)
    print(f"largest ratio {worst:.2f}, limit {LIMIT}")
    beyond = exceeded(figures)
    print("\n".join(beyond))
    return int(bool(beyond))


def exceeded(figures: Mapping[str, Any]) -> list[str]:
    """Returns what exceeds its limit, a sentence each."""
    found = []
    for name, ratios in figures["functions"].items():
        limits = {
            "start": LIMIT,
            "firstRequest": MORE_FOR_A_FIRST_REQUEST.get(name, FIRST_REQUEST_LIMIT),
        }
        found += [
            f"{name}: {kind} is {ratios[kind]:.2f}, above its limit of {limit}."
            for kind, limit in limits.items()
            if ratios[kind] > limit
        ]
    off, on = figures["telemetry"]["off"], figures["telemetry"]["on"]
    if on["seconds"] > off["seconds"] * TELEMETRY_LIMIT:
        found.append(f"Telemetry takes {on['seconds'] / off['seconds']:.2f} times as much CPU.")
    if on["mib"] > off["mib"] + TELEMETRY_MIB:
        found.append(f"Telemetry takes {on['mib'] - off['mib']:.1f} MiB more memory.")
    return found


if __name__ == "__main__":
    sys.exit(main())
