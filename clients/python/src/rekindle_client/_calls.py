"""What a request says, whoever sends it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import quote

import httpx

from rekindle_client.errors import UnexpectedAnswer, error_of

if TYPE_CHECKING:
    from rekindle_client._model import Model

Answer = TypeVar("Answer", bound="Model")

_NOT_MODIFIED = 304


@dataclass(frozen=True)
class Options:
    """How requests are sent.

    Attributes:
        timeout: seconds of silence after which an attempt is given up.
        retries: how often a request is sent again.
        idempotency_key: names a `POST`, so that it takes effect once even if another process
            repeats it; a random one unless given.
    """

    timeout: float = 30.0
    retries: int = 4
    idempotency_key: str | None = None

    def but(
        self, timeout: float | None, retries: int | None, idempotency_key: str | None
    ) -> Options:
        """These options, with those that are given replaced."""
        return Options(
            self.timeout if timeout is None else timeout,
            self.retries if retries is None else retries,
            self.idempotency_key if idempotency_key is None else idempotency_key,
        )

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
    """

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Model | Mapping[str, Any] | None = None
    version: int | None = None
    tag: str | None = None
    repeatable: bool = True

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
        return json.dumps(body, default=_json).encode()


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
        address = response.request.url.copy_with(query=None)
        raise UnexpectedAnswer(
            f"The answer of {address} is not Rekindle's. Check the address; if it is right, "
            "update rekindle-client."
        ) from error


def base_of(url: str) -> str:
    """The address without what the paths of calls begin with."""
    return url.rstrip("/").removesuffix("/v1")


def segment(text: str) -> str:
    """A text as one segment of a path."""
    return quote(text, safe="")


def fields(**values: Any) -> dict[str, Any]:
    """What is given; None leaves a field out."""
    return {name: value for name, value in values.items() if value is not None}


def _text(value: object) -> Any:
    if isinstance(value, datetime):
        # A time without a zone is the caller's local time.
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value


def _json(value: object) -> Any:
    if isinstance(value, datetime):
        return _text(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON.")
