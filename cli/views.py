"""Prints the parts of a user's memory, for the commands and the chat."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from cli.output import Column, Output

Json = Mapping[str, Any]


def timestamp(text: str | None, out: Output) -> str:
    """A time: local and short in a terminal, otherwise as the API returned it."""
    if not text or not out.pretty:
        return text or ""
    try:
        return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        # Near the year 1 or 9999 there is no local time.
        return text


def value_of(value: Any) -> str:
    """A profile or settings value on one line."""
    if isinstance(value, list):
        return ", ".join(value_of(item) for item in value)
    if isinstance(value, Mapping) and "name" in value:
        rest = ", ".join(str(part) for key, part in value.items() if key != "name" and part)
        return f"{value['name']} ({rest})" if rest else str(value["name"])
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def confidence(value: float) -> str:
    """A confidence, formatted as in the context block."""
    return f"{value:.2f}"


PREFERENCES = (
    Column("id", whole=True, style="dim"),
    Column("type", whole=True),
    Column("value", style="bold"),
    Column("confidence", whole=True),
    Column("context"),
    Column("last used", whole=True, style="dim"),
)


def preferences(out: Output, items: Iterable[Json], *, numbered: bool = False) -> None:
    """Prints the table of preferences (F-32).

    Args:
        out: the output.
        items: the preferences.
        numbered: whether to number the rows, for commands that take a number.
    """
    columns = (Column("#", whole=True), *PREFERENCES) if numbered else PREFERENCES
    rows = []
    for number, item in enumerate(items, 1):
        value = item["description"] + ("" if item.get("active", True) else " (off)")
        row = [
            item["id"],
            item["type"],
            value,
            confidence(item["confidence"]),
            item.get("context", ""),
            timestamp(item.get("lastUsed"), out),
        ]
        rows.append([number, *row] if numbered else row)
    out.table(columns, rows, empty="No preferences yet.")


NOTES = (
    Column("id", whole=True, style="dim"),
    Column("target", whole=True),
    Column("note", style="bold"),
    Column("tags"),
    Column("created", whole=True, style="dim"),
)


def notes(out: Output, entries: Iterable[Json], *, empty: str = "No notes yet.") -> None:
    """Prints the table of notes."""
    out.table(
        NOTES,
        (
            (
                entry["id"],
                entry["target"],
                entry["content"],
                ", ".join(entry.get("tags", ())),
                timestamp(entry["createdAt"], out),
            )
            for entry in entries
        ),
        empty=empty,
    )


QUESTIONS = (
    Column("id", whole=True, style="dim"),
    Column("kind", whole=True),
    Column("question", style="bold"),
    Column("quote", style="dim"),
)


def questions(out: Output, items: Iterable[Json]) -> None:
    """Prints the table of what waits for the user's word."""
    rows = (
        (item["id"], item["kind"], item["because"], f"“{item['quote']}”" if "quote" in item else "")
        for item in items
    )
    out.table(QUESTIONS, rows, empty="Nothing waits for your word.")


def usage(out: Output, used: Json) -> None:
    """Prints how full the tiers are, in a terminal only."""
    if not out.pretty:
        return
    for name, tier in used.items():
        if "limit" in tier:
            filled = round(tier["percent"] / 5)
            bar = "█" * min(filled, 20) + "░" * max(0, 20 - filled)
            out.say(
                f"{name:<8}{bar} {tier['percent']}% — {tier['chars']:,}/{tier['limit']:,} chars",
                "dim",
            )
        else:
            many = "1 entry" if tier["entries"] == 1 else f"{tier['entries']:,} entries"
            out.say(f"{name:<8}{many}", "dim")


DECISIONS = (
    Column("decision", whole=True),
    Column("candidate", style="bold"),
    Column("quote", style="dim"),
)


def decisions(out: Output, batch: Json) -> None:
    """Prints the decision on each candidate of an analysis, with its quote."""
    rows = []
    for item in batch.get("decisions", ()):
        reason = f" ({item['reason']})" if item.get("reason") else ""
        kind = item.get("type") or item["kind"]
        quote = f"“{item['quote']}”" if item.get("quote") else ""
        rows.append((item["outcome"] + reason, f"{kind} {item['description']}", quote))
    out.table(DECISIONS, rows, empty="There was nothing to learn.")


def key_values(out: Output, values: Iterable[tuple[str, Any]]) -> None:
    """Prints names and values."""
    columns = (Column("name", whole=True), Column("value", style="bold"))
    out.table(columns, ((name, value_of(value)) for name, value in values))
