"""`rekindle export` and `import`: all data of a user, out and in."""

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import PARTLY, REFUSED, Unreachable, UsageProblem
from cli.output import Column, Output
from cli.reading import STANDARD
from cli.safe_text import to_json
from cli.state import state_of
from cli.transfer.sending import Outcome, parts_of, send
from cli.transfer.source import AUTO, Choice
from shared.transfer.formats import Format

if TYPE_CHECKING:
    from cli.transfer.conversations import Export, Imported

_OUTCOME = (
    Column("file"),
    Column("format", whole=True),
    Column("taken", whole=True, style="green"),
    Column("merged", whole=True),
    Column("refused", whole=True, style="red"),
)
_PROGRESS_OF = ("source", "state", "total", "taken", "merged", "waiting", "importedAt")
_PROGRESS = tuple(
    Column("since" if name == "importedAt" else name, whole=True) for name in _PROGRESS_OF
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
        list[Path] | None, typer.Argument(metavar="FILE", help="Files, folders of files, or -.")
    ] = None,
    format_: Annotated[
        Choice,
        typer.Option(
            "--format", "-f", metavar="FORMAT", help="The format; auto recognizes the content."
        ),
    ] = AUTO,
    rows_of: Annotated[
        str | None,
        typer.Option(metavar="USER_ID", help="Import only the rows with this user_id."),
    ] = None,
    status: Annotated[
        bool, typer.Option("--status", help="Show the progress of conversation imports.")
    ] = False,
) -> None:
    """Import an export, also of ChatGPT or Claude. Repeating it imports nothing twice."""
    state = state_of(ctx)
    if status:
        _show_imports(state.out, state.api.get("imports")["imports"])
        return
    if not files:
        raise UsageProblem("Name a file to import.", "rekindle import FILE")
    from cli.transfer import conversations, reading

    exports, others = _told_apart(files, format_)
    with state.out.progress("Importing conversations", None) as steps:
        imported = [conversations.send(state.api, export, steps) for export in exports]
    sources = [part for file in others for part in reading.read(file, format_, rows_of)]
    plan = [(part, parts_of(part)) for part in sources]
    total = sum(part.size for _, parts in plan for part in parts)
    with state.out.progress("Importing", total) as steps:
        outcomes = [send(state.api, part, parts, steps) for part, parts in plan]
    results: list[Outcome | Imported] = [*imported, *outcomes]
    _report(state.out, results)
    if any(outcome.refused for outcome in results):
        done = any(outcome.taken or outcome.merged for outcome in results)
        raise typer.Exit(PARTLY if done else REFUSED)


def _told_apart(files: list[Path], format_: str) -> "tuple[list[Export], list[Path]]":
    """Returns the exports of conversations, and the other files."""
    if format_ not in (AUTO, Format.CHATGPT, Format.CLAUDE):
        return [], files
    from cli.transfer.conversations import export_in

    found = {file: export_in(file) for file in files if str(file) != STANDARD}
    return [each for each in found.values() if each], [
        file for file in files if not found.get(file)
    ]


def _show_imports(out: Output, imports: list[dict[str, Any]]) -> None:
    if out.json:
        out.document({"imports": imports})
        return
    out.table(
        _PROGRESS,
        (tuple(item[name] for name in _PROGRESS_OF) for item in imports),
        empty="No conversations have been imported.",
    )


def _name_of(outcome: "Outcome | Imported") -> tuple[str, str]:
    if not isinstance(outcome, Outcome):
        return outcome.export.path.name, outcome.export.format
    return outcome.source.name, outcome.source.format


def _report(out: Output, outcomes: "Iterable[Outcome | Imported]") -> None:
    outcomes = list(outcomes)
    if out.wrote_json({"sources": [_to_json(outcome) for outcome in outcomes]}):
        return
    out.table(
        _OUTCOME,
        ((*_name_of(item), item.taken, item.merged, len(item.refused)) for item in outcomes),
        empty="There is nothing to import.",
    )
    for item in outcomes:
        if not isinstance(item, Outcome):
            _explain(out, item)
    refused = [f"{_name_of(item)[0]}: {one}" for item in outcomes for one in item.refused]
    shown = refused[:_SHOWN] if out.pretty else refused
    for line in shown:
        out.note(f"Refused: {line}")
    if len(refused) > len(shown):
        out.note(f"… and {len(refused) - len(shown)} more; --json lists all.")


def _explain(out: Output, imported: "Imported") -> None:
    name = imported.export.path.name
    if imported.left_out:
        parts = [f"{count:,} {reason}" for reason, count in sorted(imported.left_out.items())]
        out.note(f"{name}: left out {', '.join(parts)}.")
    if imported.waiting:
        out.note(
            f"{name}: {imported.waiting:,} messages are waiting to be learned from, newest first. "
            "See `rekindle import --status`."
        )


def _to_json(outcome: "Outcome | Imported") -> dict[str, Any]:
    name, format_ = _name_of(outcome)
    more: dict[str, Any] = {}
    if not isinstance(outcome, Outcome):
        more = {"leftOut": dict(outcome.left_out), "waiting": outcome.waiting}
    total = outcome.taken + outcome.merged + len(outcome.refused)
    return {
        "file": name,
        "format": format_,
        "taken": outcome.taken,
        "merged": outcome.merged,
        "refused": [item.to_json() for item in outcome.refused],
        "total": total,
        **more,
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
