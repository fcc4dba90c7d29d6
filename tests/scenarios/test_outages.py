"""The database or the queue is away, or answers come late: no quickly, and nothing is lost."""

import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any, NamedTuple

import httpx
import pytest

from emulator.client import StackProcess
from functions.http.deadlines import SECONDS, Limit
from functions.http.openapi import routes
from shared.context.context_service import UNREAD
from tests.scenarios.conftest import Length
from tests.support.people import Person, all_at_once, people
from tests.support.verdict import check_all, maintain, settle, wait

TOLERANCE = 2
"""How many times its deadline a request may take on a machine that is busy with everything else."""
WITHOUT_DATABASE = {"GET /openapi.json", "GET /v1/tools"}
"""Routes that need no database."""
_NOTE = {"content": "The tests need Docker."}
_PREFERENCE = {"type": "like", "description": "hiking"}
_LEGACY_PREFERENCE = {"preference_type": "like", "preference_value": "hiking"}
_REQUEST = {"client_id": "a-registered-one", "redirect_uri": "http://127.0.0.1/"}
BODIES: dict[str, Any] = {
    "PATCH /v1/settings": {"memoryEnabled": True},
    "POST /v1/import": {"data": {"format": "rekindle", "schemaVersion": 1, "settings": {}}},
    "POST /v1/imports/<id>": {"source": "a product", "messages": []},
    "POST /v1/memory": _NOTE,
    "POST /v1/memory/batch": {"entries": [_NOTE]},
    "POST /v1/memory/repair": {},
    "PATCH /v1/memory/<id>": _NOTE,
    "POST /v1/tools/<name>": _NOTE,
    "PATCH /v1/profile/about": {"bio": "a hiker"},
    "PATCH /v1/profile/skills": {"overall": "advanced"},
    "PATCH /v1/profile/patterns/<id>": {"category": "work"},
    "PATCH /v1/profile/workflows/<id>": {"steps": ["run the tests", "commit"]},
    "POST /v1/profile/rollback": {"version": 1},
    "POST /v1/inbox/<id>": {"answer": "accept"},
    "POST /v1/preferences": _PREFERENCE,
    "PATCH /v1/preferences/<id>": {"context": "at weekends"},
    "POST /api/user/profile": {"name": "Ada"},
    "POST /api/chat/preferences": _LEGACY_PREFERENCE,
    "POST /v1/connections": {"name": "a script", "scopes": ["read"]},
    "POST /v1/connections/<id>/undo": {},
    "POST /v1/authorizations/preview": {"request": _REQUEST},
    "POST /v1/authorizations": {"request": _REQUEST, "decision": "deny"},
    "POST /v1/prompts": {"prompts": [{"id": "asked-in-vain", "content": "I love hiking."}]},
    "POST /v1/sessions": {"id": "s"},
    "PATCH /v1/sessions/<id>": {"summary": "done"},
    "POST /v1/sessions/<id>/turns": {"offset": 0, "turns": [{"role": "user", "content": "hi"}]},
}
"""A valid body for each route that has one."""


class Answered(NamedTuple):
    """What a route answered, and after how much of its deadline."""

    route: str
    answer: httpx.Response
    share: float


def requests_of(person: Person) -> Iterator[tuple[str, str, str, Any, float]]:
    """A valid request of each route that is on: its name, method, URL, body, and deadline."""
    for function, route in routes():
        if function == "admin":
            continue
        name = f"{route.method} {route.path}"
        path = route.path.replace("<id>", "1").replace("<name>", "save_memory")
        query = {
            "GET /v1/memory/search": "?q=docker",
            "GET /v1/context": "?query=docker",
            "DELETE /api/user/memory": "?id=1",
        }.get(name, f"?user_id={person.uid}" if "/api/chat/preferences" in name else "")
        if route.path.endswith("<id>/deactivate") or name == "DELETE /api/chat/preferences/<id>":
            query = ""
        assert (route.body is None) == (name not in BODIES), f"give {name} a body, or none"
        yield name, route.method, path + query, BODIES.get(name), SECONDS[route.limit]


def ask_everything(person: Person, longest: float = math.inf) -> list[Answered]:
    """Calls every route with a deadline of at most `longest` once, several at a time."""

    def ask(request: tuple[str, str, str, Any, float]) -> Answered:
        name, method, url, body, deadline = request
        started = time.monotonic()
        answer = person.once(method, url, body)
        assert answer is not None, f"{name} got no answer"
        return Answered(name, answer, (time.monotonic() - started) / deadline)

    return list(all_at_once(ask, [one for one in requests_of(person) if one[4] <= longest]))


def check_refusals(answers: list[Answered]) -> None:
    """Checks that each route answered in time, and as declared."""
    for name, answer, share in answers:
        assert share < TOLERANCE, (name, share)
        if name == "GET /v1/context":
            assert answer.status_code == 200, answer.text
            assert answer.json()["text"] == ""
            assert answer.json()["warnings"] == [UNREAD]
        elif name in WITHOUT_DATABASE:
            assert answer.status_code == 200, name
        else:
            assert answer.status_code == 503, (name, answer.text)
            assert int(answer.headers["Retry-After"]) >= 1, name
            assert answer.json()["error"]["details"][0]["reason"] == "DATABASE_BUSY", name


def is_available(person: Person) -> bool:
    answer = person.once("GET", "/v1/profile")
    return answer is not None and answer.status_code == 200


@pytest.mark.parametrize("fault", ["database-away", "database-hangs"])
def test_the_database_is_away_for_a_minute(
    stack: StackProcess, seed: int, length: Length, fault: str
):
    """Everybody is told so at once; those who keep asking are answered when it is back."""
    everybody = people(stack, seed, length.of(12, 3), fault)
    (visitor,) = people(stack, seed, 1, f"{fault}-visitor")
    all_at_once(lambda person: person.say_things(12), everybody)
    stack.control("PUT", "faults", {"seed": seed, fault: 60})
    with ThreadPoolExecutor(1) as aside:
        patient = aside.submit(all_at_once, lambda person: person.say_things(3), everybody)
        check_refusals(ask_everything(visitor, length.of(1000, SECONDS[Limit.WRITE])))
        if length.is_full:
            while not is_available(visitor):
                check_refusals([one for one in ask_everything(visitor) if not _is_back(one)])
        injected = stack.control("DELETE", "faults")["injected"]
        assert injected[fault] >= 1
        patient.result()
    settle(stack, everybody)
    check_all(everybody)
    assert all(len(person.sent) == 15 for person in everybody)
    # Nobody tells what has become of a write that was cut off, so it is sent again.
    for name, method, url, body, _ in requests_of(visitor):
        assert visitor.ask(method, url, body).status_code < 500, name
    for person in (*everybody, visitor):
        person.close()


def _is_back(one: Answered) -> bool:
    """Whether the database was back when this was answered, perhaps for an erasure beside it."""
    refused = one.answer.status_code == 503 and "BEING_ERASED" not in one.answer.text
    return not refused and UNREAD not in one.answer.text


def test_the_queue_is_away_in_the_middle_of_a_sweep(stack: StackProcess, seed: int, length: Length):
    """A short outage is waited for; a longer one ends the sweep, and a later one does the rest.

    Nobody is to blame for it, so nothing waits for a retry.
    """
    everybody = people(stack, seed, length.of(40, 20), "sweep")
    now = stack.control("POST", "clock", {"advanceSeconds": 0})["now"]
    note = {"content": "Back in a minute.", "expiresAt": _time(now + 60), "target": "archive"}
    for person in everybody:
        person.say_things(3)
        person.must("POST", "/v1/memory", note)
    wait(stack)
    stack.control("POST", "clock", {"advanceSeconds": 100})
    plan = {"seed": seed, "queue-away": length.of(30, 3), "queue-after": 7}
    stack.control("PUT", "faults", plan)
    ended_early = pytest.raises(httpx.HTTPStatusError, match="503")
    with ended_early if length.is_full else nullcontext():
        maintain(stack)
    assert stack.control("GET", "faults")["injected"]["queue-away"]
    settle(stack, everybody)
    maintain(stack)
    check_all(everybody)
    swept = stack.control("POST", "maintenance")
    assert (swept["enqueued"]["memory"], swept["waiting"], swept["failed"]) == (0, 0, {})
    for person in everybody:
        assert note["content"] not in person.once("GET", "/v1/export").text
        assert person.must("GET", "/v1/memory")["usage"]["archive"]["entries"] == 0
    for person in everybody:
        person.close()


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def test_answers_that_come_late_are_asked_for_again(stack: StackProcess, seed: int, length: Length):
    """Clients that wait less than the gateway takes repeat what was already done."""
    everybody = people(stack, seed, length.of(12, 5), "late", patience=0.5)
    stack.control("PUT", "faults", {"seed": seed, "late": 0.2, "longest": 1})
    all_at_once(lambda person: person.say_things(length.of(25, 12)), everybody)
    injected = settle(stack, everybody)
    assert injected["late"]
    check_all(everybody)
    for person in everybody:
        person.close()
