"""A hot user: a hundred prompts from one user within one second, several times.

Every event of the burst contends for the same document. `python -m bench.burst` checks that each
prompt is still counted once and analyzed once, and measures how long it takes until everything is
learned and how many billed operations the contention costs.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from bench.figures import save, table
from bench.texts import sentences
from emulator.client import StackProcess, stack_process

SEED = 21
BURSTS = 5
PROMPTS = 100
WITHIN = 1.0
"""Seconds from the first prompt to the last."""
_SENDERS = 32


def said(count: int, seed: int) -> list[str]:
    """The prompts of a hot user; every tenth states a new preference."""
    talk = sentences(count, seed)
    things = list(dict.fromkeys(w for line in talk for w in line.split() if len(w) > 6))
    return [
        f"I love {things[number]}." if number % 10 == 0 else talk[number].removeprefix("Ann: ")
        for number in range(count)
    ]


def burst(stack: StackProcess, uid: str, count: int, seed: int) -> dict[str, Any]:
    """Runs one burst for a new user; returns its figures, with times in seconds."""
    stack.idle()
    stack.control("DELETE", "usage")
    texts = said(count, seed)
    with stack.user(uid) as client, ThreadPoolExecutor(_SENDERS) as senders:
        client.get("/v1/profile").raise_for_status()
        start = time.perf_counter()

        def send(number: int) -> tuple[str, float]:
            time.sleep(max(0.0, start + number * WITHIN / count - time.perf_counter()))
            body = {"prompts": [{"content": texts[number]}]}
            answer = client.post("/v1/prompts", json=body)
            answer.raise_for_status()
            recorded = answer.json()["prompts"][0]
            assert recorded["status"] == "recorded", recorded
            return recorded["id"], time.perf_counter()

        sent: list[tuple[str, float]] = []
        errors = 0
        for sending in [senders.submit(send, number) for number in range(count)]:
            try:
                sent.append(sending.result())
            except (httpx.HTTPError, AssertionError):
                errors += 1
        last = max(at for _, at in sent)
        stack.idle()
        learned = time.perf_counter()
        usage = stack.control("GET", "usage")
        analysed = _times_analysed(client)
        profile = client.get("/v1/profile").json()["profile"]
        pending = client.get("/v1/profile/status").json()["learning"]["pending"]
    ids = [id_ for id_, _ in sent]
    return {
        "errors": errors,
        "recorded": len(ids),
        "countedOnce": sum(analysed[id_] == 1 for id_ in ids),
        "countedTwice": sum(times > 1 for times in analysed.values()),
        "lost": sum(analysed[id_] == 0 for id_ in ids) - pending,
        "pending": pending,
        "analysedInProfile": profile["totalPromptsAnalyzed"],
        "preferences": len(profile["preferences"]),
        "recordedAfter": last - start,
        "learnedAfter": learned - start,
        "reads": usage["reads"],
        "writes": usage["writes"],
    }


def _times_analysed(client: httpx.Client) -> Counter[str]:
    """How many analyzed batches contain each prompt."""
    times: Counter[str] = Counter()
    token: str | None = ""
    while token is not None:
        params = {"pageSize": "100"} | ({"pageToken": token} if token else {})
        page = client.get("/v1/batches", params=params).raise_for_status().json()
        for batch in page["batches"]:
            if batch["state"] == "done":
                times.update(batch["promptIds"])
        token = page.get("nextPageToken")
    return times


def is_right(figures: Mapping[str, Any], count: int) -> bool:
    """Whether every prompt of a burst was counted once and analyzed once."""
    return bool(
        figures["errors"] == figures["countedTwice"] == figures["lost"] == 0
        and figures["countedOnce"] == figures["analysedInProfile"] == count
    )


def measure(*, bursts: int = BURSTS, count: int = PROMPTS) -> dict[str, Any]:
    """All figures, from a fresh stack; `count` must be a multiple of the interval, 10."""
    env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack:
        burst(stack, "warm", 10, SEED)
        taken = [burst(stack, f"hot-{n}", count, SEED + n) for n in range(bursts)]
        calm = _calm(stack, count)
    return {
        "prompts": count,
        "withinSeconds": WITHIN,
        "bursts": taken,
        "calm": calm,
        "met": all(is_right(one, count) for one in taken),
    }


def _calm(stack: StackProcess, count: int) -> dict[str, int]:
    """The billed operations of the same number of prompts without contention."""
    stack.control("DELETE", "usage")
    with stack.user("calm") as client:
        for text in said(count, SEED):
            body = {"prompts": [{"content": text}]}
            client.post("/v1/prompts", json=body).raise_for_status()
            stack.idle()
    usage = stack.control("GET", "usage")
    return {"reads": usage["reads"], "writes": usage["writes"]}


def highlight(figures: Mapping[str, Any]) -> tuple[str, str]:
    """The benchmark's row in the highlights table."""
    bursts = figures["bursts"]
    lost, twice, errors = (
        sum(one[name] for one in bursts) for name in ("lost", "countedTwice", "errors")
    )
    learned = statistics.median(one["learnedAfter"] for one in bursts)
    return (
        f"{figures['prompts']} prompts from one user within {figures['withinSeconds']:g} second",
        f"all learned after {learned:.1f} s; {lost} lost, {twice} counted twice, {errors} errors",
    )


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    count, bursts = figures["prompts"], figures["bursts"]
    learned = [one["learnedAfter"] for one in bursts]
    rows = [
        [
            n,
            one["errors"],
            one["countedOnce"],
            one["countedTwice"],
            one["lost"],
            f"{one['recordedAfter']:.2f} s",
            f"{one['learnedAfter']:.2f} s",
            f"{one['reads'] / count:.1f}",
            f"{one['writes'] / count:.1f}",
        ]
        for n, one in enumerate(bursts, 1)
    ]
    calm = figures["calm"]
    rows.append(
        ["one by one", *["–"] * 6, f"{calm['reads'] / count:.1f}", f"{calm['writes'] / count:.1f}"]
    )
    header = ["burst", "errors", "analyzed once", "twice", "lost", "all recorded", "all learned"]
    return f"""## A hot user

One user sends {count} prompts within {figures["withinSeconds"]:g} second, each in its own request.
Their events reach the counter together and contend for the same document. Everything was learned
{statistics.median(learned):.1f} s after the first prompt was sent (median; at worst
{max(learned):.1f} s). The last two columns are billed operations per prompt, including recording,
counting and analysis; the last row shows them without contention.

{table([*header, "reads", "writes"], rows)}
"""


def main() -> int:
    """Measures and saves; returns 1 if a prompt was lost or counted twice."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    figures = measure()
    save("burst", figures, seed=SEED)
    for one in figures["bursts"]:
        print({name: round(value, 2) for name, value in one.items()})
    print(f"without contention: {figures['calm']}")
    return int(not figures["met"])


if __name__ == "__main__":
    sys.exit(main())
