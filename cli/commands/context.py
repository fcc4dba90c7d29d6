"""`rekindle context` and `tools`: what an assistant gets."""

from typing import Annotated, Any

import typer

from cli.output import Column, Output
from cli.state import state_of

_TOOLS = (Column("tool", whole=True, style="bold"), Column("what it does"))


def context(
    ctx: typer.Context,
    query: Annotated[
        str | None, typer.Option("--query", "-q", help="Include the archive notes that match this.")
    ] = None,
    max_chars: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Limit the block to N characters.")
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Use the profile as known then: 2026-01-31T09:30:00Z."),
    ] = None,
) -> None:
    """Print the context block that an assistant gets."""
    state = state_of(ctx)
    built = state.api.get("context", query=query, maxChars=max_chars, asOf=as_of)
    if not state.out.wrote_json(built):
        show(state.out, built)


def tools(ctx: typer.Context) -> None:
    """List the tools for a model. --json prints them for OpenAI's function calling."""
    state = state_of(ctx)
    found = state.api.get("tools")
    if state.out.wrote_json(found):
        return
    functions = (tool["function"] for tool in found["tools"])
    state.out.table(_TOOLS, ((item["name"], item["description"]) for item in functions))


def show(out: Output, built: dict[str, Any]) -> None:
    """Prints the block and, in a terminal, its size and the number of omitted items."""
    if not built["text"] and out.pretty:
        out.say("The block is empty: nothing is known yet.", "dim")
    out.text(built["text"])
    for warning in built["warnings"]:
        out.note(f"Warning: {warning}")
    if out.pretty and built["text"]:
        sizes = ", ".join(f"{part['name']}: {part['chars']:,}" for part in built["sections"])
        left = len(built["omitted"])
        omitted = f"; {left} omitted" if left else ""
        out.note(f"[{len(built['text']):,} characters; {sizes}{omitted}]")
