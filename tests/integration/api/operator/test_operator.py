"""What operators see and do, what it costs, and what users learn of it."""

import os
import re
import subprocess
import sys

import pytest
from google.cloud.firestore import DocumentReference

from deploy.drills.queue import queue_of
from emulator.client import StackProcess
from emulator.gateway.paths import ROOT
from emulator.tokens import user_token
from functions.http.access.scopes import ROUTES
from shared.documents.settings import Settings
from tests.support.api import Api
from tests.support.firestore_support import make_client
from tests.support.stacks import stack_process


@pytest.mark.parametrize("named", [[], ["ada"]], ids=["default", "named"])
def test_the_embedded_stack_answers_the_token_that_it_prints(
    stack: StackProcess, named: list[str]
) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "emulator", "token", "--operator", *named],
        cwd=ROOT,
        env={**os.environ, "GOOGLE_CLOUD_PROJECT": stack.project},
        capture_output=True,
        text=True,
        check=True,
    )
    headers = {"Authorization": f"Bearer {printed.stdout.strip()}"}
    assert stack.call("GET", "/v1/admin/users", headers=headers).status_code == 200


def test_it_can_be_switched_off(uid: str) -> None:
    env = {"GOOGLE_CLOUD_PROJECT": "demo-no-operators", "REKINDLE_OPERATORS": "off"}
    with stack_process(env=env | {"REKINDLE_ANALYZER": "offline"}) as stack:
        token = user_token(uid, stack.project, claims={"operator": True})
        answer = stack.call("GET", "/v1/admin/users", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 404
    assert answer.json()["error"]["details"] == [{"reason": "OPERATORS_OFF"}]


def test_a_user_is_found_by_uid_and_under_the_same_id_in_the_list(
    operator: Api, person: Api, uid: str
) -> None:
    person.learn("I love tea.", "I work with Rust every day.")
    person.post("/v1/memory", {"content": "Tea is in the cupboard.", "target": "archive"})
    person.say("Good morning.")
    found = operator.post("/v1/admin/users/find", {"uid": uid})
    assert found["prompts"] == {"analyzed": 2, "pending": 1}
    assert found["notes"]["archived"] == 1
    assert found["notes"]["bytes"] > 10
    assert found["profileVersion"] == person.profile()["version"]
    assert found["lastActivity"] >= found["since"]
    assert operator.get(f"/v1/admin/users/{found['id']}") == found
    assert found in _all(operator, "users", pageSize=1)


def test_who_keeps_notes_alone_is_found_and_each_note_is_activity(
    operator: Api, person: Api, uid: str
) -> None:
    person.post("/v1/memory", {"content": "Tea is in the cupboard.", "target": "archive"})
    first = operator.post("/v1/admin/users/find", {"uid": uid})
    assert first["notes"]["archived"] == 1
    assert first["since"] <= first["lastActivity"]
    assert first in _all(operator, "users", pageSize=1)
    person.say("I love tea.")
    second = operator.post("/v1/admin/users/find", {"uid": uid})
    person.post("/v1/memory", {"content": "Bread is on the table.", "target": "archive"})
    third = operator.post("/v1/admin/users/find", {"uid": uid})
    assert first["lastActivity"] < second["lastActivity"] < third["lastActivity"]


def test_a_user_without_documents_is_not_there(operator: Api) -> None:
    error = operator.refused("POST", "/v1/admin/users/find", {"uid": "nobody"})
    assert error["code"] == 404


def test_users_learn_when_an_operator_looked_and_nobody_else_does(
    operator: Api, person: Api, operated: StackProcess, uid: str
) -> None:
    assert person.get("/v1/account/looks") == {"looks": []}
    person.say("I love tea.")
    found = operator.post("/v1/admin/users/find", {"uid": uid})
    operator.get(f"/v1/admin/users/{found['id']}")
    operator.get("/v1/admin/runs")
    looks = person.get("/v1/account/looks")["looks"]
    assert [look["route"] for look in looks] == [
        "GET /v1/admin/users/<id>",
        "POST /v1/admin/users/find",
    ]
    assert looks[0].keys() == {"at", "route"}
    assert person.get("/v1/export")["looks"] == looks
    first = person.get("/v1/account/looks", pageSize=1)
    second = person.get("/v1/account/looks", pageSize=1, pageToken=first["nextPageToken"])
    assert [*first["looks"], *second["looks"]] == looks
    with operated.user(f"{uid}-other") as client:
        assert Api(client, operated).get("/v1/account/looks") == {"looks": []}


def test_an_export_with_looks_can_be_imported(operator: Api, person: Api, uid: str) -> None:
    person.say("I love tea.")
    operator.post("/v1/admin/users/find", {"uid": uid})
    data = person.get("/v1/export")
    assert data["looks"]
    person.post("/v1/import", {"format": "rekindle", "data": data})
    assert len(person.get("/v1/account/looks")["looks"]) == 1


def test_every_request_is_logged_also_one_that_finds_nothing(
    operator: Api, operator_uid: str, person: Api, uid: str
) -> None:
    person.say("I love tea.")
    user = operator.post("/v1/admin/users/find", {"uid": uid})["id"]
    operator.refused("GET", "/v1/admin/users/none")
    operator.get("/v1/admin/configuration")
    operator.post("/v1/admin/batches/retry")
    mine = [look for look in _all(operator, "looks") if look["operator"] == operator_uid]
    assert [(look["route"], look.get("user"), look["users"]) for look in mine[-4:]] == [
        ("POST /v1/admin/batches/retry", None, 0),
        ("GET /v1/admin/configuration", None, 0),
        ("GET /v1/admin/users/<id>", None, 0),
        ("POST /v1/admin/users/find", user, 1),
    ]


def test_what_an_operator_saw_outlives_the_user_without_their_name(
    operator: Api, person: Api, uid: str
) -> None:
    person.say("I love tea.")
    operator.post("/v1/admin/users/find", {"uid": uid})
    person.call("DELETE", "/v1/account")
    assert uid not in str(_all(operator, "looks"))
    assert len(person.get("/v1/account/looks")["looks"]) == 1


def _all(operator: Api, what: str, **params: int) -> list[dict[str, object]]:
    found, token = [], None
    while True:
        more = {"pageToken": token} if token else {}
        page = operator.get(f"/v1/admin/{what}", **params, **more)
        found += page[what]
        token = page.get("nextPageToken")
        if token is None:
            return found


def test_runs_of_maintenance_are_listed(operator: Api, operated: StackProcess) -> None:
    operated.control("POST", "maintenance")
    newest = operator.get("/v1/admin/runs", pageSize=1)["runs"][0]
    assert newest["complete"]
    assert newest["finishedAt"] >= newest["at"]
    assert newest["enqueued"]["decay"] == 0


def test_the_configuration_has_no_secrets(operator: Api) -> None:
    found = operator.get("/v1/admin/configuration")
    assert found["variables"]["OPENAI_BASE_URL"] == "http://127.0.0.1:9/v1"
    assert found["variables"]["REKINDLE_OPERATORS_KEY"] == "set"
    assert found["version"]
    assert (found["build"], found["revision"]) == ("", "")


def test_every_default_of_users_is_shown(operator: Api) -> None:
    shown = operator.get("/v1/admin/configuration")["defaults"]
    assert set(shown) == {field.alias for field in Settings.model_fields.values()}
    assert shown["retentionDays"] is None


def fail(stack: StackProcess, uid: str) -> DocumentReference:
    """Makes the batch failed and parks a setback, as analysis and maintenance leave them."""
    user = make_client(stack.firestore, stack.project).document(f"users/{uid}")
    (batch,) = user.collection("batches").stream()
    batch.reference.update({"state": "failed", "error": {"reason": "CRASHED", "message": "tea"}})
    at = batch.to_dict()["finishedAt"]
    user.update({"learning.failed": [batch.id]})
    user.collection("setbacks").document("decay").set(
        {"kind": "decay", "tries": 8, "dueAt": at, "retryAt": at, "parkedAt": at, "reason": "Odd"}
    )
    return user


@pytest.fixture
def failing(operated: StackProcess, person: Api, uid: str) -> DocumentReference:
    """A user with a failed batch and a parked setback."""
    person.learn("I love tea.", "I work with Rust every day.")
    return fail(operated, uid)


def test_a_failed_batch_is_tried_again(operator: Api, person: Api, failing) -> None:
    (mine,) = [
        each
        for each in operator.get("/v1/admin/batches", pageSize=100)["batches"]
        if each["user"] == operator.post("/v1/admin/users/find", {"uid": failing.id})["id"]
    ]
    assert (mine["reason"], mine["prompts"]) == ("CRASHED", 2)
    assert operator.post(f"/v1/admin/batches/{mine['id']}/retry") == {"retried": 1, "left": {}}
    person.stack.idle()
    assert person.batches()[0]["state"] == "done"
    again = operator.post(f"/v1/admin/batches/{mine['id']}/retry")
    assert again == {"retried": 0, "left": {"NOT_FAILED": 1}}
    assert "POST /v1/admin/batches/<id>/retry" in str(person.get("/v1/account/looks"))


def test_all_failed_batches_are_tried_again_but_not_of_who_does_not_learn(
    operator: Api, person: Api, failing
) -> None:
    person.call("PATCH", "/v1/settings", {"learningEnabled": False})
    done = operator.post("/v1/admin/batches/retry")
    assert done["left"]["LEARNING_OFF"] == 1
    person.call("PATCH", "/v1/settings", {"learningEnabled": True})
    assert operator.post("/v1/admin/batches/retry", {})["retried"] == 1
    person.stack.idle()
    assert person.batches()[0]["state"] == "done"


def test_parked_work_is_listed_and_released(operator: Api, failing) -> None:
    user = operator.post("/v1/admin/users/find", {"uid": failing.id})["id"]
    (mine,) = [
        each
        for each in operator.get("/v1/admin/parked", pageSize=100)["parked"]
        if each["user"] == user
    ]
    assert (mine["kind"], mine["reason"], mine["tries"]) == ("decay", "Odd", 8)
    assert operator.post(f"/v1/admin/parked/{mine['id']}/release") == {"released": 1}
    assert operator.refused("POST", f"/v1/admin/parked/{mine['id']}/release")["code"] == 404
    failing.collection("setbacks").document("decay").set(
        {"kind": "decay", "dueAt": failing.get().get("knownSince"), "tries": 8}
        | {name: failing.get().get("knownSince") for name in ("retryAt", "parkedAt")}
    )
    assert operator.post("/v1/admin/parked/release")["released"] >= 1
    assert not failing.collection("setbacks").document("decay").get().exists


def test_spending_is_shown_against_the_budgets(operator: Api, failing) -> None:
    shown = operator.get("/v1/admin/spending", days=3)
    assert [day["amount"] for day in shown["days"]] == [0, 0, 0]
    assert (shown["deploymentBudget"], shown["userBudget"]) == (50, 0.25)
    day = shown["days"][0]["day"]
    for cost, uid in ((0.2, failing.id), (0.1, f"{failing.id}-2")):
        spent = {"learning": {"spent": {"day": day, "cost": cost, "reserved": 0.0}}}
        failing.parent.document(uid).set(spent, merge=True)
    user = operator.post("/v1/admin/users/find", {"uid": failing.id})["id"]
    first = operator.get("/v1/admin/spending/users", pageSize=1)
    assert first["users"][0]["user"] == user
    assert first["users"][0]["spent"]["amount"] == 0.2
    second = operator.get("/v1/admin/spending/users", pageSize=1, pageToken=first["nextPageToken"])
    assert second["users"][0]["spent"]["amount"] == 0.1


FAILED = 4
REST = FAILED - 1
"""How many users failed, and how many are left when one was tried again by itself."""
PAGED = ("GET users", "GET batches", "GET parked", "GET runs", "GET looks", "GET spending/users")
COSTS = {
    # reads, writes and round trips, for pages of two users and for all that is left
    "GET users": (4, 1, 3),
    "POST users/find": (2, 1, 3),
    "GET users/<user>": (2, 1, 3),
    "GET batches": (2, 1, 2),
    "GET parked": (2, 1, 2),
    "GET runs": (2, 1, 2),
    "GET looks": (2, 1, 2),
    "GET spending": (7, 1, 2),
    "GET spending/users": (2, 1, 2),
    "GET configuration": (0, 1, 1),
    "POST batches/<batch>/retry": (2, 3, 3),
    "POST batches/retry": (3 * REST, 2 * REST + 1, 2 * REST + 2),
    "POST parked/<parked>/release": (1, 2, 3),
    "POST parked/release": (2 * REST, REST + 1, 2 * REST + 2),
}


def test_the_cost_of_every_route_is_asserted() -> None:
    routes = {name.replace(" /v1/admin/", " ") for name in ROUTES if "/v1/admin/" in name}
    assert {re.sub("<[a-z]+>", "<id>", name) for name in COSTS} == routes


def test_each_look_costs_what_its_page_holds_and_one_write() -> None:
    env = {"GOOGLE_CLOUD_PROJECT": "demo-op-costs", "REKINDLE_ANALYZER": "offline"}
    with stack_process(env=env) as stack, queue_of(stack) as queue:
        for number in range(FAILED):
            with stack.user(f"user-{number}") as client:
                Api(client, stack).learn("I love tea.")
            fail(stack, f"user-{number}")
        # What is tried again is not analyzed meanwhile.
        queue.pause()
        token = user_token("op", stack.project, claims={"operator": True})
        with stack.bearer(token) as client:
            api = Api(client, stack)
            for _ in range(3):
                api.get("/v1/admin/configuration")
                stack.control("POST", "maintenance")
            stack.idle()
            ids = {
                "<user>": api.get("/v1/admin/users")["users"][0]["id"],
                "<batch>": api.get("/v1/admin/batches")["batches"][0]["id"],
                "<parked>": api.get("/v1/admin/parked")["parked"][0]["id"],
            }
            for what, most in COSTS.items():
                method, path = what.split(" ")
                for name, id_ in ids.items():
                    path = path.replace(name, id_)
                body = {"uid": "user-1"} if what.endswith("find") else None
                params = {"pageSize": 2} if what in PAGED else {}
                stack.control("DELETE", "usage")
                api.call(method, f"/v1/admin/{path}", body, params=params)
                used = stack.control("GET", "usage")
                cost = used["reads"], used["writes"] + used["deletes"], used["roundTrips"]
                assert all(had <= may for had, may in zip(cost, most, strict=True)), (what, cost)
        with stack.user("user-1") as client:
            stack.control("DELETE", "usage")
            Api(client, stack).get("/v1/account/looks", pageSize=1)
            used = stack.control("GET", "usage")
            assert (used["reads"], used["writes"], used["roundTrips"]) == (1, 0, 1)
