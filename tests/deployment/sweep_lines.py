"""Sweeps of maintenance that log what alerts go by, and the lines that they write."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

from functions.http.logs import JsonFormatter
from shared.base.errors import PermanentFailure, Unavailable
from shared.maintenance.setbacks import MAX_TRIES
from shared.ports import Due, DueKind
from tests.support.domain import Domain
from tests.support.in_memory_store import InMemoryStore


@contextmanager
def written_lines() -> Iterator[list[str]]:
    """The lines that the functions would write in Cloud Run."""
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Lines()
    handler.setFormatter(JsonFormatter("demo"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def sweep_that_finds_a_stuck_batch() -> None:
    domain = Domain()
    domain.say("ada", *[f"message {number}" for number in range(10)])
    domain.clock.advance(hours=12)
    assert domain.maintenance.sweep().enqueued["batches"] == 1


def sweep_that_leaves_something_parked() -> None:
    domain = Domain()
    domain.store.write("ada", {"redriveAt": domain.clock()}, "batches", "unreadable")
    for _ in range(MAX_TRIES - 1):
        assert domain.maintenance.sweep().failed == {"batches": 1}
        domain.clock.advance(hours=25)
    assert domain.maintenance.sweep().parked == 1


def sweep_that_cannot_list_a_kind() -> None:
    class WithoutIndex(InMemoryStore):
        def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
            if what == "memory":
                raise PermanentFailure("The database refused the call.")
            return super().due(what, now, limit, after)

    with pytest.raises(Unavailable):
        Domain(store=WithoutIndex()).maintenance.sweep()
