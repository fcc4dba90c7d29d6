"""`rekindle settings`, `looks` and `erase`."""

import re
from typing import Annotated, Any

import typer

from cli import views
from cli.arguments import group_with_default
from cli.commands.ask import confirm
from cli.output import Column
from cli.reading import parse_json
from cli.state import state_of

_NEXT_WORD = re.compile(r"[_-]([a-z])")

app = typer.Typer(
    cls=group_with_default("show"), help="Show and change settings. The default command is show."
)
_LOOKS = (Column("when", whole=True, style="dim"), Column("route", style="bold"))
_DELETED = (Column("what", whole=True), Column("deleted", whole=True, style="bold"))


@app.command("show")
def show(ctx: typer.Context) -> None:
    """Show the current settings."""
    state = state_of(ctx)
    found = state.api.get("settings")
    if not state.out.wrote_json(found):
        views.key_values(state.out, found.items())


@app.command("set")
def change(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Such as memoryCharLimit or memory_char_limit.")
    ],
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="A number, a word, true, false or null.")
    ],
) -> None:
    """Change a setting, with effect at once."""
    state = state_of(ctx)
    key = _NEXT_WORD.sub(lambda found: found.group(1).upper(), name)
    found = state.api.patch("settings", body={key: _value(value)})
    if not state.out.wrote_json(found):
        state.out.say(f"{key} is {views.value_of(found.get(key))}.", "green")


def looks(
    ctx: typer.Context,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, metavar="N", help="Maximum number of looks.")
    ] = 20,
) -> None:
    """List when whoever runs the server looked at figures about you, newest first."""
    state = state_of(ctx)
    found = list(state.api.items("account", "looks", name="looks", limit=limit))
    if state.out.wrote_json({"looks": found}):
        return
    rows = [(views.timestamp(look["at"], state.out), look["route"]) for look in found]
    state.out.table(_LOOKS, rows, empty="No operator has looked at you.")


def erase(
    ctx: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Erase all data of the user for good, after asking."""
    state = state_of(ctx)
    user = state.identity.user
    question = (
        f"This erases everything that {state.identity.url} stores about {state.who}: profile, "
        "notes, prompts, history. Only an export can restore it."
    )
    confirm(state.out, question, user or "erase", yes=yes)
    with state.out.waiting("Erasing …"):
        answer = state.api.erase()
    if state.out.wrote_json(answer):
        return
    rows = [(name, count) for name, count in answer["deleted"].items() if count]
    state.out.table(_DELETED, rows, empty="Nothing was stored.")
    state.out.note(f"All data of {state.who} is erased.")


def _value(said: str) -> Any:
    switches = {"on": True, "yes": True, "off": False, "no": False}
    if said.lower() in switches:
        return switches[said.lower()]
    try:
        return parse_json(said)
    except ValueError:
        return said
