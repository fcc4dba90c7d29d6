"""How the stack's processes exit."""

import os
import sys
from typing import NoReturn


def leave(code: object) -> NoReturn:
    """Exits at once. The process must have closed its resources.

    A normal exit would first free hundreds of thousands of objects one by one, which takes longer
    than the rest of the shutdown.

    Args:
        code: as in `SystemExit`; anything but a number is printed to stderr.
    """
    if code is not None and not isinstance(code, int):
        sys.stderr.write(f"{code}\n")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
