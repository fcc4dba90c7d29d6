"""The TypeScript client as apps have it: packed, installed, type-checked, and run by Node."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from emulator.client import StackProcess
from emulator.tokens import user_token
from tests.support.typescript.types import PACKAGE

MODULES = PACKAGE / "node_modules"
STRICT = {
    "target": "ES2022",
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "jsx": "react-jsx",
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "types": ["node"],
}
_LONGEST = 300
_BLOCK = re.compile(r"^```(ts|tsx)\n(.*?)^```", re.M | re.S)
_IMPORT = re.compile(r"^import .*?;\n", re.M | re.S)


def needed(name: str) -> str:
    """The path of a program; skips the test where it or the client's packages are missing."""
    found = shutil.which(name)
    if found is None:
        pytest.skip("Node is not installed")
    if not (MODULES / ".package-lock.json").exists():
        pytest.skip("`make clients-test` installs the npm packages that this test needs")
    return found


def blocks(page: Path) -> list[str]:
    """The TypeScript of a page's examples."""
    return [text for _, text in _BLOCK.findall(page.read_text())]


def module(*parts: str) -> str:
    """The parts as one module, with their imports at its beginning."""
    code = "\n".join(parts)
    return "".join(_IMPORT.findall(code)) + _IMPORT.sub("", code)


@dataclass
class Project:
    """An empty project in which the packed client is installed."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> "Project":
        """Packs the client and installs it, without a network."""
        npm = needed("npm")
        packed = subprocess.run(
            [npm, "pack", "--silent", "--pack-destination", str(folder)],
            cwd=PACKAGE,
            capture_output=True,
            text=True,
            check=True,
            timeout=_LONGEST,
        )
        archive = folder / packed.stdout.split()[-1]
        (folder / "package.json").write_text('{"private": true, "type": "module"}')
        subprocess.run(
            [npm, "install", "--offline", "--no-audit", "--no-fund", "--silent", str(archive)],
            cwd=folder,
            check=True,
            timeout=_LONGEST,
        )
        return cls(folder)

    @property
    def installed(self) -> set[str]:
        """The names of the installed packages."""
        return {each.name for each in (self.folder / "node_modules").glob("[!.]*")}

    def add(self, *names: str) -> None:
        """Adds packages beside the client, as an app has them."""
        for name in names:
            place = self.folder / "node_modules" / name
            place.parent.mkdir(exist_ok=True)
            if not place.exists():
                place.symlink_to(MODULES / name)

    def compiled(self, name: str, code: str, **settings: Any) -> Path:
        """Type-checks a module under strict settings; returns its JavaScript.

        Args:
            name: its file.
            code: what is in it.
            settings: further options of the compiler.

        Raises:
            AssertionError: the compiler's complaints.
        """
        self.add("@types")
        (self.folder / name).write_text(code)
        options = {**STRICT, "skipLibCheck": True, **settings}
        config = {"compilerOptions": options, "files": [name]}
        (self.folder / "tsconfig.json").write_text(json.dumps(config))
        command = [needed("node"), str(MODULES / "typescript" / "bin" / "tsc"), "-p", "."]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=_LONGEST
        )
        assert done.returncode == 0, done.stdout
        return (self.folder / name).with_suffix(".js")

    def run(self, script: Path, stack: StackProcess, uid: str, **env: str) -> str:
        """Runs a module as a user of the stack; returns what it prints.

        Raises:
            AssertionError: what it complained of.
        """
        there = {
            "REKINDLE": stack.gateway,
            "TOKEN": user_token(uid, stack.project),
            "UID": uid,
            "PROJECT": stack.project,
            "FIRESTORE": stack.firestore,
            "CONTROL": stack.control_url,
        }
        done = subprocess.run(
            [needed("node"), str(script)],
            cwd=self.folder,
            env=os.environ | there | env,
            capture_output=True,
            text=True,
            timeout=_LONGEST,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
