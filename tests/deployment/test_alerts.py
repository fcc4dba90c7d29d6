"""The alerts' filters match the lines that the functions write, and only those."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest

from functions.http.logs import JsonFormatter
from shared.base.errors import PermanentFailure, Unavailable
from shared.maintenance.setbacks import MAX_TRIES
from shared.ports import Due, DueKind
from tests.deployment.log_filters import entry_of, matches
from tests.deployment.terraform_files import blocks
from tests.support.domain import Domain
from tests.support.in_memory_store import InMemoryStore

pytestmark = pytest.mark.xdist_group("terraform")  # whose files one worker reads


def metrics() -> dict[str, dict[str, Any]]:
    return {
        name.partition(".")[2]: block
        for name, block in blocks("resource").items()
        if name.startswith("google_logging_metric.")
    }


def filter_of(metric: str) -> str:
    """The filter of a metric as Terraform would write it."""
    text = metrics()[metric]["filter"].removeprefix('"').removesuffix('"').replace('\\"', '"')
    return re.sub(
        r'\$\{local\.services\["(\w+)"\]\}', lambda found: found[1].replace("_", "-"), text
    )


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


EVENTS = {
    "stuck_batches": ("run-maintenance", sweep_that_finds_a_stuck_batch),
    "parked_items": ("run-maintenance", sweep_that_leaves_something_parked),
    "failed_for_good": ("run-maintenance", sweep_that_cannot_list_a_kind),
}
"""What has to happen for each metric to count, and in which service."""


def test_every_metric_of_a_log_is_tried() -> None:
    assert set(metrics()) == set(EVENTS)


@pytest.mark.parametrize("metric", EVENTS)
def test_a_metric_counts_its_event_once_and_nothing_else(metric: str) -> None:
    service, event = EVENTS[metric]
    with written_lines() as lines:
        event()
    query = filter_of(metric)
    assert "${" not in query
    assert [matches(query, entry_of(line, service)) for line in lines].count(True) == 1
    assert not any(matches(query, entry_of(line, "another-service")) for line in lines)
    with written_lines() as others:
        logging.getLogger("rekindle.requests").info("POST /v1/prompts 202")
        logging.getLogger("functions.http.errors").error("unexpected ValueError")
        assert Domain().maintenance.sweep().enqueued["batches"] == 0
    assert others
    assert not any(matches(query, entry_of(line, service)) for line in others)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('severity>="WARNING"', True),
        ("severity>=ERROR", False),
        ('jsonPayload.message:"BATCHES" AND jsonPayload.logger="x"', True),
        ('jsonPayload.message="overdue"', False),
        ('textPayload:"overdue"', False),
        ('jsonPayload.message=~"^over.*: \\\\d$"', True),
        ('NOT (jsonPayload.message:"overdue" OR severity="INFO")', False),
        ('severity="INFO" OR jsonPayload.none!="a"', True),
        ("jsonPayload.none=a", False),
    ],
)
def test_queries_mean_what_they_mean_in_cloud_logging(query: str, expected: bool) -> None:
    line = {"severity": "WARNING", "message": "overdue batches: 3", "logger": "x"}
    assert matches(query, entry_of(json.dumps(line), "s")) is expected
    assert matches('textPayload="a"', entry_of('{"severity": "INFO", "message": "a"}', "s"))


@pytest.mark.parametrize("query", ["a", "a=", "(a=b", "a=b)", 'a="'])
def test_a_query_that_cannot_be_read_is_an_error(query: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        matches(query, {})
