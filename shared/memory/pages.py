"""Which page holds which entry, and what has to be written when that changes.

A page is written without being read: a line is set under its id, or removed. New lines wait in the
digest, which every save writes anyway, until there are enough of them for one page; so a save
writes three documents at most, and a page is not written anew for each line.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from shared.documents.memory import MemoryDigest, PageFill
from shared.memory.packing import size_of


@dataclass(frozen=True)
class PageLimits:
    """How much pages and the tail hold. Firestore's documents may have 1,048,576 bytes.

    Attributes:
        entries, size: lines, and bytes of them, to which a page is filled.
        largest: bytes to which lines that are changed in place may take a page.
        tail_entries, tail_size: lines, and bytes of them, from which on the tail is written out.
    """

    entries: int = 1000
    size: int = 900_000
    largest: int = 1_000_000
    tail_entries: int = 24
    tail_size: int = 24_000


LIMITS = PageLimits()


class Pages:
    """The pages of one user during one change. Pure: it says what is to be written.

    Attributes:
        changes: by page, the lines to set; None removes one.
        emptied: the pages to delete.
    """

    def __init__(self, digest: MemoryDigest, limits: PageLimits = LIMITS) -> None:
        self._limits = limits
        self._tail = {int(page): dict(lines) for page, lines in digest.tail.items()}
        self._fills = {fill.number: fill.model_copy() for fill in digest.pages}
        self.changes: dict[int, dict[str, str | None]] = defaultdict(dict)
        self.emptied: set[int] = set()

    @property
    def fills(self) -> list[PageFill]:
        """How full each page is, what waits for it included."""
        return list(self._fills.values())

    @property
    def tail(self) -> dict[str, dict[str, str]]:
        """The lines that go on waiting."""
        return {str(page): lines for page, lines in self._tail.items() if lines}

    def add(self, id_: str, line: str) -> int:
        """Takes in a new line; the number of its page."""
        number = self._page_with_room(size_of(id_, line))
        self._count(number, 1, size_of(id_, line))
        self._tail.setdefault(number, {})[id_] = line
        return number

    def replace(self, id_: str, page: int, old: str, new: str) -> int:
        """Puts a line in the place of another; the number of its page, which may be another."""
        growth = size_of(id_, new) - size_of(id_, old)
        if page not in self._fills or self._fills[page].size + growth > self._limits.largest:
            self.remove(id_, page, old)
            return self.add(id_, new)
        self._count(page, 0, growth)
        self._set(id_, page, new)
        return page

    def remove(self, id_: str, page: int, line: str) -> None:
        """Takes a line out."""
        if page not in self._fills:
            return
        self._count(page, -1, -size_of(id_, line))
        if self._tail.get(page, {}).pop(id_, None) is None:
            self.changes[page][id_] = None
        if not self._fills[page].entries:
            self._drop(page)

    def settle(self) -> None:
        """Takes lines from the tail to their pages, a page at a time, while it is too long."""
        while self._waiting_too_long():
            page = max(self._tail, key=lambda number: len(self._tail[number]))
            self.changes[page].update(self._tail.pop(page))

    def mergeable(self) -> tuple[int, int] | None:
        """The two emptiest pages, the emptier one first, if one page could hold both."""
        ordered = sorted(self._fills.values(), key=lambda fill: fill.entries)[:2]
        if len(ordered) < 2:
            return None
        small, large = ordered
        fits = (
            small.entries + large.entries <= self._limits.entries
            and small.size + large.size <= self._limits.size
        )
        return (small.number, large.number) if fits else None

    def merge(self, page: int, into: int, lines: Mapping[str, str]) -> list[str]:
        """Moves all lines of a page, those waiting for it too; the ids of those moved.

        Args:
            page: the page to empty.
            into: the page to fill.
            lines: what the first one holds in the database.
        """
        moved = {**lines, **self._tail.pop(page, {})}
        fill = self._fills[page]
        self._count(into, fill.entries, fill.size)
        self.changes[into].update(moved)
        self._drop(page)
        return list(moved)

    def _page_with_room(self, size: int) -> int:
        for number, fill in self._fills.items():
            if fill.entries < self._limits.entries and fill.size + size <= self._limits.size:
                return number
        return max([*self._fills, *self.emptied], default=-1) + 1

    def _count(self, page: int, entries: int, size: int) -> None:
        fill = self._fills.setdefault(page, PageFill(number=page, entries=0, size=0))
        fill.entries = max(0, fill.entries + entries)
        fill.size = max(0, fill.size + size)

    def _set(self, id_: str, page: int, line: str) -> None:
        waiting = self._tail.get(page, {})
        if id_ in waiting:
            waiting[id_] = line
        else:
            self.changes[page][id_] = line

    def _drop(self, page: int) -> None:
        del self._fills[page]
        self._tail.pop(page, None)
        self.changes.pop(page, None)
        self.emptied.add(page)

    def _waiting_too_long(self) -> bool:
        entries = sum(len(lines) for lines in self._tail.values())
        if entries >= self._limits.tail_entries:
            return True
        size = sum(size_of(id_, line) for tail in self._tail.values() for id_, line in tail.items())
        return size > self._limits.tail_size
