"""Lighthouse's scores of the dashboard: Today and Memory, as on a desktop and on a phone.

The user has 5,000 notes and a profile. Each view is loaded with an empty cache, several times, and
the median of each score counts. `python -m bench.lighthouse <command>` takes the command that runs
Lighthouse; `make lighthouse` has a pinned one. Prints the scores, and exits with 1 if one is below
its limit. A busy machine lowers the score of performance, so the load is printed, too.
"""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from emulator.client import StackProcess, stack_process
from tests.e2e.many_notes import note_many
from tests.support.api import Api
from tests.support.chromium import executable, missing

NOTES = 5000
ROUNDS = 3
LIMIT = 95
"""Points of 100."""
VIEWS = ("/today", "/memory?tab=archive")
PRESETS = {"desktop": ["--preset=desktop"], "phone": []}
CATEGORIES = ("performance", "accessibility", "best-practices")
UID = "reader"
REMEMBERED = f"localStorage.setItem('rekindle.signedIn', '[\"{UID}\"]')"


def scores(command: list[str], url: str, port: int, options: list[str]) -> dict[str, int]:
    """The points of one run of Lighthouse in the browser at a port, by category.

    Raises:
        subprocess.CalledProcessError: Lighthouse has failed; it says why on standard error.
    """
    chosen = [
        f"--port={port}",
        "--disable-storage-reset",
        "--output=json",
        "--quiet",
        f"--only-categories={','.join(CATEGORIES)}",
        *options,
    ]
    ran = subprocess.run([*command, url, *chosen], check=True, stdout=subprocess.PIPE, text=True)
    report: dict[str, Any] = json.loads(ran.stdout)
    return {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES}


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def measure(command: list[str], stack: StackProcess) -> bool:
    """Measures every view with every preset; returns whether all are within the limit."""
    from playwright.sync_api import sync_playwright

    port, within = free_port(), True
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        # Lighthouse opens its own tab, which shares only the default context.
        context = playwright.chromium.launch_persistent_context(
            Path(profile),
            executable_path=executable(),
            args=["--no-sandbox", "--disable-dev-shm-usage", f"--remote-debugging-port={port}"],
        )
        page = context.new_page()
        page.goto(f"{stack.gateway}/icon.svg")
        page.evaluate(REMEMBERED)
        page.goto("about:blank")
        for preset, options in PRESETS.items():
            for view in VIEWS:
                runs = [
                    scores(command, f"{stack.gateway}{view}", port, options) for _ in range(ROUNDS)
                ]
                medians = {
                    name: statistics.median(run[name] for run in runs) for name in CATEGORIES
                }
                within = within and min(medians.values()) >= LIMIT
                found = ", ".join(f"{name} {points}" for name, points in medians.items())
                print(f"{view} on a {preset}: {found} (load {os.getloadavg()[0]:.0f})", flush=True)
        context.close()
    return within


def main() -> int:
    """Measures and prints; returns 0 if every median is within the limit."""
    if reason := missing():
        print(f"Not measured: the dashboard. {reason}")
        return 0
    env = {"GOOGLE_CLOUD_PROJECT": "demo-lighthouse", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack, stack.user(UID) as client:
        api = Api(client, stack)
        for number in range(10):
            body = {"type": "like", "description": f"preference number {number}"}
            api.post("/v1/preferences", body)
        note_many(api, NOTES)
        return int(not measure(sys.argv[1:], stack))


if __name__ == "__main__":
    sys.exit(main())
