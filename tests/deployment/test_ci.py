"""GitHub runs the same script as everybody else, and all requirements are pinned."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys

import pytest

from emulator.gateway.paths import ROOT

REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))


def test_the_workflow_runs_the_one_script() -> None:
    steps = re.findall(r"- run: (.*)", (ROOT / ".github/workflows/ci.yml").read_text())
    assert steps == [".ci/run"]
    assert (ROOT / ".ci/run").stat().st_mode & stat.S_IXUSR


def test_a_release_runs_what_a_commit_does_not() -> None:
    steps = re.findall(r"- run: (.*)", (ROOT / ".github/workflows/deep.yml").read_text())
    assert steps == [".ci/run", "make deep"]


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: file.name)
def test_every_requirement_is_pinned_with_a_hash(file) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", file.read_text().replace("\\\n", " "))
    pinned = [entry for entry in entries if re.match(r"[a-z0-9]", entry)]
    assert pinned
    for entry in pinned:
        assert re.match(r"[a-z0-9._\[\],-]+==[^\s]+ .*--hash=sha256:", entry, re.S), entry[:80]


@pytest.mark.parametrize("folder", ["clients", "clients/inspector"])
def test_the_pinned_npm_packages_name_no_registry(folder) -> None:
    lock = json.loads((ROOT / "tests" / folder / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    for name, package in packages.items():
        assert "integrity" in package, name
        assert "resolved" not in package, name


def test_without_cargo_the_second_firestore_says_what_is_missing(tmp_path):
    make = shutil.which("make")
    done = subprocess.run(
        [make, "--silent", "firestore-second", f"SECOND={tmp_path}/none"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "cargo" in done.stdout
    assert "https://rustup.rs" in done.stdout


def test_the_version_of_go_is_told_where_one_looks_for_it():
    stated = (ROOT / "tests" / "clients" / "go" / "go.mod").read_text()
    needed = re.search(r"^go (\d+\.\d+)", stated, re.M)
    for file in ("CONTRIBUTING.md", "Makefile"):
        told = re.findall(r"Go (\d+\.\d+) or newer", (ROOT / file).read_text())
        assert told == [needed[1]], file


GROUPED = """
import os

import pytest


@pytest.mark.xdist_group("one")
@pytest.mark.parametrize("number", range(8))
def test_who_runs(number):
    with open(os.environ["WORKERS"], "a") as file:
        file.write(os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""


@pytest.mark.slow
def test_a_group_of_tests_keeps_to_one_worker(tmp_path):
    """Otherwise each worker would silently start its own stack for each module."""
    (tmp_path / "test_grouped.py").write_text(GROUPED)
    env = {**os.environ, "WORKERS": str(tmp_path / "workers")}
    options = ["-c", str(ROOT / "pyproject.toml"), "-n2", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, f"--rootdir={tmp_path}", str(tmp_path)]
    subprocess.run(command, cwd=tmp_path, env=env, check=True, stdout=subprocess.DEVNULL)
    workers = (tmp_path / "workers").read_text().split()
    assert len(workers) == 8
    assert len(set(workers)) == 1
