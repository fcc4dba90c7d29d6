"""Log lines for Cloud Logging: JSON with severity and trace, and never any user content."""

import json
import logging
import re
import secrets
import time
import traceback
from contextvars import ContextVar
from dataclasses import dataclass, replace

from flask import Request, Response

from shared.base.safety.secrets import redact
from shared.base.telemetry import traceparent

log = logging.getLogger("rekindle.requests")

_USABLE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TELLING = 6
"""Characters from which on a uid is recognized within an id."""
_TRACE = re.compile(r"([0-9a-f]{32})")


@dataclass(frozen=True)
class CurrentRequest:
    """The request that this thread is answering."""

    id: str
    trace: str | None
    started: float


_current: ContextVar[CurrentRequest | None] = ContextVar("request", default=None)


def begin(request: Request) -> CurrentRequest:
    """Remembers the request, so that its log lines carry its id and trace."""
    given = request.headers.get("X-Request-Id", "")
    trace = request.headers.get("X-Cloud-Trace-Context") or request.headers.get("traceparent", "")
    found = _TRACE.search(trace.lower())
    current = CurrentRequest(
        id=given if _is_usable(given) else secrets.token_hex(8),
        trace=found.group(1) if found else None,
        started=time.monotonic(),
    )
    _current.set(current)
    return current


def current_id() -> str:
    """Returns the id of the request that is being answered; empty if there is none."""
    current = _current.get()
    return current.id if current else ""


def without(uid: str) -> str:
    """Gives the request another id if the client's names the user; returns the id.

    A uid of few characters may be part of an id by chance, so it has to be all of it.
    """
    current = _current.get()
    if current is None:
        return ""
    id_, name = current.id.lower(), uid.lower()
    if id_ == name or (len(name) >= _TELLING and name in id_):
        current = replace(current, id=secrets.token_hex(8))
        _current.set(current)
    return current.id


def _is_usable(given: str) -> bool:
    """Returns whether a client's id may be logged: it is short and holds no secret."""
    return _USABLE_ID.fullmatch(given) is not None and not redact(given).found


def end(request: Request, response: Response, route: str | None) -> None:
    """Logs the response with the path of its route, because real paths contain ids."""
    current = _current.get()
    if current is None:
        return
    response.headers["X-Request-Id"] = current.id
    elapsed = time.monotonic() - current.started
    level = logging.WARNING if response.status_code >= 500 else logging.INFO
    log.log(
        level,
        "%s %s %d",
        request.method,
        route or "(no route)",
        response.status_code,
        extra={
            "httpRequest": {
                "requestMethod": request.method,
                "status": response.status_code,
                "latency": f"{elapsed:.3f}s",
            }
        },
    )
    _current.set(None)


class JsonFormatter(logging.Formatter):
    """Writes one JSON object per line, with the fields that Cloud Logging knows."""

    def __init__(self, project: str) -> None:
        super().__init__()
        self._project = project

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "severity": record.levelname if record.levelname != "WARN" else "WARNING",
            "message": record.getMessage(),
            "logger": record.name,
        }
        current = _current.get()
        if current:
            line["requestId"] = current.id
        if trace := _trace() or (current and current.trace):
            line["logging.googleapis.com/trace"] = f"projects/{self._project}/traces/{trace}"
        if record.exc_info:
            line["stack_trace"] = _stack_of(record.exc_info[1])
        if hasattr(record, "httpRequest"):
            line["httpRequest"] = record.httpRequest
        return json.dumps(line, ensure_ascii=False)


def _trace() -> str | None:
    """Returns the trace that the current span belongs to, if anything is traced."""
    current = traceparent()
    return current.split("-")[1] if current else None


def _stack_of(error: BaseException | None) -> str:
    """Returns where an error came from, and its causes; their texts may quote what a user said."""
    parts: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = "".join(traceback.format_tb(error.__traceback__))
        name = f"{type(error).__module__}.{type(error).__qualname__}"
        parts.append(f"Traceback (most recent call last):\n{frames}{name}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\nThe above exception was caused as follows:\n\n".join(parts)


def log_json(project: str, level: int = logging.INFO) -> None:
    """Makes this process log to standard error as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter(project))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("google", "urllib3", "httpx", "openai", "werkzeug"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
