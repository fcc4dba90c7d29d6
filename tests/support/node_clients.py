"""Node, and the npm packages of tests/clients: third-party clients that tests run."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

CLIENTS = Path(__file__).parents[1] / "clients"
PACKAGES = CLIENTS / "node_modules"
INSPECTOR_PACKAGES = CLIENTS / "inspector" / "node_modules"
"""The Inspector's packages, the second version of the TypeScript SDK among them."""
_EVERY_CLIENT = "REKINDLE_EVERY_CLIENT"
"""Set where a client that is not installed is a failure, as for `make connect-check`."""
_INSPECTOR_NEEDS = (22, 19)


def _missing(reason: str) -> NoReturn:
    if os.environ.get(_EVERY_CLIENT):
        pytest.fail(reason)
    pytest.skip(reason)


def node() -> str:
    """The path of Node; skips the test where Node or the packages are missing."""
    found = shutil.which("node")
    if found is None:
        _missing("Node is not installed")
    if not (PACKAGES / ".package-lock.json").exists():
        _missing("`make clients` installs the npm packages that this test needs")
    return found


def inspector() -> list[str]:
    """The command that runs the Inspector; skips the test where it or a Node for it is missing."""
    programs = INSPECTOR_PACKAGES / ".bin"
    if not (programs / "mcp-inspector").exists():
        _missing("`make inspector` installs the Inspector that this test needs")
    found = shutil.which("node", path=f"{programs}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        _missing("Node is not installed")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if tuple(map(int, re.findall(r"\d+", version.stdout)[:2])) < _INSPECTOR_NEEDS:
        _missing("the Inspector needs Node 22.19 or newer")
    return [found, str(programs / "mcp-inspector")]


def node_env(packages: Path = PACKAGES, **more: str) -> dict[str, str]:
    """The environment in which Node programs find the packages."""
    return os.environ | {"NODE_PATH": str(packages)} | more
