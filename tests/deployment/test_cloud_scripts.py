"""The scripts for Google Cloud do what they say, as far as programs of their own can tell.

gcloud, terraform and curl are replaced on the PATH by programs that record how they are called;
test_gcloud.py asks the real gcloud whether it knows these calls.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from emulator.gateway.paths import ROOT

SCRIPTS = ROOT / "deploy" / "cloud"
PLACE = ("my-project", "europe-west1")
KEY = "sk-the-new-key"
_PROGRAM = """#!{python}
import json, os, sys
folder = os.environ["CALLS"]
name, arguments = os.path.basename(sys.argv[0]), sys.argv[1:]
asks = name == "terraform" and "apply" in arguments and not os.path.exists(arguments[-1])
if asks and sys.stdin.readline() != "yes\\n":
    sys.exit("Error: error asking for approval: EOF")
plan = [each[5:] for each in arguments if each.startswith("-out=")]
if plan:
    open(plan[0], "w").close()
reads = "--data-file=-" in arguments or "@-" in arguments
call = [name, *arguments, sys.stdin.read() if reads else None]
with open(os.path.join(folder, "calls"), "a") as file:
    file.write(json.dumps(call) + "\\n")
answers = json.load(open(os.path.join(folder, "answers")))
text = " ".join([name, *arguments])
for part, answer in answers.items():
    if part in text:
        if isinstance(answer[0], list):  # one answer after the other
            made = [json.loads(line)[:-1] for line in open(os.path.join(folder, "calls"))]
            earlier = sum(part in " ".join(each) for each in made)
            answer = answer[min(earlier, len(answer)) - 1]
        code, answer = answer
        print(answer)
        sys.exit(code)
"""


def _revision(version: str) -> str:
    """A revision of Cloud Run that reads this version of the key, as gcloud describes it."""
    reference = {"name": "openai-api-key", "key": version}
    variables = [
        {"name": "REKINDLE_QUEUE", "value": "rekindle"},
        {"name": "OPENAI_API_KEY", "valueFrom": {"secretKeyRef": reference}},
    ]
    return json.dumps({"spec": {"containers": [{"env": variables}]}})


USUAL = {
    "versions add": (0, "projects/1/secrets/openai-api-key/versions/3"),
    "latestCreatedRevisionName": (0, "analyze-batch-00007"),
    "latestReadyRevisionName": (0, "analyze-batch-00007"),
    "versions list": (0, "projects/1/secrets/s/versions/3\nprojects/1/secrets/s/versions/2"),
    "revisions describe": (0, _revision("3")),
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
        """Runs a step of the rotation of the model's key."""
        return self.script("rotate_model_key.sh", step, *PLACE, self.variables, key=key, **answers)

    def script(
        self, name: str, *arguments: str | Path, key: str = "", **answers: Any
    ) -> subprocess.CompletedProcess[str]:
        """Runs a script. What programs answer goes by a part of their call; a list of answers is
        given one after the other."""
        said = {name.replace("_", " "): answer for name, answer in answers.items()}
        (self.folder / "answers").write_text(json.dumps(USUAL | said))
        return subprocess.run(
            [SCRIPTS / name, *arguments],
            cwd=ROOT,
            input=key,
            env={
                "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
                "CALLS": str(self.folder),
                "WAIT_SECONDS": "0",
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
    tried, added, planned, applied, *checked = cloud.calls
    assert (tried[0], tried[-2]) == ("curl", "https://api.openai.com/v1/models")
    assert tried[-1] == f"Authorization: Bearer {KEY}"
    assert added[:5] == ["gcloud", "secrets", "versions", "add", "openai-api-key"]
    assert added[-1] == KEY
    assert planned[:3] == ["terraform", "-chdir=terraform", "plan"]
    assert planned[-3:-1] == [f"-var-file={cloud.variables}", "-var=openai_key_version=3"]
    assert applied[:3] == ["terraform", "-chdir=terraform", "apply"]
    assert f"-out={applied[-2]}" in planned
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


@pytest.mark.parametrize("step", ["terraform plan", "terraform apply"])
def test_the_variables_stay_as_they_are_if_terraform_fails(cloud: Cloud, step: str) -> None:
    done = cloud.run("deploy", KEY, **{step.replace(" ", " -chdir=terraform "): (1, "")})
    assert done.returncode == 1
    assert "still names 2" in done.stderr
    assert "versions disable 3" in done.stderr
    assert 'openai_key_version     = "2"' in cloud.variables.read_text()
    assert [file.name for file in cloud.folder.glob("mine.tfvars*")] == ["mine.tfvars"]


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


@pytest.mark.parametrize(
    "variables",
    ['openai_key_version = "latest"\n', 'openai_key_version = ""\n', 'project = "my-project"\n'],
    ids=["latest", "empty", "missing"],
)
@pytest.mark.parametrize("step", ["deploy", "finish"])
def test_nothing_is_done_unless_the_variables_say_which_key_is_in_use(
    cloud: Cloud, step: str, variables: str
) -> None:
    cloud.variables.write_text(variables)
    done = cloud.run(step, KEY if step == "deploy" else "")
    assert done.returncode == 1
    assert "Nothing was changed" in done.stderr
    assert cloud.calls == []


def disabled_by(cloud: Cloud) -> list[list[str]]:
    return [call for call in cloud.calls if "disable" in call]


@pytest.mark.parametrize("used", ["2", "latest"])
def test_nothing_is_disabled_while_another_key_is_in_use(cloud: Cloud, used: str) -> None:
    cloud.variables.write_text('openai_key_version = "3"\n')
    done = cloud.run("finish", revisions_describe=(0, _revision(used)))
    assert done.returncode == 1
    assert f"reads {used}" in done.stderr
    assert disabled_by(cloud) == []


def test_nothing_is_disabled_unless_the_key_in_use_is_enabled(cloud: Cloud) -> None:
    cloud.variables.write_text('openai_key_version = "3"\n')
    done = cloud.run("finish", versions_list=(0, "projects/1/secrets/s/versions/33"))
    assert done.returncode == 1
    assert "Version 3 of the secret is not enabled" in done.stderr
    assert disabled_by(cloud) == []


def test_nothing_is_disabled_while_the_model_refuses_a_key(cloud: Cloud) -> None:
    cloud.variables.write_text('openai_key_version = "3"\n')
    done = cloud.run("finish", logging_read=(0, "2026-01-31T12:34:00Z"))
    assert done.returncode == 1
    assert "nothing was disabled" in done.stderr
    assert disabled_by(cloud) == []


def named(cloud: Cloud) -> list[str]:
    """The calls of gcloud, each by the words before its options."""
    return [
        " ".join(word for word in call[1:-1] if word.replace("-", "").isalpha() and word[0] != "-")
        for call in cloud.calls
    ]


RUNNING, WAITING = "a,2026-01-31T12:34:00Z,", "b,,"
DONE = "c,2026-01-31T12:34:00Z,2026-01-31T12:35:00Z"


def test_a_paused_queue_is_waited_for_until_nothing_runs(cloud: Cloud) -> None:
    lists = [(0, f"{RUNNING}\n{WAITING}"), (0, f"{RUNNING}\n{DONE}"), (0, f"{WAITING}\n{DONE}")]
    done = cloud.script("queue.sh", "pause", *PLACE, tasks_list=lists)
    assert done.returncode == 0, done.stderr
    assert named(cloud) == ["tasks queues pause rekindle", *["tasks list"] * 3]
    assert "queue.sh resume my-project europe-west1" in done.stdout


def test_a_queue_is_drained_when_it_has_no_task(cloud: Cloud) -> None:
    lists = [(0, f"{WAITING}\n{DONE}"), (0, WAITING), (0, "")]
    state = (0, "RUNNING")
    done = cloud.script("queue.sh", "drain", *PLACE, tasks_list=lists, queues_describe=state)
    assert done.returncode == 0, done.stderr
    assert named(cloud) == ["tasks queues describe rekindle", *["tasks list"] * 3]
    assert done.stdout.endswith("The queue is empty.\n")


def test_a_paused_queue_is_not_drained(cloud: Cloud) -> None:
    done = cloud.script("queue.sh", "drain", *PLACE, queues_describe=(0, "PAUSED"))
    assert done.returncode == 1
    assert "Resume it first" in done.stderr


def test_a_queue_that_does_not_come_to_rest_is_told(cloud: Cloud) -> None:
    script = SCRIPTS / "queue.sh"
    short = cloud.folder / "queue.sh"
    short.write_text(script.read_text().replace("LOOKS=180", "LOOKS=2"))
    short.chmod(0o755)
    done = cloud.script(str(short), "pause", *PLACE, tasks_list=(0, RUNNING))
    assert done.returncode == 1
    assert "1 tasks are still running" in done.stderr


AT = "2026-01-31T12:34:00Z"
ERASED = {
    "services_describe": (0, "https://run-maintenance.a.run.app"),
    "erased_again": [(0, ""), (0, "erased again since 2026-01-31T12:34:00+00:00: 2 users")],
}


@pytest.mark.parametrize("backup", [(), ("projects/1/locations/eur3/backups/x",)])
def test_a_restore_is_fetched_beside_the_present_database(
    cloud: Cloud, backup: tuple[str, ...]
) -> None:
    done = cloud.script("restore.sh", "fetch", *PLACE, AT, *backup, databases_describe=(0, "eur3"))
    assert done.returncode == 0, done.stderr
    made = [call for call in cloud.calls if "--database=restored" in call]
    made += [call for call in cloud.calls if "--destination-database=restored" in call]
    assert len(made) == (1 if backup else 2)
    assert not [call for call in cloud.calls if call[2] == "import" and made[-1] != call]


def test_a_restore_is_applied_while_nothing_runs_and_erased_again_before_anything_does(
    cloud: Cloud,
) -> None:
    done = cloud.script("restore.sh", "apply", *PLACE, AT, **ERASED)
    assert done.returncode == 0, done.stderr
    assert named(cloud) == [
        "tasks queues pause rekindle",
        "tasks list",
        "scheduler jobs pause rekindle-maintenance",
        "firestore export",
        "firestore import",
        "run services describe run-maintenance",
        "tasks create-http-task",
        *["logging read"] * 2,
        "scheduler jobs resume rekindle-maintenance",
        "tasks queues resume rekindle",
    ]
    (sent,) = (call for call in cloud.calls if "create-http-task" in call)
    (body,) = (each for each in sent if each and each.startswith("--body-content="))
    assert json.loads(body.removeprefix("--body-content=")) == {"job": "eraseAgain", "since": AT}
    assert "2 users" in done.stdout


@pytest.mark.parametrize("failing", ["firestore import", "create-http-task"])
def test_a_restore_that_fails_resumes_nothing(cloud: Cloud, failing: str) -> None:
    done = cloud.script("restore.sh", "apply", *PLACE, AT, **ERASED, **{failing: (1, "")})
    assert done.returncode == 1
    assert "stay paused" in done.stderr
    assert not [call for call in cloud.calls if "resume" in call]


def test_a_restore_needs_the_time_that_it_shows(cloud: Cloud) -> None:
    for arguments in (("apply", *PLACE), ("apply", *PLACE, "yesterday"), ("fetch", *PLACE, "")):
        assert cloud.script("restore.sh", *arguments).returncode == 1
    assert cloud.calls == []
