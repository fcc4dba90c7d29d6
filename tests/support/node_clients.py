"""Node, and the npm packages of tests/clients: third-party clients that tests run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[1] / "clients"
PACKAGES = CLIENTS / "node_modules"
_INSPECTOR_NEEDS = (22, 19)


def node() -> str:
    """The path of Node; skips the test where Node or the packages are missing."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed")
    if not (PACKAGES / ".package-lock.json").exists():
        pytest.skip("`make clients` installs the npm packages that this test needs")
    return found


def inspector() -> list[str]:
    """The command that runs the Inspector; skips the test where it or a Node for it is missing."""
    programs = CLIENTS / "inspector" / "node_modules" / ".bin"
    if not (programs / "mcp-inspector").exists():
        pytest.skip("`make inspector` installs the Inspector that this test needs")
    found = shutil.which("node", path=f"{programs}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        pytest.skip("Node is not installed")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if tuple(map(int, re.findall(r"\d+", version.stdout)[:2])) < _INSPECTOR_NEEDS:
        pytest.skip("the Inspector needs Node 22.19 or newer")
    return [found, str(programs / "mcp-inspector")]


def node_env(**more: str) -> dict[str, str]:
    """The environment in which Node programs find the packages."""
    return os.environ | {"NODE_PATH": str(PACKAGES)} | more
