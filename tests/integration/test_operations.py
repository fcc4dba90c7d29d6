"""Every command of docs/operations.md runs as written.

A shell that finds no other programs than those below runs the blocks. The programs of Google Cloud
and Firebase are replaced by stand-ins, each for the reason given; all others are the real ones, and
what asks the deployment asks a stack.
"""

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from emulator.client import StackProcess
from emulator.gateway.paths import ROOT
from emulator.tokens import user_token
from tests.support.documents import IN_THE_CLOUD, blocks

STAND_INS = {
    "gcloud": "needs a project; test_gcloud.py has gcloud itself check each command",
    "firebase": "needs a project",
    "terraform": "needs a project; test_terraform.py validates the configuration",
    "npm": "builds the dashboard, as test_browser.py and others need it built",
    "git": "would change the clone",
    "make": "test_package.py builds the archive and starts every function from it",
    "rotate_model_key.sh": "test_cloud_scripts.py runs it",
    "queue.sh": "test_cloud_scripts.py runs it",
    "restore.sh": "test_cloud_scripts.py runs it",
}
"""What is replaced, and why."""
REAL = ("curl", "openssl", "cp", "cut", "tr", "sha256sum", "sort", "uniq", "head", "cat")
ELSEWHERE = {"rekindle start": "test_cli_trace.py runs it"}
"""Blocks that another test runs, by a word in them."""
BLOCKS = [
    text
    for language, text in blocks(IN_THE_CLOUD)
    if language == "sh" and not any(word in text for word in ELSEWHERE)
]
_STAND_IN = """#!/bin/bash
echo "$(basename "$0") $*" >> "$CALLS"
case "$(basename "$0") $* " in
*" --data-file=- "* | "rotate_model_key.sh deploy "*) cat > "$CALLS.data" ;;
esac
"""


class Runs:
    """Where the blocks run."""

    def __init__(self, folder: Path, stack: StackProcess, accounts: str) -> None:
        self.folder = folder
        self.calls = folder / "calls"
        self._stack = stack
        self._accounts = accounts
        programs = folder / "bin"
        cloud, python = folder / "deploy" / "cloud", folder / ".venv" / "bin"
        for made in (programs, cloud, python, folder / "terraform" / "environments"):
            made.mkdir(parents=True)
        example = Path("terraform") / "environments" / "example.tfvars"
        shutil.copy(ROOT / example, folder / example)
        for name in STAND_INS:
            script = (cloud if name.endswith(".sh") else programs) / name
            script.write_text(_STAND_IN)
            script.chmod(0o755)
        for name in (*REAL, "basename"):
            found = shutil.which(name)
            assert found, name
            (programs / name).symlink_to(found)
        (python / "python").write_text(f'#!/bin/bash\nexec {sys.executable} "$@"\n')
        (python / "python").chmod(0o755)

    def run(self, block: str, uid: str = "ada") -> subprocess.CompletedProcess[str]:
        """Runs a block, for the project of the stack, as an operator, with a key typed in."""
        script = block.replace("https://$PROJECT.web.app", self._stack.gateway)
        script = re.sub(r"export PROJECT=\S+", "export", script).replace("<uid>", uid)
        script = re.sub(r"<[^<>\n]+>", "filled-in", script)
        token = user_token("operator", self._stack.project, claims={"operator": True})
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", script],
            cwd=self.folder,
            input="rekindle_key_typed_in_by_somebody\n" * 2,
            env={
                "PATH": str(self.folder / "bin"),
                "HOME": str(self.folder),
                "CALLS": str(self.calls),
                "PROJECT": self._stack.project,
                "REGION": "europe-west1",
                "TOKEN": token,
                "FIREBASE_AUTH_EMULATOR_HOST": self._accounts,
                "PYTHONPATH": str(ROOT),
            },
            capture_output=True,
            text=True,
            check=False,
        )


class Accounts(BaseHTTPRequestHandler):
    """What Firebase's Auth emulator answers when an account is changed."""

    changed: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.changed.append({"path": self.path, **body})
        answer = json.dumps({"localId": body["localId"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def accounts() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server of accounts: its host:port, and what was changed."""
    changed: list[dict[str, Any]] = []
    handler = type("Handler", (Accounts,), {"changed": changed})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}", changed
        server.shutdown()


@pytest.fixture
def firebase() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    with accounts() as found:
        yield found


@pytest.fixture
def runs(tmp_path: Path, stack: StackProcess, firebase: tuple[str, Any]) -> Runs:
    return Runs(tmp_path, stack, firebase[0])


def block_with(word: str) -> str:
    (found,) = (block for block in BLOCKS if word in block)
    return found


@pytest.mark.parametrize(
    "block", BLOCKS, ids=[f"{number}" for number, _ in enumerate(BLOCKS, start=1)]
)
def test_every_block_runs_and_calls_nothing_that_is_not_listed(runs: Runs, block: str) -> None:
    done = runs.run(block)
    assert done.returncode == 0, f"{block}\n{done.stderr}"
    assert "command not found" not in done.stderr
    assert "Traceback" not in done.stderr


def test_every_stand_in_is_needed_and_no_block_is_left_out_for_nothing() -> None:
    text = "".join(BLOCKS)
    assert [name for name in STAND_INS if not re.search(rf"\b{re.escape(name)}\b", text)] == []
    page = IN_THE_CLOUD.read_text()
    assert [word for word in ELSEWHERE if word not in page] == []


def test_the_lines_for_operators_make_one_and_show_users(
    runs: Runs, firebase: tuple[str, list[dict[str, Any]]], api: Any
) -> None:
    api.post("/v1/memory", {"content": "Somebody is there."})
    done = runs.run(block_with("set_custom_user_claims"), uid="olga")
    assert done.returncode == 0, done.stderr
    (changed,) = firebase[1]
    assert changed["localId"] == "olga"
    assert json.loads(changed["customAttributes"]) == {"operator": True}
    assert json.loads(done.stdout)["users"]


def test_the_settings_in_force_are_shown_to_an_operator(runs: Runs) -> None:
    done = runs.run(block_with("/v1/admin/configuration"))
    assert json.loads(done.stdout[done.stdout.index("{") :])["variables"]


def test_a_key_for_operators_is_long_enough(runs: Runs) -> None:
    assert runs.run(block_with("openssl rand")).returncode == 0
    key = Path(f"{runs.calls}.data").read_text()
    assert re.fullmatch("[0-9a-f]{64}", key)


def test_requests_without_a_token_are_refused_as_the_page_says(runs: Runs) -> None:
    for word, path in (("firebase deploy --only hosting", "/v1/profile"), ("-X POST", "/mcp")):
        (block,) = (each for each in BLOCKS if word in each and path in each)
        assert "401" in runs.run(block).stdout
