"""The gateway's WSGI application.

functions-framework loads every function from the same `main.py` that is deployed. Public functions
answer at their paths in `firebase.json`. Private functions, which only Eventarc, Cloud Tasks and
Cloud Scheduler may call in the cloud, answer at their own names. All other paths belong to the
dashboard.
"""

import json
import os
from collections.abc import Callable, Iterable

import functions_framework
import httpx

from emulator.gateway.paths import HEALTH, ROOT
from emulator.gateway.rewrites import read_rewrites
from emulator.gateway.roles import FRONT_FUNCTIONS, Back, Environ, StartResponse
from emulator.gateway.site import NOT_BUILT, Site
from emulator.plain_http import no_tls
from main import FUNCTIONS

_CONTROL = "/__emulator/"
_FIREBASE_CONFIG = "/__/firebase/init.json"
"""Hosting's reserved URL, which tells a page its Firebase project."""
_CONTROL_TIMEOUT = 300.0

WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

_WELCOME = """\
Rekindle's embedded stack is running.

See and try its routes at /__emulator/docs. Every route under /v1 requires the header
"Authorization: Bearer <token>"; `python -m emulator token ada` prints a token for the user ada.
"""


class Gateway:
    """Passes each request to the function or the part of the stack that handles it."""

    def __init__(self, control_url: str, back: Back | None = None) -> None:
        """`back` runs the functions that are not the front's; None to run all of them here."""
        self.back = back
        source = str(ROOT / "main.py")
        self._functions: dict[str, WsgiApp] = {
            name: functions_framework.create_app(name, source) for name in FUNCTIONS
        }
        self._rewrites = read_rewrites(ROOT / "firebase.json")
        self._site = Site(ROOT / "firebase.json")
        public = {rewrite.function for rewrite in self._rewrites}
        self._private = set(FUNCTIONS) - public
        self._control = httpx.Client(
            base_url=control_url, timeout=_CONTROL_TIMEOUT, verify=no_tls()
        )

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Answers one request (PEP 3333)."""
        path = environ["PATH_INFO"]
        for rewrite in self._rewrites:
            if rewrite.pattern.fullmatch(path):
                return self._serve(rewrite.function, environ, start_response)
        name = path.strip("/")
        if name in self._private:
            return self._serve(name, environ, start_response)
        if path.startswith(_CONTROL):
            return self._pass_to_control(environ, start_response)
        if path == _FIREBASE_CONFIG:
            return _answer(start_response, "200 OK", "application/json", _firebase_config())
        if path == HEALTH or (path == "/" and not self._site.is_built):
            text = f"{_WELCOME}\n{NOT_BUILT}"
            return _answer(start_response, "200 OK", "text/plain; charset=utf-8", text)
        page = self._site.answer(path, environ)
        if page is None:
            return _not_found(start_response)
        start_response(page.status, page.headers)
        return [page.body]

    def _serve(
        self, function: str, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        if self.back is None or function in FRONT_FUNCTIONS:
            return self._functions[function](environ, start_response)
        try:
            return self.back(environ, start_response)
        except httpx.TransportError:
            return _died(start_response)

    def _pass_to_control(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        size = int(environ.get("CONTENT_LENGTH") or 0)
        response = self._control.request(
            environ["REQUEST_METHOD"],
            environ["PATH_INFO"],
            content=environ["wsgi.input"].read(size) if size else None,
        )
        status = f"{response.status_code} {response.reason_phrase}"
        kind = response.headers.get("Content-Type", "application/json")
        return _answer(start_response, status, kind, response.text)


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


def _died(start_response: StartResponse) -> Iterable[bytes]:
    error = {
        "code": 503,
        "status": "UNAVAILABLE",
        "message": "The function's process ended before it answered. Try again.",
        "details": [],
    }
    text = json.dumps({"error": error})
    return _answer(start_response, "503 Service Unavailable", "application/json", text)


def _answer(
    start_response: StartResponse, status: str, content_type: str, text: str
) -> Iterable[bytes]:
    body = text.encode()
    start_response(
        status,
        [
            ("Content-Type", content_type),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "private, no-store"),
        ],
    )
    return [body]
