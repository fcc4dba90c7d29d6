"""Reads spans from the body of an OTLP request."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Status


@dataclass(frozen=True)
class KeptSpan:
    """A span. Ids are in hexadecimal, times in nanoseconds since the epoch.

    Attributes:
        parent: the id of the span that caused it; empty if there is none.
        links: the ids of the spans that it is linked to.
        failed: whether it ended with an error.
    """

    trace: str
    id: str
    parent: str
    name: str
    start: int
    end: int
    attributes: dict[str, Any]
    links: list[str]
    failed: bool


def spans_in(body: bytes) -> Iterator[KeptSpan]:
    """Yields the spans of an ExportTraceServiceRequest.

    Raises:
        DecodeError: it is none.
    """
    request = ExportTraceServiceRequest()
    request.ParseFromString(body)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                yield KeptSpan(
                    trace=span.trace_id.hex(),
                    id=span.span_id.hex(),
                    parent=span.parent_span_id.hex(),
                    name=span.name,
                    start=span.start_time_unix_nano,
                    end=span.end_time_unix_nano,
                    attributes={each.key: _value(each.value) for each in span.attributes},
                    links=[link.span_id.hex() for link in span.links],
                    failed=span.status.code == Status.STATUS_CODE_ERROR,
                )


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    return getattr(value, kind) if kind else None
