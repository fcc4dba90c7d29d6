"""Runs pytest on the second Firestore engine, with the arguments that it is given."""

import os
import subprocess
import sys

from tests.support.second_engine import second_engine


def main() -> int:
    """Start the engine, run pytest with the arguments, and return its exit code."""
    with second_engine() as engine:
        env = os.environ | {"FIRESTORE_EMULATOR_HOST": engine.address}
        return subprocess.run([sys.executable, "-m", "pytest", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
