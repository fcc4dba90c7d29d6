"""The exporters that send to a collector, over HTTP."""

from dataclasses import dataclass

from google.auth import default
from google.auth.transport.requests import AuthorizedSession
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.metrics.export import MetricExporter
from opentelemetry.sdk.trace.export import SpanExporter

from adapters.telemetry.config import TelemetryConfig
from adapters.telemetry.sending import TIMEOUT

_SCOPE = "https://www.googleapis.com/auth/cloud-platform"


@dataclass(frozen=True)
class Exporters:
    """How spans and figures are sent."""

    spans: SpanExporter
    figures: MetricExporter


def exporters(config: TelemetryConfig) -> Exporters:
    """Returns the exporters for the collector that the environment names."""
    return Exporters(
        OTLPSpanExporter(timeout=TIMEOUT, session=_session(config)),
        OTLPMetricExporter(timeout=TIMEOUT, session=_session(config)),
    )


def _session(config: TelemetryConfig) -> AuthorizedSession | None:
    if not config.for_google:
        return None
    credentials, _ = default(scopes=[_SCOPE])
    return AuthorizedSession(credentials)
