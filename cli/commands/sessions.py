"""`rekindle sessions`: what is kept from one conversation to the next."""

from typing import Annotated

import typer

from cli import views
from cli.arguments import group_with_default
from cli.output import Column
from cli.state import state_of

app = typer.Typer(
    cls=group_with_default("list"),
    help="List, show and delete sessions. The default command is list.",
)
_SESSIONS = (
    Column("id", whole=True, style="dim"),
    Column("last active", whole=True),
    Column("project"),
    Column("open tasks", whole=True),
    Column("summary", style="bold"),
)
_TASKS = (
    Column("task", whole=True, style="dim"),
    Column("status", whole=True),
    Column("title", style="bold"),
    Column("blocked by"),
)
_Id = Annotated[str, typer.Argument(metavar="ID", help="The session's ID.")]


@app.command("list")
def show_all(
    ctx: typer.Context,
    project: Annotated[
        str | None, typer.Option("--project", metavar="PATH", help="Only this project's sessions.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, metavar="N", help="Maximum number of sessions.")
    ] = 20,
) -> None:
    """List sessions, most recently active first."""
    state = state_of(ctx)
    found = list(state.api.items("sessions", name="sessions", limit=limit, projectPath=project))
    if state.out.wrote_json({"sessions": found}):
        return
    rows = []
    for item in found:
        open_tasks = sum(task["status"] != "completed" for task in item.get("tasks", ()))
        active = views.timestamp(item["lastActiveAt"], state.out)
        summary = item.get("summary", "")
        rows.append((item["id"], active, item.get("projectPath", ""), open_tasks, summary))
    state.out.table(_SESSIONS, rows, empty="No sessions yet.")


@app.command()
def show(ctx: typer.Context, id_: _Id) -> None:
    """Show a session: summary, tasks, decisions and notes."""
    state = state_of(ctx)
    item = state.api.get("sessions", id_)
    if state.out.wrote_json(item):
        return
    facts = ("id", "projectPath", "summary", "startedAt", "lastActiveAt", "processedTurns")
    views.key_values(state.out, [(name, item[name]) for name in facts if name in item])
    if item.get("tasks"):
        state.out.heading("Tasks")
        state.out.table(
            _TASKS,
            (
                (task["id"], task["status"], task["title"], task.get("blockedBy", ""))
                for task in item["tasks"]
            ),
        )
    if item.get("decisions"):
        state.out.heading("Decisions")
        for decision in item["decisions"]:
            why = f" ({decision['rationale']})" if decision.get("rationale") else ""
            state.out.say(f"- {decision['decision']}{why}")
    if item.get("context"):
        state.out.heading("Notes")
        for note in item["context"]:
            state.out.say(f"- {note}")


@app.command()
def delete(ctx: typer.Context, id_: _Id) -> None:
    """Delete a session; what was learned from it stays."""
    state = state_of(ctx)
    answer = state.api.delete("sessions", id_)
    if not state.out.wrote_json(answer):
        state.out.say(f"Deleted {id_}.")
