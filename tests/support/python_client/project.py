"""Our distributions as others have them: built, installed in an empty environment, type-checked."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from emulator.client import StackProcess
from emulator.gateway.paths import ROOT
from emulator.tokens import user_token
from tests.support.python_client.models import PACKAGE

CLIENT = ("pyproject.toml", "README.md", "LICENSE", "src")
"""What the client's distribution is built from."""
SERVER = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "shared",
    "adapters",
    "functions",
    "emulator",
    "cli",
    "clients/python/src",
)
"""What the server's distribution is built from, and what must not get into it."""
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
_LONGEST = 300
UV = [sys.executable, "-m", "uv"]


def blocks(page: Path) -> list[str]:
    """The Python of a page's examples."""
    return _BLOCK.findall(page.read_text())


@dataclass
class Project:
    """An empty environment in which the built client is installed, and perhaps the server."""

    folder: Path
    wheels: Sequence[Path]

    @classmethod
    def make(cls, folder: Path, *, server: bool = False) -> "Project":
        """Builds the client, and the server's distribution if asked to, and installs them.

        Nothing is downloaded: what they depend on is lent by the environment of the tests.
        """
        wheels = [_built(PACKAGE, CLIENT, folder / "client")]
        if server:
            wheels.append(_built(ROOT, SERVER, folder / "server"))
        _run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
        project = cls(folder, wheels)
        install = (
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--offline",
            "--compile-bytecode",
            "--python",
        )
        _run(*UV, *install, project.python, *wheels)
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


def _built(source: Path, parts: Sequence[str], copy: Path) -> Path:
    """Builds what these parts of a folder are the source of; returns the wheel."""
    made = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in parts:
        if (source / name).is_dir():
            shutil.copytree(source / name, copy / name, ignore=made)
        else:
            copy.mkdir(exist_ok=True)
            shutil.copy(source / name, copy)
    _run(*UV, "build", "--quiet", "--no-build-isolation", "--python", sys.executable, copy)
    (wheel,) = (copy / "dist").glob("*.whl")
    return wheel


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=_LONGEST)
    assert done.returncode == 0, done.stdout + done.stderr
