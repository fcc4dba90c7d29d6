"""Random programs get the same answers from the embedded Firestore and from the second engine."""

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.support.differential.known import invalid_as_well, known_difference, may_have_changed
from tests.support.differential.programs import PROJECT, Step, programs
from tests.support.differential.runs import Run, clear
from tests.support.engines import Engine, running_engine
from tests.support.firestore_support import Raw

OPERATIONS = int(os.environ.get("REKINDLE_DIFFERENTIAL_OPERATIONS", "400"))
"""How many operations to try: `make deep` tries 10,000."""
SEED = int(os.environ.get("REKINDLE_DIFFERENTIAL_SEED", "1"))
STEPS = 20

pytestmark = pytest.mark.xdist_group("firestore_differential")


@pytest.fixture(scope="module")
def engines() -> Iterator[list[tuple[Engine, Raw]]]:
    with ExitStack() as stack:
        running = [stack.enter_context(running_engine(name)) for name in ("second", "embedded")]
        connected = [(engine, Raw(engine.address, PROJECT)) for engine in running]
        yield connected
        for _, raw in connected:
            raw.channel.close()


def compare(engines: list[tuple[Engine, Raw]], program: list[Step]) -> int:
    """Run a program on both engines, until they may differ for a reason that is known.

    Returns:
        How many steps were compared.

    Raises:
        AssertionError: they differ in a way that is not known.
    """
    for engine, _ in engines:
        clear(engine.address)
    second, embedded = runs = [Run(raw) for _, raw in engines]
    try:
        for number, step in enumerate(program, start=1):
            theirs, ours = second.step(step), embedded.step(step)
            if theirs == ours:
                continue
            if not known_difference(step, ours, theirs):
                assert ours == theirs, f"step {number}: {step}, after {program[: number - 1]}"
            for call in invalid_as_well(step, ours, theirs):
                outcomes = [run.step(call) for run in runs]
                assert outcomes == ["INVALID_ARGUMENT"] * 2, f"step {number}, ascending: {call}"
            if may_have_changed(step, ours, theirs):
                return number
        assert embedded.end() == second.end()
        return len(program)
    finally:
        for run in runs:
            run.close()


def test_both_engines_answer_the_same(engines: list[tuple[Engine, Raw]]) -> None:
    compared = 0

    @seed(SEED)
    @settings(
        # Some programs are compared in part only, and a few are not needed.
        max_examples=OPERATIONS // 4,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(program=programs(STEPS))
    def try_programs(program: list[Step]) -> None:
        nonlocal compared
        if compared < OPERATIONS:
            compared += compare(engines, program)

    try_programs()
    assert compared >= OPERATIONS
