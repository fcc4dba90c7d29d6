"""What is reported, and when it is sent."""

import json
import re
from threading import Event, Thread
from typing import get_type_hints

import pytest
from opentelemetry.sdk.metrics.export import MetricExporter, MetricExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from adapters.telemetry.config import TelemetryConfig, telemetry_config
from adapters.telemetry.exporters import Exporters
from adapters.telemetry.reporter import OpenTelemetry
from adapters.telemetry.sending import PAUSE_AFTER_FAILURE, Deliveries, Waiting
from adapters.telemetry.table import ATTRIBUTES, FIGURES, OTHER, named, series
from emulator.gateway.paths import ROOT
from shared.base.errors import NotFound
from shared.base.telemetry import (
    Attributes,
    Doing,
    Figure,
    report,
    reporting_to,
    span,
    traceparent,
)

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
SAID = "my sister is called Maya"


class Figures(MetricExporter):
    """Keeps the last figures."""

    def __init__(self):
        super().__init__()
        self.last = None

    def export(self, metrics_data, timeout_millis=0, **_):
        self.last = json.loads(metrics_data.to_json())
        return MetricExportResult.SUCCESS

    def force_flush(self, timeout_millis=0):
        return True

    def shutdown(self, timeout_millis=0, **_):
        pass


@pytest.fixture
def sent():
    return Exporters(InMemorySpanExporter(), Figures())


@pytest.fixture
def telemetry(sent):
    return OpenTelemetry(TelemetryConfig("test", True, True, False, 0, 0), sent)


def spans(telemetry, sent):
    telemetry.flush()
    return {span.name: span for span in sent.spans.get_finished_spans()}


def test_the_table_has_every_attribute_and_figure():
    assert ATTRIBUTES.keys() == get_type_hints(Attributes).keys()
    assert FIGURES.keys() == set(Figure)
    names = [attribute.name for attribute in ATTRIBUTES.values()]
    assert len(set(names)) == len(names)


def test_every_attribute_and_figure_is_documented():
    page = (ROOT / "docs" / "operations.md").read_text()
    section = page.partition("## Traces and figures")[2].partition("\n## ")[0]
    documented = set(re.findall(r"(?m)^\| `([a-z_.]+)`", section))
    assert documented == {each.name for each in ATTRIBUTES.values()} | set(FIGURES)


def test_figures_are_not_broken_down_by_ids_or_amounts():
    assert {key for measure in FIGURES.values() for key in measure.by} == {
        *("method", "route", "status", "call", "reason", "outcome", "model")
    }


@pytest.mark.parametrize("key", [key for key in ATTRIBUTES if ATTRIBUTES[key].form])
def test_no_text_is_sent_that_an_attribute_does_not_allow(key):
    texts = (SAID, "", "x" * 200, "a\nb", "ä", 7, None)
    for text in texts:
        assert set(named({key: text}).values()) <= {OTHER}


@pytest.mark.parametrize("key", [key for key in ATTRIBUTES if not ATTRIBUTES[key].form])
def test_no_text_is_sent_where_a_number_belongs(key):
    assert named({key: SAID}) == {ATTRIBUTES[key].name: OTHER}
    assert named({key: 7}) == {ATTRIBUTES[key].name: 7}


def test_what_is_not_in_the_table_is_not_sent():
    assert named({"uid": "ada", "content": SAID}) == {}
    assert series(Figure.FAILURES, {"request_id": "one", "reason": "BUSY"}) == {"reason": "BUSY"}


def test_a_span_says_why_it_failed_and_quotes_nothing(telemetry, sent):
    with reporting_to(telemetry):
        with pytest.raises(NotFound), span(Doing.ANALYSIS):
            raise NotFound(SAID, [{"reason": "NO_SUCH_ENTRY"}])
        with pytest.raises(ValueError, match=SAID), span(Doing.DATABASE, call="commit"):
            raise ValueError(SAID)
    found = spans(telemetry, sent)
    assert found["analysis"].attributes == {"error.type": "NO_SUCH_ENTRY"}
    assert found["database commit"].attributes["error.type"] == "ValueError"
    for each in found.values():
        assert not each.status.is_ok
        assert SAID not in each.to_json()


def test_a_span_continues_the_trace_that_it_follows(telemetry, sent):
    with reporting_to(telemetry), span(Doing.EVENT, follows=PARENT, route="x"):
        current = traceparent()
        with span(Doing.DATABASE, call="commit"):
            pass
    found = spans(telemetry, sent)
    assert current.split("-")[1] == TRACE
    assert f"{found['event x'].parent.span_id:016x}" == PARENT.split("-")[2]
    assert found["database commit"].parent.span_id == found["event x"].context.span_id


@pytest.mark.parametrize("text", ["", "x", SAID, PARENT[:-1], PARENT.replace("4bf", "zzz")])
def test_what_is_no_traceparent_is_ignored(telemetry, sent, text):
    with reporting_to(telemetry), span(Doing.EVENT, follows=text, route="x") as current:
        current.link(text)
    event = spans(telemetry, sent)["event x"]
    assert event.parent is None
    assert not event.links


def test_a_caller_that_does_not_sample_is_not_traced(telemetry, sent):
    with reporting_to(telemetry), span(Doing.EVENT, follows=f"{PARENT[:-1]}0", route="x"):
        assert traceparent().endswith("-00")
    assert spans(telemetry, sent) == {}


def test_nothing_is_reported_unless_somebody_listens(sent):
    with span(Doing.ANALYSIS) as current:
        current.add(outcome="done")
        current.fail("BUSY")
        current.link(PARENT)
        report(Figure.FAILURES, reason="BUSY")
        assert traceparent() is None


def test_figures_are_totals(telemetry, sent):
    with reporting_to(telemetry):
        report(Figure.DECISIONS, outcome="added")
        report(Figure.DECISIONS, outcome="added")
        telemetry.flush()
        report(Figure.DECISIONS, outcome="added")
    telemetry.flush()
    (scope,) = sent.figures.last["resource_metrics"][0]["scope_metrics"]
    (point,) = scope["metrics"][0]["data"]["data_points"]
    assert (point["value"], point["attributes"]) == (3, {"outcome": "added"})


class Clock:
    """A clock that stands still until it is moved."""

    now = 100.0

    def __call__(self):
        return self.now


class Mailbox:
    """Counts deliveries of what waits."""

    def __init__(self, pause, taken=True):
        self.clock = Clock()
        self.waiting = Waiting()
        self.sent = []
        self.taken = taken
        self.deliveries = Deliveries(
            self.deliver, lambda: bool(self.waiting), pause, clock=self.clock
        )

    def deliver(self):
        self.sent.append(self.waiting.take())
        if isinstance(self.taken, Exception):
            raise self.taken
        return self.taken

    def post(self, item):
        self.waiting.add(item)
        self.deliveries.attempt()


def test_requests_send_once_in_a_while_and_lose_nothing():
    box = Mailbox(pause=1)
    box.post("a")
    box.post("b")
    box.clock.now += 0.9
    box.post("c")
    assert box.sent == [["a"]]
    box.clock.now += 0.2
    box.deliveries.attempt()
    assert box.sent == [["a"], ["b", "c"]]
    box.post("d")
    box.deliveries.finish()
    assert box.sent[-1] == ["d"], "the end of the process sends the rest"


@pytest.mark.parametrize("failure", [False, OSError("away")])
def test_a_collector_that_fails_is_left_alone_for_a_while(failure):
    box = Mailbox(pause=0, taken=failure)
    box.post("a")
    box.clock.now += PAUSE_AFTER_FAILURE - 1
    box.post("b")
    assert box.sent == [["a"]]
    box.clock.now += 2
    box.post("c")
    assert box.sent == [["a"], ["b", "c"]]


def test_nobody_waits_for_the_delivery_of_another_request_which_takes_theirs_along():
    waiting, sent = Waiting(), []
    begun, go_on = Event(), Event()

    def deliver():
        sent.append(waiting.take())
        begun.set()
        return go_on.wait(10)

    deliveries = Deliveries(deliver, lambda: bool(waiting), 0, clock=Clock())
    waiting.add("first")
    first = Thread(target=deliveries.attempt)
    first.start()
    assert begun.wait(10)
    waiting.add("second")
    deliveries.attempt()
    assert sent == [["first"]], "it returned without waiting"
    go_on.set()
    first.join(10)
    assert sent == [["first"], ["second"]]


def test_of_too_many_spans_the_oldest_are_lost():
    waiting = Waiting()
    for number in range(5000):
        waiting.add(number)
    taken = [number for _ in range(10) for number in waiting.take()]
    assert taken == list(range(5000 - 4096, 5000))


@pytest.mark.parametrize(
    ("env", "wanted"),
    [
        ({}, None),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}, None),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_SDK_DISABLED": "true"}, None),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c"}, ("rekindle", True, True, False)),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c"}, ("rekindle", True, False, False)),
        (
            {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_TRACES_EXPORTER": "none"},
            ("rekindle", False, True, False),
        ),
        (
            {
                "OTEL_EXPORTER_OTLP_ENDPOINT": "https://telemetry.googleapis.com",
                "K_SERVICE": "context",
            },
            ("context", True, True, True),
        ),
    ],
)
def test_the_standard_variables_decide(env, wanted):
    found = telemetry_config(env)
    assert (found and (found.service, found.traces, found.metrics, found.for_google)) == wanted


@pytest.mark.parametrize(
    "env",
    [
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "127.0.0.1:4318"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_BSP_SCHEDULE_DELAY": "soon"},
    ],
)
def test_a_wrong_value_is_named(env):
    with pytest.raises(ValueError, match="must be"):
        telemetry_config(env)
