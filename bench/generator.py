"""The load generator, in its own process: sends each request at its scheduled time.

The arrivals are open-loop: a slow answer delays no later request, and latency counts from the
scheduled time. The delay that the generator itself adds is reported as its lag: how much later than
scheduled it sent a request. `bench.load` runs it:

    python -m bench.generator < job.json > outcomes.json
"""

import asyncio
import gc
import json
import sys
import time
from dataclasses import asdict, dataclass

import aiohttp

from bench.workload import Arrival, Session, arrivals, uid_of
from emulator.tokens import user_token

PATIENCE = 30.0
"""Seconds after which an answer counts as missing."""
_HEAD_START = 0.2


@dataclass(frozen=True)
class Job:
    """What to send, and where.

    Attributes:
        rate: average arrivals per second.
        seconds: how long to send.
        seed, seed_of_notes: see `bench.workload.Session`.
    """

    gateway: str
    project: str
    rate: float
    seconds: float
    users: int
    seed: int
    seed_of_notes: int


@dataclass(frozen=True)
class Outcome:
    """The outcome of one arrival; times in seconds.

    Attributes:
        at: its scheduled time, from the start.
        lag: how much later it was sent.
        latency: from `at` until the whole answer had arrived.
        problem: what was wrong with the answer, if anything.
    """

    kind: str
    at: float
    lag: float
    latency: float
    problem: str | None


async def generate(job: Job) -> tuple[float, list[Outcome]]:
    """Sends everything and waits for the last answer.

    Returns:
        The share of one core that this used, and the outcome of each arrival.
    """
    planned = arrivals(job.rate, job.seconds, job.users, job.seed)
    session = Session(job.users, job.seed, job.seed_of_notes)
    tokens = [user_token(uid_of(user), job.project) for user in range(job.users)]
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(job.gateway, connector=connector, timeout=timeout) as client:
        start = time.perf_counter() + _HEAD_START

        async def send(arrival: Arrival) -> Outcome:
            lag = time.perf_counter() - start - arrival.at
            call, note = session.call(arrival)
            headers = {"Authorization": f"Bearer {tokens[arrival.user]}"}
            try:
                async with client.request(
                    call.method, call.path, params=call.params, json=call.body, headers=headers
                ) as response:
                    body = await response.read()
                latency = time.perf_counter() - start - arrival.at
                answer = json.loads(body)
                problem = session.problem(arrival, note, response.status, answer)
            except (aiohttp.ClientError, TimeoutError, ValueError) as error:
                latency = time.perf_counter() - start - arrival.at
                problem = f"{arrival.kind}: {type(error).__name__}"
            return Outcome(arrival.kind, arrival.at, lag, latency, problem)

        gc.collect()
        gc.freeze()
        began, used = time.perf_counter(), time.process_time()
        under_way = []
        for arrival in planned:
            await asyncio.sleep(max(0.0, start + arrival.at - time.perf_counter()))
            under_way.append(asyncio.create_task(send(arrival)))
        outcomes = await asyncio.gather(*under_way)
        busy = (time.process_time() - used) / (time.perf_counter() - began)
        return busy, outcomes


def main() -> None:
    """Reads the job and prints the outcomes."""
    busy, outcomes = asyncio.run(generate(Job(**json.load(sys.stdin))))
    json.dump({"busy": busy, "outcomes": [asdict(outcome) for outcome in outcomes]}, sys.stdout)


if __name__ == "__main__":
    main()
