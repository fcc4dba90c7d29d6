"""From a file or a folder to sources."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

from cli.errors import UsageProblem
from cli.transfer import source, tables
from cli.transfer.detect import format_of, older_facts, rows_of
from cli.transfer.source import Refused, Source

Format = Literal[
    "auto",
    "rekindle",
    "profile",
    "profile-meta",
    "changelog",
    "session",
    "memories",
    "preferences",
    "sqlite",
]
"""What `--format` takes; `auto` goes by the content."""
AUTO: Format = "auto"
SQLITE: Format = "sqlite"
_IN_A_FOLDER = ("profile.json", "profile-meta.json", "changelog.jsonl", "sessions/*.json")
"""What a folder of the Data Schemas seed holds, in the order in which it is taken."""
_OTHERS = ("*.json", "*.jsonl", "*.csv")
_MAX_FILE = 1_000_000_000


def read(path: Path, wanted: Format = AUTO, rows_of_user: str | None = None) -> list[Source]:
    """What a file or a folder holds.

    Args:
        path: a file, or a folder of them.
        wanted: its format.
        rows_of_user: of rows with a user_id, only those of this one.

    Raises:
        UsageProblem: it cannot be read, or is of no known format.
    """
    files = _files(path) if path.is_dir() else [path]
    found = [part for file in files for part in _read_file(file, wanted)]
    return [_of_one_user(part, rows_of_user) for part in found]


def _files(folder: Path) -> list[Path]:
    """The files of a folder: those of the Data Schemas seed, else all that may hold data."""
    files = [file for pattern in _IN_A_FOLDER for file in sorted(folder.glob(pattern))]
    files = files or [file for pattern in _OTHERS for file in sorted(folder.glob(pattern))]
    if not files:
        raise UsageProblem(f"{folder} holds nothing that can be imported.")
    return files


def _read_file(path: Path, wanted: Format) -> list[Source]:
    raw = _bytes(path)
    if raw.startswith(tables.SQLITE_MAGIC):
        if wanted not in (AUTO, SQLITE):
            raise UsageProblem(f"{path} is a SQLite database.", "Use --format sqlite, or leave it.")
        return tables.sqlite_sources(path)
    if wanted == SQLITE:
        raise UsageProblem(f"{path} is no SQLite database.")
    value, refused = _parsed(path, _decoded(path, raw))
    format_ = format_of(value) if wanted == AUTO else wanted
    if format_ is None:
        raise UsageProblem(
            f"{path} is of no format that is known here.",
            f"Name it with --format: {', '.join(get_args(Format)[1:])}.",
        )
    return _sources(path.name, format_, value, refused)


def _sources(name: str, format_: str, value: Any, refused: list[Refused]) -> list[Source]:
    if format_ == source.MEMORIES:
        facts = older_facts(value)
        value = value if facts is None else facts
    rows = rows_of(value) if format_ in (*source.LISTS, source.SESSION) else value
    if format_ == source.SESSION:
        sessions = rows if isinstance(rows, list) else [rows]
        made = [Source(name, format_, session) for session in sessions]
        return [replace(made[0], refused=refused), *made[1:]] if made else []
    if format_ in source.LISTS:
        rows = rows if isinstance(rows, list) else [rows]
    elif isinstance(rows, list) and len(rows) == 1:
        rows = rows[0]
    if format_ == source.MEMORIES:
        rows = [{"content": row} if isinstance(row, str) else row for row in rows]
    if format_ not in source.LISTS and not isinstance(rows, Mapping):
        raise UsageProblem(f"{name} holds no object, as {format_} does.")
    return [Source(name, format_, rows, refused)]


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MAX_FILE:
            raise UsageProblem(f"{path} is larger than a gigabyte.")
        return path.read_bytes()
    except OSError as error:
        raise UsageProblem(f"{path} cannot be read: {error.strerror or error}.") from error


def _decoded(path: Path, raw: bytes) -> str:
    marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return raw.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageProblem(f"{path} is no text in UTF-8.") from error


def _parsed(path: Path, text: str) -> tuple[Any, list[Refused]]:
    """JSON, JSON lines or CSV, whichever it is."""
    start = text.lstrip()[:1]
    if not start:
        raise UsageProblem(f"{path} is empty.")
    try:
        return json.loads(text), []
    except (ValueError, RecursionError) as error:
        if start == "{":
            lines, refused = _lines(text)
            if lines:
                return lines, refused
        if start in "{[":
            raise UsageProblem(f"{path} is no valid JSON: {error}.") from error
    return tables.csv_rows(text), []


def _lines(text: str) -> tuple[list[Any], list[Refused]]:
    """JSON lines; one that is cut off, as a crash leaves it, is refused alone."""
    found, refused = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(json.loads(line))
            except ValueError:
                refused.append(Refused(None, "INVALID_JSON", f"line {number} is no valid JSON"))
    return found, refused


def _of_one_user(part: Source, wanted: str | None) -> Source:
    """Only the rows of one user: memories of several must not become those of one.

    Raises:
        UsageProblem: there are several, and none was named.
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
                f"{part.name} holds rows of {len(users)} users: {some}.",
                "Say whose with --rows-of USER_ID.",
            )
        return part
    rows = [row for row in part.data if str(row.get("user_id", wanted)) == wanted]
    if part.data and not rows:
        raise UsageProblem(f"{part.name} holds no rows of {wanted}.")
    return replace(part, data=rows)
