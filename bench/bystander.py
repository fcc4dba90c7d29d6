"""What one busy user costs another: a context block, alone and beside the other.

`python -m bench.bystander` starts a stack. The other user imports notes, searches 20,000 and
records 1,000 prompts, all at the same time and without a pause, from its own process. Meanwhile
the bystander asks for a context block several times a second. Both are measured in one run.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Any

import httpx

from bench.archives import long_notes, write_archive
from bench.burst import said
from bench.figures import percentile, save, table
from bench.people import settle
from bench.workload import name_of, uid_of
from emulator.client import StackProcess, stack_process
from emulator.gateway.paths import ROOT
from functions.wiring.config import Config
from functions.wiring.services import Services

SEED = 23
RUNS = 3
NOTES, CHARS = 20_000, 2000
PROMPTS, AT_ONCE = 1000, 10
IMPORTED = 200
"""Notes per import; a body has at most 1 MiB."""
SAMPLES = 500
PAUSE = 0.03
"""Seconds between two requests of the bystander."""
AT_MOST = 3.0
"""The limit for p99 beside the other user, as a multiple of p99 alone."""
_QUESTION = "Which of the notes was about the trip with the family?"


def sampled(client: httpx.Client, samples: int, name: str) -> list[float]:
    """Asks for context blocks, one after the other; returns the seconds that each took."""
    taken = []
    for _ in range(samples):
        began = time.perf_counter()
        answer = client.get("/v1/context").raise_for_status().json()
        taken.append(time.perf_counter() - began)
        assert f"Name: {name}\n" in answer["text"], answer
        time.sleep(PAUSE)
    return taken


def busy(gateway: str, token: str) -> None:
    """Loads the stack until its standard input ends; prints what it did as JSON."""
    headers = {"Authorization": f"Bearer {token}"}
    done = {"imports": 0, "searches": 0, "prompts": 0, "refused": 0}
    over = Event()

    def repeat(act: Callable[[httpx.Client, int], str]) -> None:
        with httpx.Client(
            base_url=gateway, headers=headers, timeout=120, trust_env=False
        ) as client:
            for number in count():
                if over.is_set():
                    return
                what = act(client, number)
                done[what] = done.get(what, 0) + 1

    def imports(client: httpx.Client, number: int) -> str:
        notes = [
            {
                "id": f"import-{number}-{place}",
                "tier": "archive",
                "content": content,
                "createdAt": "2026-02-01T00:00:00Z",
                "updatedAt": "2026-02-01T00:00:00Z",
            }
            for place, content in enumerate(long_notes(IMPORTED, CHARS, number))
        ]
        answer = client.post("/v1/import", json={"format": "rekindle", "data": {"memory": notes}})
        return "imports" if answer.status_code == 200 else "refused"

    def searches(client: httpx.Client, _: int) -> str:
        answer = client.get("/v1/memory/search", params={"q": _QUESTION})
        return "searches" if answer.status_code == 200 else "refused"

    def prompts(client: httpx.Client, number: int) -> str:
        texts = said(PROMPTS, SEED)
        first = number * AT_ONCE
        if first >= PROMPTS:
            over.wait()
            return "rests"
        body = {"prompts": [{"content": text} for text in texts[first : first + AT_ONCE]]}
        answer = client.post("/v1/prompts", json=body)
        return "prompts" if answer.status_code == 202 else "refused"

    threads = [Thread(target=repeat, args=(act,)) for act in (imports, searches, prompts)]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join()
    print(json.dumps({**done, "prompts": done["prompts"] * AT_ONCE}))


def run(samples: int = SAMPLES, notes: int = NOTES) -> dict[str, Any]:
    """One run on a fresh stack; times in milliseconds."""
    env = {
        "GOOGLE_CLOUD_PROJECT": "demo-bench",
        "REKINDLE_ANALYZER": "offline",
        "REKINDLE_MAX_NOTES": "100000",
        "REKINDLE_MAX_NOTE_BYTES": "1000000000",
    }
    with stack_process(env=env) as stack, stack.user(uid_of(0)) as client:
        settle(stack, 1, SEED)
        _write_notes(stack, notes)
        sampled(client, samples // 10, name_of(0))
        alone = sampled(client, samples, name_of(0))
        beside, did = _beside(stack, lambda: sampled(client, samples, name_of(0)))
    one, other = _spread(alone), _spread(beside)
    return {"alone": one, "beside": other, "did": did, "ratio": other["p99"] / one["p99"]}


def _write_notes(stack: StackProcess, notes: int) -> None:
    """Gives the busy user an archive."""
    os.environ["FIRESTORE_EMULATOR_HOST"] = stack.firestore
    store = Services(Config.from_env({"GOOGLE_CLOUD_PROJECT": stack.project})).store
    write_archive(store, "busy", long_notes(notes, CHARS))
    # Otherwise the next stack would use the database of this one.
    del os.environ["FIRESTORE_EMULATOR_HOST"]


def _beside(
    stack: StackProcess, sample: Callable[[], list[float]]
) -> tuple[list[float], dict[str, int]]:
    """Samples while the other user keeps the stack busy; returns that and what the other did."""
    with stack.user("busy") as other:
        token = other.headers["Authorization"].removeprefix("Bearer ")
    command = [sys.executable, "-m", "bench.bystander", "--busy", stack.gateway, token]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    time.sleep(1.0)
    taken = sample()
    printed, _ = process.communicate()
    assert process.returncode == 0, printed
    return taken, json.loads(printed)


def _spread(seconds: list[float]) -> dict[str, float]:
    shares = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(percentile(seconds, q) * 1000, 1) for name, q in shares.items()}


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    rows = [
        [
            *(
                f"{one[side]['p50']:.0f} / {one[side]['p99']:.0f} ms"
                for side in ("alone", "beside")
            ),
            f"{one['ratio']:.1f}",
            f"{one['did']['imports']} imports, {one['did']['searches']} searches, "
            f"{one['did']['prompts']:,} prompts, {one['did']['refused']} refused",
        ]
        for one in figures["runs"]
    ]
    header = ["alone, p50 / p99", "beside, p50 / p99", "ratio of p99", "what the other user did"]
    return f"""## A bystander

One user asks for a context block every few hundredths of a second, first alone, then while another
user imports {figures["imported"]} notes at a time, searches {figures["notes"]:,} notes of
{figures["chars"]:,} characters and records {PROMPTS:,} prompts, all at once and without a pause.
Target: p99 at most {AT_MOST:g} times what it is alone, in the median of the runs.

{table(header, rows)}
"""


def main() -> int:
    """Measures; returns 1 if the median of the runs exceeds the limit."""
    if sys.argv[1:2] == ["--busy"]:
        busy(*sys.argv[2:4])
        return 0
    runs = []
    for _ in range(RUNS):
        runs.append(run())
        print(runs[-1], flush=True)
    figures = {"notes": NOTES, "chars": CHARS, "imported": IMPORTED, "runs": runs}
    save("bystander", figures, seed=SEED)
    return int(median(one["ratio"] for one in runs) > AT_MOST)


if __name__ == "__main__":
    sys.exit(main())
