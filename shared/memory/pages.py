"""Decides which page holds which entry, and what has to be written when that changes.

Pages are written without being read: lines are set or removed by id. New lines first go to the
tail in the digest, which every save writes anyway, and move to their page in bulk. So saving a
note writes at most three documents.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from shared.documents.memory import MemoryDigest, PageFill
from shared.memory.packing import line_size


@dataclass(frozen=True)
class PageLimits:
    """The capacity of pages and of the tail. A Firestore document may have 1,048,576 bytes.

    Attributes:
        entries, size: lines and bytes up to which new lines are added to a page.
        largest: bytes up to which a page may grow when lines are changed in place.
        tail_entries, tail_size: lines and bytes at which the tail is flushed.
    """

    entries: int = 1000
    size: int = 900_000
    largest: int = 1_000_000
    tail_entries: int = 24
    tail_size: int = 24_000


LIMITS = PageLimits()
LARGEST_LINE = 250_000
"""Bytes that a line may take. A note within the API's limits stays below a third of it."""


class Pages:
    """The pages of one user during one change. It does no I/O, but records what to write.

    Attributes:
        changes: the lines to set, by page; None removes a line.
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
        """How full each page is, including its lines in the tail."""
        return list(self._fills.values())

    @property
    def size(self) -> int:
        """The bytes of all lines, including those in the tail."""
        return sum(fill.size for fill in self._fills.values())

    @property
    def tail(self) -> dict[str, dict[str, str]]:
        """The lines that stay in the tail."""
        return {str(page): lines for page, lines in self._tail.items() if lines}

    def add(self, id_: str, line: str) -> int:
        """Adds a new line and returns the number of its page."""
        number = self._page_with_room(line_size(id_, line))
        self._count(number, 1, line_size(id_, line))
        self._tail.setdefault(number, {})[id_] = line
        return number

    def replace(self, id_: str, page: int, old: str, new: str) -> int:
        """Replaces a line and returns the number of its page, which may be a different one."""
        growth = line_size(id_, new) - line_size(id_, old)
        if page not in self._fills or self._fills[page].size + growth > self._limits.largest:
            self.remove(id_, page, old)
            return self.add(id_, new)
        self._count(page, 0, growth)
        self._set(id_, page, new)
        return page

    def remove(self, id_: str, page: int, line: str) -> None:
        """Removes a line."""
        if page not in self._fills:
            return
        self._count(page, -1, -line_size(id_, line))
        if self._tail.get(page, {}).pop(id_, None) is None:
            self.changes[page][id_] = None
        if not self._fills[page].entries:
            self._drop(page)

    def flush_tail(self) -> None:
        """Moves lines from the tail to their pages, a page at a time, until it is short enough."""
        while self._tail_is_full():
            page = max(self._tail, key=lambda number: len(self._tail[number]))
            self.changes[page].update(self._tail.pop(page))

    def mergeable(self) -> tuple[int, int] | None:
        """Returns the two emptiest pages, the emptier one first, if they fit into one."""
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
        """Moves all lines of a page, including those in the tail, and returns their ids.

        Args:
            page: the page to empty.
            into: the page that receives the lines.
            lines: the stored lines of the page to empty.
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
        tail = self._tail.get(page, {})
        if id_ in tail:
            tail[id_] = line
        else:
            self.changes[page][id_] = line

    def _drop(self, page: int) -> None:
        del self._fills[page]
        self._tail.pop(page, None)
        self.changes.pop(page, None)
        self.emptied.add(page)

    def _tail_is_full(self) -> bool:
        entries = sum(len(lines) for lines in self._tail.values())
        if entries >= self._limits.tail_entries:
            return True
        size = sum(
            line_size(id_, line) for tail in self._tail.values() for id_, line in tail.items()
        )
        return size > self._limits.tail_size
