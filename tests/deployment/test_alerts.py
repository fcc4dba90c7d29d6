"""The alerts' filters match the lines that the functions write, and only those."""

import json
import logging

import pytest

from tests.deployment.log_filters import entry_of, matches
from tests.deployment.sweep_lines import (
    sweep_that_cannot_list_a_kind,
    sweep_that_finds_a_stuck_batch,
    sweep_that_leaves_something_parked,
    written_lines,
)
from tests.deployment.terraform_files import log_metrics, metric_filter
from tests.support.domain import Domain

pytestmark = pytest.mark.xdist_group("terraform")  # whose files one worker reads


EVENTS = {
    "stuck_batches": ("run-maintenance", sweep_that_finds_a_stuck_batch),
    "parked_items": ("run-maintenance", sweep_that_leaves_something_parked),
    "failed_for_good": ("run-maintenance", sweep_that_cannot_list_a_kind),
}
"""What has to happen for each metric to count, and in which service."""


def test_every_metric_of_a_log_is_tried() -> None:
    assert set(log_metrics()) == set(EVENTS)


@pytest.mark.parametrize("metric", EVENTS)
def test_a_metric_counts_its_event_once_and_nothing_else(metric: str) -> None:
    service, event = EVENTS[metric]
    with written_lines() as lines:
        event()
    query = metric_filter(metric)
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
        ('httpRequest.latency>"2s"', True),
        ('httpRequest.latency>"2.5s"', False),
    ],
)
def test_queries_mean_what_they_mean_in_cloud_logging(query: str, expected: bool) -> None:
    line = {"severity": "WARNING", "message": "overdue batches: 3", "logger": "x"}
    line |= {"httpRequest": {"latency": "2.125s"}}
    assert matches(query, entry_of(json.dumps(line), "s")) is expected
    assert matches('textPayload="a"', entry_of('{"severity": "INFO", "message": "a"}', "s"))


@pytest.mark.parametrize("query", ["a", "a=", "(a=b", "a=b)", 'a="'])
def test_a_query_that_cannot_be_read_is_an_error(query: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        matches(query, {})
