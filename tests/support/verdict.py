"""What must hold for a user's data once everything has settled, whatever happened before."""

from collections import Counter
from typing import Any

import httpx

from emulator.client import StackProcess
from tests.support.firestore_support import make_client
from tests.support.people import Person, all_at_once

ROUNDS = 12
"""Runs of maintenance within which everything must be done."""
A_WHILE = 1300
"""Seconds between them; longer than a batch may wait before it is enqueued again."""


def settle(stack: StackProcess, people: list[Person]) -> dict[str, int]:
    """Waits for deliveries, ends the faults, and waits until nothing is left to do.

    Returns:
        How often each fault was injected.
    """
    wait(stack)
    injected: dict[str, int] = stack.control("DELETE", "faults")["injected"]
    present = [person for person in people if not person.erased]
    for _ in range(ROUNDS):
        waiting = [person for person in all_at_once(_unsettled, present) if person]
        if not waiting:
            return injected
        stack.control("POST", "clock", {"advanceSeconds": A_WHILE})
        maintain(stack)
    raise AssertionError(f"{len(waiting)} users were never done")


def maintain(stack: StackProcess) -> None:
    """Runs maintenance and waits until everything it started is done."""
    try:
        stack.control("POST", "maintenance")
    except httpx.HTTPStatusError as error:
        if error.response.status_code != httpx.codes.GATEWAY_TIMEOUT:
            raise
    wait(stack)


def wait(stack: StackProcess) -> None:
    """Waits until everything is delivered, for as long as there is progress."""
    left = None
    while True:
        try:
            return stack.idle()
        except httpx.HTTPStatusError:
            before, left = left, stack.control("GET", "usage")
            assert left != before, "there is no more progress"


def _unsettled(person: Person) -> Person | None:
    """Requests the analysis of pending prompts; returns the person if work is left."""
    status = person.must("GET", "/v1/profile/status")
    if status["learning"]["pending"]:
        person.must("POST", "/v1/profile/refresh")
        return person
    batches = person.must("GET", "/v1/batches?pageSize=100")["batches"]
    return person if any(batch["state"] in ("queued", "running") for batch in batches) else None


def check_all(people: list[Person]) -> None:
    """Checks everybody's data against what was acknowledged."""
    all_at_once(lambda person: check_gone(person) if person.erased else check(person), people)


def check(person: Person) -> dict[str, Any]:
    """Checks that one user's data is consistent; returns the export.

    Every prompt is there and was analyzed once, or failed with a reason; versions have no gaps;
    usage is the sum of the entries, and the pages match the entries.
    """
    export: dict[str, Any] = person.must("GET", "/v1/export")
    stored = {prompt["id"]: prompt["content"] for prompt in export["prompts"]}
    assert stored == person.sent, person.uid

    batches = export["batches"]
    placed = Counter(id_ for batch in batches for id_ in batch["promptIds"])
    assert placed == Counter(person.sent.keys()), person.uid
    assert all(
        batch["state"] == "done" or (batch["state"] == "failed" and batch["error"]["reason"])
        for batch in batches
    ), person.uid

    profile = export["profile"]
    done = [batch for batch in batches if batch["state"] == "done"]
    analysed = {id_ for batch in done for id_ in batch["promptIds"]}
    assert profile.get("totalPromptsAnalyzed", 0) == len(analysed), person.uid
    _check_versions(export, person)
    for preference in profile.get("preferences", ()):
        evidence = [quote["promptId"] for quote in preference["evidence"] if quote.get("promptId")]
        assert len(evidence) == len(set(evidence)), person.uid
        assert set(evidence) <= analysed, person.uid

    _check_memory(export, person)
    return export


def _check_versions(export: dict[str, Any], person: Person) -> None:
    last = export["profile"].get("version", 0)
    versions = [entry["version"] for entry in export["changelog"]]
    # The oldest may have expired; the others are consecutive.
    first = versions[0] if versions else last + 1
    assert versions == list(range(first, last + 1)), person.uid
    made = [batch["version"] for batch in export["batches"] if batch.get("version")]
    assert len(made) == len(set(made)), person.uid
    assert set(made) <= set(range(1, last + 1)), person.uid


def _check_memory(export: dict[str, Any], person: Person) -> None:
    usage = person.must("GET", "/v1/memory")["usage"]
    for tier in ("memory", "user", "archive"):
        entries = [entry for entry in export["memory"] if entry["tier"] == tier]
        assert usage[tier]["entries"] == len(entries), person.uid
        if tier != "archive":
            assert usage[tier]["chars"] == sum(len(entry["content"]) for entry in entries)
    found = person.must("POST", "/v1/memory/repair", {"dryRun": True})["found"]
    assert not any(found.values()), (person.uid, found)


def check_gone(person: Person) -> None:
    """Checks that nothing of an erased user is left or came back."""
    client = make_client(person.stack.firestore, person.stack.project)
    user = client.document("users", person.uid)
    assert not user.get().exists, person.uid
    assert not list(user.collections()), person.uid
