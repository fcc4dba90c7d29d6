"""Node, and the npm packages of tests/clients: third-party clients that tests run."""

import os
import shutil
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[1] / "clients"
PACKAGES = CLIENTS / "node_modules"


def node() -> str:
    """The path of Node; skips the test where Node or the packages are missing."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not installed")
    if not (PACKAGES / ".package-lock.json").exists():
        pytest.skip("`make clients` installs the npm packages that this test needs")
    return found


def node_env(**more: str) -> dict[str, str]:
    """The environment in which Node programs find the packages."""
    return os.environ | {"NODE_PATH": str(PACKAGES)} | more
