"""Many people at once, while deliveries, commits and processes fail at random."""

from emulator.client import StackProcess
from tests.scenarios.conftest import Length
from tests.support.people import all_at_once, people, thing
from tests.support.verdict import check_all, settle

STORM = {
    "duplicate": 0.05,
    "delay": 0.05,
    "drop": 0.05,
    "abort": 0.05,
    "slow": 0.02,
    "lose": 0.02,
    "unavailable": 0.005,
    "kill": 0.02,
}


def test_every_prompt_is_analyzed_once(stack: StackProcess, seed: int, length: Length):
    users, prompts = length.of(200, 6), length.of(50, 20)
    everybody = people(stack, seed, users, "storm")
    stack.control("PUT", "faults", {"seed": seed, **STORM})
    all_at_once(lambda person: person.say_things(prompts), everybody)
    injected = settle(stack, everybody)
    check_all(everybody)
    assert {fault for fault in STORM if injected.get(fault)} >= {
        "duplicate",
        "drop",
        "abort",
        "kill",
    }
    for person in everybody:
        person.close()


def test_a_burst_of_one_user(stack: StackProcess, seed: int, length: Length):
    """A hundred prompts at once, all counted in one document."""
    (person,) = people(stack, seed, 1, "burst")
    stack.control("PUT", "faults", {"seed": seed, **STORM, "kill": 0})
    count = length.of(100, 40)
    texts = [f"I love {thing(person.uid, number)}." for number in range(count)]
    prompts = [{"id": f"b{number}", "content": text} for number, text in enumerate(texts)]
    told = person.must("POST", "/v1/prompts", {"prompts": prompts})
    person.sent = {prompt["id"]: text for prompt, text in zip(told["prompts"], texts, strict=True)}
    settle(stack, [person])
    check_all([person])
    person.close()
