"""The scripts for Google Cloud do what they say, as far as programs of their own can tell.

gcloud, terraform and curl are replaced on the PATH by programs that record how they are called;
test_gcloud.py asks the real gcloud whether it knows these calls.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT

SCRIPT = ROOT / "deploy" / "cloud" / "rotate_model_key.sh"
KEY = "sk-the-new-key"
_PROGRAM = """#!{python}
import json, os, sys
folder = os.environ["CALLS"]
name, arguments = os.path.basename(sys.argv[0]), sys.argv[1:]
reads = "--data-file=-" in arguments or "@-" in arguments
call = [name, *arguments, sys.stdin.read() if reads else None]
with open(os.path.join(folder, "calls"), "a") as file:
    file.write(json.dumps(call) + "\\n")
answers = json.load(open(os.path.join(folder, "answers")))
text = " ".join([name, *arguments])
for part, (code, answer) in answers.items():
    if part in text:
        print(answer)
        sys.exit(code)
"""
USUAL = {
    "versions add": (0, "projects/1/secrets/openai-api-key/versions/3"),
    "latestCreatedRevisionName": (0, "analyze-batch-00007"),
    "latestReadyRevisionName": (0, "analyze-batch-00007"),
    "versions list": (0, "projects/1/secrets/s/versions/3\nprojects/1/secrets/s/versions/2"),
}


class Cloud:
    """The programs, and what they were called with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.variables = folder / "mine.tfvars"
        self.variables.write_text('openai_key_version     = "2"\nmodel_calls_at_once = 20\n')
        (folder / "bin").mkdir()
        for name in ("gcloud", "terraform", "curl"):
            program = folder / "bin" / name
            program.write_text(_PROGRAM.format(python=sys.executable))
            program.chmod(0o755)

    def run(
        self, step: str, key: str = "", **answers: tuple[int, str]
    ) -> subprocess.CompletedProcess[str]:
        said = {name.replace("_", " "): answer for name, answer in answers.items()}
        (self.folder / "answers").write_text(json.dumps(USUAL | said))
        return subprocess.run(
            [SCRIPT, step, "my-project", "europe-west1", self.variables],
            cwd=ROOT,
            input=key,
            env={
                "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
                "CALLS": str(self.folder),
            },
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[list[str]]:
        """What was called: the program, its arguments, and what it read, if it reads."""
        file = self.folder / "calls"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def cloud(tmp_path: Path) -> Cloud:
    return Cloud(tmp_path)


def test_a_key_is_tried_added_and_deployed(cloud: Cloud) -> None:
    done = cloud.run("deploy", KEY)
    assert done.returncode == 0, done.stderr
    tried, added, applied, *checked = cloud.calls
    assert (tried[0], tried[-2]) == ("curl", "https://api.openai.com/v1/models")
    assert tried[-1] == f"Authorization: Bearer {KEY}"
    assert added[:5] == ["gcloud", "secrets", "versions", "add", "openai-api-key"]
    assert added[-1] == KEY
    assert applied[:3] == ["terraform", "-chdir=terraform", "apply"]
    assert applied[3] == f"-var-file={cloud.variables}"
    assert len(checked) == 2
    assert 'openai_key_version     = "3"' in cloud.variables.read_text()
    assert "model_calls_at_once" in cloud.variables.read_text()
    assert KEY not in done.stdout + done.stderr
    assert not [call for call in cloud.calls if KEY in " ".join(call[:-1])]


def test_a_key_that_the_model_refuses_changes_nothing(cloud: Cloud) -> None:
    done = cloud.run("deploy", KEY, curl=(22, ""))
    assert done.returncode == 1
    assert "Nothing was changed" in done.stderr
    assert [call[0] for call in cloud.calls] == ["curl"]
    assert '"2"' in cloud.variables.read_text()


def test_without_a_key_nothing_is_called(cloud: Cloud) -> None:
    done = cloud.run("deploy")
    assert done.returncode == 1
    assert cloud.calls == []


def test_a_revision_that_does_not_start_is_told(cloud: Cloud) -> None:
    done = cloud.run("deploy", KEY, latestReadyRevisionName=(0, "analyze-batch-00006"))
    assert done.returncode == 1
    assert "analyze-batch-00007 does not start" in done.stderr


def test_finishing_disables_the_other_versions_and_repeats_what_failed(cloud: Cloud) -> None:
    cloud.variables.write_text('openai_key_version = "3"\n')
    done = cloud.run("finish")
    assert done.returncode == 0, done.stderr
    disabled = [call[4] for call in cloud.calls if call[1:4] == ["secrets", "versions", "disable"]]
    assert disabled == ["2"]
    assert cloud.calls[-1][1:5] == ["scheduler", "jobs", "run", "rekindle-maintenance"]


def test_nothing_is_disabled_while_the_model_refuses_a_key(cloud: Cloud) -> None:
    done = cloud.run("finish", logging_read=(0, "2026-01-31T12:34:00Z"))
    assert done.returncode == 1
    assert "nothing was disabled" in done.stderr
    assert len(cloud.calls) == 1
