"""The command line as others have it: both distributions, built and installed."""

import os
import re
import subprocess
import zipfile

import pytest

from cli.errors import USAGE
from tests.support.python_client.project import Project

pytestmark = pytest.mark.xdist_group("python_client")  # which one worker builds and installs


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Project:
    return Project.make(tmp_path_factory.mktemp("installed"), server=True)


@pytest.fixture
def rekindle(project, stack, uid):
    """Runs the installed command as a user of the stack."""
    there = {"REKINDLE_URL": stack.gateway, "REKINDLE_USER": uid}
    there |= {"GOOGLE_CLOUD_PROJECT": stack.project}

    def run(*arguments: str) -> subprocess.CompletedProcess:
        program = project.python.with_name("rekindle")
        return subprocess.run(
            [program, *arguments],
            cwd=project.folder,
            env=os.environ | there,
            capture_output=True,
            text=True,
        )

    return run


def test_the_clients_are_no_part_of_the_servers_distribution(project):
    with zipfile.ZipFile(project.wheels[1]) as wheel:
        packages = {name.partition("/")[0] for name in wheel.namelist()}
        (metadata,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        needed = wheel.read(metadata).decode()
    assert {name for name in packages if not name.endswith(".dist-info")} == {
        *("shared", "adapters", "functions", "emulator", "cli"),
    }
    assert re.findall(r"^Requires-Dist: rekindle-client.*$", needed, re.M) == [
        'Requires-Dist: rekindle-client<0.2,>=0.1; extra == "cli"'
    ]


def test_it_shows_its_help_and_talks_to_a_server(rekindle):
    assert "Exit codes" in rekindle("--help").stdout
    saved = rekindle("memory", "add", "The tests need Docker.")
    assert (saved.returncode, saved.stderr) == (0, "")
    assert "The tests need Docker." in rekindle("memory").stdout


def test_it_has_the_rules_by_which_texts_are_read(rekindle):
    explained = rekindle("explain", "I love tea")
    assert explained.stderr == ""
    assert "like" in explained.stdout


def test_it_says_where_the_stack_runs(rekindle):
    for command in ("start", "demo"):
        told = rekindle(command)
        assert (told.returncode, "clone of the repository" in told.stderr) == (USAGE, True)


def test_what_it_lacks_is_named(project, rekindle):
    client = project.packages / "rekindle_client"
    away = client.rename(client.with_name("away"))
    try:
        told = rekindle("memory")
    finally:
        away.rename(client)
    assert told.returncode == 1
    assert told.stderr == (
        "rekindle_client is not installed. Run: pip install 'rekindle-server[cli]'\n"
    )
