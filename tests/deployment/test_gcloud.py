"""Every gcloud command that we tell people to type is one that gcloud knows."""

import re
import shutil
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT
from tests.deployment.gcloud_commands import commands_in, problems
from tests.support.documents import PAGES, blocks

needs_gcloud = pytest.mark.skipif(not shutil.which("gcloud"), reason="gcloud is not installed")


def documented() -> list[list[str]]:
    """The commands of all pages, in blocks or in the text."""
    found = []
    for page in PAGES:
        scripts = [text for language, text in blocks(page) if language == "sh"]
        inline = re.findall(r"`(gcloud [^`]+?)(?: …)?`", page.read_text())
        scripts += [text.replace("\n", " ") for text in inline]
        found += [command for script in scripts for command in commands_in(script)]
    return found


def scripted() -> list[list[str]]:
    """The commands of the scripts that run in Google Cloud."""
    return [
        command
        for file in sorted((ROOT / "deploy").rglob("*.sh"))
        for command in commands_in(file.read_text())
    ]


@pytest.mark.slow
@needs_gcloud
def test_gcloud_knows_every_command(tmp_path: Path) -> None:
    commands = [*documented(), *scripted()]
    assert len(commands) > 30
    assert problems(commands, tmp_path) == {}


@needs_gcloud
def test_gcloud_finds_mistakes(tmp_path: Path) -> None:
    wrong = [["gcloud", "tasks", "queues", "pause", "rekindle", "--place=x"], ["gcloud", "task"]]
    assert len(problems(wrong, tmp_path)) == 2


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("gcloud a b \\\n    --c=$D", [["gcloud", "a", "b", "--c=1"]]),
        ("# gcloud a", []),
        ("x | gcloud a - && gcloud b; echo", [["gcloud", "a", "-"], ["gcloud", "b"]]),
        ("""V="$(gcloud a 'b c' | wc -l)\"""", [["gcloud", "a", "b c"]]),
        ("N=$(gcloud a <name>)", [["gcloud", "a", "1"]]),
    ],
)
def test_commands_are_found(script: str, found: list[list[str]]) -> None:
    assert list(commands_in(script)) == found
