"""Packs entries into single lines of text, the form in which pages store them.

A page returns up to 1,000 entries for one billed read, and plain text is the cheapest thing for
Firestore to store and for a client to decode. Lines sort in conversation order: by thread, time
and position. Search looks only at the columns, and unpacks only the entries it returns.
"""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from shared.documents.memory import MemoryEntry, Part, Tier
from shared.memory.terms import FIRST_PERSON, folded, terms_of, words_of
from shared.memory.wishes import is_order, is_preference

FORM = "1"
"""The version of the terms column. Older lines have their terms recomputed when they are read."""
_SEPARATOR = "\t"
_SPEAKER = re.compile(r"\s*([^\s:][^:\n]{0,39}):\s+\S")
_ASKS = re.compile(r"[?？؟][^\w?？؟]*$")
_TAGS = "|"
_OF_ONESELF = 0.04
"""The share of words such as "I" and "my" from which a text is about whoever wrote it."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Packed(NamedTuple):
    """The columns of a line.

    Attributes:
        thread: the thread id as JSON; empty if there is none.
        created: the creation time in UTC, as `2026-01-31T12:00:00.000000`.
        position: the entry's position, zero-padded.
        form: the version of the terms column.
        tier: the entry's tier.
        expires: the expiry time, in the form of `created`; empty if it never expires.
        speaker: who is speaking, folded, if the content has the form `speaker: text`.
        traits: `?` if the content ends with a question, `u` or `a` if the user or the assistant
            said it, `i` if it speaks in the first person, `o` if it is a standing instruction, and
            `w` if it states a preference, unless the assistant said it.
        terms: the terms of the content and of the tags, each with a space before and after it. A
            bar and the tags follow, if there are any, with bars between them.
        rest: everything else, as JSON.
    """

    thread: str
    created: str
    position: str
    form: str
    tier: str
    expires: str
    speaker: str
    traits: str
    terms: str
    rest: str

    @property
    def names(self) -> list[str]:
        """The entry's tags in plain words: what it is about."""
        bar = self.terms.find(_TAGS)
        return [] if bar < 0 else self.terms[bar + 1 :].split(_TAGS)

    @property
    def length(self) -> int:
        """How many terms it has, at least 1."""
        bar = self.terms.find(_TAGS)
        blanks = self.terms.count(" ") if bar < 0 else self.terms.count(" ", 0, bar)
        return max(blanks - 1, 1)

    @property
    def content(self) -> str:
        """The content of the entry."""
        content: str = self.details["content"]
        return content

    @property
    def details(self) -> dict[str, Any]:
        """The fields that have no column of their own."""
        details: dict[str, Any] = json.loads(self.rest)
        return details


def pack(entry: MemoryEntry) -> str:
    """Returns the line of an entry."""
    speaker = _SPEAKER.match(entry.content)
    details: dict[str, Any] = {
        "content": entry.content,
        "source": entry.source,
        "confidence": entry.confidence,
        "updated": (entry.updated_at - _EPOCH) // _MICROSECOND,
    }
    if entry.tags:
        details["tags"] = entry.tags
    if entry.role:
        details["role"] = entry.role
    if entry.connection:
        details["connection"] = entry.connection
    if entry.made_at:
        details["made"] = (entry.made_at - _EPOCH) // _MICROSECOND
    if entry.part:
        details["part"] = [entry.part.of, entry.part.number, entry.part.count]
    return _SEPARATOR.join(
        Packed(
            thread=thread_column(entry.thread_id),
            created=column_of(entry.created_at),
            position=f"{entry.position:012d}",
            form=FORM,
            tier=entry.tier.value,
            expires=column_of(entry.expires_at) if entry.expires_at else "",
            speaker=" ".join(folded(speaker.group(1)).split()) if speaker else "",
            traits=_traits(entry),
            terms=_column_of_terms(entry.content, entry.tags),
            rest=json.dumps(details, ensure_ascii=False, separators=(",", ":")),
        )
    )


def packed_of(line: str) -> Packed:
    """Splits a line into its columns."""
    packed = Packed._make(line.split(_SEPARATOR))
    if packed.form == FORM:
        return packed
    details = packed.details
    return packed._replace(terms=_column_of_terms(details["content"], details.get("tags", [])))


def without_terms(line: str) -> str:
    """Returns a line with an empty terms column, which is all that `unpack` needs."""
    # The terms are the last column but one.
    before, _, rest = line.rsplit(_SEPARATOR, 2)
    return f"{before}{_SEPARATOR}{_SEPARATOR}{rest}"


def unpack(id_: str, packed: Packed) -> MemoryEntry:
    """Returns the entry of a line, which was checked when it was packed."""
    details = packed.details
    return MemoryEntry.model_construct(
        id=id_,
        tier=Tier(packed.tier),
        content=details["content"],
        source=details["source"],
        thread_id=json.loads(packed.thread) if packed.thread else None,
        role=details.get("role"),
        connection=details.get("connection"),
        part=_part(details.get("part")),
        tags=details.get("tags", []),
        confidence=details["confidence"],
        created_at=_time(packed.created),
        updated_at=_EPOCH + details["updated"] * _MICROSECOND,
        expires_at=_time(packed.expires) if packed.expires else None,
        made_at=_EPOCH + details["made"] * _MICROSECOND if "made" in details else None,
        position=int(packed.position),
    )


def column_of(time: datetime) -> str:
    """Returns a time as a column stores it: text that sorts chronologically."""
    return time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


def thread_column(thread_id: str | None) -> str:
    """Returns a thread's id as a column stores it."""
    return "" if thread_id is None else json.dumps(thread_id)


def line_size(id_: str, line: str) -> int:
    """Returns the bytes a line takes in a page, with its key (Firestore's storage size rules)."""
    return len(id_.encode()) + len(line.encode()) + 2


def _column_of_terms(content: str, tags: Sequence[str]) -> str:
    terms = " ".join([*terms_of(content), *(term for tag in tags for term in terms_of(tag))])
    names = _TAGS.join(filter(None, (" ".join(words_of(tag)) for tag in tags)))
    return (f" {terms} " if terms else "") + (f"{_TAGS}{names}" if names else "")


def _traits(entry: MemoryEntry) -> str:
    words = words_of(entry.content)
    own = sum(word in FIRST_PERSON for word in words)
    wished = entry.role != "assistant"
    return "".join(
        (
            "?" if _ASKS.search(entry.content) else "",
            entry.role[0] if entry.role else "",
            "i" if own and own >= _OF_ONESELF * len(words) else "",
            "o" if wished and is_order(entry.content) else "",
            "w" if wished and is_preference(entry.content) else "",
        )
    )


def _part(stored: tuple[str, int, int] | None) -> Part | None:
    if stored is None:
        return None
    of, number, count = stored
    return Part.model_construct(of=of, number=number, count=count)


def _time(column: str) -> datetime:
    return datetime.fromisoformat(column).replace(tzinfo=UTC)
