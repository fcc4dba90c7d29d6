"""The examples of the README and of the documents do what the text says."""

import ast
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from emulator.faults import parse_plan
from emulator.gateway.paths import ROOT
from emulator.gateway.rewrites import read_rewrites
from emulator.tokens import user_token
from tests.support.documents import PAGES, configurations, doc, example, examples
from tests.support.openai_server import Assistant, OpenAIServer

TESTED = {
    "sh": [
        "make demo",  # test_every_make_target_it_names_is_there, test_stack.py
        "$API/prompts",
        "rekindle context",
        "rekindle start --faults",
        "MEMORY_KEY=",
        "--scope record",
        "rekindle proxy",  # test_proxy.py
        "signUp",  # test_auth_emulator.py
        "rekindle import --status",  # test_cli_imports.py
        "settings set agents",
    ],
    "text": ["ABOUT THE USER"],
    "json": ["VERSION_MOVED", "leftOut", "Cursor on my laptop"],
    "python": [
        "import openai",
        "mcp.client",
        "FirestoreServer",
        "google_adk",  # test_python_frameworks.py, as the two below
        "langgraph",
        "pydantic_ai import Agent",
    ],
    "mermaid": ["flowchart"],
}
"""For each language, a word of each example; a test below runs each of them."""


def test_every_example_is_run_by_a_test():
    for language, text in examples():
        assert len([word for word in TESTED[language] if word in text]) == 1, text
    for language, words in TESTED.items():
        for word in words:
            assert example(language, word)


def test_the_shell_lines_run_as_written_and_give_the_block_shown(stack, tmp_path):
    """As written, except for the port and the interpreter, which are the test's own."""
    script = example("sh", "$API/prompts").replace("http://127.0.0.1:4747", stack.gateway)
    script = script.replace(".venv/bin/python", sys.executable)
    # The shell ends no line behind an answer.
    script = re.sub(r"(?m)^((?:curl|  -d) .*[^\\\n])$", r"\1; echo", script)
    script = f"set -e\n{script}"
    ended = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env={**os.environ, "GOOGLE_CLOUD_PROJECT": stack.project},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert '"error"' not in ended.stdout
    for line in example("text", "ABOUT THE USER").splitlines():
        assert line in (*ended.stdout.splitlines(), "…"), line


def test_the_command_lines_run_as_written(stack, tmp_path, uid):
    script = example("sh", "rekindle context")
    ended = subprocess.run(
        ["bash", "-c", f"set -e\n{script}"],
        cwd=tmp_path,
        env={
            **os.environ,
            "GOOGLE_CLOUD_PROJECT": stack.project,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "REKINDLE_URL": stack.gateway,
            "REKINDLE_USER": uid,
        },
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "The tests need Docker." in ended.stdout


def program(stack, uid, word, **env):
    """Runs the Python example that has the word in it; what it printed."""
    ended = subprocess.run(
        [sys.executable, "-c", example("python", word)],
        env={
            **os.environ,
            "API": f"{stack.gateway}/v1",
            "TOKEN": user_token(uid, stack.project),
            **env,
        },
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_loop_of_an_assistant_runs_as_written(api, stack, uid):
    with OpenAIServer() as server:
        server.will(Assistant(("save_memory", {"content": "Ann is our CFO"})))
        told = program(
            stack, uid, "import openai", OPENAI_BASE_URL=server.url, OPENAI_API_KEY="none"
        )
        assert api.get("/v1/tools")["instructions"] in server.requests[0]["messages"][0]["content"]
    assert json.loads(told)["result"]["success"] is True
    assert [entry["content"] for entry in api.get("/v1/memory")["entries"]] == ["Ann is our CFO"]


def test_the_protocols_client_runs_as_written(api, stack, uid):
    api.post("/v1/memory", {"content": "The tests need Docker.", "target": "archive"})
    told = program(stack, uid, "mcp.client")
    assert "recall" in told.splitlines()[0]
    assert "The tests need Docker." in told.splitlines()[1]


@pytest.fixture
def memory_key(stack, uid):
    """The access key that the page says how to make, which is in the environment then."""
    script = example("sh", "MEMORY_KEY=").replace(".venv/bin/", "")
    ended = subprocess.run(
        ["bash", "-c", f'set -e\n{script}printf %s "$MEMORY_KEY"'],
        env={
            **os.environ,
            "GOOGLE_CLOUD_PROJECT": stack.project,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "REKINDLE_URL": stack.gateway,
            "REKINDLE_USER": uid,
        },
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_key_for_capture_records_and_reads_and_no_more(stack, uid):
    ended = subprocess.run(
        ["bash", "-c", example("sh", "--scope record").replace(".venv/bin/", "")],
        env={
            **os.environ,
            "GOOGLE_CLOUD_PROJECT": stack.project,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "REKINDLE_URL": stack.gateway,
            "REKINDLE_USER": uid,
        },
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    with stack.bearer(ended.stdout.strip()) as key:
        said = {"prompts": [{"content": "I love tea."}]}
        assert key.post("/v1/prompts", json=said).status_code == 202
        assert key.get("/v1/context").status_code == 200
        assert key.post("/v1/memory", json={"content": "Tea."}).status_code == 403


@pytest.mark.parametrize(("language", "text"), configurations())
def test_what_is_for_assistants_leads_to_the_server(stack, memory_key, language, text):
    """With the key it shows, it is let in; without one, it is told where to sign in."""
    (url,) = set(re.findall(r"http://127\.0\.0\.1:4747[^\s\"']*", text))
    shown = re.search(r"Bearer ([^\"]+)", text)
    headers = {"Accept": "application/json, text/event-stream"}
    if shown:
        assert re.fullmatch(r"\$(\{(env:)?MEMORY_KEY\}|MEMORY_KEY|\{input:memory-key\})", shown[1])
        headers["Authorization"] = f"Bearer {memory_key}"
    answer = httpx.post(
        url.replace("http://127.0.0.1:4747", stack.gateway),
        json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
        headers=headers,
        timeout=60,
        trust_env=False,
    )
    if shown:
        assert answer.json() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    else:
        assert answer.status_code == 401
        assert "resource_metadata" in answer.headers["WWW-Authenticate"]


def test_the_error_is_the_one_that_is_answered(api):
    for number in range(4):
        api.post("/v1/preferences", {"type": "goal", "description": f"goal number {number}"})
    refused = api.client.delete("/v1/profile", headers={"If-Match": '"3"'})
    assert refused.json() == json.loads(example("json", "VERSION_MOVED"))


def test_the_switches_of_agents_are_taken_as_written(api):
    agents = json.loads(example("json", "Cursor on my laptop"))
    settings = api.call("PATCH", "/v1/settings", agents)
    assert settings["agents"]["coder"]["userProfileEnabled"] is False


def test_the_command_for_one_agent_runs_as_written(stack, tmp_path, uid):
    rekindle = str(Path(sys.executable).parent / "rekindle")
    command = example("sh", "settings set agents").replace(".venv/bin/rekindle", rekindle)
    env = {
        **os.environ,
        "GOOGLE_CLOUD_PROJECT": stack.project,
        "REKINDLE_URL": stack.gateway,
        "REKINDLE_USER": uid,
    }
    ended = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    with stack.user(uid) as client:
        agents = client.get("/v1/settings").json()["agents"]
    assert agents["Cursor on my laptop"]["userProfileEnabled"] is False


def test_the_embedded_firestore_starts_and_stops_as_written():
    source = example("python", "FirestoreServer")
    names = {"storage_path": None, "now_micros": lambda: time.time_ns() // 1000}
    code = compile(source, "example", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    asyncio.run(eval(code, names))
    assert names["port"] > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_plan_of_faults_can_be_followed(page):
    for plan in re.findall(r'--faults "([^"]+)"', page.read_text()):
        assert parse_plan(plan).model_dump(exclude_defaults=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_it_names_is_there(page):
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?m)(?:^|`|&& )make ([a-z][\w-]*)", page.read_text()):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_public_path_is_in_the_table_of_routes():
    for rewrite in read_rewrites(ROOT / "firebase.json"):
        prefix = rewrite.pattern.pattern.split("(")[0].replace("\\", "").removesuffix(".*")
        assert prefix in doc("api.md"), prefix


def test_the_piece_of_an_import_is_taken(api):
    answer = api.post("/v1/imports/mine", json.loads(example("json", "leftOut")))
    assert (answer["taken"], answer["refused"]) == (1, [])
