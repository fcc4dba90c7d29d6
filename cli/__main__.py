"""`python -m cli`: the program `rekindle`."""

import sys


def run() -> None:
    """Runs the program and ends the process with its exit code."""
    try:
        from cli.main import main
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.exit(f"The command line needs {error.name}: pip install 'rekindle[cli]'")
    sys.exit(main())


if __name__ == "__main__":
    run()
