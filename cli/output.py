"""What the commands write: for eyes in a terminal, tab-separated lines in a pipe, or JSON."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from cli.errors import CliError

if TYPE_CHECKING:
    from rich.console import Console

# C0 and C1 controls but for the line end: stored text must not steer somebody's terminal.
_CONTROLS = {code: "�" for code in (*range(0x20), *range(0x7F, 0xA0)) if code != 0x0A}
_CONTROLS[0x09] = " "
_IN_A_CELL = {**_CONTROLS, 0x0A: " ", 0x0D: " ", 0x2028: " ", 0x2029: " "}
_WHOLE = 40
"""Characters up to which a cell is kept in one line, where its column asks for that."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        name: its heading.
        whole: not wrapped, as identifiers are, unless they are very long.
        style: how a terminal shows it.
    """

    name: str
    whole: bool = False
    style: str = ""


class Steps(Protocol):
    """Progress of long work."""

    def advance(self, by: int = 1) -> None:
        """So much more is done."""
        ...


class Output:
    """Standard output and standard error of one run.

    Attributes:
        json: whether `--json` was given.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        self.json = as_json

    @property
    def pretty(self) -> bool:
        """Whether somebody looks at standard output."""
        return not self.json and sys.stdout.isatty()

    @cached_property
    def console(self) -> "Console":
        """The terminal."""
        return _console(sys.stdout)

    @cached_property
    def error_console(self) -> "Console":
        """The terminal, for what is not the answer."""
        return _console(sys.stderr)

    def document(self, value: Any) -> None:
        """JSON, whoever reads it."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")

    def say(self, text: str, style: str = "") -> None:
        """A sentence for a person; not a part of JSON."""
        if self.json:
            return
        if self.pretty:
            self.console.print(_clean(text), style=style or None, markup=False)
        else:
            sys.stdout.write(text.rstrip("\n") + "\n")

    def text(self, text: str) -> None:
        """A text as it is; in a terminal, without what would steer it."""
        shown = _clean(text) if self.pretty else text
        sys.stdout.write(shown if shown.endswith("\n") or not shown else shown + "\n")

    def heading(self, text: str) -> None:
        """A heading; in a terminal only."""
        if self.pretty:
            self.console.print()
            self.console.print(_clean(text), style="bold", markup=False)

    def note(self, text: str) -> None:
        """Something beside the answer, on standard error."""
        if sys.stderr.isatty():
            self.error_console.print(_clean(text), style="dim", markup=False)
        elif not self.json:
            sys.stderr.write(text + "\n")

    def table(
        self, columns: Sequence[Column], rows: Iterable[Sequence[Any]], *, empty: str = ""
    ) -> None:
        """Rows: a table in a terminal, else tab-separated lines without headings.

        Args:
            columns: the columns.
            rows: as many cells each; a cell is anything with a text, None is empty.
            empty: what a terminal says where there are no rows.
        """
        cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
        if not self.pretty:
            for row in cells:
                sys.stdout.write("\t".join(cell.translate(_IN_A_CELL) for cell in row) + "\n")
            return
        if not cells:
            self.say(empty, "dim")
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold cyan")
        for place, column in enumerate(columns):
            longest = max(len(row[place]) for row in cells)
            whole = column.whole and longest <= _WHOLE
            table.add_column(
                column.name,
                style=column.style,
                no_wrap=whole,
                min_width=longest if whole else None,
                overflow="fold",
            )
        for row in cells:
            table.add_row(*(Text(cell.translate(_IN_A_CELL)) for cell in row))
        self.console.print(table)

    def problem(self, error: CliError) -> None:
        """An error: what is wrong, and what to do next."""
        if self.json:
            sys.stderr.write(json.dumps(error.to_json(), ensure_ascii=False) + "\n")
            return
        if sys.stderr.isatty():
            from rich.text import Text

            self.error_console.print(Text("Error: ", "bold red") + Text(_clean(error.message)))
        else:
            sys.stderr.write(f"Error: {_clean(error.message)}\n")
        if error.hint:
            self.note(error.hint)

    @contextmanager
    def progress(self, what: str, total: int | None) -> Iterator[Steps]:
        """A progress bar on standard error, if that is a terminal.

        Args:
            what: what is done.
            total: how many items; None counts bytes of which nobody knows how many come.
        """
        if self.json or not sys.stderr.isatty():
            yield _Silent()
            return
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=32),
            *(
                [DownloadColumn()]
                if total is None
                else [MofNCompleteColumn(), TimeRemainingColumn()]
            ),
        )
        with Progress(*columns, console=self.error_console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield _Bar(lambda by: bar.advance(task, by))

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """A spinner on standard error, if that is a terminal."""
        if self.json or not sys.stderr.isatty():
            yield
            return
        with self.error_console.status(what):
            yield


class _Silent:
    def advance(self, by: int = 1) -> None:
        """See `Steps`."""


class _Bar:
    def __init__(self, advance: Any) -> None:
        self._advance = advance

    def advance(self, by: int = 1) -> None:
        """See `Steps`."""
        self._advance(by)


def _console(file: Any) -> "Console":
    from rich.console import Console

    return Console(file=file, highlight=False, emoji=False, soft_wrap=False)


def _clean(text: str) -> str:
    return text.translate(_CONTROLS)
