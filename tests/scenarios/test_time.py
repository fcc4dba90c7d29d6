"""A model that is down for an hour, and a clock that jumps."""

import pytest

from emulator.client import StackProcess
from tests.scenarios.conftest import Length
from tests.scenarios.model import AttentiveModel
from tests.support.openai_server import OpenAIServer, send
from tests.support.people import all_at_once, people
from tests.support.verdict import check, check_all, maintain, settle, wait

HOUR = 3600
JUMPS = [1, 60, 1000, 2 * HOUR, 26 * HOUR, 8 * 24 * HOUR, 45 * 24 * HOUR]
"""Seconds: within a lease, past one, past a retry, past a day, into decay and expiry."""


def away(handler, request):
    """Answers like an overloaded server."""
    send(handler, 503, {"error": {"message": "overloaded", "type": "server_error"}})


@pytest.fixture
def outage(model: OpenAIServer):
    """A model that is down until the test replaces it."""
    model.will(away)
    yield model
    model.will(AttentiveModel())


def test_an_hour_without_the_model(
    stack: StackProcess, outage: OpenAIServer, seed: int, length: Length
):
    everybody = people(stack, seed, length.of(20, 4), "outage")
    stack.control("PUT", "faults", {"seed": seed, "duplicate": 0.05, "drop": 0.05})
    step = length.of(300, 1200)
    for _ in range(HOUR // step):
        all_at_once(lambda person: person.say_things(person.chance.randrange(9)), everybody)
        wait(stack)
        stack.control("POST", "clock", {"advanceSeconds": step})
        maintain(stack)
    for person in everybody:
        learning = person.must("GET", "/v1/profile/status")["learning"]
        if len(person.sent) >= 10:
            assert learning["lastError"]["reason"], person.uid
    outage.will(AttentiveModel())
    for person in everybody:
        person.must("POST", "/v1/profile/refresh")
    settle(stack, everybody)
    for person in everybody:
        export = check(person)
        assert {batch["state"] for batch in export["batches"]} <= {"done"}
        person.close()


def test_a_clock_that_jumps(stack: StackProcess, seed: int, length: Length):
    everybody = people(stack, seed, length.of(20, 5), "jumps")
    chance = everybody[0].chance
    stack.control("PUT", "faults", {"seed": seed, "duplicate": 0.1, "delay": 0.2, "drop": 0.1})
    for _ in range(length.of(12, 6)):
        all_at_once(lambda person: person.say_things(person.chance.randrange(8)), everybody)
        stack.control("POST", "clock", {"advanceSeconds": chance.choice(JUMPS)})
        if chance.random() < 0.5:
            maintain(stack)
    settle(stack, everybody)
    check_all(everybody)
    for person in everybody:
        person.close()
