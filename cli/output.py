"""Output of the commands: tables in a terminal, tab-separated lines in a pipe, or JSON."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from cli.errors import CliError
from cli.safe_text import harmless, to_json

if TYPE_CHECKING:
    from rich.console import Console

_WHOLE = 40
"""The longest cell, in characters, that a `whole` column does not wrap."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        name: its heading.
        whole: whether to keep cells on one line, unless they are very long; used for IDs.
        style: its style in a terminal.
    """

    name: str
    whole: bool = False
    style: str = ""


class Steps(Protocol):
    """The progress of a long operation."""

    def advance(self, by: int = 1) -> None:
        """Reports that many more items, or bytes, as done."""
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
        """Whether standard output is a terminal, and not JSON."""
        return not self.json and sys.stdout.isatty()

    @cached_property
    def console(self) -> "Console":
        """The terminal, on standard output."""
        return _console(sys.stdout)

    @cached_property
    def error_console(self) -> "Console":
        """The terminal, on standard error."""
        return _console(sys.stderr)

    def document(self, value: Any) -> None:
        """Writes a value as JSON."""
        sys.stdout.write(to_json(value, indent=2) + "\n")

    def wrote_json(self, value: Any) -> bool:
        """Writes a value as JSON if `--json` was given; says whether it was."""
        if self.json:
            self.document(value)
        return self.json

    def say(self, text: str, style: str = "") -> None:
        """Writes a sentence for people; writes nothing with `--json`."""
        if self.json:
            return
        if self.pretty:
            self.console.print(harmless(text), style=style or None, markup=False)
        else:
            sys.stdout.write(harmless(text).rstrip("\n") + "\n")

    def text(self, text: str) -> None:
        """Writes a text without characters that act on a terminal."""
        shown = harmless(text)
        sys.stdout.write(shown if shown.endswith("\n") or not shown else shown + "\n")

    def heading(self, text: str) -> None:
        """Writes a heading, in a terminal only."""
        if self.pretty:
            self.console.print()
            self.console.print(harmless(text), style="bold", markup=False)

    def note(self, text: str) -> None:
        """Writes a note to standard error; with `--json`, only if that is a terminal."""
        if sys.stderr.isatty():
            self.error_console.print(harmless(text), style="dim", markup=False)
        elif not self.json:
            sys.stderr.write(harmless(text) + "\n")

    def table(
        self, columns: Sequence[Column], rows: Iterable[Sequence[Any]], *, empty: str = ""
    ) -> None:
        """Writes a table in a terminal, otherwise tab-separated lines without headings.

        Args:
            columns: the columns.
            rows: one cell per column; a cell is written as `str`, and None as empty.
            empty: what a terminal shows if there are no rows.
        """
        cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
        if not self.pretty:
            for row in cells:
                sys.stdout.write("\t".join(harmless(cell, one_line=True) for cell in row) + "\n")
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
            table.add_row(*(Text(harmless(cell, one_line=True)) for cell in row))
        self.console.print(table)

    def problem(self, error: CliError) -> None:
        """Writes an error and its hint to standard error."""
        if self.json:
            sys.stderr.write(to_json(error.to_json()) + "\n")
            return
        if sys.stderr.isatty():
            from rich.text import Text

            self.error_console.print(Text("Error: ", "bold red") + Text(harmless(error.message)))
        else:
            sys.stderr.write(f"Error: {harmless(error.message)}\n")
        if error.hint:
            self.note(error.hint)

    @contextmanager
    def progress(self, what: str, total: int | None) -> Iterator[Steps]:
        """Shows a progress bar on standard error, if that is a terminal.

        Args:
            what: the label.
            total: the number of items; None counts bytes, with an unknown total.
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
        """Shows a spinner on standard error, if that is a terminal."""
        if self.json or not sys.stderr.isatty():
            yield
            return
        with self.error_console.status(what):
            yield


class _Silent:
    def advance(self, by: int = 1) -> None:
        pass


class _Bar:
    def __init__(self, advance: Any) -> None:
        self._advance = advance

    def advance(self, by: int = 1) -> None:
        self._advance(by)


def _console(file: Any) -> "Console":
    from rich.console import Console

    return Console(file=file, highlight=False, emoji=False, soft_wrap=False)
