"""Runs pytest on the second Firestore engine, with the arguments that it is given.

Fails when fewer tests pass than `tests.support.engines.tally` wants.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.engines.second_engine import PROGRAM, NotInstalled, second_engine


def main(program: Path = PROGRAM) -> int:
    """Start the engine, run pytest with the arguments, and return its exit code."""
    try:
        with second_engine(program=program) as engine:
            env = os.environ | {"FIRESTORE_EMULATOR_HOST": engine.address}
            command = [sys.executable, "-m", "pytest", "-p", "tests.support.engines.tally"]
            return subprocess.run([*command, *sys.argv[1:]], env=env).returncode
    except NotInstalled as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
