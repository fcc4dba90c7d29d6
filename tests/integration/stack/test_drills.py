"""The drills of docs/operations.md, as far as the embedded stack goes."""

import os
import subprocess
import sys

from emulator.client import stack_process
from emulator.gateway.paths import ROOT
from tests.support.api import Api
from tests.support.engines import needs_embedded

pytestmark = needs_embedded("the copy is made of the embedded Firestore")


def copy(stack, command, file):
    done = subprocess.run(
        [sys.executable, "-m", "emulator", command, str(file), "--firestore", stack.firestore],
        cwd=ROOT,
        env={**os.environ, "GOOGLE_CLOUD_PROJECT": stack.project},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_whoever_was_erased_since_a_backup_is_erased_again_after_its_restore(tmp_path):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-drill", "REKINDLE_ANALYZER": "offline"}
    backup = tmp_path / "backup.jsonl"
    with stack_process(env=env) as stack, stack.user("ada") as one, stack.user("bob") as other:
        ada, bob = Api(one, stack), Api(other, stack)
        for api in (ada, bob):
            api.learn("I love tea.", "I work with Rust every day.")
            api.post("/v1/memory", {"content": "The tea is in the cupboard."})
        kept = bob.lasting()
        copy(stack, "export", backup)
        ada.call("DELETE", "/v1/account")
        bob.call("DELETE", "/v1/preferences")

        copy(stack, "import", backup)
        stack.idle()
        assert bob.lasting() == kept
        assert ada.profile()["version"] > 0, "a restore brings back who was erased"

        assert "complete" not in ada.call("DELETE", "/v1/account")
        copy(stack, "export", backup)
        assert "users/ada" not in backup.read_text()
        assert bob.lasting() == kept
