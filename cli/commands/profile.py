"""`rekindle profile`, `history` and `rollback`: the profile and its versions."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import profile_view, views
from cli.arguments import group_with_default
from cli.commands.ask import confirm
from cli.errors import Failed, UsageProblem
from cli.output import Column
from cli.reading import fact_value
from cli.state import State, state_of

if TYPE_CHECKING:
    from cli.api import Api

app = typer.Typer(
    cls=group_with_default("show"),
    help="Show, edit and clear the profile. The default command is show.",
)
_Path = Annotated[
    str, typer.Argument(metavar="PATH", help="A fact, such as name or work.languages.")
]
_HISTORY = (
    Column("version", whole=True, style="bold"),
    Column("change", whole=True),
    Column("by", whole=True, style="dim"),
    Column("summary"),
    Column("when", whole=True, style="dim"),
    Column("restorable", whole=True),
)


@app.command("show")
def show(
    ctx: typer.Context,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Show what was known then: 2026-01-31T09:30:00Z."),
    ] = None,
    valid_at: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Show what was true then: 2026-01-31T09:30:00Z."),
    ] = None,
    ended: Annotated[bool, typer.Option("--ended", help="Include what no longer holds.")] = False,
) -> None:
    """Show everything that is known about the user, or was at an earlier time."""
    state = state_of(ctx)
    include = "ended" if ended else None
    query = {"asOf": as_of, "validAt": valid_at, "include": include}
    _show(state, state.api.get("profile", **query))


@app.command("set")
def set_fact(
    ctx: typer.Context,
    fact: _Path,
    values: Annotated[
        list[str], typer.Argument(metavar="VALUE", help="The value; several make a list.")
    ],
) -> None:
    """Set a fact. It does not fade, and learning does not overwrite it."""
    _patch(ctx, fact, fact_value(fact, values))


@app.command()
def unset(ctx: typer.Context, fact: _Path) -> None:
    """Remove a fact; learning does not bring it back."""
    _patch(ctx, fact, None)


@app.command()
def clear(
    ctx: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Empty the profile, after asking. `rekindle rollback` undoes it."""
    state = state_of(ctx)
    confirm(state.out, f"This empties the profile of {state.who}.", "clear", yes=yes)
    answer = state.api.delete("profile")
    if not state.out.wrote_json(answer):
        state.out.say(f"The profile is now empty (version {answer['profile']['version']}).")


def history(
    ctx: typer.Context,
    version: Annotated[
        int | None, typer.Argument(metavar="VERSION", help="Print this change in full, as JSON.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, metavar="N", help="Maximum number of changes.")
    ] = 20,
) -> None:
    """List the changes of the profile, newest first."""
    state = state_of(ctx)
    if version is not None:
        state.out.document(_change(state.api, version))
        return
    entries = list(state.api.items("profile", "changelog", name="entries", limit=limit))
    if state.out.wrote_json({"entries": entries}):
        return
    rows = [
        (
            entry["version"],
            entry["changeType"],
            entry["source"],
            entry["changeSummary"],
            views.timestamp(entry["createdAt"], state.out),
            "yes" if entry["hasSnapshot"] else "",
        )
        for entry in entries
    ]
    state.out.table(_HISTORY, rows, empty="Nothing has changed yet.")


def rollback(
    ctx: typer.Context,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="The version to restore.")],
) -> None:
    """Restore a version of the profile, as a new version."""
    state = state_of(ctx)
    answer = state.api.post("profile", "rollback", body={"version": version})
    if not state.out.wrote_json(answer):
        now = answer["profile"]["version"]
        state.out.say(f"Restored version {version} as version {now}.", "green")


def _change(api: "Api", version: int) -> dict[str, Any]:
    for entry in api.items("profile", "changelog", name="entries"):
        if entry["version"] == version:
            return api.get("profile", "changelog", entry["id"])
    raise Failed(f"There is no version {version}.", "`rekindle history` lists the versions.")


def _patch(ctx: typer.Context, fact: str, value: Any) -> None:
    state = state_of(ctx)
    section, _, name = fact.partition(".")
    if not section or (not name and "." in fact):
        raise UsageProblem(f"{fact!r} is not a path.", "Use one such as name or tools.editor.")
    patch = {section: {name: value} if name else value}
    answer = state.api.patch("profile", "about", body=patch)
    if state.out.wrote_json(answer):
        return
    if value is None:
        state.out.say(f"Removed {fact}.")
    else:
        state.out.say(f"Set {fact} to {views.value_of(value)}.", "green")


def _show(state: State, answer: dict[str, Any]) -> None:
    if not state.out.wrote_json(answer):
        profile_view.show(state.out, answer["profile"], state.who)
