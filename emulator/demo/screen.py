"""The demo's output: tables and panels, plain when piped."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

_COLORS = {
    "added": "green",
    "reinforced": "cyan",
    "merged": "cyan",
    "superseded": "yellow",
    "replaced": "yellow",
    "ended": "yellow",
    "retracted": "yellow",
    "evicted": "magenta",
    "rejected": "red",
}


class Screen:
    """Writes to a terminal, or without styling to a file."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def chapter(self, title: str, text: str = "") -> None:
        """Prints a heading and an introduction."""
        self.console.print()
        self.console.rule(f"[bold]{escape(title)}")
        if text:
            self.console.print(escape(text), style="dim")

    def say(self, text: str) -> None:
        """Prints one line."""
        self.console.print(escape(text))

    def progress(self) -> Progress:
        """Returns a progress bar for messages."""
        return Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[said]}", style="dim", markup=False),
            console=self.console,
            transient=True,
        )

    def decisions(self, batch: dict[str, Any]) -> None:
        """Prints what became of each candidate of a batch, with the quote that supports it."""
        size = len(batch["promptIds"])
        table = Table(title=f"{size} prompts analyzed", title_justify="left", expand=True)
        table.add_column("decision", no_wrap=True)
        table.add_column("item", ratio=5, overflow="fold")
        table.add_column("because the user wrote", ratio=6)
        for decision in batch["decisions"]:
            color = _COLORS[decision["outcome"]]
            reason = f" ({decision['reason']})" if "reason" in decision else ""
            kind = decision.get("type", decision["kind"])
            table.add_row(
                f"[{color}]{decision['outcome']}{reason}",
                f"[bold]{escape(kind)}[/] {escape(decision['description'])}",
                escape(f"“{decision['quote']}”") if "quote" in decision else "",
            )
        self.console.print(table)

    def block(self, title: str, text: str) -> None:
        """Prints a text exactly as the model receives it."""
        self.console.print(Panel(escape(text), title=escape(title), expand=True))

    def comparison(self, title: str, headings: tuple[str, ...], rows: Iterable[Any]) -> None:
        """Prints a table."""
        table = Table(title=title, title_justify="left")
        for heading in headings:
            table.add_column(heading)
        for row in rows:
            table.add_row(*(escape(str(cell)) for cell in row))
        self.console.print(table)
