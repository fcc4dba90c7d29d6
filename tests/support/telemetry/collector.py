"""A local OpenTelemetry collector, which speaks OTLP over HTTP and keeps every byte."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)

from emulator.traces.otlp import spans_in


class Collector:
    """Keeps what it is sent."""

    def __init__(self):
        self.bodies = []
        self._changed = threading.Condition()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                head = f"{self.requestline}\n{self.headers}".encode()
                with collector._changed:
                    collector.bodies.append((self.path, body, head))
                    collector._changed.notify_all()
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()

    @property
    def env(self):
        """The environment of a stack that sends everything here, at the end of each request."""
        return {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self._http.server_port}",
            "OTEL_BSP_SCHEDULE_DELAY": "0",
            "OTEL_METRIC_EXPORT_INTERVAL": "0",
        }

    @property
    def spans(self):
        """All spans so far."""
        return [
            span
            for path, body, _ in list(self.bodies)
            if path == "/v1/traces"
            for span in spans_in(body)
        ]

    def await_span(self, condition, seconds=30):
        """Waits for a span that meets a condition; returns the last of them."""
        until = time.monotonic() + seconds
        with self._changed:
            while True:
                found = [span for span in self.spans if condition(span)]
                if found:
                    return found[-1]
                assert self._changed.wait(until - time.monotonic()), "the span did not come"

    @property
    def figures(self):
        """The latest total of each figure, by name and attributes, over all processes."""
        latest = {}
        for path, body, _ in list(self.bodies):
            if path != "/v1/metrics":
                continue
            request = ExportMetricsServiceRequest.FromString(body)
            for resource in request.resource_metrics:
                process = {a.key: a.value.string_value for a in resource.resource.attributes}
                for scope in resource.scope_metrics:
                    for metric in scope.metrics:
                        for point in (*metric.sum.data_points, *metric.histogram.data_points):
                            by = frozenset(
                                (each.key, each.value.string_value or each.value.int_value)
                                for each in point.attributes
                            )
                            key = process["service.instance.id"], metric.name, by
                            latest[key] = point
        totals = {}
        for (_, name, by), point in latest.items():
            value = point.count if hasattr(point, "bucket_counts") else point.as_double
            value = value or getattr(point, "as_int", 0)
            totals[name, by] = totals.get((name, by), 0) + value
        return totals
