"""The official clients run one scenario and print the same.

The Node client is found as Node finds packages: from this folder upwards, or in NODE_PATH.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.firestore.firestore_support import ServerThread, fresh_project

SCENARIO = Path(__file__).parent / "scenario"
STEPS = 25


def run(address: str, *command: str) -> list[str]:
    done = subprocess.run(
        [*command, fresh_project()],
        cwd=SCENARIO,
        env=os.environ | {"FIRESTORE_EMULATOR_HOST": address},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def expected(server: ServerThread) -> list[str]:
    return run(server.address, sys.executable, "sync_client.py")


def test_the_scenario_says_what_it_should(expected: list[str]) -> None:
    results = dict(json.loads(line) for line in expected)
    assert len(results) == STEPS
    assert results["create twice"] == "ALREADY_EXISTS"
    assert results["update missing"] == "NOT_FOUND"
    assert results["order"] == ["rome", "bern", "lyon", "york", "oslo"]
    assert results["transaction"] == [10, 11]
    assert results["deleted"] is False


def test_the_asynchronous_python_client_prints_the_same(
    server: ServerThread, expected: list[str]
) -> None:
    assert run(server.address, sys.executable, "async_client.py") == expected


def test_the_node_client_prints_the_same(server: ServerThread, expected: list[str]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    package = "require.resolve('@google-cloud/firestore')"
    if subprocess.run([node, "-e", package], cwd=SCENARIO, capture_output=True).returncode:
        pytest.skip("the npm package @google-cloud/firestore is not installed (see NODE_PATH)")
    assert run(server.address, node, "node_client.cjs") == expected
