"""`rekindle explain`: how a text is read without a model. It needs no server."""

import sys
from datetime import UTC, datetime
from typing import Annotated

import typer

from cli.errors import UsageProblem
from cli.state import state_of


def explain(
    ctx: typer.Context,
    text: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT]...", help="The text. Default: standard input."),
    ] = None,
) -> None:
    """Show how a text is read without a model: what is learned from it, by which rules, and why."""
    from adapters.reader.explain import explanation
    from adapters.reader.rules import RuleError

    state = state_of(ctx)
    said = " ".join(text or []) or sys.stdin.read()
    try:
        lines = list(explanation(said, datetime.now(UTC)))
    except RuleError as error:
        raise UsageProblem(str(error)) from error
    if state.out.wrote_json({"lines": lines}):
        return
    for line in lines:
        state.out.say(line)
