"""What a request says, whoever sends it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import quote

import httpx

from rekindle_client.errors import UnexpectedAnswer, error_of

if TYPE_CHECKING:
    from rekindle_client._model import Model

Answer = TypeVar("Answer", bound="Model")
Method = Literal["GET", "POST", "PATCH", "DELETE"]

_NOT_MODIFIED = 304
_CONNECT = 10.0
"""The most seconds until a connection stands."""
_LARGEST = 64 * 2**20
_PACKED = (b"content-encoding", b"content-length", b"transfer-encoding")
"""Headers that are no longer true once a body is unpacked."""


@dataclass(frozen=True)
class Options:
    """How requests are sent.

    Attributes:
        timeout: seconds of silence after which an attempt is given up.
        retries: how often a request is sent again.
        idempotency_key: names a `POST`, so that it takes effect once even if another process
            repeats it; a random one unless given.
        reconnect: whether to send again what had no answer.
    """

    timeout: float = 30.0
    retries: int = 4
    idempotency_key: str | None = None
    reconnect: bool = True

    def waits(self) -> httpx.Timeout:
        """How long an attempt waits for what."""
        return httpx.Timeout(self.timeout, connect=min(self.timeout, _CONNECT))

    def but(
        self, timeout: float | None, retries: int | None, idempotency_key: str | None
    ) -> Options:
        """These options, with those that are given replaced."""
        given = fields(timeout=timeout, retries=retries, idempotency_key=idempotency_key)
        return replace(self, **given)

    def part(self, number: int) -> Options:
        """The options for one of several requests of a call."""
        if number == 0 or self.idempotency_key is None:
            return self
        return replace(self, idempotency_key=f"{self.idempotency_key}.{number}")


@dataclass(frozen=True)
class Call:
    """A request to the API.

    Attributes:
        query: parameters by name; None leaves one out.
        body: a model, or JSON.
        version: of the profile that a change is meant for.
        tag: the ETag of the answer that the caller has.
        repeatable: whether it may be sent again when nobody knows if it took effect.
        largest: the most bytes of its answer, unpacked.
        received: is called with the size of each part of the answer, in bytes.
    """

    method: Method
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Model | Mapping[str, Any] | None = None
    version: int | None = None
    tag: str | None = None
    repeatable: bool = True
    largest: int = _LARGEST
    received: Callable[[int], object] | None = None

    def params(self) -> dict[str, Any]:
        """The query as it is sent."""
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    def headers(self, options: Options) -> dict[str, str]:
        """The headers, the same for each attempt."""
        headers = {}
        if self.version is not None:
            headers["If-Match"] = f'"{self.version}"'
        if self.tag is not None:
            headers["If-None-Match"] = self.tag
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        if self.method == "POST":
            headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        return headers

    def content(self) -> bytes | None:
        """The body as it is sent."""
        if self.body is None:
            return None
        body = self.body if isinstance(self.body, Mapping) else self.body.wire()
        return json.dumps(body, default=_json, ensure_ascii=False).encode("utf-8", "replace")

    def took(self, chunk: bytes, size: int) -> None:
        """Notes a part of the answer, and how much of it there is by now.

        Raises:
            UnexpectedAnswer: it is more than the API sends.
        """
        if size > self.largest:
            raise UnexpectedAnswer(
                f"The server answered with more than {self.largest:,} bytes. Check the address."
            )
        if self.received:
            self.received(len(chunk))


def whole(response: httpx.Response, body: bytes | bytearray) -> httpx.Response:
    """A response whose body was read apart from it."""
    headers = [each for each in response.headers.raw if each[0].lower() not in _PACKED]
    return httpx.Response(
        response.status_code, headers=headers, content=bytes(body), request=response.request
    )


def checked(response: httpx.Response) -> httpx.Response:
    """The response, if it is a success. 304 is one.

    Raises:
        ApiError: it is a refusal.
    """
    if response.is_success or response.status_code == _NOT_MODIFIED:
        return response
    raise error_of(response)


def parsed(response: httpx.Response, answer: type[Answer]) -> Answer:
    """The JSON of a response.

    Raises:
        UnexpectedAnswer: it is not what the API answers.
    """
    from pydantic import ValidationError  # loaded with the models, when they are needed

    try:
        return answer.model_validate_json(response.content)
    except ValidationError as error:
        raise UnexpectedAnswer(
            f"The answer of {_address(response)} is not Rekindle's. Check the address; if it is "
            "right, update rekindle-client."
        ) from error


def json_of(response: httpx.Response) -> dict[str, Any]:
    """The JSON of a response, as it came.

    Raises:
        UnexpectedAnswer: it is none of the API's.
    """
    try:
        found = json.loads(response.content)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UnexpectedAnswer(f"{_address(response)} is not a Rekindle server. Check the address.")
    return found


def _address(response: httpx.Response) -> httpx.URL:
    return response.request.url.copy_with(query=None)


def items_of(page: Mapping[str, Any], name: str) -> list[Any]:
    """What a page holds under a name.

    Raises:
        UnexpectedAnswer: it holds no list there.
    """
    found = page.get(name)
    if not isinstance(found, list):
        raise UnexpectedAnswer(f"A page without {name} is not a Rekindle server's.")
    return found


def segment(text: str) -> str:
    """A text as one segment of a path."""
    return quote(text, safe="", errors="replace")


def fields(**values: Any) -> dict[str, Any]:
    """What is given; None leaves a field out."""
    return {name: value for name, value in values.items() if value is not None}


def _text(value: object) -> Any:
    if isinstance(value, datetime):
        # A time without a zone is the caller's local time.
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    # Half characters, such as the shell makes of bytes that are no UTF-8, cannot be sent.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _json(value: object) -> Any:
    if isinstance(value, datetime):
        return _text(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON.")
