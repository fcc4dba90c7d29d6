"""The dashboard's response times: its first view, and how soon it shows a change made elsewhere.

The user has 5,000 notes. A browser without a cache opens the page repeatedly; each time is measured
from the first byte of the page until its view is complete, with nothing left to load. Then changes
are made through the API, and each is timed from the API's answer until the page shows it.
`python -m bench.first_view` prints the medians and exits with 1 if one exceeds its limit. It has
the same prerequisites as the dashboard's browser tests.
"""

import statistics
import sys
import time

from emulator.client import StackProcess, stack_process
from tests.e2e.dashboard import Contexts, Dashboard
from tests.e2e.many_notes import note_many
from tests.support.api import Api
from tests.support.chromium import chromium, missing

NOTES = 5000
ROUNDS = 9
LIMIT = 1000
"""Milliseconds from the first byte until the first view is usable."""
SEEN_WITHIN = 2000
"""Milliseconds from a change made elsewhere until the page shows it."""
VIEWS = {"/today": "preference number 9", "/memory": f"{NOTES:,} notes"}


def first_views(stack: StackProcess, browser: object) -> dict[str, list[float]]:
    """Milliseconds of each load of each view, always with an empty cache."""
    took: dict[str, list[float]] = {path: [] for path in VIEWS}
    for _ in range(ROUNDS):
        for path, text in VIEWS.items():
            page = Dashboard(Contexts(browser), stack.gateway)
            page.remember("reader")
            took[path].append(page.milliseconds_until(path, text))
            page.page.context.close()
    return took


def changes_seen(stack: StackProcess, browser: object, api: Api) -> list[float]:
    """Milliseconds from the answer to each change until an open page shows it."""
    page = Dashboard(Contexts(browser), stack.gateway)
    page.open("/today", "reader")
    page.settle()
    took = []
    for number in range(ROUNDS):
        text = f"a change made elsewhere, number {number}"
        api.post("/v1/preferences", {"type": "goal", "description": text})
        began = time.perf_counter()
        page.page.get_by_text(text).first.wait_for()
        took.append(1000 * (time.perf_counter() - began))
    page.page.context.close()
    return took


def main() -> int:
    """Measures and prints; returns 0 if every median is within its limit."""
    if reason := missing():
        print(f"Not measured: the dashboard. {reason}")
        return 0
    env = {"GOOGLE_CLOUD_PROJECT": "demo-first-view", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack, stack.user("reader") as client, chromium() as browser:
        api = Api(client, stack)
        for number in range(10):
            body = {"type": "like", "description": f"preference number {number}"}
            api.post("/v1/preferences", body)
        note_many(api, NOTES)
        views = first_views(stack, browser)
        seen = changes_seen(stack, browser, api)
    within = True
    for name, times, limit in (
        *((path, views[path], LIMIT) for path in VIEWS),
        ("a change made elsewhere", seen, SEEN_WITHIN),
    ):
        median = statistics.median(times)
        within = within and median <= limit
        print(f"{name}: {median:.0f} ms ({min(times):.0f}–{max(times):.0f}), limit {limit} ms")
    return int(not within)


if __name__ == "__main__":
    sys.exit(main())
