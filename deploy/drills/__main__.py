"""`python -m deploy.drills <name>`: runs a drill, tells its steps, and exits with 1 if it fails."""

import argparse
import sys
from collections.abc import Callable

from deploy.drills import pause_queue, restore, rotate_key
from deploy.drills.drill import DrillFailed, Telling

DRILLS: dict[str, Callable[[Telling], None]] = {
    "restore": restore.run,
    "rotate-key": rotate_key.run,
    "pause-queue": pause_queue.run,
}


def main() -> int:
    """Runs the named drill and returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.drills",
        description="Rehearses on an embedded stack of its own what docs/operations.md describes "
        "for Google Cloud. Touches nothing else.",
    )
    parser.add_argument("name", choices=DRILLS)
    drill = DRILLS[parser.parse_args().name]
    try:
        drill(Telling(_write))
    except DrillFailed as failure:
        sys.stderr.write(f"The drill failed: {failure}\n")
        return 1
    _write("The drill succeeded.")
    return 0


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
