"""Keeps web pages away from the stack, whose tokens are unsigned and whose database asks for none.

Everything listens on 127.0.0.1, but a page from anywhere runs in a browser on this machine. There
are three ways for it to get at a local port, and each is refused by what the browser itself sends:

* a name that its owner points at 127.0.0.1 (DNS rebinding): the Host is not a name of this machine;
* a request that needs no permission, such as a form, an image, or a beacon: it carries the page's
  Origin, or Sec-Fetch-Site, or, from an old browser, one of the three content types of forms;
* a request that needs permission: the preflight is refused, because it carries the Origin.

Programs send none of these, so curl and HTTP libraries need no extra header. What changes something
without a token is stricter still: controls take no body but one declared as JSON, and private
functions need a header that no page can send without permission.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

_LOOPBACK = re.compile(r"localhost|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.localhost|::1")
_LOOPBACK_V4 = re.compile(r"127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})")
_HOST = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._-]{1,253}))(?::(\d{1,5}))?")
_FORM_TYPES = frozenset({"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
"""The content types that a page may send anywhere without asking."""
_CONTROL_TYPES = frozenset({"application/json", "application/x-protobuf"})
"""The content types that controls take. No page can send them to another origin without asking."""
_PRIVATE_HEADERS = ("ce-specversion", "x-cloudtasks-taskname", "x-cloudscheduler")
"""What Eventarc, Cloud Tasks, and Cloud Scheduler send, and no page can."""


class Zone(StrEnum):
    """What a request is for, which decides who may send it."""

    FILES = "files"
    """The dashboard and the documentation: programs, local pages, and links from anywhere."""
    API = "api"
    """Public functions: programs, and pages of local and allowed origins. They ask for a token."""
    CONTROLS = "controls"
    """The stack's controls: programs, and pages of the stack itself."""
    PRIVATE = "private"
    """Private functions: programs that name themselves as Google's services do."""
    SERVICES = "services"
    """Firestore and Cloud Tasks: programs alone."""


@dataclass(frozen=True)
class Refusal:
    """Why a request is refused: HTTP status, its google.rpc name, reason, and a sentence."""

    code: int
    status: str
    reason: str
    message: str

    @property
    def error(self) -> dict[str, object]:
        """The body of the response."""
        return {
            "error": {
                "code": self.code,
                "status": self.status,
                "message": self.message,
                "details": [{"reason": self.reason}],
            }
        }


@dataclass(frozen=True)
class Guard:
    """Decides which requests the stack answers.

    Attributes:
        hosts: names besides those of this machine, in lower case, without a port.
        origins: origins whose pages may call public functions; `*` for all.
    """

    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()

    def refusal(self, zone: Zone, method: str, headers: Mapping[str, str]) -> Refusal | None:
        """Returns why a request is refused, or None if it is not.

        Args:
            zone: what the request is for.
            method: its method, in upper case.
            headers: its headers, with lower-case names; values of repeated ones joined by commas.
        """
        host = headers.get("host", headers.get(":authority", ""))
        if not self.is_local(host):
            return _forbidden(
                "HOST_NOT_ALLOWED",
                "The stack answers only to names of this machine, such as localhost. Start it with "
                "--allow-host NAME to add one.",
            )
        return (
            self._page_refusal(zone, method, headers, host)
            or _form_refusal(zone, headers)
            or _private_refusal(zone, headers)
        )

    def is_local(self, host: str) -> bool:
        """Whether a Host header, with or without a port, names this machine."""
        parts = _HOST.fullmatch(host.lower())
        if not parts or int(parts[3] or 0) > 65_535:
            return False
        name = parts[1] or parts[2].removesuffix(".")
        return name in self.hosts or _is_loopback(name)

    def _page_refusal(
        self, zone: Zone, method: str, headers: Mapping[str, str], host: str
    ) -> Refusal | None:
        origin = headers.get("origin")
        if origin is not None:
            if self._may_call(zone, origin, host):
                return None
            return _forbidden(
                "ORIGIN_NOT_ALLOWED",
                "Pages of this origin are not allowed. Call from a program, which sends no Origin; "
                "REKINDLE_ALLOWED_ORIGINS lets pages call public functions.",
            )
        site = headers.get("sec-fetch-site", "none")
        if site == "none" or (site == "same-origin" and zone is not Zone.SERVICES):
            return None
        if zone is Zone.FILES and method == "GET" and _follows_link(headers):
            return None
        return _forbidden(
            "CROSS_SITE", "Pages of other sites cannot use the stack. Call from a program."
        )

    def _may_call(self, zone: Zone, origin: str, host: str) -> bool:
        if zone in (Zone.PRIVATE, Zone.SERVICES):
            return False
        scheme, separator, authority = origin.partition("://")
        is_page = not separator or scheme.lower() in ("http", "https")
        if zone is Zone.CONTROLS:
            return scheme == "http" and authority.lower() == host.lower()
        if origin in self.origins or "*" in self.origins:
            return True
        if not is_page:
            # An app's own scheme, such as that of an editor, which no page of the web can have.
            return zone is Zone.API
        return bool(separator) and self.is_local(authority)


def _is_loopback(name: str) -> bool:
    numbers = _LOOPBACK_V4.fullmatch(name)
    if numbers:
        return all(int(number) <= 255 for number in numbers.groups())
    return _LOOPBACK.fullmatch(name) is not None


def _follows_link(headers: Mapping[str, str]) -> bool:
    """Whether the browser opens a page of its own, of which the linking site sees nothing."""
    return (
        headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    )


def _form_refusal(zone: Zone, headers: Mapping[str, str]) -> Refusal | None:
    if zone not in (Zone.CONTROLS, Zone.PRIVATE, Zone.SERVICES):
        return None
    kind = _essence(headers.get("content-type", ""))
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    if kind in _FORM_TYPES or (zone is Zone.CONTROLS and not empty and kind not in _CONTROL_TYPES):
        return Refusal(
            415 if kind else 400,
            "INVALID_ARGUMENT",
            "NOT_JSON",
            "Send the body as Content-Type: application/json, which no page can do on its own.",
        )
    return None


def _private_refusal(zone: Zone, headers: Mapping[str, str]) -> Refusal | None:
    if zone is not Zone.PRIVATE or any(name in headers for name in _PRIVATE_HEADERS):
        return None
    kind = _essence(headers.get("content-type", ""))
    if kind == "application/json" or kind.endswith("+json"):
        return None
    return _forbidden(
        "PRIVATE_FUNCTION",
        "Only Eventarc, Cloud Tasks, and Cloud Scheduler call this function. To call it by hand, "
        "send Content-Type: application/json.",
    )


def _essence(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def _forbidden(reason: str, message: str) -> Refusal:
    return Refusal(403, "PERMISSION_DENIED", reason, message)


def host_name(text: str) -> str:
    """Returns the name to allow, as `--allow-host` takes it: without scheme, port, or path.

    Raises:
        ValueError: it is not a host name.
    """
    name = text.strip().lower()
    parts = _HOST.fullmatch(f"[{name}]" if name.count(":") > 1 and name[0] != "[" else name)
    if not parts or parts[3]:
        raise ValueError(f"{text!r} is not a host name; give one such as 10.0.2.2, without a port")
    return parts[1] or parts[2].removesuffix(".")
