"""`rekindle preferences`: the user's preferences, one by one."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import views
from cli.arguments import group_with_default
from cli.commands.ask import confirm
from cli.errors import UsageProblem
from cli.state import state_of

if TYPE_CHECKING:
    from cli.api import Api

app = typer.Typer(
    cls=group_with_default("list"),
    help="List, add, delete and deactivate preferences. The default command is list.",
)
ADDED_CONTEXT = "Manually added via CLI"
ADDED_METADATA = {"source": "manual_entry", "via": "cli"}
_SHORTEST_PREFIX = 4

_Id = Annotated[str, typer.Argument(metavar="ID", help="Its ID, or the first characters of it.")]


@app.command("list")
def show(
    ctx: typer.Context,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Include those that are turned off.")
    ] = False,
    type_: Annotated[
        str | None, typer.Option("--type", "-t", metavar="TYPE", help="Only this type.")
    ] = None,
    min_confidence: Annotated[
        float | None,
        typer.Option(metavar="X", help="Only with at least this confidence, from 0 to 1."),
    ] = None,
) -> None:
    """List preferences, highest confidence first."""
    state = state_of(ctx)
    found = state.api.get(
        "preferences",
        activeOnly="false" if everything else None,
        type=normal_type(type_) if type_ else None,
        minConfidence=min_confidence,
    )
    if not state.out.wrote_json(found):
        views.preferences(state.out, found["preferences"])


@app.command()
def add(
    ctx: typer.Context,
    type_: Annotated[
        str, typer.Argument(metavar="TYPE", help="Such as like, dislike, expertise, goal or tool.")
    ],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="The preference, in a few words.")],
    confidence: Annotated[float, typer.Argument(metavar="CONFIDENCE", help="From 0 to 1.")] = 0.9,
    context: Annotated[
        str, typer.Option(metavar="TEXT", help="Where it comes from.")
    ] = ADDED_CONTEXT,
    category: Annotated[str, typer.Option(metavar="TEXT", help="A category of your choice.")] = "",
) -> None:
    """Add a preference. It does not fade, and no learned one replaces it."""
    state = state_of(ctx)
    made = added(state.api, type_, value, confidence, context, category)
    if not state.out.wrote_json(made):
        state.out.say(added_message(made), "green")


@app.command()
def delete(ctx: typer.Context, id_: _Id) -> None:
    """Delete a preference; learning never brings it back."""
    state = state_of(ctx)
    chosen = resolved(state.api, id_)
    answer = state.api.delete("preferences", chosen)
    if not state.out.wrote_json(answer):
        state.out.say(f"Deleted {chosen}.")


@app.command()
def clear(
    ctx: typer.Context,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete all preferences, after asking."""
    state = state_of(ctx)
    question = f"This deletes all preferences of {state.who}; learning never brings them back."
    confirm(state.out, question, "clear", yes=yes)
    answer = state.api.delete("preferences")
    if not state.out.wrote_json(answer):
        state.out.say(cleared(answer))


@app.command()
def activate(ctx: typer.Context, id_: _Id) -> None:
    """Turn a preference on again."""
    _switch(ctx, id_, "activate")


@app.command()
def deactivate(ctx: typer.Context, id_: _Id) -> None:
    """Turn a preference off: it is kept, but no assistant gets it."""
    _switch(ctx, id_, "deactivate")


def _switch(ctx: typer.Context, id_: str, way: str) -> None:
    state = state_of(ctx)
    item = state.api.post("preferences", resolved(state.api, id_), way)
    if not state.out.wrote_json(item):
        state.out.say(
            f"{item['type']} {item['description']} is {'on' if item['active'] else 'off'}."
        )


def added(
    api: "Api",
    type_: str,
    value: str,
    confidence: float,
    context: str = ADDED_CONTEXT,
    category: str = "",
) -> dict[str, Any]:
    """Adds a preference by hand (F-33)."""
    body = {
        "type": normal_type(type_),
        "description": value,
        "confidence": confidence,
        "context": context,
        "category": category,
        "metadata": ADDED_METADATA,
    }
    return api.post("preferences", body=body)


def added_message(item: dict[str, Any]) -> str:
    """A sentence about the added preference."""
    sure = views.confidence(item["confidence"])
    return f"Added {item['type']} {item['description']} ({sure}) as {item['id']}."


def cleared(answer: dict[str, Any]) -> str:
    """A sentence about the deleted preferences."""
    count = answer["deleted"]
    return f"Deleted {count} preference{'' if count == 1 else 's'}."


def normal_type(said: str) -> str:
    """A type in the API's spelling: "Learning interest" becomes `learning_interest`."""
    return said.strip().lower().replace(" ", "_").replace("-", "_")


def resolved(api: "Api", said: str) -> str:
    """The ID that `said` is, or is the beginning of.

    Raises:
        ApiError: the API refused to list the preferences.
        UsageProblem: several IDs begin with it.
    """
    items = api.get("preferences", activeOnly="false")["preferences"]
    ids = [item["id"] for item in items]
    if said in ids or len(said) < _SHORTEST_PREFIX:
        return said
    found = [id_ for id_ in ids if id_.startswith(said)]
    if len(found) > 1:
        raise UsageProblem(
            f"{len(found)} preferences have an ID that begins with {said}.", "Type more of it."
        )
    return found[0] if found else said
