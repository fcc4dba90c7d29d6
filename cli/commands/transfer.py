"""`rekindle export` and `import`: all data of a user, out and in."""

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.errors import PARTLY, REFUSED, Unreachable, UsageProblem
from cli.output import Column, Output
from cli.reading import STANDARD
from cli.safe_text import to_json
from cli.state import state_of
from cli.transfer import reading
from cli.transfer.sending import Outcome, parts_of, send
from shared.transfer.formats import Format

_OUTCOME = (
    Column("file"),
    Column("format", whole=True),
    Column("taken", whole=True, style="green"),
    Column("merged", whole=True),
    Column("refused", whole=True, style="red"),
)
_SHOWN = 20
"""Refusals that a terminal lists; `--json` lists all."""
FORMATS = "Formats: {}, sqlite (a database with one of these tables, or both).".format(
    ", ".join(f"{format_} ({format_.description})" for format_ in Format)
)
"""The values of `--format`, for the help text."""


def export(
    ctx: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="The file to write; - means standard output."),
    ] = None,
) -> None:
    """Write all data of the user to a JSON file."""
    state = state_of(ctx)
    target = file or (_default_name(state.identity.user) if state.out.pretty else STANDARD)
    with state.out.progress("Exporting", None) as steps:
        document = state.api.export(steps.advance)
    if document.get("format") != "rekindle":
        raise Unreachable("The export is incomplete.", "Try again.")
    text = to_json(document) + "\n"
    if target == STANDARD:
        sys.stdout.write(text)
        return
    _write(Path(target), text)
    counts = [
        f"{name} {len(part):,}"
        for name, part in document.items()
        if part and isinstance(part, list)
    ]
    state.out.note(f"Wrote {target}: {', '.join(counts) or 'nothing is stored'}.")


def import_(
    ctx: typer.Context,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files, folders of files, or -.")
    ],
    format_: Annotated[
        reading.Choice,
        typer.Option(
            "--format", "-f", metavar="FORMAT", help="The format; auto recognizes the content."
        ),
    ] = reading.AUTO,
    rows_of: Annotated[
        str | None,
        typer.Option(metavar="USER_ID", help="Import only the rows with this user_id."),
    ] = None,
) -> None:
    """Import an export, or files of legacy systems. Repeating it imports nothing twice."""
    state = state_of(ctx)
    sources = [part for file in files for part in reading.read(file, format_, rows_of)]
    plan = [(part, parts_of(part)) for part in sources]
    total = sum(part.size for _, parts in plan for part in parts)
    with state.out.progress("Importing", total) as steps:
        outcomes = [send(state.api, part, parts, steps) for part, parts in plan]
    _report(state.out, outcomes)
    if any(outcome.refused for outcome in outcomes):
        done = any(outcome.taken or outcome.merged for outcome in outcomes)
        raise typer.Exit(PARTLY if done else REFUSED)


def _report(out: Output, outcomes: Iterable[Outcome]) -> None:
    outcomes = list(outcomes)
    if out.wrote_json({"sources": [_to_json(outcome) for outcome in outcomes]}):
        return
    out.table(
        _OUTCOME,
        (
            (item.source.name, item.source.format, item.taken, item.merged, len(item.refused))
            for item in outcomes
        ),
        empty="There is nothing to import.",
    )
    refused = [f"{item.source.name}: {one}" for item in outcomes for one in item.refused]
    shown = refused[:_SHOWN] if out.pretty else refused
    for line in shown:
        out.note(f"Refused: {line}")
    if len(refused) > len(shown):
        out.note(f"… and {len(refused) - len(shown)} more; --json lists all.")


def _to_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "file": outcome.source.name,
        "format": outcome.source.format,
        "taken": outcome.taken,
        "merged": outcome.merged,
        "refused": [item.to_json() for item in outcome.refused],
        "total": outcome.total,
    }


def _default_name(user: str | None) -> str:
    safe = "".join(char if char.isalnum() or char in "-_" else "_" for char in user or "user")
    return f"rekindle-{safe[:60]}.json"


def _write(target: Path, text: str) -> None:
    """Writes the whole file or nothing; only its owner can read it."""
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".rekindle-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageProblem(f"{target} cannot be written: {error.strerror or error}.") from error
