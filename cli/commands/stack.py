"""`rekindle start`, `demo` and `token`: the embedded stack on this machine."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import emulator
from cli.errors import UsageProblem
from cli.state import state_of
from emulator.tokens import project_of, user_token

PASSED_ON = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
_NEEDS = "Run: pip install 'rekindle-server[stack]'"


def start(ctx: typer.Context) -> None:
    """Run the embedded stack until Ctrl-C. Takes the options of python -m emulator."""
    state = state_of(ctx)
    root = _repository()
    if sys.stderr.isatty() and "--help" not in ctx.args:
        state.out.note("Starting … When it is ready, run `rekindle chat` in another terminal.")
    sys.stderr.flush()
    # The stack replaces this process, so it gets every signal. With -P, a folder named "emulator"
    # in the current directory does not shadow the package.
    paths = os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-P", "-m", "emulator", *ctx.args]
    os.execve(sys.executable, command, {**os.environ, "PYTHONPATH": paths})  # noqa: S606


def demo(ctx: typer.Context) -> None:
    """Play a few days of conversations and show what is learned."""
    del ctx
    _repository()
    try:
        from emulator.demo.__main__ import main
    except ModuleNotFoundError as error:
        raise UsageProblem(f"{error.name} is not installed.", _NEEDS) from error
    raise typer.Exit(main())


def _repository() -> Path:
    """The stack serves the functions as they are deployed, which no package holds."""
    root = Path(emulator.__file__).resolve().parents[1]
    if not (root / "main.py").exists():
        raise UsageProblem(
            "The embedded stack runs from a clone of the repository.",
            "Run `make start` or `make demo` there, or name a server with --url.",
        )
    return root


def token(
    ctx: typer.Context,
    uid: Annotated[str, typer.Argument(metavar="UID", help="Any user ID.")],
) -> None:
    """Print a token that only the embedded stack accepts."""
    state = state_of(ctx)
    made = user_token(uid, project_of(os.environ))
    if not state.out.wrote_json({"token": made}):
        sys.stdout.write(made + "\n")
