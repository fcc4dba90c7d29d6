"""The log lines of the functions, each started as in Cloud Run, with JSON on standard error."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from emulator.client import StackProcess
from emulator.gateway.paths import ROOT

_PROGRAM = """
import json, sys
import functions_framework
from functions.http.logs import log_json
client = functions_framework.create_app(sys.argv[1], "main.py").test_client()
log_json("demo")
for call in json.load(sys.stdin):
    client.open(call.pop("path"), **call)
"""


def lines_of(
    stack: StackProcess, function: str, *calls: Mapping[str, Any], **env: str
) -> list[str]:
    """Returns what a function logs when it is called.

    Args:
        stack: whose database and queue the function uses.
        function: its name, as in main.py.
        calls: `path`, and what else Flask's test client takes, such as `method` and `json`.
        env: the function's environment, besides that of the stack.
    """
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, function],
        cwd=ROOT,
        env={
            **os.environ,
            "GOOGLE_CLOUD_PROJECT": stack.project,
            "FIRESTORE_EMULATOR_HOST": stack.firestore,
            "CLOUD_TASKS_EMULATOR_HOST": stack.tasks,
            "REKINDLE_ANALYZER": "offline",
            **env,
        },
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stderr.splitlines() if line.startswith("{")]
