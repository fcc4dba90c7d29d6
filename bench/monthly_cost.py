"""What users cost per month: measured operations per action, times typical usage, times prices.

`python -m bench.monthly_cost` prints the tables of docs/scale-and-cost.md. Operations are counted
on the embedded stack; usage, the model's tokens and the prices are assumptions, stated here.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from emulator.client import StackProcess, stack_process

USERS = (1_000, 100_000, 10_000_000)

# What an active user does in a month.
PROMPTS = 300
CONTEXTS = 300
NOTES = 30
LISTS = 30

# US dollars, list prices; docs/scale-and-cost.md gives their sources and date.
READ, WRITE, DELETE = 0.06 / 100_000, 0.18 / 100_000, 0.02 / 100_000
STORED_GIB = 0.18
CPU_SECOND, GIB_SECOND, REQUEST = 0.000024, 0.0000025, 0.40 / 1_000_000
TASK = 0.40 / 1_000_000
PROMPT_TOKEN, COMPLETION_TOKEN = 0.15 / 1_000_000, 0.60 / 1_000_000

# Free per month (Firestore's quotas are per day).
FREE_READS, FREE_WRITES, FREE_DELETES = 30 * 50_000, 30 * 20_000, 30 * 20_000
FREE_CPU, FREE_GIB_SECONDS, FREE_REQUESTS, FREE_TASKS = 180_000, 360_000, 2_000_000, 1_000_000

# Assumptions: an instance answers a request in 0.1 s (the billed minimum), one at a time; an
# analysis waits 5 s for the model, concurrently with four others; a user's documents and their
# index entries take 400 kB.
SECONDS_A_REQUEST = 0.1
SECONDS_AN_ANALYSIS = 5 / 5
GIB = 0.5
STORED_BYTES = 400_000
PROMPT_TOKENS, COMPLETION_TOKENS = 3_000, 600


@dataclass(frozen=True)
class Bill:
    """Billed operations."""

    reads: float
    writes: float
    deletes: float

    def __add__(self, other: "Bill") -> "Bill":
        return Bill(
            self.reads + other.reads, self.writes + other.writes, self.deletes + other.deletes
        )

    def times(self, count: float) -> "Bill":
        """The same operations, `count` times."""
        return Bill(self.reads * count, self.writes * count, self.deletes * count)


def measured() -> dict[str, Bill]:
    """The operations of each action, counted on the embedded stack."""
    env = {"GOOGLE_CLOUD_PROJECT": "demo-cost", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack, stack.user("ada") as client:
        say = [_said(stack, client, f"I love subject number {n}.") for n in range(10)]
        for n in range(40):
            _call(client, "POST", "/v1/memory", {"content": f"Fact {n}", "target": "archive"})
        # The first context block of a day may record what it used; the others write nothing.
        _call(client, "GET", "/v1/context")
        return {
            "record a prompt": say[4],
            "every tenth prompt: form and analyze a batch": say[9] + say[4].times(-1),
            "context block": _count(stack, lambda: _call(client, "GET", "/v1/context")),
            "save a note": _count(
                stack, lambda: _call(client, "POST", "/v1/memory", {"content": "The tests need X."})
            ),
            "list 20 notes": _count(stack, lambda: _call(client, "GET", "/v1/memory?pageSize=20")),
        }


def _said(stack: StackProcess, client: httpx.Client, text: str) -> Bill:
    body = {"prompts": [{"content": text}]}
    return _count(stack, lambda: _call(client, "POST", "/v1/prompts", body))


def _call(client: httpx.Client, method: str, path: str, body: object = None) -> None:
    client.request(method, path, json=body).raise_for_status()


def _count(stack: StackProcess, action: Callable[[], None]) -> Bill:
    stack.idle()
    stack.control("DELETE", "usage")
    action()
    stack.idle()
    usage = stack.control("GET", "usage")
    return Bill(usage["reads"], usage["writes"], usage["deletes"])


def month(actions: dict[str, Bill]) -> Bill:
    """One user's operations in a month."""
    prompt, batch, context, note, listing = actions.values()
    return (
        prompt.times(PROMPTS)
        + batch.times(PROMPTS / 10)
        + context.times(CONTEXTS)
        + note.times(NOTES)
        + listing.times(LISTS)
    )


def cost(users: int, each: Bill) -> dict[str, float]:
    """US dollars per month, by service."""

    def paid(amount: float, free: float) -> float:
        return max(0.0, amount - free)

    used = each.times(users)
    batches = users * PROMPTS / 10
    answers = users * (2 * PROMPTS + CONTEXTS + NOTES + LISTS)
    busy = answers * SECONDS_A_REQUEST + batches * SECONDS_AN_ANALYSIS
    return {
        "Firestore operations": paid(used.reads, FREE_READS) * READ
        + paid(used.writes, FREE_WRITES) * WRITE
        + paid(used.deletes, FREE_DELETES) * DELETE,
        "Firestore storage": paid(users * STORED_BYTES / 2**30, 1) * STORED_GIB,
        "Cloud Run functions": paid(busy, FREE_CPU) * CPU_SECOND
        + paid(busy * GIB, FREE_GIB_SECONDS) * GIB_SECOND
        + paid(answers + batches, FREE_REQUESTS) * REQUEST,
        "Cloud Tasks": paid(2 * batches, FREE_TASKS) * TASK,
        "the model": batches
        * (PROMPT_TOKENS * PROMPT_TOKEN + COMPLETION_TOKENS * COMPLETION_TOKEN),
    }


def main() -> int:
    """Measures and prints."""
    actions = measured()
    print("| action | reads | writes | deletes |\n|---|---|---|---|")
    for name, bill in actions.items():
        print(f"| {name} | {bill.reads:g} | {bill.writes:g} | {bill.deletes:g} |")
    each = month(actions)
    print(f"\none user per month: {each.reads:,.0f} reads, {each.writes:,.0f} writes\n")
    tables = [cost(users, each) for users in USERS]
    print("| US dollars per month | " + " | ".join(f"{users:,} users" for users in USERS) + " |")
    print("|---|" + "---|" * len(USERS))
    for service in tables[0]:
        print(f"| {service} | " + " | ".join(f"{table[service]:,.0f}" for table in tables) + " |")
    totals = [sum(table.values()) for table in tables]
    print("| **total** | " + " | ".join(f"**{total:,.0f}**" for total in totals) + " |")
    shares = [f"{total / users:.3f}" for total, users in zip(totals, USERS, strict=True)]
    print("| per user | " + " | ".join(shares) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
