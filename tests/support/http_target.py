"""A local HTTP server that tasks are delivered to."""

import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Delivery:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass
class Target:
    """Answers each path with its script of statuses; the last one repeats."""

    url: str = ""
    deliveries: list[Delivery] = field(default_factory=list)
    script: dict[str, list[int]] = field(default_factory=dict)
    gates: dict[str, threading.Event] = field(default_factory=dict)
    most_at_once: int = 0
    _now: int = 0
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def to(self, path):
        """The deliveries to one path, in order."""
        return [item for item in self.deliveries if item.path == path]

    def wait_for(self, path, count, timeout=60.0):
        """The deliveries to a path, once there are `count`."""
        with self._changed:
            arrived = self._changed.wait_for(lambda: len(self.to(path)) >= count, timeout)
        assert arrived, f"{len(self.to(path))} of {count} deliveries to {path}"
        return self.to(path)

    def arrive(self, delivery):
        """Records a delivery; returns the status to answer with."""
        with self._changed:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
            self.deliveries.append(delivery)
            script = self.script.get(delivery.path, [200])
            status = script[min(len(self.to(delivery.path)), len(script)) - 1]
            self._changed.notify_all()
        gate = self.gates.get(delivery.path)
        if gate:
            gate.wait(20)
        with self._changed:
            self._now -= 1
        return status


class TargetServer:
    """The server, as a context manager that gives its Target."""

    def __enter__(self):
        target = Target()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                status = target.arrive(Delivery(self.path, headers, body, time.time()))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_PUT = do_POST

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        target.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return target

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()
