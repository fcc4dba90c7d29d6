"""The workflow for GitHub runs what everybody runs, and the requirements are pinned."""

import re
import stat

import pytest

from emulator.gateway.paths import ROOT

REQUIREMENTS = sorted(ROOT.glob("requirements*.txt"))


def test_the_workflow_runs_the_one_script() -> None:
    steps = re.findall(r"- run: (.*)", (ROOT / ".github/workflows/ci.yml").read_text())
    assert steps == [".ci/run"]
    assert (ROOT / ".ci/run").stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: file.name)
def test_every_requirement_is_pinned_with_a_hash(file) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", file.read_text().replace("\\\n", " "))
    pinned = [entry for entry in entries if re.match(r"[a-z0-9]", entry)]
    assert pinned
    for entry in pinned:
        assert re.match(r"[a-z0-9._\[\],-]+==[^\s]+ .*--hash=sha256:", entry, re.S), entry[:80]
