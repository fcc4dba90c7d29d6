"""How the stack's processes end."""

import os
import sys
from typing import NoReturn


def leave(code: object) -> NoReturn:
    """Ends this process, which has closed what it had open.

    The interpreter would free hundreds of thousands of objects one by one first, which takes longer
    than all else of stopping.

    Args:
        code: as of `SystemExit`; a reason is told.
    """
    if code is not None and not isinstance(code, int):
        sys.stderr.write(f"{code}\n")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
