"""Whether and how to report, from OpenTelemetry's own environment variables."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

_ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
_GOOGLE = "telemetry.googleapis.com"


@dataclass(frozen=True)
class TelemetryConfig:
    """What is sent, and how often.

    The exporters themselves read the endpoints and headers from the environment, as the
    specification of OpenTelemetry defines them.

    Attributes:
        service: the name of this service.
        traces: whether spans are sent.
        metrics: whether figures are sent.
        for_google: whether the collector is Google Cloud's, which wants this service's identity.
        span_pause: seconds between two deliveries of spans.
        figure_pause: seconds between two deliveries of figures.
    """

    service: str
    traces: bool
    metrics: bool
    for_google: bool
    span_pause: float = 1.0
    figure_pause: float = 60.0


def telemetry_config(env: Mapping[str, str]) -> TelemetryConfig | None:
    """Returns what the environment asks for; None if nothing is to be reported.

    Raises:
        ValueError: a value is invalid; the message says which.
    """
    if env.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    endpoints = {
        kind: env.get(own) or env.get(_ENDPOINT) or ""
        for kind, own, switch in (
            ("traces", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER"),
            ("metrics", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_METRICS_EXPORTER"),
        )
        if env.get(switch) != "none"
    }
    asked = {kind: endpoint for kind, endpoint in endpoints.items() if endpoint}
    for endpoint in asked.values():
        parts = urlsplit(endpoint)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(
                f"{_ENDPOINT} must be the URL of an OpenTelemetry collector that takes OTLP over "
                "HTTP, such as http://127.0.0.1:4318."
            )
    if not asked:
        return None
    return TelemetryConfig(
        service=env.get("OTEL_SERVICE_NAME") or env.get("K_SERVICE") or "rekindle",
        traces="traces" in asked,
        metrics="metrics" in asked,
        for_google=any(urlsplit(each).hostname == _GOOGLE for each in asked.values()),
        span_pause=_seconds(env, "OTEL_BSP_SCHEDULE_DELAY", 1_000),
        figure_pause=_seconds(env, "OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    )


def _seconds(env: Mapping[str, str], name: str, default: int) -> float:
    text = env.get(name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{name} must be a number of milliseconds.")
    return int(text) / 1000
