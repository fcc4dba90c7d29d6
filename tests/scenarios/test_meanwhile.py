"""Users change, undo and erase things while their prompts are being counted and analyzed."""

from collections.abc import Callable

import pytest

from emulator.client import StackProcess
from tests.scenarios.conftest import Length
from tests.scenarios.model import AttentiveModel
from tests.support.openai_server import OpenAIServer
from tests.support.people import Person, all_at_once, people, thing
from tests.support.verdict import check, check_all, settle

TROUBLE = {"duplicate": 0.2, "delay": 0.1, "drop": 0.1, "abort": 0.05, "lose": 0.05, "slow": 0.1}
FINE = (200, 201, 202, 404, 409)
"""Statuses that are fine for changes that race with other changes."""


def speaks(person: Person) -> None:
    person.say_things(1)


def declares(person: Person) -> None:
    number = person.chance.randrange(1000)
    body = {
        "id": f"pref-{number}",
        "type": "like",
        "description": thing(person.uid, -number - 1),
        "confidence": 1.0,
    }
    assert person.ask("POST", "/v1/preferences", body).status_code in FINE


def tells_of_themselves(person: Person) -> None:
    languages = person.chance.sample(["Python", "Go", "Rust", "Zig"], 2)
    answer = person.ask("PATCH", "/v1/profile/about", {"work": {"languages": languages}})
    assert answer.status_code in FINE


def notes(person: Person) -> None:
    number = person.chance.randrange(1000)
    target = person.chance.choice(["archive", "memory"])
    body = {"id": f"note-{number}", "content": f"Note {number} of {person.uid}", "target": target}
    assert person.ask("POST", "/v1/memory", body).status_code in FINE


def drops_a_note(person: Person) -> None:
    entries = person.must("GET", "/v1/memory")["entries"]
    if entries:
        id_ = person.chance.choice(entries)["id"]
        assert person.ask("DELETE", f"/v1/memory/{id_}").status_code in FINE


def forgets_a_preference(person: Person) -> None:
    preferences = person.must("GET", "/v1/profile")["profile"]["preferences"]
    if preferences:
        id_ = person.chance.choice(preferences)["id"]
        verb = person.chance.choice(["DELETE", "deactivate"])
        path = f"/v1/preferences/{id_}"
        if verb == "DELETE":
            assert person.ask("DELETE", path).status_code in FINE
        else:
            assert person.ask("POST", f"{path}/deactivate").status_code in FINE


def goes_back(person: Person) -> None:
    versions = [
        entry["version"]
        for entry in person.must("GET", "/v1/profile/changelog")["entries"]
        if entry["hasSnapshot"]
    ]
    if versions:
        body = {"version": person.chance.choice(versions)}
        # The snapshot may be gone by now, since only five are kept.
        assert person.ask("POST", "/v1/profile/rollback", body).status_code in (*FINE, 400)


def asks_for_an_analysis(person: Person) -> None:
    person.must("POST", "/v1/profile/refresh")


DEEDS: list[Callable[[Person], None]] = [
    *[speaks] * 12,
    declares,
    tells_of_themselves,
    notes,
    notes,
    drops_a_note,
    forgets_a_preference,
    goes_back,
    asks_for_an_analysis,
]


def live(person: Person, deeds: int, stays: bool) -> None:
    for _ in range(deeds):
        person.chance.choice(DEEDS)(person)
    if not stays:
        person.leave()


@pytest.fixture
def slow_model(model: OpenAIServer):
    """A slow model, so that things can happen during an analysis."""
    import time

    model.will(AttentiveModel(lambda: time.sleep(0.15)))
    yield model
    model.will(AttentiveModel())


def test_edits_and_erasures_while_prompts_are_analyzed(
    stack: StackProcess, slow_model: OpenAIServer, seed: int, length: Length
):
    everybody = people(stack, seed, length.of(60, 8), "meanwhile")
    stack.control("PUT", "faults", {"seed": seed, **TROUBLE, "kill": 0.005})
    deeds = length.of(80, 30)
    all_at_once(lambda one: live(one, deeds, everybody.index(one) % 4 > 0), everybody)
    injected = settle(stack, everybody)
    check_all(everybody)
    assert injected["duplicate"]
    assert injected["abort"]
    for person in everybody:
        person.close()


def test_two_tasks_of_one_batch_at_once(stack: StackProcess, slow_model: OpenAIServer, seed: int):
    """Every task is delivered twice, and the model is slow enough for both to overlap."""
    (person,) = people(stack, seed, 1, "twice")
    stack.control("PUT", "faults", {"seed": seed, "duplicate": 1})
    person.say_things(30)
    injected = settle(stack, [person])
    export = check(person)
    assert injected["duplicate"] >= 30 + 3
    assert [len(batch["promptIds"]) for batch in export["batches"]] == [10, 10, 10]
    assert export["profile"]["version"] == 3
    person.close()


def test_who_leaves_while_events_are_late_is_gone(
    stack: StackProcess, slow_model: OpenAIServer, seed: int, length: Length
):
    """Events and tasks arrive after the erasure, and find nobody."""
    everybody = people(stack, seed, length.of(20, 8), "leaving")
    stack.control(
        "PUT", "faults", {"seed": seed, "delay": 0.6, "duplicate": 0.4, "longest": 1, "drop": 0.2}
    )

    def speak_and_leave(person: Person) -> None:
        person.say_things(person.chance.randrange(5, 25))
        person.leave()

    all_at_once(speak_and_leave, everybody)
    settle(stack, everybody)
    check_all(everybody)
    for person in everybody:
        person.close()
