"""How much load the embedded stack takes: growing steps, then two minutes at half the maximum.

`python -m bench.load` raises the offered rate until the stack falls behind. The last rate that it
kept up with is the measured maximum. It keeps up with a step if nearly all requests are answered
before the step ends, none wrongly, and the counting and analysis they cause finish soon after.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.figures import percentile, save, table
from bench.generator import Job, Outcome
from bench.people import settle
from bench.workload import NOTES_AT_FIRST, SHARES
from emulator.client import StackProcess, stack_process
from emulator.gateway.paths import ROOT

SEED = 20
USERS = 100
FIRST_RATE = 20.0
GROWTH = 1.3
STEP_SECONDS = 15.0
STEPS_AT_MOST = 15
HALF_LOAD_SECONDS = 120.0
KEPT_UP = 0.97
"""Share of a step's requests that must be answered before it ends."""
LEFT_OVER = 0.1
"""How long deliveries and analyses may go on after a step, as a share of its length."""
TAIL = 10.0
"""The limit for p99 of the context block at half load, as a multiple of its p50."""
_BUCKET = 5.0
"""Seconds of the run per point of its plot."""


def offer(
    stack: StackProcess,
    rate: float,
    seconds: float,
    users: int,
    seed: int,
    seed_of_notes: int = SEED,
) -> dict[str, Any]:
    """Runs one step; returns its figures, in milliseconds unless named otherwise."""
    job = Job(stack.gateway, stack.project, rate, seconds, users, seed, seed_of_notes)
    done = subprocess.run(
        [sys.executable, "-m", "bench.generator"],
        cwd=ROOT,
        input=json.dumps(asdict(job)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    began = time.perf_counter()
    stack.idle()
    left_over = time.perf_counter() - began
    result = json.loads(done.stdout)
    outcomes = [Outcome(**outcome) for outcome in result["outcomes"]]
    in_time = sum(not item.problem and item.at + item.latency <= seconds for item in outcomes)
    problems = Counter(item.problem for item in outcomes if item.problem)
    return {
        "offered": len(outcomes) / seconds,
        "throughput": in_time / seconds,
        "requests": len(outcomes),
        "errors": problems.total(),
        "problems": dict(problems),
        "leftOverSeconds": left_over,
        "all": _latency(outcomes),
        **{kind: _latency([o for o in outcomes if o.kind == kind]) for kind in SHARES},
        "lag": _spread([item.lag for item in outcomes]),
        "generatorBusy": result["busy"],
        "course": list(_course(outcomes)),
    }


def _latency(outcomes: Sequence[Outcome]) -> dict[str, float]:
    return _spread([item.latency for item in outcomes])


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {}
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: round(percentile(seconds, q) * 1000, 2) for name, q in shares.items()}


def _course(outcomes: Sequence[Outcome]) -> Iterator[dict[str, float]]:
    """The latency of the context block over the course of the run."""
    contexts = [item for item in outcomes if item.kind == "context"]
    for bucket in sorted({int(item.at // _BUCKET) for item in contexts}):
        here = [item for item in contexts if item.at // _BUCKET == bucket]
        yield {"at": bucket * _BUCKET, **_latency(here)}


def keeps_up(step: Mapping[str, Any], seconds: float) -> bool:
    """Whether the stack did everything that a step asked for, on time."""
    return bool(
        not step["errors"]
        and step["throughput"] >= KEPT_UP * step["offered"]
        and step["leftOverSeconds"] <= LEFT_OVER * seconds
    )


Judge = Callable[[Mapping[str, Any], float], bool]
"""Decides whether the stack kept up with a step of the given length in seconds."""


def steps(
    stack: StackProcess,
    first: float,
    growth: float,
    seconds: float,
    users: int,
    at_most: int,
    judge: Judge,
) -> list[dict[str, Any]]:
    """Runs growing steps, up to the first that the stack does not keep up with."""
    taken: list[dict[str, Any]] = []
    rate = first
    while len(taken) < at_most and (not taken or taken[-1]["keptUp"]):
        step = offer(stack, rate, seconds, users, SEED + 1 + len(taken))
        taken.append({**step, "keptUp": judge(step, seconds)})
        _print_step(taken[-1])
        rate *= growth
    return taken


def maximum_of(taken: Sequence[Mapping[str, Any]]) -> float:
    """The requests per second of the last step that the stack kept up with.

    Raises:
        SystemExit: it kept up with none.
    """
    kept = [step["throughput"] for step in taken if step["keptUp"]]
    if not kept:
        raise SystemExit(
            f"The stack cannot keep up with even {taken[0]['offered']:.0f} requests per second. "
            "Stop other work on this machine and run the benchmark again."
        )
    return float(kept[-1])


def measure(
    *,
    users: int = USERS,
    first: float = FIRST_RATE,
    growth: float = GROWTH,
    step_seconds: float = STEP_SECONDS,
    half_load_seconds: float = HALF_LOAD_SECONDS,
    at_most: int = STEPS_AT_MOST,
    judge: Judge = keeps_up,
) -> dict[str, Any]:
    """All figures, from a fresh stack.

    Args:
        judge: for runs whose steps are too short for `keeps_up` to tell load from noise.

    Raises:
        SystemExit: the stack did not even keep up with the first step.
    """
    env = {"GOOGLE_CLOUD_PROJECT": "demo-bench", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack:
        settle(stack, users, SEED)
        offer(stack, first, step_seconds / 3, users, SEED)
        taken = steps(stack, first, growth, step_seconds, users, at_most, judge)
        maximum = maximum_of(taken)
        half = offer(stack, maximum / 2, half_load_seconds, users, SEED - 1)
        _print_step(half)
    context = half["context"]
    tail = context["p99"] / context["p50"]
    return {
        "users": users,
        "shares": SHARES,
        "stepSeconds": step_seconds,
        "halfLoadSeconds": half_load_seconds,
        "steps": taken,
        "maximum": maximum,
        "halfLoad": half,
        "contextTail": tail,
        "met": not half["errors"] and tail < TAIL,
    }


def _print_step(step: Mapping[str, Any]) -> None:
    latency, context, lag = step["all"], step["context"], step["lag"]
    print(
        f"offered {step['offered']:6.1f}/s  done {step['throughput']:6.1f}/s  "
        f"errors {step['errors']}  p50 {latency['p50']:.0f}  p95 {latency['p95']:.0f}  "
        f"p99 {latency['p99']:.0f}  context {context['p50']:.1f} and {context['p99']:.1f} ms  "
        f"left over {step['leftOverSeconds']:.1f} s  lag p99 {lag['p99']:.1f} ms  "
        f"generator {step['generatorBusy']:.0%}  {step['problems'] or ''}",
        flush=True,
    )


def highlight(figures: Mapping[str, Any]) -> tuple[str, str]:
    """The benchmark's row in the highlights table."""
    half, context = figures["halfLoad"], figures["halfLoad"]["context"]
    return (
        "mixed load: record, context, search, save, profile",
        f"up to {figures['maximum']:.0f} requests/s; two minutes at half that rate: "
        f"{half['errors']} errors, context block p50 {context['p50']:.0f} ms, "
        f"p99 {context['p99']:.0f} ms ({figures['contextTail']:.1f} times p50)",
    )


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section; draws its plots."""
    _plot_steps(figures, plots / "load-steps.svg")
    _plot_half(figures, plots / "load-half.svg")
    half, seconds = figures["halfLoad"], figures["halfLoadSeconds"]
    rows = [_row(step, f"{'yes' if step['keptUp'] else 'no'}") for step in figures["steps"]]
    header = "offered done p50 p95 p99 errors left%over lag,%p99 generator kept%up".split()
    kinds = [
        [kind, *(f"{half[kind][name]:.1f} ms" for name in ("p50", "p95", "p99", "max"))]
        for kind in figures["shares"]
        if half[kind]
    ]
    mix = ", ".join(f"{kind} {share} %" for kind, share in figures["shares"].items())
    return f"""## Load

Mixed requests ({mix}) from {figures["users"]} users with {NOTES_AT_FIRST} notes each, in Poisson
arrivals that wait for nothing: latency counts from the time a request was scheduled. Answers are
checked for more than their status: a search must find its note, a context block must name its user.
Each step lasts {figures["stepSeconds"]:g} s. The stack keeps up with a step if {KEPT_UP:.0%} of its
requests are answered before it ends, none wrongly, and the counting and analysis they cause finish
within a tenth of its length after it (*left over*). *Lag* is how much later than scheduled the
generator sent a request, *generator* the share of one core it used.

**The measured maximum is {figures["maximum"]:.0f} requests per second.**

![Latency by offered rate](load-steps.svg)

{table([name.replace("%", " ") for name in header], rows)}

Two minutes at half that rate ({half["offered"]:.0f}/s, {half["requests"]:,} requests in
{seconds:g} s): **{half["errors"]} errors; p99 of the context block is {figures["contextTail"]:.1f}
times its p50** (target: below {TAIL:g}). The generator's lag was {half["lag"]["p50"]:.1f} ms at p50
and {half["lag"]["p99"]:.1f} ms at p99; a lag as long as the tail would mean that other work kept
the machine busy.

![Latency of the context block over the two minutes](load-half.svg)

{table(["request", "p50", "p95", "p99", "max"], kinds)}
"""


def _row(step: Mapping[str, Any], kept_up: str) -> list[object]:
    return [
        f"{step['offered']:.1f}/s",
        f"{step['throughput']:.1f}/s",
        *(f"{step['all'][name]:.0f} ms" for name in ("p50", "p95", "p99")),
        step["errors"],
        f"{step['leftOverSeconds']:.1f} s",
        f"{step['lag']['p99']:.1f} ms",
        f"{step['generatorBusy']:.0%}",
        kept_up,
    ]


def _plot_steps(figures: Mapping[str, Any], file: Path) -> None:
    from bench.plots import figure, keep

    drawing, axes = figure("Latency of all requests", "requests offered per second", "ms")
    offered = [step["offered"] for step in figures["steps"]]
    for name in ("p50", "p95", "p99"):
        axes.plot(offered, [step["all"][name] for step in figures["steps"]], marker=".", label=name)
    axes.axvline(figures["maximum"], linestyle="--", color="gray", label="measured maximum")
    axes.set_yscale("log")
    axes.legend(ncols=2)
    keep(drawing, file)


def _plot_half(figures: Mapping[str, Any], file: Path) -> None:
    from bench.plots import figure, keep

    course = figures["halfLoad"]["course"]
    drawing, axes = figure("Context block at half the maximum", "seconds", "ms")
    for name in ("p50", "p95", "p99"):
        axes.plot([at["at"] for at in course], [at[name] for at in course], label=name)
    axes.set_ylim(bottom=0)
    axes.legend(ncols=3)
    keep(drawing, file)


def main() -> int:
    """Measures and saves; returns 1 if half load had an error or too long a tail."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    figures = measure()
    save("load", figures, seed=SEED)
    print(f"maximum {figures['maximum']:.0f}/s; at half that rate, p99 of the context block is")
    print(f"{figures['contextTail']:.1f} times its p50 (limit {TAIL:g})")
    return int(not figures["met"])


if __name__ == "__main__":
    sys.exit(main())
