"""Cold start: importing a public function's entry point, against what it cannot do without.

Each HTTP function must verify tokens and read Firestore, so importing functions_framework,
google.cloud.firestore and firebase_admin.auth is the least that any of them takes. Both imports are
timed in processes of their own, in turns, and the medians are compared: the ratio depends little on
the machine. `python -m bench.cold_start` prints it and ends with 1 where it is above the limit.

Some of the least is imported only when a request needs it; what an instance has imported once it
answered one is told as well, against the same least.
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
ROUNDS = 5
ROOT = Path(__file__).resolve().parents[1]
LEAST = "import functions_framework, google.cloud.firestore, firebase_admin.auth"
FIRST_REQUEST = "import adapters.firestore, firebase_admin.auth"
MORE_OF_A_FIRST_REQUEST = {"mcp": "import functions.http.mcp_exchange"}
_TIMED = """
import time
began = time.perf_counter()
{code}
print(time.perf_counter() - began)
"""


def public_functions() -> list[str]:
    """The functions that Hosting serves, as firebase.json names them."""
    rewrites = json.loads((ROOT / "firebase.json").read_text())["hosting"]["rewrites"]
    return sorted({rewrite["run"]["serviceId"] for rewrite in rewrites if "run" in rewrite})


def seconds(code: str) -> float:
    """How long the code takes in a new process, without the process's own start."""
    env = {"PATH": os.environ["PATH"], "GOOGLE_CLOUD_PROJECT": "demo", "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", _TIMED.format(code=code)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section; it needs no plot."""
    del plots
    rows = [
        [f"`{name}`", f"{ratios['start']:.2f}", f"{ratios['firstRequest']:.2f}"]
        for name, ratios in figures["functions"].items()
    ]
    header = ["function", "imported", "after a first request"]
    return f"""## Cold start

Importing each public function's entry point, in multiples of importing what none of them can do
without: functions_framework, google.cloud.firestore and firebase_admin.auth, which takes
{figures["leastSeconds"] * 1000:.0f} ms. At most {figures["limit"]} is asked for.

{table(header, rows)}
"""


def main() -> int:
    """Measures and prints; 0 if every function is within the limit."""
    entries = {name: f"import main; main.{name}" for name in public_functions()}
    codes = {(name, False): code for name, code in entries.items()}
    codes |= {
        (name, True): "; ".join((code, FIRST_REQUEST, MORE_OF_A_FIRST_REQUEST.get(name, "pass")))
        for name, code in entries.items()
    }
    for code in (LEAST, *codes.values()):
        seconds(code)  # compiles and caches; not counted
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
        print(f"{name}: {ratios[name, False]:.2f} times, {ratios[name, True]:.2f} with a request")
    worst = max(ratios[name, False] for name in entries)
    figures = {
        "leastSeconds": base,
        "limit": LIMIT,
        "functions": {
            name: {"start": ratios[name, False], "firstRequest": ratios[name, True]}
            for name in entries
        },
    }
    save("cold_start", figures)
    print(f"largest ratio {worst:.2f}, limit {LIMIT}")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
