"""`rekindle memory` and `repair`: the notes."""

from datetime import datetime
from typing import Annotated, Any

import typer

from cli import views
from cli.arguments import group_with_default
from cli.errors import UsageProblem
from cli.output import Column, Output
from cli.reading import standard_text
from cli.state import state_of

app = typer.Typer(
    cls=group_with_default("list"),
    help="List, add, search and delete notes. The default command is list.",
)
_RESULTS = (Column("score", whole=True), *views.NOTES)
_Target = Annotated[
    str | None,
    typer.Option("--target", "-t", metavar="TIER", help="Only notes in memory, user or archive."),
]
_Tag = Annotated[str | None, typer.Option(metavar="TAG", help="Only notes with this tag.")]


@app.command("list")
def show(
    ctx: typer.Context,
    target: _Target = None,
    tag: _Tag = None,
    source: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="Only from conversation, action, system or explicit."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, metavar="N", help="Maximum number of notes.")
    ] = 50,
    everything: Annotated[bool, typer.Option("--all", "-a", help="List all notes.")] = False,
) -> None:
    """List notes, newest first, and show how full the tiers are."""
    state = state_of(ctx)
    chosen = {"target": target, "tag": tag, "source": source}
    most = None if everything else limit
    entries = list(state.api.items("memory", name="entries", limit=most, **chosen))
    used = state.api.get("memory", pageSize=1)["usage"]
    if state.out.wrote_json({"entries": entries, "usage": used}):
        return
    views.notes(state.out, entries)
    views.usage(state.out, used)


@app.command()
def add(
    ctx: typer.Context,
    content: Annotated[
        str, typer.Argument(metavar="NOTE", help="The text; - reads standard input.")
    ],
    target: Annotated[
        str, typer.Option("--target", "-t", metavar="TIER", help="memory, user or archive.")
    ] = "memory",
    tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="A tag; may be repeated.")
    ] = None,
    thread: Annotated[
        str | None, typer.Option(metavar="ID", help="The conversation that it belongs to.")
    ] = None,
    expires: Annotated[
        datetime | None,
        typer.Option(metavar="TIME", help="When it expires, in local time, such as 2030-01-31."),
    ] = None,
) -> None:
    """Save a note. A duplicate refreshes the existing note."""
    state = state_of(ctx)
    body: dict[str, Any] = {
        "content": standard_text().strip() if content == "-" else content,
        "target": target,
    }
    if tag:
        body["tags"] = tag
    if thread:
        body["threadId"] = thread
    if expires:
        body["expiresAt"] = expires.astimezone().isoformat()
    answer = state.api.post("memory", body=body)
    if state.out.wrote_json(answer):
        return
    state.out.say(saved(answer), "green")
    views.usage(state.out, {target: answer["usage"][target]})


@app.command()
def search(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="The search words.")],
    target: _Target = None,
    tag: _Tag = None,
    limit: Annotated[
        int,
        typer.Option("--limit", "-n", min=1, max=100, metavar="N", help="Maximum number of notes."),
    ] = 10,
    mode: Annotated[
        str | None, typer.Option(metavar="MODE", help="auto, text, semantic or hybrid.")
    ] = None,
) -> None:
    """Search notes, best match first."""
    state = state_of(ctx)
    found = state.api.get(
        "memory", "search", q=" ".join(words), limit=limit, target=target, tag=tag, mode=mode
    )
    if not state.out.wrote_json(found):
        show_results(state.out, found)


@app.command()
def delete(
    ctx: typer.Context, id_: Annotated[str, typer.Argument(metavar="ID", help="The note's ID.")]
) -> None:
    """Delete a note for good."""
    state = state_of(ctx)
    if not id_:
        raise UsageProblem("The ID is empty.", "`rekindle memory` lists the notes with their IDs.")
    answer = state.api.delete("memory", id_)
    if not state.out.wrote_json(answer):
        state.out.say(f"Deleted {id_}.")


def repair(
    ctx: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only check.")] = False,
) -> None:
    """Check the data that is derived from the notes, and repair it."""
    state = state_of(ctx)
    with state.out.waiting("Reading every note …"):
        answer = state.api.post("memory", "repair", body={"dryRun": dry_run})
    if state.out.wrote_json(answer):
        return
    found = {name: value for name, value in answer["found"].items() if value}
    if not found:
        state.out.say("Everything is consistent.", "green")
        return
    views.key_values(state.out, found.items())
    state.out.say("Repaired." if answer["mended"] else "Nothing was changed.")


def saved(answer: dict[str, Any]) -> str:
    """A sentence about the saved note."""
    entry = answer["entry"]
    if answer["deduplicated"]:
        return f"This note already exists, as {entry['id']}."
    return f"Saved to {entry['target']} as {entry['id']}."


def show_results(out: Output, found: dict[str, Any]) -> None:
    """Prints search results, best match first."""
    rows = []
    for item in found["results"]:
        entry = item["entry"]
        when = views.timestamp(entry["createdAt"], out)
        tags = ", ".join(entry.get("tags", ()))
        score = f"{item['score']:.2f}"
        rows.append((score, entry["id"], entry["target"], entry["content"], tags, when))
    out.table(_RESULTS, rows, empty="Nothing found.")
    for warning in found.get("warnings", ()):
        out.note(str(warning))
