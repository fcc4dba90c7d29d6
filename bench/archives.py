"""Archives of a given size, written at once: pages and digest, which is all a search reads."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

from bench.texts import sentences
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, Tier
from shared.memory.packing import pack
from shared.memory.pages import Pages
from shared.ports import Records, Store

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
PER_THREAD = 20


def long_notes(count: int, chars: int, seed: int = 11) -> Iterator[str]:
    """Notes of exactly `chars` characters, put together from sentences that all of them share."""
    chance = random.Random(seed)
    said = sentences(2000, seed)
    for number in range(count):
        text = f"Note {number}:"
        while len(text) < chars:
            text += f" {chance.choice(said)}"
        yield text[:chars].rstrip().ljust(chars, ".")


def write_archive(store: Store, uid: str, contents: Iterator[str]) -> int:
    """Writes an archive for a new user, and returns its size in bytes, as stored."""
    pages = Pages(MemoryDigest())
    lines: dict[int, dict[str, str]] = {}
    count = 0
    for position, content in enumerate(contents):
        at = START + timedelta(minutes=position)
        entry = MemoryEntry(
            id=f"n{position:07}",
            tier=Tier.ARCHIVE,
            content=content,
            thread_id=f"t{position // PER_THREAD}",
            created_at=at,
            updated_at=at,
            position=position,
        )
        line = pack(entry)
        lines.setdefault(pages.add(entry.id, line), {})[entry.id] = line
        count += 1
    for number, held in lines.items():
        store.transact(partial(_set_lines, uid=uid, page=str(number), lines=held))
    digest = MemoryDigest(version=1, archived=count, saved=count, pages=pages.fills)
    store.transact(lambda records: records.digests.overwrite(uid, DIGEST_ID, digest))
    return sum(fill.size for fill in pages.fills)


def _set_lines(records: Records, uid: str, page: str, lines: dict[str, str]) -> None:
    records.pages.set_lines(uid, page, lines)
