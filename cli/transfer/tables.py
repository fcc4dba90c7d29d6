"""Reads rows of CSV files and SQLite databases."""

import csv
import io
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from cli.errors import UsageProblem
from cli.reading import MAX_BYTES, parse_json
from cli.transfer.source import Source
from shared.transfer.formats import Format

SQLITE_MAGIC = b"SQLite format 3\0"
TABLES = {format_.file: format_ for format_ in (Format.USER_MEMORIES, Format.PREFERENCES)}
"""The tables of legacy systems, and the formats of their rows."""
_MAX_ROWS = 200_000
_MAX_VALUE = 10_000_000
"""The most bytes of one value."""
_ROUND = 100_000
"""Instructions of SQLite's between two looks at the limit."""
_MAX_ROUNDS = 500
"""Enough for the most rows, each with dozens of columns."""
_NULLS = ("", "\\N", "NULL", "null")
_TRUE = ("t", "true", "1", "yes")
_FALSE = ("f", "false", "0", "no")


def csv_rows(text: str) -> list[dict[str, Any]]:
    """The rows of a CSV file with a header, with values typed as in JSON and without nulls.

    Raises:
        UsageProblem: the text is not valid CSV.
    """
    first = text.splitlines()[0] if text.strip() else ""
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(10_000_000)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        rows = list(reader)
    except csv.Error as error:
        raise UsageProblem(f"The file is not valid CSV: {error}.") from error
    return [
        {
            name.strip(): _typed(name.strip(), value)
            for name, value in row.items()
            if isinstance(name, str) and isinstance(value, str) and value not in _NULLS
        }
        for row in rows
    ]


def sqlite_sources(path: Path) -> list[Source]:
    """The tables of a SQLite file that hold memories or preferences.

    Raises:
        UsageProblem: the file has neither table, or cannot be read.
    """
    address = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            _limit(database)
            database.row_factory = sqlite3.Row
            names = {
                row[0]
                for row in database.execute(
                    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
                )
            }
            found = [
                Source(f"{path.name}: {table}", format_, _rows(database, table))
                for table, format_ in TABLES.items()
                if table in names
            ]
    except sqlite3.Error as error:
        raise UsageProblem(f"{path} cannot be read as SQLite: {error}.") from error
    if not found:
        raise UsageProblem(
            f"{path} has no table {' or '.join(TABLES)}.",
            f"Its tables: {', '.join(sorted(names)) or 'none'}.",
        )
    return found


def _limit(database: sqlite3.Connection) -> None:
    """Ends a query that never would, such as that of a view that refers to itself."""
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    rounds = iter(range(_MAX_ROUNDS))
    database.set_progress_handler(lambda: next(rounds, None) is None, _ROUND)


def _rows(database: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    # The name is one of TABLES. Rows come in the order of insertion, the same each time.
    query = f'SELECT * FROM "{table}"'  # noqa: S608
    rows: list[dict[str, Any]] = []
    size = 0
    for row in database.execute(query):
        values = {name: row[name] for name in row.keys() if row[name] is not None}  # noqa: SIM118
        size += sum(len(value) for value in values.values() if isinstance(value, str | bytes))
        if len(rows) == _MAX_ROWS or size > MAX_BYTES:
            raise UsageProblem(
                f"The table {table} has more than {_MAX_ROWS:,} rows, or {MAX_BYTES:,} bytes.",
                "Split it.",
            )
        rows.append(
            {
                name: _typed(name, value) if isinstance(value, str) else _plain(name, value)
                for name, value in values.items()
            }
        )
    return rows


def _plain(name: str, value: Any) -> Any:
    if name == "is_active":
        return bool(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _typed(name: str, value: str) -> Any:
    convert = _TYPES.get(name)
    try:
        return convert(value) if convert else value
    except ValueError:
        # The API says what is wrong with the value.
        return value


def _switch(value: str) -> bool:
    if value.lower() in _TRUE:
        return True
    if value.lower() in _FALSE:
        return False
    raise ValueError


_TYPES: Mapping[str, Callable[[str], Any]] = {
    "confidence": float,
    "is_active": _switch,
    "metadata": parse_json,
}
"""Columns that do not hold text."""
