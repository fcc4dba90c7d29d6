"""Shared fixtures of the scenarios: seeds, lengths, and a stack with faults.

make scenarios SEEDS=17     all scenarios at full length, with this seed
make test-all               all scenarios, shortened, with the first seed
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from emulator.client import StackProcess
from tests.scenarios.model import AttentiveModel
from tests.support.openai_server import OpenAIServer
from tests.support.stacks import stack_process


@dataclass(frozen=True)
class Length:
    """How long the scenarios are: full with --full-length, otherwise short."""

    is_full: bool

    def of(self, full: int, short: int) -> int:
        """A number of people, prompts or deeds: the one for this length."""
        return full if self.is_full else short


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each scenario with each seed."""
    if "seed" in metafunc.fixturenames:
        seeds = [int(seed) for seed in metafunc.config.getoption("--seeds").split(",")]
        metafunc.parametrize("seed", seeds, ids=lambda seed: f"seed{seed}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs each file and seed on one worker, because its stack takes one scenario at a time.

    The storms take longest and start first, so that none runs alone at the end. xdist keeps this
    order with `--no-loadscope-reorder`.
    """
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path != here / "test_storm.py")
    for item in items:
        if here in item.path.parents and isinstance(item, pytest.Function):
            seed = item.callspec.params["seed"]
            item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{seed}"))


@pytest.fixture
def length(request: pytest.FixtureRequest) -> Length:
    """How long the scenarios are."""
    return Length(request.config.getoption("--full-length"))


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAIServer]:
    """A server of a model that finds one preference in each prompt."""
    with OpenAIServer() as server:
        server.will(AttentiveModel())
        yield server


@pytest.fixture(scope="module")
def stack(model: OpenAIServer) -> Iterator[StackProcess]:
    """A stack for one file, which analyzes with the model."""
    env = {
        "REKINDLE_ANALYZER": "openai",
        "OPENAI_BASE_URL": model.url,
        "OPENAI_API_KEY": "none",
        "GOOGLE_CLOUD_PROJECT": "demo-scenarios",
    }
    with stack_process(env=env) as process:
        yield process


@pytest.fixture(autouse=True)
def nothing_is_left_of_the_plan(stack: StackProcess) -> Iterator[None]:
    """Ends the faults after each scenario."""
    yield
    if stack.process.poll() is None:
        stack.control("DELETE", "faults")
