"""Entries as single lines of text, the form in which pages hold them.

A page gives hundreds of entries for one billed read, and a line is the cheapest thing that
Firestore can store and a client can decode. Lines sort as the conversations went: by thread, time
and position. Search looks at the columns alone and reads the rest of the entries it returns.
"""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from shared.documents.memory import MemoryEntry, Tier
from shared.memory.search.terms import folded, terms_of

FORM = "1"
"""Raised when terms are made in another way. Lines of an older form have them made anew."""
_SEPARATOR = "\t"
_SPEAKER = re.compile(r"\s*([^\s:][^:\n]{0,39}):\s+\S")
_ASKS = re.compile(r"[?？؟]\W*$")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Packed(NamedTuple):
    """The columns of a line.

    Attributes:
        thread: the thread as JSON; empty without one.
        created: when, as `2026-01-31T12:00:00.000000`, UTC, of fixed width.
        position: the entry's place among all that were saved, of fixed width.
        form: the form of the line.
        tier: the entry's tier.
        expires: when it ends, like `created`; empty if it does not.
        speaker: who says it, folded, where the content is of the form `speaker: text`.
        asks: `?` if it ends in a question.
        terms: the terms of the content, each with a space before and behind.
        rest: everything else, as JSON.
    """

    thread: str
    created: str
    position: str
    form: str
    tier: str
    expires: str
    speaker: str
    asks: str
    terms: str
    rest: str

    @property
    def content(self) -> str:
        """What the entry says."""
        content: str = self.details["content"]
        return content

    @property
    def details(self) -> dict[str, Any]:
        """Everything that is not in a column of its own."""
        details: dict[str, Any] = json.loads(self.rest)
        return details


def pack(entry: MemoryEntry) -> str:
    """The line of an entry."""
    speaker = _SPEAKER.match(entry.content)
    details: dict[str, Any] = {
        "content": entry.content,
        "source": entry.source,
        "confidence": entry.confidence,
        "updated": (entry.updated_at - _EPOCH) // _MICROSECOND,
    }
    if entry.tags:
        details["tags"] = entry.tags
    return _SEPARATOR.join(
        Packed(
            thread="" if entry.thread_id is None else json.dumps(entry.thread_id),
            created=column_of(entry.created_at),
            position=f"{entry.position:012d}",
            form=FORM,
            tier=entry.tier.value,
            expires=column_of(entry.expires_at) if entry.expires_at else "",
            speaker=" ".join(folded(speaker.group(1)).split()) if speaker else "",
            asks="?" if _ASKS.search(entry.content) else "",
            terms=_column_of_terms(entry.content),
            rest=json.dumps(details, ensure_ascii=False, separators=(",", ":")),
        )
    )


def columns(lines: Iterable[tuple[str, str]]) -> list[tuple[str, Packed]]:
    """The entries of (id, line) pairs, in the order in which the conversations went."""
    ordered = sorted((line, id_) for id_, line in lines)
    packed = [(id_, Packed._make(line.split(_SEPARATOR))) for line, id_ in ordered]
    return [
        (id_, item if item.form == FORM else item._replace(terms=_column_of_terms(item.content)))
        for id_, item in packed
    ]


def unpack(id_: str, packed: Packed) -> MemoryEntry:
    """The entry of a line."""
    details = packed.details
    return MemoryEntry(
        id=id_,
        tier=Tier(packed.tier),
        content=details["content"],
        source=details["source"],
        thread_id=json.loads(packed.thread) if packed.thread else None,
        tags=details.get("tags", []),
        confidence=details["confidence"],
        created_at=_time(packed.created),
        updated_at=_EPOCH + details["updated"] * _MICROSECOND,
        expires_at=_time(packed.expires) if packed.expires else None,
        position=int(packed.position),
    )


def column_of(time: datetime) -> str:
    """A time as a column holds it: text that sorts as the times do."""
    return time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


def size_of(id_: str, line: str) -> int:
    """Bytes that a line takes in a page, its key included (Firestore's storage size rules)."""
    return len(id_.encode()) + len(line.encode()) + 2


def _column_of_terms(content: str) -> str:
    terms = " ".join(terms_of(content))
    return f" {terms} " if terms else ""


def _time(column: str) -> datetime:
    return datetime.fromisoformat(column).replace(tzinfo=UTC)
