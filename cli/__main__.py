"""`python -m cli` runs the `rekindle` program."""

import sys


def run() -> None:
    """Runs the program and ends the process with its exit code."""
    try:
        from cli.main import main

        code = main()
    except ModuleNotFoundError as error:
        if error.name not in ("rekindle_client", "rich", "typer"):
            raise
        sys.exit(f"{error.name} is not installed. Run: pip install 'rekindle-server[cli]'")
    sys.exit(code)


if __name__ == "__main__":
    run()
