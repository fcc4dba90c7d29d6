"""Cold start: importing a public function's entry point, against what it cannot do without.

Each HTTP function must verify tokens and read Firestore, so importing functions_framework,
google.cloud.firestore and firebase_admin.auth is the least that any of them takes. Both imports are
timed in processes of their own, in turns, and the medians are compared: the ratio depends little on
the machine. `python -m bench.cold_start` prints it and ends with 1 where it is above the limit.
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

LIMIT = 1.15
ROUNDS = 9
ROOT = Path(__file__).resolve().parents[1]
LEAST = "import functions_framework, google.cloud.firestore, firebase_admin.auth"
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


def main() -> int:
    """Measures and prints; 0 if every function is within the limit."""
    codes = {name: f"import main; main.{name}" for name in public_functions()}
    times: dict[str, list[float]] = {"": [], **{name: [] for name in codes}}
    for code in (LEAST, *codes.values()):
        seconds(code)  # compiles and caches; not counted
    for _ in range(ROUNDS):
        for name, code in codes.items():
            times[""].append(seconds(LEAST))
            times[name].append(seconds(code))
    least = statistics.median(times.pop(""))
    print(f"functions_framework, firestore and firebase_admin.auth: {least * 1000:.0f} ms")
    worst = 0.0
    for name, measured in times.items():
        ratio = statistics.median(measured) / least
        worst = max(worst, ratio)
        print(f"{name}: {statistics.median(measured) * 1000:.0f} ms, {ratio:.2f} times")
    print(f"largest ratio {worst:.2f}, limit {LIMIT}")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
