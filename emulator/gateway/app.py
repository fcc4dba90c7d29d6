"""The gateway's WSGI application.

functions-framework loads every function from the same `main.py` that is deployed. Public functions
answer at their paths in `firebase.json`. Private functions, which only Eventarc, Cloud Tasks and
Cloud Scheduler may call in the cloud, answer at their own names. All other paths belong to the
dashboard. Each path has a zone, which says what `Guard` lets through to it.
"""

import json
import os
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from http import HTTPStatus
from typing import Any

import functions_framework
import httpx

from emulator.faults.lateness import Lateness
from emulator.gateway.paths import CONTROLS, HEALTH, ROOT, control_zone
from emulator.gateway.rewrites import read_rewrites
from emulator.gateway.roles import FRONT_FUNCTIONS, Role
from emulator.gateway.site import NOT_BUILT, Site
from emulator.guard import Guard, Refusal, Zone
from emulator.plain_http import no_tls
from main import FUNCTIONS

_FIREBASE_CONFIG = "/__/firebase/init.json"
"""Hosting's reserved URL, which tells a page its Firebase project."""
_CONTROL_TIMEOUT = 300.0
_SIZE_DIGITS = 12
"""How long a Content-Length may be. Which sizes are accepted is for each function to say."""
_CONTROL_BODY = 1024 * 1024
"""The size limit of a body for the controls, in bytes."""

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

_WELCOME = """\
Rekindle's embedded stack is running.

See and try its routes at /__emulator/docs. Every route under /v1 requires the header
"Authorization: Bearer <token>"; `python -m emulator token ada` prints a token for the user ada.
"""


class Gateway:
    """Passes each request to the function or the part of the stack that handles it."""

    def __init__(self, control_url: str, guard: Guard) -> None:
        """Opens no connection, since the process forks later."""
        self._control_url = control_url
        self._lateness: Lateness | None = None
        source = str(ROOT / "main.py")
        self._functions: dict[str, WsgiApp] = {
            name: functions_framework.create_app(name, source) for name in FUNCTIONS
        }
        self._guard = guard
        self._rewrites = read_rewrites(ROOT / "firebase.json")
        self._site = Site(ROOT / "firebase.json")
        public = {rewrite.function for rewrite in self._rewrites}
        self._private = set(FUNCTIONS) - public

    @cached_property
    def _control(self) -> httpx.Client:
        return httpx.Client(base_url=self._control_url, timeout=_CONTROL_TIMEOUT, verify=no_tls())

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answers one request (PEP 3333)."""
        zone, app = self.route(environ["PATH_INFO"])
        refusal = self._guard.refusal(zone, environ["REQUEST_METHOD"], _headers(environ))
        if refusal is None and len(environ.get("CONTENT_LENGTH", "")) > _SIZE_DIGITS:
            refusal = _TOO_LARGE
        return _refuse(start_response, refusal) if refusal else app(environ, start_response)

    def route(self, path: str) -> tuple[Zone, WsgiApp]:
        """Returns what answers at a path, and the zone that it belongs to."""
        function = self._function_at(path)
        if function is not None:
            zone = Zone.PRIVATE if function in self._private else Zone.API
            return zone, self._function(function)
        if path.startswith(CONTROLS):
            return control_zone(path), self._pass_to_control
        if path == _FIREBASE_CONFIG:
            return Zone.FILES, _answer_config
        return Zone.FILES, self._answer_file

    def _answer_file(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == HEALTH or (path == "/" and not self._site.is_built):
            text = f"{_WELCOME}\n{NOT_BUILT}"
            return _answer(start_response, "200 OK", "text/plain; charset=utf-8", text)
        page = self._site.answer(path, environ)
        if page is None:
            return _not_found(start_response)
        start_response(page.status, page.headers)
        return [page.body]

    def role_for(self, path: str) -> Role:
        """Returns which process answers at a path."""
        function = self._function_at(path)
        return Role.FRONT if function is None or function in FRONT_FUNCTIONS else Role.BACK

    def _function_at(self, path: str) -> str | None:
        for rewrite in self._rewrites:
            if rewrite.pattern.fullmatch(path):
                return rewrite.function
        name = path.strip("/")
        return name if name in self._private else None

    def delay_by(self, lateness: Lateness) -> None:
        """Sends answers late where that says so."""
        self._lateness = lateness

    def _function(self, name: str) -> WsgiApp:
        """Returns a function. By a fault plan, its answer is sent late."""

        def call(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            answer = self._functions[name](environ, start_response)
            if self._lateness is not None:
                delay = self._lateness.delay(environ["REQUEST_METHOD"], environ["PATH_INFO"])
                if delay:
                    time.sleep(delay)
            return answer

        return call

    def _pass_to_control(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        body = environ["wsgi.input"].read(_CONTROL_BODY + 1)
        if len(body) > _CONTROL_BODY:
            return _refuse(start_response, _TOO_LARGE)
        kind = environ.get("CONTENT_TYPE")
        response = self._control.request(
            environ["REQUEST_METHOD"],
            environ["PATH_INFO"],
            content=body or None,
            headers={"Content-Type": kind} if kind else None,
        )
        status = f"{response.status_code} {response.reason_phrase}"
        kind = response.headers.get("Content-Type", "application/json")
        return _answer(start_response, status, kind, response.text)


_TOO_LARGE = Refusal(413, "INVALID_ARGUMENT", "BODY_TOO_LARGE", "Send at most 1 MiB.")


def _headers(environ: Environ) -> dict[str, str]:
    """Returns the headers of a request as `Guard` takes them."""
    found = {
        name[5:].replace("_", "-").lower(): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if environ.get(name):
            found[name.replace("_", "-").lower()] = environ[name]
    return found


def _refuse(start_response: StartResponse, refusal: Refusal) -> Iterable[bytes]:
    status = f"{refusal.code} {HTTPStatus(refusal.code).phrase}"
    return _answer(start_response, status, "application/json", json.dumps(refusal.error))


def _answer_config(_: Environ, start_response: StartResponse) -> Iterable[bytes]:
    return _answer(start_response, "200 OK", "application/json", _firebase_config())


def _firebase_config() -> str:
    """Returns Hosting's answer, plus a flag for the embedded stack, which has no Firebase Auth."""
    return json.dumps({"projectId": os.environ["GOOGLE_CLOUD_PROJECT"], "embeddedStack": True})


def _not_found(start_response: StartResponse) -> Iterable[bytes]:
    error = {
        "code": 404,
        "status": "NOT_FOUND",
        "message": "There is nothing at this path.",
        "details": [{"reason": "NO_SUCH_PATH"}],
    }
    return _answer(
        start_response, "404 Not Found", "application/json", json.dumps({"error": error})
    )


def _answer(
    start_response: StartResponse,
    status: str,
    content_type: str,
    text: str,
) -> Iterable[bytes]:
    body = text.encode()
    start_response(
        status,
        [
            ("Content-Type", content_type),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "private, no-store"),
            ("Vary", "Origin"),
        ],
    )
    return [body]
