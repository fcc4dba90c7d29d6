"""The stack itself: its start, its controls, and running on another Firestore."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from emulator.gateway.paths import ROOT
from tests.support.api import Api
from tests.support.engines import needs_embedded
from tests.support.stacks import stack_process


def test_the_ready_line_tells_every_address(stack):
    assert stack.gateway.startswith("http://127.0.0.1:")
    assert stack.tasks.startswith("127.0.0.1:")
    assert stack.project


def test_a_taken_port_is_a_clear_error(stack):
    port = stack.gateway.rsplit(":", 1)[1]
    command = [sys.executable, "-m", "emulator", "--in-memory", "--port", port]
    ports = ["--firestore-port", "0", "--tasks-port", "0"]
    ended = subprocess.run([*command, *ports], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "could not start" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_with_another_firestore_the_stack_uses_that(stack, uid):
    """A second stack uses the Firestore of the first one."""
    env = {
        "FIRESTORE_EMULATOR_HOST": stack.firestore,
        "GOOGLE_CLOUD_PROJECT": f"demo-{uid[5:17]}",
        "REKINDLE_ANALYZER": "offline",
    }
    with stack_process(env=env) as second, second.user(uid) as client:
        assert second.firestore == stack.firestore
        api = Api(client, second)
        api.learn("I love Python.")
        assert api.profile()["preferences"][0]["description"] == "Python"
        assert client.get("/__emulator/usage").status_code == 501

    from google.cloud import firestore

    code = "import sys, json; from google.cloud.firestore import Client; " + (
        "print(json.dumps(Client(project=sys.argv[1]).document('users/' + sys.argv[2])"
        ".get().get('profile.version')))"
    )
    seen = subprocess.run(
        [sys.executable, "-c", code, env["GOOGLE_CLOUD_PROJECT"], uid],
        env={**os.environ, "FIRESTORE_EMULATOR_HOST": stack.firestore},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(seen.stdout) == 1
    assert firestore


def test_data_outlives_a_restart(tmp_path, uid):
    for expected in (0, 1):
        with stack_process(data_dir=tmp_path) as stack, stack.user(uid) as client:
            api = Api(client, stack)
            assert len(api.get("/v1/memory")["entries"]) == expected
            api.post("/v1/memory", {"content": "kept"})


def test_the_demonstration_succeeds():
    ended = subprocess.run(
        [sys.executable, "-m", "emulator.demo"], cwd=ROOT, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "[ABOUT THE USER]" in ended.stdout
    assert ended.stderr == ""


@pytest.mark.parametrize("uid", ["ada"])
def test_a_token_can_be_printed(stack, uid):
    command = [sys.executable, "-m", "emulator", "token", uid]
    env = {**os.environ, "GOOGLE_CLOUD_PROJECT": stack.project}
    token = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True
    ).stdout.strip()

    headers = {"Authorization": f"Bearer {token}"}
    assert stack.call("GET", "/v1/profile", headers=headers).status_code == 200


def test_a_token_without_a_user_is_refused():
    command = [sys.executable, "-m", "emulator", "token"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "token <uid>" in done.stderr


@needs_embedded("another one keeps contending transactions waiting until their deadlines")
def test_many_may_wait_for_idleness_at_once(stack, uid):
    """Each waiting call holds a thread of the gateway, and deliveries need threads, too."""

    def record_and_wait(number):
        with stack.user(uid) as client:
            prompt = {"id": f"p{number}", "content": "hello"}
            client.post("/v1/prompts", json={"prompts": [prompt]})
            return client.post("/__emulator/idle", json={"timeoutSeconds": 60}).status_code

    with ThreadPoolExecutor(40) as pool:
        assert set(pool.map(record_and_wait, range(40))) == {200}


@needs_embedded("another one has no export over HTTP")
def test_all_documents_can_be_exported_and_imported(tmp_path, uid):
    file = tmp_path / "documents.jsonl"

    def transfer(command, project, firestore):
        line = [sys.executable, "-m", "emulator", command, str(file), "--firestore", firestore]
        env = {**os.environ, "GOOGLE_CLOUD_PROJECT": project}
        return subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True)

    one, other = ({"GOOGLE_CLOUD_PROJECT": f"demo-{uid[5:15]}-{n}"} for n in (1, 2))
    with stack_process(env=one) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        api.learn("I love Python.")
        before = api.get("/v1/profile/changelog/0000000001")
        ended = transfer("export", stack.project, stack.firestore)
    assert ended.stdout == "4 documents\n", ended.stderr
    with stack_process(env=other) as stack, stack.user(uid) as client:
        ended = transfer("import", stack.project, stack.firestore)
        assert ended.stdout == "4 documents\n", ended.stderr
        assert Api(client, stack).get("/v1/profile/changelog/0000000001") == before
    ended = transfer("import", "demo", "127.0.0.1:1")
    assert ended.returncode == 1
    assert "The import stopped" in ended.stderr


@pytest.mark.parametrize(
    ("plan", "fields", "word"),
    [
        ("duplicate=2", {"duplicate": 2}, "duplicate"),
        ("kill-at=before-lunch", {"kill-at": ["before-lunch"]}, "before-lunch"),
        ("luck=bad", {"luck": "bad"}, "luck"),
    ],
)
def test_a_plan_of_faults_that_cannot_be_followed_is_a_clear_error(stack, plan, fields, word):
    command = [sys.executable, "-m", "emulator", "--in-memory", "--faults", plan]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 2
    assert word in ended.stderr
    refused = stack.call("PUT", "/__emulator/faults", json=fields)
    assert refused.status_code == 400
    assert word in refused.json()["error"]["message"]
    assert stack.control("GET", "faults")["plan"] == {}


def test_a_start_that_waits_for_a_database_ends_when_asked():
    """Nothing listens at the database's address."""
    ports = ["--port", "0", "--tasks-port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "emulator", "--in-memory", *ports],
        cwd=ROOT,
        env={**os.environ, "FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while "listen stream broke" not in process.stderr.readline():
            assert process.poll() is None
        process.terminate()
        process.communicate(timeout=30)
        assert process.returncode == 0
    finally:
        process.kill()


def test_the_controls_answer_while_the_functions_are_killed(uid):
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": "demo-killed"}) as own, own.user(uid) as client:
        assert client.get("/v1/settings").status_code == 200
        own.control("POST", "kill")
        assert own.control("GET", "faults") == {"plan": {}, "injected": {}}
        with own.user(uid) as again:
            assert again.get("/v1/settings").status_code == 200
