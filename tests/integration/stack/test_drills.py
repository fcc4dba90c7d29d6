"""Each drill of docs/operations.md succeeds on a stack of its own."""

import subprocess
import sys

import pytest

from deploy.drills.__main__ import DRILLS
from deploy.drills.drill import DrillFailed, Telling
from emulator.gateway.paths import ROOT
from tests.support.documents import IN_THE_CLOUD, rows
from tests.support.engines import needs_embedded

pytestmark = needs_embedded("the drills keep, move or copy the data of the embedded Firestore")


def command(name):
    """The command that docs/operations.md gives for a drill."""
    (row,) = (row for row in rows(IN_THE_CLOUD.read_text()) if f"deploy.drills {name}`" in row[0])
    return row[0].strip("`").split()


@pytest.mark.parametrize("name", DRILLS)
def test_a_drill_succeeds_as_the_document_says(name):
    python, *arguments = command(name)
    assert python == "python"
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert done.stdout.endswith("The drill succeeded.\n")
    assert done.stdout.count("✓") >= 8


def test_a_drill_that_is_not_there_is_refused_with_those_that_are():
    done = subprocess.run(
        [sys.executable, "-m", "deploy.drills", "fire"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert all(name in done.stderr for name in DRILLS)


def test_what_does_not_hold_fails_the_drill_and_says_what():
    lines = []
    telling = Telling(lines.append)
    telling.step("Begin.")
    telling.holds("two is two", 2, 2)
    with pytest.raises(DrillFailed, match=r"everybody is there \(found 1, expected 2\)"):
        telling.holds("everybody is there", 1, 2)
    assert lines == ["1. Begin.", "   ✓ two is two"]
