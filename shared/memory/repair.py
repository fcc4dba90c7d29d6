"""Finds and repairs inconsistencies between a user's entries and the data derived from them.

The entries are the source of truth; the digest and the pages are derived. Every change writes all
of them in one transaction, so they can only diverge if something else writes to the database: a
manual edit, a restored backup, another program, or the database's own time-to-live.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from shared.base.clock import Clock
from shared.documents.memory import (
    DIGEST_ID,
    RECENT,
    DigestedEntry,
    MemoryDigest,
    MemoryEntry,
    PageFill,
    Tier,
)
from shared.memory.digest import digested, is_expired
from shared.memory.packing import line_size, pack
from shared.memory.pages import LIMITS, Pages
from shared.ports import Records, Store

CHANGES_AT_ONCE = 4_000_000
"""Bytes of lines written per transaction; Firestore accepts 10 MiB."""


@dataclass
class Findings:
    """How the derived data differs from the entries.

    Attributes:
        missing: entries that are on no page, so that no search finds them.
        outdated: entries whose line differs.
        surplus: lines without an entry.
        misplaced: entries that name no page, or a page that is full.
        digest: the parts of the digest that differ, by name.
    """

    missing: int = 0
    outdated: int = 0
    surplus: int = 0
    misplaced: int = 0
    digest: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(asdict(self).values())


class MemoryRepair:
    """Checks and repairs one user's derived documents. May raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def check(self, uid: str) -> Findings:
        """Returns what differs, without changing anything. Reads all entries and pages."""
        return self._store.transact(lambda records: _Comparison(records, uid, self._clock).findings)

    def repair(self, uid: str) -> Findings:
        """Repairs everything that differs, and returns what differed.

        Each round is one transaction and leaves less to repair. After a crash, call it again.
        """
        first = found = self._round(uid)
        while found:
            found = self._round(uid)
        return first

    def _round(self, uid: str) -> Findings:
        def work(records: Records) -> Findings:
            comparison = _Comparison(records, uid, self._clock)
            if comparison.findings:
                comparison.write_corrections()
            return comparison.findings

        return self._store.transact(work)


class _Comparison:
    """The derived documents as they should be, compared with how they are."""

    def __init__(self, records: Records, uid: str, clock: Clock) -> None:
        self._records = records
        self._uid = uid
        now = clock()
        _, self._digest = records.overview(uid)
        stored = sorted(records.memory.query(uid), key=lambda item: (item.position, item.id))
        entries = [entry for entry in stored if not entry.quarantined]
        self._pages = {int(page.id): page.entries for page in records.pages.query(uid)}
        self.findings = Findings()
        self._moved: dict[str, MemoryEntry] = {}
        self._lines = self._placed(entries)
        self._changes = self._differences()
        shown = {
            item.id
            for items in (self._digest.memory, self._digest.user, self._digest.recent)
            for item in items
        }
        # Entries that expired after the digest was written may still be in it; reads hide them.
        live = [e for e in entries if e.id in shown or not is_expired(e.expires_at, now)]
        self._expected = self._digest.model_copy(
            update={
                "memory": _newest(live, Tier.MEMORY),
                "user": _newest(live, Tier.USER),
                "recent": _newest(live, Tier.ARCHIVE)[:RECENT],
                "archived": sum(entry.tier is Tier.ARCHIVE for entry in entries),
                "pages": _fills(self._lines),
                "waiting": len(stored) - len(entries),
                "saved": max([self._digest.saved, *(entry.position + 1 for entry in entries)]),
            }
        )
        self.findings.digest = tuple(
            name
            for name in ("memory", "user", "recent", "archived", "waiting", "saved")
            if getattr(self._expected, name) != getattr(self._digest, name)
        )
        if _by_number(self._expected.pages) != _by_number(self._digest.pages):
            self.findings.digest += ("pages",)

    def write_corrections(self) -> None:
        """Writes the digest, and as many differing lines as one transaction may hold."""
        size = 0
        pages = self._changes.keys() | {entry.page for entry in self._moved.values()}
        for page in sorted(page for page in pages if page is not None):
            lines = self._changes.get(page, {})
            size += sum(line_size(id_, line or "") for id_, line in lines.items())
            if size > CHANGES_AT_ONCE:
                break
            if page not in self._lines:
                self._records.pages.delete(self._uid, str(page))
            elif lines:
                self._records.pages.set_lines(self._uid, str(page), lines)
            for id_ in (id_ for id_, entry in self._moved.items() if entry.page == page):
                self._records.memory.update_fields(self._uid, id_, {"page": page})
        digest = self._expected.model_copy(update={"tail": {}, "version": self._digest.version + 1})
        self._records.digests.overwrite(self._uid, DIGEST_ID, digest)

    def _placed(self, entries: Iterable[MemoryEntry]) -> dict[int, dict[str, str]]:
        """Returns the lines each page should hold, and assigns a page to entries without one."""
        lines: dict[int, dict[str, str]] = defaultdict(dict)
        sizes: dict[int, int] = defaultdict(int)
        unplaced = []
        for entry in entries:
            line = pack(entry)
            size = line_size(entry.id, line)
            if entry.page is None or sizes[entry.page] + size > LIMITS.largest:
                unplaced.append(entry)
            else:
                lines[entry.page][entry.id] = line
                sizes[entry.page] += size
        self.findings.misplaced = len(unplaced)
        pages = Pages(MemoryDigest(pages=_fills(lines)))
        for entry in unplaced:
            number = pages.add(entry.id, pack(entry))
            self._moved[entry.id] = entry.model_copy(update={"page": number})
            lines[number][entry.id] = pack(entry)
        return lines

    def _differences(self) -> dict[int, dict[str, str | None]]:
        """Counts what differs, the tail included, and returns the lines to set by page."""
        tail = {int(page): lines for page, lines in self._digest.tail.items()}
        changes: dict[int, dict[str, str | None]] = defaultdict(dict)
        for page in self._lines.keys() | self._pages.keys() | tail.keys():
            expected = self._lines.get(page, {})
            stored = self._pages.get(page, {})
            searched = {**stored, **tail.get(page, {})}
            self.findings.missing += len(expected.keys() - searched.keys())
            self.findings.surplus += len(searched.keys() - expected.keys())
            self.findings.outdated += sum(
                1 for id_, line in expected.items() if id_ in searched and searched[id_] != line
            )
            for id_, line in expected.items():
                if stored.get(id_) != line:
                    changes[page][id_] = line
            for id_ in stored.keys() - expected.keys():
                changes[page][id_] = None
        return changes


def _newest(entries: Iterable[MemoryEntry], tier: Tier) -> list[DigestedEntry]:
    of_tier = [entry for entry in entries if entry.tier is tier]
    of_tier.sort(key=lambda entry: (entry.created_at, entry.id), reverse=True)
    return [digested(entry) for entry in of_tier]


def _fills(lines: Mapping[int, Mapping[str, str]]) -> list[PageFill]:
    return [
        PageFill(
            number=number,
            entries=len(held),
            size=sum(line_size(id_, line) for id_, line in held.items()),
        )
        for number, held in sorted(lines.items())
        if held
    ]


def _by_number(fills: Iterable[PageFill]) -> list[PageFill]:
    return sorted(fills, key=lambda fill: fill.number)
