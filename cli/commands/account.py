"""`rekindle settings` and `erase`: the user's switches, and the end of all their data."""

import json
import re
from typing import Annotated, Any

import typer

from cli import views
from cli.api import path
from cli.arguments import group_with_default
from cli.commands.ask import confirm
from cli.output import Column
from cli.state import state_of

app = typer.Typer(cls=group_with_default("show"), help="Settings: show (the default), set.")
_DELETED = (Column("what", whole=True), Column("deleted", whole=True, style="bold"))


@app.command("show")
def show(ctx: typer.Context) -> None:
    """Shows the settings in force."""
    state = state_of(ctx)
    found = state.api.get(path("settings"))
    if state.out.json:
        state.out.document(found)
    else:
        views.key_values(state.out, found.items())


@app.command("set")
def change(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="As shown, or as memory_char_limit.")],
    value: Annotated[str, typer.Argument(help="A number, a word, true, false, or null.")],
) -> None:
    """Changes a setting; off means off at once."""
    state = state_of(ctx)
    key = re.sub(r"[_-]([a-z])", lambda found: found.group(1).upper(), name)
    found = state.api.patch(path("settings"), {key: _value(value)})
    if state.out.json:
        state.out.document(found)
    else:
        state.out.say(f"{key} is {views.value_of(found.get(key))}.", "green")


def erase(
    ctx: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Removes everything that is stored of the user, for good, after asking."""
    state = state_of(ctx)
    user = state.connection.user
    question = (
        f"This erases everything that {state.connection.url} stores of {state.who}: profile, "
        "notes, prompts, history. Nothing can bring it back but an export."
    )
    confirm(state.out, question, user or "erase", yes=yes)
    with state.out.waiting("Erasing …"):
        answer = state.api.delete(path("account"))
    if state.out.json:
        state.out.document(answer)
        return
    rows = [(name, count) for name, count in answer["deleted"].items() if count]
    state.out.table(_DELETED, rows, empty="There was nothing.")
    state.out.note(f"Nothing is stored of {state.who} any more.")


def _value(said: str) -> Any:
    switches = {"on": True, "yes": True, "off": False, "no": False}
    if said.lower() in switches:
        return switches[said.lower()]
    try:
        return json.loads(said)
    except ValueError:
        return said
