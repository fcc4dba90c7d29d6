"""What apps and back ends do with their clients works on both engines."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.engines import Engine, running_engine
from tests.support.firestore_support import fresh_project
from tests.support.node_clients import CLIENTS, node, node_env

SCENARIO = Path(__file__).parent / "scenario"
CHECKS = {"web_client.cjs": 21, "admin_client.cjs": 12}
GO_CLIENT = CLIENTS / "go" / "scenario"
GO_CHECKS = 7

pytestmark = pytest.mark.xdist_group("firestore_clients")


@pytest.fixture(scope="module", params=["embedded", "second"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with running_engine(request.param) as running:
        yield running


def checks(*command: str, cwd: Path, engine: Engine) -> dict[str, str]:
    """Run a scenario; return the result of each check: "passed", or what went wrong."""
    done = subprocess.run(
        [*command, engine.address, fresh_project()],
        cwd=cwd,
        env=node_env(FIRESTORE_EMULATOR_HOST=engine.address),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.parametrize("scenario", CHECKS)
def test_every_check_of_a_node_client_passes(engine: Engine, scenario: str) -> None:
    found = checks(node(), scenario, cwd=SCENARIO, engine=engine)
    assert {name: result for name, result in found.items() if result != "passed"} == {}
    assert len(found) == CHECKS[scenario]


def test_every_check_of_the_go_client_passes(engine: Engine) -> None:
    if not GO_CLIENT.exists():
        pytest.skip("`make clients` builds the Go client's scenario where Go is installed")
    found = checks(str(GO_CLIENT), cwd=GO_CLIENT.parent, engine=engine)
    assert {name: result for name, result in found.items() if result != "passed"} == {}
    assert len(found) == GO_CHECKS
