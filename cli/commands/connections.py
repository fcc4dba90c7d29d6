"""`rekindle connections`: the assistants and programs that may act for the user."""

from typing import Annotated, Any

import typer

from cli import views
from cli.arguments import group_with_default
from cli.commands.ask import confirm
from cli.output import Column
from cli.state import state_of

app = typer.Typer(
    cls=group_with_default("list"),
    help="List, create and cut off connections. The default command is list.",
)
_CONNECTIONS = (
    Column("id", whole=True, style="dim"),
    Column("name", style="bold"),
    Column("kind", whole=True),
    Column("scopes", whole=True),
    Column("last used", whole=True),
    Column("expires", whole=True),
    Column("writes", whole=True),
)
_Id = Annotated[str, typer.Argument(metavar="ID", help="The connection's ID.")]
_Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]


@app.command("list")
def show_all(ctx: typer.Context) -> None:
    """List the connections, newest first."""
    state = state_of(ctx)
    found = state.api.get("connections")
    if state.out.wrote_json(found):
        return
    rows = [
        (
            item["id"],
            item["name"],
            item["kind"],
            " ".join(item["scopes"]),
            views.timestamp(item.get("lastUsedAt"), state.out),
            views.timestamp(item.get("expiresAt"), state.out),
            item["writes"],
        )
        for item in found["connections"]
    ]
    state.out.table(_CONNECTIONS, rows, empty="Nothing is connected yet.")


@app.command()
def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the key is for.")],
    scopes: Annotated[
        list[str],
        typer.Option(
            "--scope",
            metavar="SCOPE",
            help="What it may do: read, write, record or admin. Repeatable.",
        ),
    ],
    expires: Annotated[
        str | None,
        typer.Option(
            "--expires", metavar="TIME", help="When it expires, such as 2027-01-31T00:00:00Z."
        ),
    ] = None,
) -> None:
    """Create an access key for a program. It is shown only once."""
    state = state_of(ctx)
    body: dict[str, Any] = {"name": name, "scopes": scopes}
    if expires:
        body["expiresAt"] = expires
    made = state.api.post("connections", body=body)
    if state.out.wrote_json(made):
        return
    if "key" in made:
        state.out.say(made["key"])
        state.out.note("Save it now: it will not be shown again.")
    else:
        state.out.note(
            f"The key was created, but the answer that held it was lost. Run "
            f"`rekindle connections revoke {made['id']}` and create another one."
        )


@app.command()
def revoke(ctx: typer.Context, id_: _Id) -> None:
    """Cut a connection off, everywhere within a minute."""
    state = state_of(ctx)
    answer = state.api.delete("connections", id_)
    if not state.out.wrote_json(answer):
        state.out.say("Cut off. This takes effect everywhere within a minute.", "green")


_LEFT = {
    "profile": "The changelog does not go back that far. Check the profile for older changes.",
    "notes": "It has deleted notes that it had not made, or changed some that cannot be put back. "
    "Check your notes.",
    "sessions": "It has reported in sessions of others, or in older ones. Check those.",
}
"""What to do about what could not be taken back."""


@app.command()
def undo(
    ctx: typer.Context,
    id_: _Id,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="TIME", help="How far back, such as 2026-01-31T09:30:00Z."),
    ] = None,
    yes: _Yes = False,
) -> None:
    """Take back what a connection wrote: delete its messages and notes, revert its changes."""
    state = state_of(ctx)
    when = f" since {since}" if since else ""
    confirm(state.out, f"This takes back what {id_} wrote{when}.", "yes", yes=yes)
    done = state.api.post("connections", id_, "undo", body={"since": since} if since else {})
    if state.out.wrote_json(done):
        return
    state.out.say(
        f"Deleted {done['messages']} messages and {done['sessions']} sessions; deleted or put back "
        f"{done['notes']} notes; reverted {done['facts']} facts, {done['preferences']} preferences "
        f"and {done['habits']} habits.",
        "green",
    )
    for part in done["left"]:
        state.out.note(_LEFT[part])
