"""Reads a file or a folder into sources."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cli.errors import UsageProblem
from cli.reading import STANDARD, file_bytes, parse_json
from cli.transfer import tables
from cli.transfer.detect import format_of, is_processed_turns, legacy_facts, rows_of
from cli.transfer.source import AUTO, LISTS, SQLITE, Refused, Source
from shared.transfer.conversations.memories import rows_of_mem0, text_of_claude
from shared.transfer.formats import Format

_IN_A_FOLDER = (
    Format.PROFILE,
    Format.PROFILE_META,
    Format.CHANGELOG,
    Format.SESSION,
    Format.PROCESSED_TURNS,
)
"""The formats whose files make up a folder (S-22), in the order of importing them."""
_OTHERS = ("*.json", "*.jsonl", "*.csv")
_PROSE = (".txt", ".md")
"""The endings of files with a pasted list of what another assistant remembers."""


def read(path: Path, wanted: str = AUTO, rows_of_user: str | None = None) -> list[Source]:
    """Reads the data of a file or a folder.

    Args:
        path: a file, a folder of files, or - for standard input.
        wanted: its format, one of `source.CHOICES`.
        rows_of_user: of rows with a user_id, read only this user's.

    Raises:
        UsageProblem: it cannot be read, or its format is unknown.
    """
    files = _files(path) if path.is_dir() else [path]
    found = [part for file in files for part in _read_file(file, wanted)]
    return [_of_one_user(part, rows_of_user) for part in found]


def _files(folder: Path) -> list[Path]:
    """The files of a folder: those with known names, or else all that may hold data."""
    files = [file for format_ in _IN_A_FOLDER for file in sorted(folder.glob(format_.file))]
    files = files or [file for pattern in _OTHERS for file in sorted(folder.glob(pattern))]
    if not files:
        raise UsageProblem(
            f"{folder} has no files that can be imported.", f"Expected {', '.join(_OTHERS)}."
        )
    return files


def _read_file(path: Path, wanted: str) -> list[Source]:
    raw = file_bytes(path)
    if raw.startswith(tables.SQLITE_MAGIC):
        if str(path) == STANDARD:
            raise UsageProblem("A SQLite database cannot be read from a pipe.", "Name its file.")
        if wanted not in (AUTO, SQLITE):
            raise UsageProblem(
                f"{path} is a SQLite database.", "Use --format sqlite, or leave --format out."
            )
        return tables.sqlite_sources(path)
    if wanted == SQLITE:
        raise UsageProblem(f"{path} is not a SQLite database.", "Leave --format out.")
    text = _decoded(path, raw)
    if wanted == Format.PROCESSED_TURNS or (wanted == AUTO and is_processed_turns(text)):
        lines = [line for line in text.splitlines() if line.strip()]
        return [Source(path.name, Format.PROCESSED_TURNS, lines)]
    if wanted == Format.SAVED_MEMORIES or (wanted == AUTO and path.suffix in _PROSE):
        return [Source(path.name, Format.SAVED_MEMORIES, _saved(text))]
    value, refused = _parsed(path, text)
    format_ = format_of(value) if wanted == AUTO else Format(wanted)
    if format_ is None:
        raise UsageProblem(
            f"The format of {path} is not recognized.",
            f"Name it with --format: {', '.join(Format)}.",
        )
    return _sources(path.name, format_, value, refused)


def _saved(text: str) -> str:
    """A pasted list; of the JSON file in which Claude's export has one, the text in it."""
    try:
        return text_of_claude(parse_json(text)) or text
    except ValueError:
        return text


def _sources(name: str, format_: Format, value: Any, refused: list[Refused]) -> list[Source]:
    if format_ is Format.MEMORIES:
        facts = legacy_facts(value)
        value = value if facts is None else facts
    if format_ is Format.SAVED_MEMORIES:
        return [Source(name, format_, text_of_claude(value))]
    if format_ is Format.MEM0:
        value = rows_of_mem0(value)
    rows = rows_of(value) if format_ in (*LISTS, Format.SESSION) else value
    if format_ is Format.SESSION:
        sessions = rows if isinstance(rows, list) else [rows]
        made = [Source(name, format_, session) for session in sessions]
        return [replace(made[0], refused=refused), *made[1:]] if made else []
    if format_ in LISTS:
        rows = rows if isinstance(rows, list) else [rows]
    elif isinstance(rows, list) and len(rows) == 1:
        rows = rows[0]
    if format_ is Format.MEMORIES:
        rows = [{"content": row} if isinstance(row, str) else row for row in rows]
    if format_ not in LISTS and not isinstance(rows, Mapping):
        raise UsageProblem(f"{name} cannot be read as {format_}: it is not one JSON object.")
    return [Source(name, format_, rows, refused)]


def _decoded(path: Path, raw: bytes) -> str:
    marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return raw.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageProblem(f"{path} is not UTF-8 text.") from error


def _parsed(path: Path, text: str) -> tuple[Any, list[Refused]]:
    """Parses JSON, JSON lines or CSV, whichever the text is."""
    start = text.lstrip()[:1]
    if not start:
        raise UsageProblem(f"{path} is empty.")
    try:
        return parse_json(text), []
    except ValueError as error:
        if start == "{":
            lines, refused = _lines(text)
            if lines:
                return lines, refused
        if start in "{[":
            raise UsageProblem(f"{path} is not valid JSON: {error}.") from error
    return tables.csv_rows(text), []


def _lines(text: str) -> tuple[list[Any], list[Refused]]:
    """Parses JSON lines; a line that a crash has cut off is refused, the others are read."""
    found, refused = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(parse_json(line))
            except ValueError:
                refused.append(Refused(None, "INVALID_JSON", f"line {number} is not valid JSON"))
    return found, refused


def _of_one_user(part: Source, wanted: str | None) -> Source:
    """Keeps the rows of one user: one user must not get the memories of another.

    Raises:
        UsageProblem: there are rows of several users and none was named, or none are the named
            user's.
    """
    if not isinstance(part.data, list):
        return part
    users = {
        str(row["user_id"]) for row in part.data if isinstance(row, Mapping) and "user_id" in row
    }
    if wanted is None:
        if len(users) > 1:
            some = ", ".join(sorted(users)[:5]) + (", …" if len(users) > 5 else "")
            raise UsageProblem(
                f"{part.name} has rows of {len(users)} users: {some}.",
                "Choose one with --rows-of USER_ID.",
            )
        return part
    rows = [row for row in part.data if str(row.get("user_id", wanted)) == wanted]
    if part.data and not rows:
        raise UsageProblem(f"{part.name} has no rows of {wanted}.", "Check --rows-of.")
    return replace(part, data=rows)
