"""All official clients print the same when they run the same scenario."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.engines import Engine
from tests.support.firestore_support import fresh_project
from tests.support.node_clients import node, node_env

SCENARIO = Path(__file__).parent / "scenario"
STEPS = 25


def run(address: str, *command: str) -> list[str]:
    done = subprocess.run(
        [*command, fresh_project()],
        cwd=SCENARIO,
        env=node_env(FIRESTORE_EMULATOR_HOST=address),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def expected(server: Engine) -> list[str]:
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
    server: Engine, expected: list[str]
) -> None:
    assert run(server.address, sys.executable, "async_client.py") == expected


def test_the_node_client_prints_the_same(server: Engine, expected: list[str]) -> None:
    assert run(server.address, node(), "node_client.cjs") == expected
