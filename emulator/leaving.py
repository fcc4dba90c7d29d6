"""How the stack's processes end."""

import os
import sys
from typing import NoReturn


def leave(code: object) -> NoReturn:
    """Ends this process, which has closed what it had open.

    The interpreter would free hundreds of thousands of objects one by one first, which takes longer
    than all else of stopping.

    Args:
        code: as of `SystemExit`.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
