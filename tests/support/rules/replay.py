"""Has an engine decide the cases, asked by Firebase's own library for testing rules."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from tests.support.engines.second_engine import SecondEngine
from tests.support.firestore_support import fresh_project
from tests.support.node_clients import CLIENTS, node, node_env
from tests.support.rules.table import Case, seeds


@dataclass(frozen=True)
class Replay:
    """What came of one ruleset.

    Attributes:
        refused: why it does not compile; empty if it does.
        warnings: what the compiler warns of.
        wrong: the cases that were not decided as they should be, each with what happened.
    """

    refused: str
    warnings: list[str]
    wrong: Mapping[str, str]

    @property
    def faultless(self) -> bool:
        """Whether nothing at all is wrong with the ruleset."""
        return not (self.refused or self.warnings or self.wrong)


def replay(
    engine: SecondEngine, rulesets: Sequence[str], cases: Sequence[Case], *, completely: bool
) -> list[Replay]:
    """Tries the cases under each ruleset; unless `completely`, until some are wrong."""
    host, _, port = engine.address.rpartition(":")
    task = {
        "host": host,
        "port": int(port),
        "project": fresh_project(),
        "seeds": seeds(),
        "rulesets": rulesets,
        "cases": [asdict(case) for case in cases],
        "all": completely,
    }
    done = subprocess.run(
        [node(), CLIENTS / "rules.cjs"],
        env=node_env(),
        input=json.dumps(task),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [_replay(json.loads(line), cases) for line in done.stdout.splitlines()]


def _replay(line: dict[str, object], cases: Sequence[Case]) -> Replay:
    wrong = line.get("wrong", {})
    assert isinstance(wrong, dict)
    warnings = line.get("warnings", [])
    assert isinstance(warnings, list)
    problems = {cases[int(index)].why: str(problem) for index, problem in wrong.items()}
    return Replay(str(line.get("refused", "")), warnings, problems)
