"""The `rekindle` program: its commands, global options and exit codes."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Annotated

import typer

from cli.arguments import hoisted
from cli.chat import command as chat_command
from cli.commands import (
    account,
    connections,
    context,
    inbox,
    learning,
    memory,
    preferences,
    profile,
    proxy,
    reading,
    sessions,
    stack,
    trace,
    transfer,
)
from cli.errors import EXIT_CODES, CliError
from cli.output import Output
from cli.state import State, state_of

_START, _TALK, _KNOWN, _DATA = "Get started", "Conversation", "Profile and memory", "Your data"


def _global_options(
    ctx: typer.Context,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The server. Default: REKINDLE_URL, or else http://127.0.0.1:4747.",
        ),
    ] = None,
    user: Annotated[
        str | None,
        typer.Option(
            metavar="UID",
            help="The user on the embedded stack. Default: REKINDLE_USER, or else your login name. "
            "With the token of a trusted service account, the user to act for.",
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            help="A Firebase ID token, for a deployed server. Default: REKINDLE_TOKEN, which is "
            "the safer way to pass it.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, as the API returns it.")
    ] = False,
) -> None:
    """View, correct, export and erase what an assistant remembers about its users.

    These options may appear anywhere. Piped output is tab-separated, without headings.
    """
    state = state_of(ctx)
    state.url, state.user, state.token = url, user, token
    state.out = Output(as_json=as_json)


def _app() -> typer.Typer:
    pretty = sys.stdout.isatty()
    app = typer.Typer(
        name="rekindle",
        no_args_is_help=True,
        rich_markup_mode="markdown" if pretty else None,
        pretty_exceptions_enable=False,
        epilog=EXIT_CODES,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_global_options)
    app.command(rich_help_panel=_START, context_settings=stack.PASSED_ON)(stack.start)
    app.command(rich_help_panel=_START)(stack.demo)
    app.command(rich_help_panel=_START)(stack.token)
    app.command(rich_help_panel=_START)(trace.trace)
    app.command(rich_help_panel=_TALK)(chat_command.chat)
    app.command(rich_help_panel=_TALK)(proxy.proxy)
    app.command(rich_help_panel=_TALK)(context.context)
    app.command(rich_help_panel=_TALK)(context.tools)
    app.add_typer(sessions.app, name="sessions", rich_help_panel=_TALK)
    app.add_typer(profile.app, name="profile", rich_help_panel=_KNOWN)
    app.add_typer(preferences.app, name="preferences", rich_help_panel=_KNOWN)
    app.add_typer(memory.app, name="memory", rich_help_panel=_KNOWN)
    app.add_typer(inbox.app, name="inbox", rich_help_panel=_KNOWN)
    app.command(rich_help_panel=_KNOWN)(profile.history)
    app.command(rich_help_panel=_KNOWN)(profile.rollback)
    app.command(rich_help_panel=_KNOWN)(learning.status)
    app.command(rich_help_panel=_KNOWN)(learning.refresh)
    app.command(rich_help_panel=_KNOWN)(reading.explain)
    app.add_typer(connections.app, name="connections", rich_help_panel=_DATA)
    app.add_typer(account.app, name="settings", rich_help_panel=_DATA)
    app.command(rich_help_panel=_DATA)(account.looks)
    app.command(rich_help_panel=_DATA)(transfer.export)
    app.command("import", rich_help_panel=_DATA, epilog=transfer.FORMATS)(transfer.import_)
    app.command(rich_help_panel=_DATA)(memory.repair)
    app.command(rich_help_panel=_DATA)(account.erase)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit code, one of those in `cli.errors`."""
    state = State()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Bytes that are no text, and text that the terminal has no characters for.
            stream.reconfigure(errors="replace")
    try:
        _app()(hoisted(sys.argv[1:] if arguments is None else arguments), "rekindle", obj=state)
    except SystemExit as ended:
        code = ended.code
    except CliError as error:
        state.out.problem(error)
        code = error.exit_code
    else:
        code = 0
    return _flushed(code if isinstance(code, int) else 0)


def _flushed(code: int) -> int:
    """Flushes the output and returns the code. A reader that closes the pipe is not an error."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
