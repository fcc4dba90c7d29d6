"""Counting billed operations the way Google bills them, and the calls that they took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

UNBILLED_METADATA_KEY = "x-emulator-unbilled"
"""Calls that carry this gRPC metadata key are not billed."""

INDEX_ENTRIES_PER_READ = 1000


@dataclass
class Usage:
    """Billed operations since the start or the last reset.

    Attributes:
        reads: Documents returned by gets (including missing ones), queries (at least one per
            query, including skipped ones) and listeners, plus one per 1,000 index entries
            aggregated.
        writes: Documents written.
        deletes: Documents deleted.
        round_trips: Calls of clients, which are not billed by themselves.
        round_trips_in_a_row: The most of them that followed one another: each began after the one
            before it had ended. Streams in both directions, which do not end, count as one.
    """

    reads: int = 0
    writes: int = 0
    deletes: int = 0
    round_trips: int = 0
    round_trips_in_a_row: int = 0

    def reset(self) -> None:
        """Set all counts to zero."""
        self.reads = self.writes = self.deletes = 0
        self.round_trips = self.round_trips_in_a_row = 0


class Bill:
    """Counts one call's operations, unless the call is unbilled."""

    __slots__ = ("_usage",)

    def __init__(self, usage: Usage | None) -> None:
        self._usage = usage

    @property
    def is_free(self) -> bool:
        """Whether the call is unbilled, as the stack's own calls are."""
        return self._usage is None

    @contextmanager
    def call(self) -> Iterator[None]:
        """Count the call itself, which goes on inside."""
        usage = self._usage
        if usage is None:
            yield
            return
        usage.round_trips += 1
        in_a_row = usage.round_trips_in_a_row + 1
        try:
            yield
        finally:
            usage.round_trips_in_a_row = max(usage.round_trips_in_a_row, in_a_row)

    def read(self, documents: int) -> None:
        """Count documents that were read."""
        if self._usage is not None:
            self._usage.reads += documents

    def query(self, documents: int) -> None:
        """Count a query, given how many documents it returned or skipped."""
        self.read(max(1, documents))

    def aggregation(self, entries: int) -> None:
        """Count an aggregation, given how many index entries it read."""
        self.read(max(1, -(-entries // INDEX_ENTRIES_PER_READ)))

    def write(self, *, deleted: bool) -> None:
        """Count one written or deleted document."""
        if self._usage is not None:
            if deleted:
                self._usage.deletes += 1
            else:
                self._usage.writes += 1
