"""Every declared dependency is used."""

import json
import re
import tomllib
from importlib.metadata import packages_distributions

import pytest

from emulator.gateway.paths import ROOT
from tests.support.source import imports, is_ours, modules, resources, within

pytestmark = pytest.mark.xdist_group("source")  # which one worker parses

TOOLS = {
    "mypy": "$(BIN)/mypy",
    "pytest-xdist": "-n auto",
    "ruff": "$(BIN)/ruff check",
    "setuptools": "setuptools.build_meta",
    "uv": "$(BIN)/uv pip compile",
}
"""Dependencies that are run instead of imported, each with the text that shows its use."""

STUBS = {"types-protobuf": "google.protobuf"}
"""Dependencies that only give mypy the types of another package."""

IN_GOOGLE = {
    "google-cloud-firestore": {"google.cloud.firestore", "google.cloud.firestore_v1"},
    "google-cloud-tasks": {"google.cloud.tasks_v2"},
    "google-events": {"google.events"},
}
"""What each distribution adds to `google`, a top-level package of many distributions."""


@pytest.mark.slow
def test_every_dependency_is_used():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = [project["project"]["dependencies"]]
    groups += project["project"]["optional-dependencies"].values()
    declared = {re.split(r"[\[<>=~; ]", entry)[0] for group in groups for entry in group}
    declared -= {project["project"]["name"]}
    imported = {name for module in modules() for name in imports(module) | resources(module)}
    run = recipes() + json.dumps([project["build-system"]["build-backend"], project["tool"]])
    used = {tool for tool, marker in TOOLS.items() if marker and marker in run}
    if "mypy" in used:
        used |= {stub for stub, package in STUBS.items() if _is_used({package}, imported)}
    roots = packages_of(declared - TOOLS.keys() - STUBS.keys())
    used |= {name for name, packages in roots.items() if _is_used(packages, imported)}
    assert declared - used == set()
    assert (TOOLS | STUBS | IN_GOOGLE).keys() <= declared


def recipes() -> str:
    """What the Makefile runs, without its comments."""
    lines = (ROOT / "Makefile").read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def packages_of(declared: set[str]) -> dict[str, set[str]]:
    """The packages that only this distribution brings, by distribution."""
    names: dict[str, set[str]] = {}
    for package, distributions in packages_distributions().items():
        # Some distributions also install a package under a name of ours, such as `cli`.
        for distribution in distributions if package != "google" and not is_ours(package) else ():
            names.setdefault(distribution.lower().replace("_", "-"), set()).add(package)
    return {
        name: IN_GOOGLE.get(name) or names.get(name.lower(), {name.replace("-", "_")})
        for name in declared
    }


def _is_used(packages: set[str], imported: set[str]) -> bool:
    return any(within(name, package) for name in imported for package in packages)
