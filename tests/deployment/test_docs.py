"""What the documents say of the project is there, and their figures are those of the bench."""

import re
from pathlib import Path

import pytest

from bench import monthly_cost
from emulator.gateway.paths import ROOT
from main import FUNCTIONS
from tests.deployment.terraform_files import blocks

DOCS = sorted((ROOT / "docs").glob("*.md"))
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()


@pytest.mark.parametrize("file", DOCS, ids=lambda file: file.name)
def test_paths_that_are_named_are_there(file: Path) -> None:
    text = file.read_text()
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (file.parent / link).exists(), link
    made = ("build/", "dashboard/", "terraform/environments/$PROJECT", "users/")
    for path in re.findall(r"`((?:[\w.-]+/)+[\w.$-]+)`", text):
        if "." in path.rpartition("/")[2] and not path.startswith(made):
            assert (ROOT / path).exists(), path


def test_every_function_stands_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    assert [name for name in FUNCTIONS if f"`{name}`" not in text] == []


def test_every_alert_is_explained() -> None:
    policies = blocks("resource")
    names = [
        policies[address]["display_name"].removeprefix("Rekindle: ")
        for address in policies
        if address.startswith("google_monitoring_alert_policy.") and "threshold" not in address
    ]
    thresholds = re.findall(
        r'^    "([a-z ]+)" = \{$', (ROOT / "terraform" / "monitoring.tf").read_text(), re.M
    )
    assert len(thresholds) == 4
    for name in [*names, *thresholds]:
        assert f"\n| {name} |" in OPERATIONS, name


def test_every_setting_that_operations_names_is_there() -> None:
    known = set(blocks("variable"))
    for name in ("openai_key_version", "min_instances", "max_instances", "model_calls_per_second"):
        assert name in known
        assert name in OPERATIONS


def test_every_command_is_explained() -> None:
    for block in re.findall(r"```sh\n(.*?)```", OPERATIONS, re.S):
        paragraphs = [part for part in block.split("\n\n") if not part.startswith("export ")]
        assert all(part.lstrip().startswith(("#", "git pull")) for part in paragraphs), block


@pytest.mark.usefixtures("billed")
def test_the_costs_are_those_that_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert monthly_cost.main() == 0
    text = (ROOT / "docs" / "scale-and-cost.md").read_text()
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("|"):
            assert line in text, f"{line}: make this what `python -m bench.monthly_cost` prints"
