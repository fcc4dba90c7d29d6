"""The Python client as programs have it: built, installed in an empty environment, type-checked."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from emulator.client import StackProcess
from emulator.tokens import user_token
from tests.support.python_client.models import PACKAGE

_BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
_LONGEST = 300
UV = [sys.executable, "-m", "uv"]


def blocks(page: Path) -> list[str]:
    """The Python of a page's examples."""
    return _BLOCK.findall(page.read_text())


@dataclass
class Project:
    """An empty environment in which the built client is installed."""

    folder: Path
    wheel: Path

    @classmethod
    def make(cls, folder: Path) -> "Project":
        """Builds the client and installs it, without a network.

        What it depends on is lent by the environment of the tests.
        """
        source = folder / "source"
        shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("build", "*.egg-info"))
        _run(*UV, "build", "--quiet", "--no-build-isolation", "--python", sys.executable, source)
        (wheel,) = (source / "dist").glob("*.whl")
        _run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
        project = cls(folder, wheel)
        install = (
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--offline",
            "--compile-bytecode",
            "--python",
        )
        _run(*UV, *install, project.python, wheel)
        lent = sysconfig.get_path("purelib")
        packages = project.packages
        (packages / "lent.pth").write_text(f"{lent}\n")
        return project

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "env" / "bin" / "python"

    @property
    def packages(self) -> Path:
        """Where its packages are."""
        (found,) = (self.folder / "env" / "lib").glob("python*/site-packages")
        return found

    def checked(self, name: str, code: str) -> Path:
        """Type-checks a module under strict settings; returns it.

        Raises:
            AssertionError: the checker's complaints.
        """
        module = self.folder / name
        module.write_text(code)
        command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", self.python]
        done = subprocess.run(
            [*command, module], cwd=self.folder, capture_output=True, text=True, timeout=_LONGEST
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return module

    def run(self, module: Path, stack: StackProcess, uid: str) -> str:
        """Runs a module as a user of the stack; returns what it prints.

        Raises:
            AssertionError: what it complained of.
        """
        there = {"REKINDLE": stack.gateway, "TOKEN": user_token(uid, stack.project)}
        done = subprocess.run(
            [self.python, module],
            cwd=self.folder,
            env=os.environ | there,
            capture_output=True,
            text=True,
            timeout=_LONGEST,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_LONGEST)
    assert done.returncode == 0, done.stdout + done.stderr
