"""Runs pytest on the second Firestore engine, with the arguments that it is given.

Fails when fewer tests pass than `tests.support.engines.tally` wants.
"""

import os
import subprocess
import sys

from tests.support.second_engine import second_engine


def main() -> int:
    """Start the engine, run pytest with the arguments, and return its exit code."""
    with second_engine() as engine:
        env = os.environ | {"FIRESTORE_EMULATOR_HOST": engine.address}
        command = [sys.executable, "-m", "pytest", "-p", "tests.support.engines.tally"]
        return subprocess.run([*command, *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
