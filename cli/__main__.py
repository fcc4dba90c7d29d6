"""`python -m cli` runs the `rekindle` program."""

import sys


def run() -> None:
    """Runs the program and ends the process with its exit code."""
    try:
        from cli.main import main
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.exit(f"{error.name} is not installed. Run: pip install 'rekindle[cli]'")
    sys.exit(main())


if __name__ == "__main__":
    run()
