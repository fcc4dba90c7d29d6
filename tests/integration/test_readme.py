"""The README does what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

from emulator.gateway.paths import ROOT
from emulator.gateway.rewrites import read_rewrites

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_shell_lines_run_as_written_and_give_the_block_shown(stack, tmp_path):
    """But for the port, which is the test's own, and the interpreter, which runs the test."""
    script = next(block for block in blocks("sh") if "curl" in block)
    script = script.replace("http://127.0.0.1:4747", stack.gateway)
    script = script.replace(".venv/bin/python", sys.executable)
    # Somebody who types is slower than the trigger and the queue; a script has to wait for them.
    waiting = f"\necho; curl -s -X POST {stack.gateway}/__emulator/idle; echo"
    script = re.sub(r"(?m)^((?:curl|  -d) .*[^\\])$", lambda call: call.group() + waiting, script)
    script = f"set -e\n{script}"
    ended = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env={**os.environ, "GOOGLE_CLOUD_PROJECT": stack.project},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert '"error"' not in ended.stdout
    (shown,) = (block for block in blocks("text") if "ABOUT THE USER" in block)
    for line in shown.splitlines():
        assert line in (*ended.stdout.splitlines(), "…"), line


def test_the_command_lines_run_as_written(stack, tmp_path, uid):
    script = next(block for block in blocks("sh") if "rekindle context" in block)
    ended = subprocess.run(
        ["bash", "-c", f"set -e\n{script}"],
        cwd=tmp_path,
        env={
            **os.environ,
            "GOOGLE_CLOUD_PROJECT": stack.project,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "REKINDLE_URL": stack.gateway,
            "REKINDLE_USER": uid,
        },
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "The tests need Docker." in ended.stdout


def test_every_make_target_it_names_is_there():
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"make (\w+)", README)) - {"are"}
    assert named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_file_it_names_is_there():
    for path in re.findall(r"`((?:shared|functions|emulator|tests|cli|docs)/[\w/.]+)`", README):
        assert (ROOT / path).exists(), path


def test_every_public_path_is_in_the_table_of_routes():
    for rewrite in read_rewrites(ROOT / "firebase.json"):
        prefix = rewrite.pattern.pattern.split("(")[0].replace("\\", "").removesuffix(".*")
        assert prefix in README, prefix
