"""Users who sign up with Firebase's Auth emulator and use its tokens here."""

import json
import subprocess
import uuid
from collections.abc import Iterator

import pytest

from emulator.client import StackProcess
from tests.support.auth_emulator import AuthEmulator, auth_emulator
from tests.support.documents import example
from tests.support.stacks import stack_process


@pytest.fixture(scope="module")
def project() -> str:
    return f"demo-{uuid.uuid4().hex[:12]}"


@pytest.fixture(scope="module")
def accounts(project, tmp_path_factory) -> Iterator[AuthEmulator]:
    with auth_emulator(project, tmp_path_factory.mktemp("auth")) as emulator:
        yield emulator


@pytest.fixture(scope="module")
def own_stack(project, accounts) -> Iterator[StackProcess]:
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    with stack_process(env={**env, "FIREBASE_AUTH_EMULATOR_HOST": accounts.host}) as stack:
        yield stack


def test_who_signs_up_is_remembered(accounts, own_stack):
    ada = accounts.sign_up(email="ada@example.com", password="correct horse", displayName="Ada")
    bob = accounts.sign_up()  # anonymous
    with own_stack.bearer(ada["idToken"]) as api:
        api.post("/v1/prompts", json={"prompts": [{"content": "I love Python."}]})
        own_stack.idle()
        assert api.post("/v1/profile/refresh").status_code == 202
        own_stack.idle()
        (learned,) = api.get("/v1/profile").json()["profile"]["preferences"]
        assert learned["description"] == "Python"
    with own_stack.bearer(bob["idToken"]) as api:
        assert api.get("/v1/profile").json()["profile"]["preferences"] == []
    # The same user, by the uid that the emulator assigned.
    with own_stack.user(ada["localId"]) as api:
        assert api.get("/v1/profile").json()["profile"]["preferences"] == [learned]


def test_a_refreshed_token_is_the_same_user(accounts, own_stack):
    signed_up = accounts.sign_up(email="eve@example.com", password="correct horse")
    with own_stack.bearer(signed_up["idToken"]) as api:
        assert api.post("/v1/memory", json={"content": "The tests need Node"}).status_code == 201
    with own_stack.bearer(accounts.refresh(signed_up["refreshToken"])["id_token"]) as api:
        (entry,) = api.get("/v1/memory").json()["entries"]
    assert entry["content"] == "The tests need Node"


def test_a_user_of_one_project_is_nobody_in_another(accounts, stack):
    with stack.bearer(accounts.sign_up()["idToken"]) as api:
        answer = api.get("/v1/profile")
    assert (answer.status_code, answer.json()["error"]["status"]) == (401, "UNAUTHENTICATED")


def test_the_lines_of_the_readme_run_as_written(accounts, own_stack):
    script = example("sh", "signUp").replace("127.0.0.1:9099", accounts.host)
    script = script.replace("http://127.0.0.1:4747", own_stack.gateway)
    ended = subprocess.run(["bash", "-ec", script], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["profile"]["preferences"] == []
