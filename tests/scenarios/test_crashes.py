"""Processes die before or after each step of handling prompts; nothing is lost or done twice."""

import contextlib
import re
from pathlib import Path

import httpx
import pytest

from emulator.client import StackProcess
from tests.scenarios.conftest import Length
from tests.scenarios.model import AttentiveModel
from tests.support.openai_server import OpenAIServer
from tests.support.people import NeverAnswered, Person, people
from tests.support.stacks import stack_process
from tests.support.verdict import check, settle

STEPS = ("record", "count", "batch", "enqueue", "claim", "merge")
POINTS = [f"{when}-{step}" for step in STEPS for when in ("before", "after")]
INTERVAL = 10


def learned(export: dict) -> set[str]:
    return {preference["description"] for preference in export["profile"]["preferences"]}


@pytest.fixture
def person(stack: StackProcess, seed: int, request: pytest.FixtureRequest):
    (one,) = people(stack, seed, 1, re.sub(r"[^a-z]+", "-", request.node.name))
    yield one
    one.close()


@pytest.mark.parametrize("point", POINTS)
def test_the_functions_die(stack: StackProcess, person: Person, point: str):
    stack.control("PUT", "faults", {"kill-at": [point]})
    person.say_things(INTERVAL)
    injected = settle(stack, [person])
    assert injected[point] == 1
    export = check(person)
    assert len(export["batches"]) == 1
    assert len(learned(export)) == INTERVAL


@pytest.mark.parametrize("when", ["while it thinks", "once it has answered"])
def test_the_functions_die_while_a_model_is_asked(
    stack: StackProcess, model: OpenAIServer, person: Person, when: str
):
    deaths: list[str] = []

    def die() -> None:
        if not deaths:
            deaths.append(when)
            stack.control("POST", "kill")

    attentive = AttentiveModel(die)

    def answers_then_dies(handler, request):
        AttentiveModel()(handler, request)
        die()

    model.will(attentive if when == "while it thinks" else answers_then_dies)
    person.say_things(INTERVAL)
    settle(stack, [person])
    model.will(AttentiveModel())
    assert deaths
    assert len(learned(check(person))) == INTERVAL


@pytest.mark.parametrize(
    "point",
    [f"{when}-{step}" for step in ("batch", "enqueue", "drive") for when in ("before", "after")],
)
def test_the_functions_die_at_a_refresh_that_nobody_repeats(
    stack: StackProcess, person: Person, point: str
):
    """No event is redelivered here, so only maintenance finds the batch without a task."""
    person.say_things(3)
    stack.idle()
    kill_at = [point] if "drive" not in point else ["before-enqueue", point]
    stack.control("PUT", "faults", {"kill-at": kill_at})
    assert person.once("POST", "/v1/profile/refresh") is None
    stack.idle()
    stack.control("POST", "clock", {"advanceSeconds": 1300})
    dies_there = pytest.raises(httpx.HTTPStatusError, match="503")
    with dies_there if "drive" in point else contextlib.nullcontext():
        stack.control("POST", "maintenance")
    injected = settle(stack, [person])
    assert injected[point] == 1
    assert len(learned(check(person))) == 3


def test_the_whole_stack_dies(seed: int, length: Length, model: OpenAIServer, tmp_path: Path):
    """As in a power failure: the database, the queue and the events are restored from disk."""
    chosen = POINTS if length.is_full else [POINTS[(4 + seed) % len(POINTS)]]
    for number, point in enumerate(chosen):
        env = {
            "REKINDLE_ANALYZER": "openai",
            "OPENAI_BASE_URL": model.url,
            "OPENAI_API_KEY": "none",
            "GOOGLE_CLOUD_PROJECT": "demo-crash",
        }
        home = tmp_path / str(number)
        with stack_process(data_dir=home, env=env) as stack:
            (person,) = people(stack, seed, 1, f"crash-{point}")
            stack.control("PUT", "faults", {"crash-at": point})
            with contextlib.suppress(NeverAnswered):
                person.say_things(INTERVAL)
            stack.process.wait(timeout=180)
            person.close()
        with stack_process(data_dir=home, env=env) as stack:
            again = Person(stack, person.uid, person.chance)
            again.sent = person.sent
            again.say_things(INTERVAL - len(again.sent))
            settle(stack, [again])
            assert len(learned(check(again))) == INTERVAL
            again.close()
