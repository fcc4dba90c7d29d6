"""The README does what it says."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx

from emulator.gateway.paths import ROOT
from emulator.gateway.rewrites import read_rewrites
from emulator.tokens import user_token
from tests.support.openai_server import Assistant, OpenAIServer

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_shell_lines_run_as_written_and_give_the_block_shown(stack, tmp_path):
    """But for the port, which is the test's own, and the interpreter, which runs the test."""
    script = next(block for block in blocks("sh") if "curl" in block)
    script = script.replace("http://127.0.0.1:4747", stack.gateway)
    script = script.replace(".venv/bin/python", sys.executable)
    # Somebody who types is slower than the trigger and the queue; a script has to wait for them.
    waiting = f"\necho; curl -s -X POST {stack.gateway}/__emulator/idle; echo"
    script = re.sub(r"(?m)^((?:curl|  -d) .*[^\\])$", lambda call: call.group() + waiting, script)
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
    (shown,) = (block for block in blocks("text") if "ABOUT THE USER" in block)
    for line in shown.splitlines():
        assert line in (*ended.stdout.splitlines(), "…"), line


def test_the_command_lines_run_as_written(stack, tmp_path, uid):
    script = next(block for block in blocks("sh") if "rekindle context" in block)
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
    """Runs the README's Python that has the word in it; what it printed."""
    (source,) = (block for block in blocks("python") if word in block)
    ended = subprocess.run(
        [sys.executable, "-c", source],
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
        told = program(stack, uid, "openai", OPENAI_BASE_URL=server.url, OPENAI_API_KEY="none")
        assert api.get("/v1/tools")["instructions"] in server.requests[0]["messages"][0]["content"]
    assert json.loads(told)["result"]["success"] is True
    assert [entry["content"] for entry in api.get("/v1/memory")["entries"]] == ["Ann is our CFO"]


def test_the_protocols_client_runs_as_written(api, stack, uid):
    api.post("/v1/memory", {"content": "The tests need Docker.", "target": "archive"})
    told = program(stack, uid, "mcp.client")
    assert "search_memory" in told.splitlines()[0]
    assert "The tests need Docker." in told.splitlines()[1]


def test_the_protocols_configurations_lead_to_the_server(stack, uid):
    """What is shown to type or to paste: its URL answers, with the token it says."""
    (settings,) = map(json.loads, blocks("json"))
    (added,) = (block for block in blocks("text") if "claude mcp add" in block)
    server = settings["mcpServers"]["rekindle"]
    assert server["url"] in added
    asked = re.search(r"\$\((.*?)\)", added)[1].replace(".venv/bin/python", sys.executable)
    env = {**os.environ, "GOOGLE_CLOUD_PROJECT": stack.project}
    made = subprocess.run(
        shlex.split(asked), cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    answer = httpx.post(
        server["url"].replace("http://127.0.0.1:4747", stack.gateway),
        json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
        headers={
            "Authorization": server["headers"]["Authorization"].replace(
                "<token>", made.stdout.strip()
            ),
            "Accept": "application/json, text/event-stream",
        },
        timeout=60,
    )
    assert answer.json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_every_make_target_it_names_is_there():
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"make (\w+)", README)) - {"are"}
    assert named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_file_it_names_is_there():
    for path in re.findall(r"`((?:shared|functions|emulator|tests|cli|docs)/[\w/.]+)`", README):
        assert (ROOT / path).exists(), path


def test_every_public_path_is_in_the_table_of_routes():
    for rewrite in read_rewrites(ROOT / "firebase.json"):
        prefix = rewrite.pattern.pattern.split("(")[0].replace("\\", "").removesuffix(".*")
        assert prefix in README, prefix
