"""A stack whose deployment has defaults of its own."""

import json
import uuid
from collections.abc import Iterator

import pytest

from emulator.client import StackProcess
from emulator.tokens import user_token
from tests.support.api import Api
from tests.support.stacks import stack_process

DEFAULTS = {"userMemoryAnalysisInterval": 2, "memoryCharLimit": 40, "approval": "automatic"}


@pytest.fixture(scope="module")
def deployed() -> Iterator[StackProcess]:
    env = {
        "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:8]}",
        "REKINDLE_ANALYZER": "offline",
        "REKINDLE_DEFAULTS": json.dumps(DEFAULTS),
    }
    with stack_process(env=env) as stack:
        yield stack


@pytest.fixture
def person(deployed: StackProcess, uid: str) -> Iterator[Api]:
    with deployed.user(uid) as client:
        yield Api(client, deployed)


def test_settings_tell_where_each_value_comes_from(person: Api) -> None:
    found = person.get("/v1/settings")
    assert {name: found[name] for name in DEFAULTS} == DEFAULTS
    assert found["userCharLimit"] == 1375
    assert set(found["sources"]) == set(found) - {"sources"}
    assert {name for name, source in found["sources"].items() if source == "deployment"} == set(
        DEFAULTS
    )
    patched = person.call("PATCH", "/v1/settings", {"memoryCharLimit": 40})
    assert patched["sources"]["memoryCharLimit"] == "user"
    back = person.call("PATCH", "/v1/settings", {"memoryCharLimit": None})
    assert (back["memoryCharLimit"], back["sources"]["memoryCharLimit"]) == (40, "deployment")


def test_an_answer_that_is_sent_back_is_a_patch(person: Api) -> None:
    found = person.get("/v1/settings")
    again = person.call("PATCH", "/v1/settings", found)
    assert {**again, "sources": {}} == {**found, "sources": {}}
    assert again["sources"]["memoryCharLimit"] == "user"


def test_every_function_goes_by_the_defaults(person: Api) -> None:
    full = person.refused("POST", "/v1/memory", {"content": "x" * 41})
    assert full["details"][0]["usage"]["limit"] == 40
    person.say("I love hiking.", "I love sailing.")
    assert person.profile()["version"] == 1
    assert person.get("/v1/export")["settings"] == {}


def test_operators_see_the_defaults_in_force(deployed: StackProcess) -> None:
    token = user_token(f"operator-{uuid.uuid4().hex}", deployed.project, claims={"operator": True})
    with deployed.bearer(token) as client:
        found = Api(client, deployed).get("/v1/admin/configuration")
    assert {name: found["defaults"][name] for name in DEFAULTS} == DEFAULTS
    assert found["defaults"]["userCharLimit"] == 1375
    assert json.loads(found["variables"]["REKINDLE_DEFAULTS"]) == DEFAULTS


def test_the_stack_does_not_start_with_wrong_defaults(tmp_path) -> None:
    log = tmp_path / "log"
    wrong = {"REKINDLE_DEFAULTS": '{"retentionDay": 90}'}
    with (
        log.open("w") as to,
        pytest.raises(RuntimeError, match="did not start"),
        stack_process(env=wrong, log=to),
    ):
        pass
    assert "did you mean retentionDays?" in log.read_text()
