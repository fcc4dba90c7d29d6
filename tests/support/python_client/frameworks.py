"""Programs that use the Python client within a framework, in the environment of frameworks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from emulator.client import StackProcess
from emulator.gateway.paths import ROOT
from emulator.tokens import user_token
from tests.support.python_client.models import PACKAGE

ENVIRONMENT = ROOT / ".venv-frameworks"
PYTHON = ENVIRONMENT / "bin" / "python"
EXAMPLES = PACKAGE / "examples"
_LONGEST = 300


def needed() -> None:
    """Skips the test where the frameworks are missing."""
    if not (ENVIRONMENT / ".ready").exists():
        pytest.skip("`make frameworks` installs the frameworks that this test needs")


def check_types(*modules: Path) -> None:
    """Type-checks modules under strict settings.

    Raises:
        AssertionError: the checker's complaints.
    """
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull]
    done = subprocess.run(
        [*command, "--python-executable", PYTHON, *modules],
        cwd=PACKAGE,
        env=os.environ | {"MYPYPATH": str(PACKAGE / "src")},
        capture_output=True,
        text=True,
        timeout=_LONGEST,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def run(program: Path, stack: StackProcess, uid: str, **env: str) -> str:
    """Runs a program as a user of the stack; returns what it prints.

    Raises:
        AssertionError: what it complained of.
    """
    there = {
        "REKINDLE": stack.gateway,
        "TOKEN": user_token(uid, stack.project),
        "PYTHONPATH": str(PACKAGE / "src"),
    }
    done = subprocess.run(
        [PYTHON, program],
        env=os.environ | there | env,
        capture_output=True,
        text=True,
        timeout=_LONGEST,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
