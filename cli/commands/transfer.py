"""`rekindle export` and `import`: taking everything away, and bringing it from elsewhere."""

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.api import path
from cli.errors import PARTLY, REFUSED, Unreachable, UsageProblem
from cli.output import Column, Output
from cli.state import state_of
from cli.transfer import reading
from cli.transfer.sending import Outcome, parts_of, send

_OUTCOME = (
    Column("file"),
    Column("format", whole=True),
    Column("taken", whole=True, style="green"),
    Column("merged", whole=True),
    Column("refused", whole=True, style="red"),
)
_SHOWN = 20
"""Refusals that a terminal shows; `--json` lists all."""
_STANDARD = "-"


def export(
    ctx: typer.Context,
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Where to; - is standard output.")
    ] = None,
) -> None:
    """Writes everything that is stored of the user as one JSON document."""
    state = state_of(ctx)
    target = file or (_default_name(state.connection.user) if state.out.pretty else _STANDARD)
    with state.out.progress("Exporting", None) as steps:
        text = state.api.download(path("export"), steps.advance)
    counts = _counts(text)
    if target == _STANDARD:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    _write(Path(target), text)
    state.out.note(f"Wrote {target}: {', '.join(counts) or 'nothing was stored'}.")


def import_(
    ctx: typer.Context,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="A file, or a folder of them.")
    ],
    format_: Annotated[
        reading.Format, typer.Option("--format", "-f", help="auto goes by the content.")
    ] = reading.AUTO,
    rows_of: Annotated[
        str | None,
        typer.Option(metavar="USER_ID", help="Of rows of several users, only this one's."),
    ] = None,
) -> None:
    """Brings data from an export, or from other systems. Repeating it takes nothing twice."""
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
    if out.json:
        out.document({"sources": [_to_json(outcome) for outcome in outcomes]})
        return
    out.table(
        _OUTCOME,
        (
            (item.source.name, item.source.format, item.taken, item.merged, len(item.refused))
            for item in outcomes
        ),
        empty="There was nothing to import.",
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


def _counts(text: str) -> list[str]:
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != "rekindle":
        raise Unreachable("The export did not arrive whole.", "Try again.")
    lists = [(name, part) for name, part in document.items() if isinstance(part, list)]
    return [f"{name} {len(part):,}" for name, part in lists if part]


def _write(target: Path, text: str) -> None:
    """Writes the file whole or not at all, for its owner's eyes only."""
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
