"""Reports to an OpenTelemetry collector."""

import atexit
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Unpack

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.metrics import AlwaysOffExemplarFilter, MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricExportResult
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from adapters.telemetry.config import TelemetryConfig
from adapters.telemetry.exporters import Exporters
from adapters.telemetry.sending import Deliveries, Waiting
from adapters.telemetry.table import FIGURES, checked, named, series, title
from shared.base.telemetry import Attributes, Doing, Figure, Span, reason_of

_KINDS = {
    Doing.REQUEST: SpanKind.SERVER,
    Doing.EVENT: SpanKind.CONSUMER,
    Doing.TASK: SpanKind.CONSUMER,
    Doing.ENQUEUE: SpanKind.PRODUCER,
    Doing.ANALYSIS: SpanKind.INTERNAL,
    Doing.DATABASE: SpanKind.CLIENT,
    Doing.MODEL: SpanKind.CLIENT,
    Doing.EMBEDDING: SpanKind.CLIENT,
}
_TRACEPARENT = "traceparent"
_W3C = TraceContextTextMapPropagator()


class OpenTelemetry:
    """Implements `shared.base.telemetry.Telemetry` with OpenTelemetry's SDK.

    It has no thread, and registers nothing globally: libraries that would report by themselves, and
    might quote a request, report to nobody.

    Args:
        config: what to send.
        exporters: how to send it.
    """

    def __init__(self, config: TelemetryConfig, exporters: Exporters) -> None:
        resource = Resource.create(
            {"service.name": config.service, "service.instance.id": uuid.uuid4().hex}
        )
        self._exporters = exporters
        self._spans: Waiting[ReadableSpan] = Waiting()
        self._measures = config.metrics
        self._news = False
        traces = TracerProvider(resource=resource, shutdown_on_exit=False)
        if config.traces:
            traces.add_span_processor(_Collector(self._spans))
        self._tracer = traces.get_tracer("rekindle")
        self._reader = InMemoryMetricReader()
        metrics = MeterProvider(
            [self._reader] if config.metrics else [],
            resource,
            exemplar_filter=AlwaysOffExemplarFilter(),
            shutdown_on_exit=False,
        )
        meter = metrics.get_meter("rekindle")
        self._figures = {figure: _instrument(meter, figure) for figure in Figure}
        self._deliveries = [
            Deliveries(self._send_spans, lambda: bool(self._spans), config.span_pause),
            Deliveries(self._send_figures, lambda: self._news, config.figure_pause),
        ]
        for each in self._deliveries:
            atexit.register(each.finish)

    @contextmanager
    def span(self, doing: Doing, follows: str | None, attributes: Attributes) -> Iterator[Span]:
        with self._tracer.start_as_current_span(
            title(doing, checked(attributes)),
            context=_context_of(follows) if follows else None,
            kind=_KINDS[doing],
            attributes=named(attributes),
            # An error's text may quote what a user said.
            record_exception=False,
            set_status_on_exception=False,
        ) as started:
            current = _Span(started, doing, attributes)
            try:
                yield current
            except BaseException as error:
                current.fail(reason_of(error))
                raise

    def report(self, figure: Figure, amount: float, attributes: Attributes) -> None:
        if self._measures:
            self._figures[figure](amount, attributes=series(figure, attributes))
            self._news = True

    def traceparent(self) -> str | None:
        carrier: dict[str, str] = {}
        _W3C.inject(carrier)
        return carrier.get(_TRACEPARENT)

    def flush(self) -> None:
        for each in self._deliveries:
            each.attempt()

    def _send_spans(self) -> bool:
        taken = self._spans.take()
        return self._exporters.spans.export(taken) is SpanExportResult.SUCCESS

    def _send_figures(self) -> bool:
        self._news = False
        gathered = self._reader.get_metrics_data()
        if gathered is None:
            return True
        return self._exporters.figures.export(gathered) is MetricExportResult.SUCCESS


class _Span:
    """A span of the SDK, with attributes from the table alone."""

    def __init__(self, span: trace.Span, doing: Doing, attributes: Attributes) -> None:
        self._span = span
        self._doing = doing
        self._attributes: Attributes = {**attributes}

    def add(self, **attributes: Unpack[Attributes]) -> None:
        self._attributes.update(attributes)
        self._span.set_attributes(named(attributes))
        self._span.update_name(title(self._doing, checked(self._attributes)))

    def fail(self, reason: str = "") -> None:
        self._span.set_attributes(named({"reason": reason} if reason else {}))
        self._span.set_status(Status(StatusCode.ERROR))

    def link(self, traceparent: str | None) -> None:
        if linked := traceparent and _span_context(_context_of(traceparent)):
            self._span.add_link(linked)


class _Collector(SpanProcessor):
    def __init__(self, spans: Waiting[ReadableSpan]) -> None:
        self._spans = spans

    def on_end(self, span: ReadableSpan) -> None:
        if span.context and span.context.trace_flags.sampled:
            self._spans.add(span)


def _context_of(traceparent: str) -> Context:
    """Returns the context of a remote span; an empty one if the text is no traceparent.

    The `tracestate` that may come along is not read: what callers put there would be sent on.
    """
    return _W3C.extract({_TRACEPARENT: traceparent}, Context())


def _span_context(context: Context) -> SpanContext | None:
    found = trace.get_current_span(context).get_span_context()
    return found if found.is_valid else None


def _instrument(meter: Any, figure: Figure) -> Any:
    """Returns the function that records a figure."""
    measure = FIGURES[figure]
    described: Mapping[str, str] = {"unit": measure.unit, "description": measure.about}
    if not measure.buckets:
        return meter.create_counter(figure.value, **described).add
    histogram = partial(meter.create_histogram, explicit_bucket_boundaries_advisory=measure.buckets)
    return histogram(figure.value, **described).record
