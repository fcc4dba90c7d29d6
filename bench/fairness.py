"""Fairness: how long a user waits for an analysis while another user's many prompts are analyzed.

`python -m bench.fairness` lets one user record a thousand prompts, each analyzed on its own, then
another one ten, and takes the time until those ten are analyzed.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.figures import save, table
from emulator.client import StackProcess, stack_process
from tests.support.api import Api

PROMPTS = 1000
_PER_REQUEST = 100
_POLL = 0.02
"""Seconds between two looks."""
AT_MOST = 20
"""How often the time alone the second user may wait."""


def measure(stack: StackProcess, prompts: int = PROMPTS) -> dict[str, Any]:
    """Returns the second user's seconds, alone and behind the first one's prompts."""
    alone = min(_seconds_to_learn(stack, f"alone-{n}") for n in range(3))
    with stack.user("busy") as client:
        busy = Api(client, stack)
        busy.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": 1})
        for first in range(0, prompts, _PER_REQUEST):
            texts = range(first, min(first + _PER_REQUEST, prompts))
            busy.post("/v1/prompts", {"prompts": [{"content": f"No. {n}"} for n in texts]})
        before = _analyzed(busy)
        behind = _seconds_to_learn(stack, "behind")
        between = _analyzed(busy) - before
    ratio = behind / alone
    return {
        "prompts": prompts,
        "alone": alone,
        "behind": behind,
        "ratio": ratio,
        "analyzedBetween": between,
        "met": ratio <= AT_MOST,
    }


def _seconds_to_learn(stack: StackProcess, uid: str) -> float:
    with stack.user(uid) as client:
        api = Api(client, stack)
        began = time.perf_counter()
        texts = [{"content": f"I love subject number {n}."} for n in range(10)]
        api.post("/v1/prompts", {"prompts": texts})
        while _analyzed(api) < len(texts):
            time.sleep(_POLL)
        return time.perf_counter() - began


def _analyzed(api: Api) -> int:
    return int(api.profile().get("totalPromptsAnalyzed", 0))


def render(figures: Mapping[str, Any], _: Path) -> str:
    """The report's section."""
    rows = [
        ["alone", f"{figures['alone']:.2f} s", ""],
        ["behind", f"{figures['behind']:.2f} s", figures["analyzedBetween"]],
    ]
    return f"""## Fairness

One user records {figures["prompts"]:,} prompts, each analyzed on its own; right after that, another
user records ten. At most two batches of a user have a task at the same time, so the second user
does not wait for all of the first one's.

{table(["ten prompts analyzed", "time", "prompts of the first user analyzed meanwhile"], rows)}
"""


def main() -> int:
    """Measures and saves; returns 1 if the other user waits too long."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack:
        figures = measure(stack)
    save("fairness", figures)
    print(f"alone {figures['alone']:.2f} s, behind {figures['behind']:.2f} s")
    return int(not figures["met"])


if __name__ == "__main__":
    sys.exit(main())
