"""What other assistants remember of a user: the entries of mem0, and lists that were pasted.

These are an assistant's words about the user, so they become notes; nothing is learned from them.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from shared.transfer.conversations.reading import time_of

Row = dict[str, Any]
"""A note to be made: `content`, and `createdAt` and `tags` where they are known."""

_BULLET = re.compile(r"^\s*(?:[-*•‣–—+]|\d{1,3}[.)])\s+")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(?P<marked>.+?)\s*#*|\*\*(?P<bold>[^*]+)\*\*:?)\s*$")
_RULE = re.compile(r"^\s*(?:[-*_=]{3,}|`{3,}\w*|~{3,}\w*)\s*$")
_DAY = r"\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?"
_DATED = re.compile(rf"^\s*[\[(]?(?P<at>{_DAY})[\])]?\s*(?:[-–—:|]\s*)?(?P<rest>\S.*)$", re.DOTALL)
_UNDATED = re.compile(r"^\s*\[(?:unknown|n/?a|undated|no date)\]\s*[-–—:]?\s*", re.IGNORECASE)
_DATED_AT_END = re.compile(rf"^(?P<rest>.*\S)\s*[\[(](?P<at>{_DAY})[\])]\s*\.?$", re.DOTALL)
_MAX_TAG = 60
_MAX_TAGS = 10


def rows_of_mem0(value: Any) -> list[Any]:
    """Returns the rows of what `get_all` of mem0 returns: an object with `results`, or a list."""
    rows = value.get("results", value.get("memories")) if isinstance(value, Mapping) else value
    return rows if isinstance(rows, list) else []


def is_mem0(value: Any) -> bool:
    """Returns whether a JSON value is what mem0 returns."""
    wrapped = isinstance(value, Mapping) and isinstance(value.get("results"), list)
    first = next((row for row in rows_of_mem0(value) if isinstance(row, Mapping)), {})
    is_row = isinstance(first.get("memory"), str)
    return is_row and (wrapped or "hash" in first or "categories" in first)


def row_of_mem0(row: Any) -> Any:
    """Returns an entry of mem0 as a row; what has another form, as it is."""
    if not isinstance(row, Mapping):
        return row
    categories = row.get("categories")
    tags = [tag[:_MAX_TAG] for tag in categories or () if isinstance(tag, str)][:_MAX_TAGS]
    at = time_of(row.get("created_at"))
    made: Row = {"content": row.get("memory"), "tags": tags if isinstance(categories, list) else []}
    return {**made, "createdAt": at.isoformat()} if at else made


def text_of_claude(value: Any) -> str:
    """Returns the text of `memories.json` in Claude's export; empty for anything else."""
    items = value if isinstance(value, list) else [value]
    texts: list[str] = []
    for item in items:
        if isinstance(item, Mapping) and "conversations_memory" in item:
            projects = item.get("project_memories")
            others = projects.values() if isinstance(projects, Mapping) else ()
            texts += [
                text for text in (item["conversations_memory"], *others) if isinstance(text, str)
            ]
    return "\n\n".join(texts)


def rows_of_text(text: str) -> Iterator[Row]:
    """Yields a row for each entry of a pasted list.

    An entry is a line, or a bullet with the indented lines below it. Headings become tags.
    Lines that only introduce what follows, such as "Here is what I know about you:", are left out.
    """
    heading, entry, is_bullet = "", list[str](), False
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        found = _HEADING.match(line)
        starts = bool(_BULLET.match(line))
        introduces = stripped.endswith(":") and not starts
        ends = not stripped or found or starts or introduces or _RULE.match(line)
        continues = is_bullet and line[:1].isspace() and not ends
        if entry and not continues:
            yield _row(" ".join(entry), heading)
            entry = []
        if found:
            heading = (found["marked"] or found["bold"]).strip(" *:")
        elif introduces:
            heading = stripped.strip(" *:") if len(stripped) <= _MAX_TAG else ""
        elif stripped and not _RULE.match(line):
            entry.append(_BULLET.sub("", line).strip())
            is_bullet = is_bullet if len(entry) > 1 else starts


def _row(entry: str, heading: str) -> Row:
    entry = _UNDATED.sub("", entry)
    at: datetime | None = None
    found = _DATED.match(entry) or _DATED_AT_END.match(entry)
    if found:
        at = time_of(found["at"])
        entry = found["rest"] if at else entry
    row: Row = {"content": entry.replace("**", "").strip()}
    if heading:
        row["tags"] = [heading[:_MAX_TAG]]
    return {**row, "createdAt": at.isoformat()} if at else row
