"""What Claude Code runs: `hook`, `send`, and the commands `status`, `off`, `on` and `incognito`.

A hook ends with exit code 0 and prints JSON or nothing, whatever happens: memory may be missing,
but a session is never disturbed.
"""

import os
import sys

# `python3 -I` keeps what a project or PYTHONPATH has out of the path, and this folder, too.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def main() -> int:
    """Runs what the first argument names; returns the exit code."""
    what, *rest = sys.argv[1:] or ["status"]
    if what == "hook":
        try:
            from rekindle_capture.hook import run_hook

            run_hook(sys.stdin.buffer, sys.stdout.buffer)
        except Exception:  # noqa: BLE001, S110, RUF100
            pass  # A traceback could show what the user typed.
        return 0
    if what == "send":
        from rekindle_capture.sender import send

        send()
        return 0
    from rekindle_capture.commands import command

    print(command(what, rest))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
