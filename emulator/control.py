"""The stack's controls, for tests and demos. Available only on this machine."""

import asyncio
import json
import math
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Protocol

import httpx
from google.protobuf.message import DecodeError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from emulator.docs import docs_routes
from emulator.faults import FaultPlan, FaultPlanError, Faults
from emulator.faults.injector import Processes
from emulator.faults.plan import read_plan
from emulator.gateway.paths import CONTROLS, control_zone
from emulator.guard import Guard
from emulator.traces import KeptSpans
from emulator.traces.otlp import spans_in

BODY_SECONDS = 10.0
"""Seconds within which the body of a call must arrive."""
IDLE_TIMEOUT = 120.0
"""Seconds to wait for the stack to become idle, unless the call sets its own limit."""
LONGEST_JUMP = 100 * 366 * 86_400.0
"""The most seconds that one call can move the clock."""


class Stack(Protocol):
    """The stack as its controls see it."""

    @property
    def faults(self) -> Faults:
        """The fault injector."""
        ...

    @property
    def processes(self) -> Processes:
        """The processes that can be killed."""
        ...

    @property
    def traces(self) -> KeptSpans | None:
        """The last spans, or None if none are kept."""
        ...

    def usage(self) -> dict[str, int] | None:
        """Returns the billed operations so far, or None if another emulator is the database."""
        ...

    def reset_usage(self) -> None:
        """Resets the counters to zero."""
        ...

    def advance(self, seconds: float) -> float:
        """Moves the stack's clock forward; returns the new time in seconds since the epoch."""
        ...

    async def run_maintenance(self) -> httpx.Response:
        """Runs the scheduled function now and returns its response."""
        ...

    async def idle(self) -> dict[str, int]:
        """Waits until all events and due tasks are delivered; counts the tasks due later."""
        ...


class Guarded:
    """Lets the requests through that `Guard` does not refuse (ASGI)."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one connection; everything but HTTP is closed."""
        if scope["type"] != "http":
            raise RuntimeError("only HTTP is served")
        request = Request(scope)
        headers = {name: ",".join(request.headers.getlist(name)) for name in request.headers}
        refusal = self._guard.refusal(control_zone(scope["path"]), request.method, headers)
        if refusal:
            await JSONResponse(refusal.error, refusal.code)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def control_app(stack: Stack, guard: Guard) -> Starlette:
    """Returns the application that serves `/__emulator/`."""

    async def usage(request: Request) -> Response:
        if request.method == "DELETE":
            stack.reset_usage()
        counted = stack.usage()
        if counted is None:
            message = "Only the embedded Firestore counts operations. Unset FIRESTORE_EMULATOR_HOST"
            message += " and restart."
            return _error(501, "UNIMPLEMENTED", message)
        return JSONResponse(counted)

    async def clock(request: Request) -> Response:
        body = await _body(request)
        seconds = body.get("advanceSeconds")
        if seconds is None or not _is_number(seconds) or not 0 <= seconds <= LONGEST_JUMP:
            message = f"advanceSeconds must be a number from 0 to {LONGEST_JUMP:.0f}."
            return _error(400, "INVALID_ARGUMENT", message)
        return JSONResponse({"now": stack.advance(seconds)})

    async def maintenance(_: Request) -> Response:
        try:
            answer = await stack.run_maintenance()
        except httpx.HTTPError:
            message = "The scheduled function did not respond. Try again."
            return _error(503, "UNAVAILABLE", message)
        try:
            await asyncio.wait_for(stack.idle(), IDLE_TIMEOUT)
        except TimeoutError:
            return _busy()
        return Response(answer.content, answer.status_code, media_type="application/json")

    async def idle(request: Request) -> Response:
        body = await _body(request)
        wanted = body.get("timeoutSeconds", IDLE_TIMEOUT)
        seconds = wanted if _is_number(wanted) else IDLE_TIMEOUT
        try:
            left = await asyncio.wait_for(stack.idle(), seconds)
        except TimeoutError:
            return _busy()
        return JSONResponse({"idle": True, **left})

    async def faults(request: Request) -> Response:
        """Returns the current plan and counts of injected faults; PUT sets one, DELETE ends it."""
        if request.method == "PUT":
            try:
                await stack.faults.follow(read_plan(await _body(request)))
            except FaultPlanError as error:
                return _error(400, "INVALID_ARGUMENT", str(error))
        injected = dict(+stack.faults.injected)
        if request.method == "DELETE":
            await stack.faults.follow(FaultPlan())
        plan = stack.faults.plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return JSONResponse({"plan": plan, "injected": injected})

    async def trace(request: Request) -> Response:
        if stack.traces is None:
            message = "The stack keeps no traces. Restart it with --traces and repeat the request."
            return _error(501, "UNIMPLEMENTED", message)
        spans = stack.traces.of_request(request.path_params["id"])
        if not spans:
            message = "No trace of this request is kept. Take the ID from the header X-Request-Id"
            message += " of a recent response."
            return _error(404, "NOT_FOUND", message)
        return JSONResponse({"spans": [asdict(span) for span in spans]})

    async def collect(request: Request) -> Response:
        """Takes what the functions' exporters send."""
        try:
            spans = list(spans_in(await _raw(request)))
        except DecodeError:
            return _error(400, "INVALID_ARGUMENT", "The body is not an OTLP request.")
        if stack.traces is not None:
            stack.traces.add(spans)
        return Response(media_type="application/x-protobuf")

    async def control(request: Request) -> Response:
        """Returns the URL of the controls, for calls that bypass the functions' processes."""
        return JSONResponse({"url": str(request.base_url).rstrip("/")})

    async def kill(_: Request) -> Response:
        stack.processes.kill_worker()
        return JSONResponse({})

    def at(path: str, handler: Callable[[Request], Awaitable[Response]], *methods: str) -> Route:
        return Route(f"{CONTROLS}{path}", handler, methods=list(methods))

    return Starlette(
        routes=[
            at("usage", usage, "GET", "DELETE"),
            at("clock", clock, "POST"),
            at("maintenance", maintenance, "POST"),
            at("idle", idle, "POST"),
            at("faults", faults, "GET", "PUT", "DELETE"),
            at("kill", kill, "POST"),
            at("traces/{id}", trace, "GET"),
            at("otlp/v1/traces", collect, "POST"),
            at("control", control, "GET"),
            *docs_routes(),
        ],
        middleware=[Middleware(Guarded, guard=guard)],
    )


async def _body(request: Request) -> dict[str, Any]:
    try:
        body = json.loads(await _raw(request) or b"{}")
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


async def _raw(request: Request) -> bytes:
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.body()
    except TimeoutError as error:
        raise HTTPException(408, "The body did not arrive in time.") from error


def _is_number(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value)


def _busy() -> JSONResponse:
    message = "Events or tasks are still being delivered. Try again later."
    return _error(504, "DEADLINE_EXCEEDED", message)


def _error(code: int, status: str, message: str) -> JSONResponse:
    error = {"code": code, "status": status, "message": message, "details": []}
    return JSONResponse({"error": error}, code)
