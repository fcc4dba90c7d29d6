"""What a server says when it refuses a request, whatever form it gives that.

OpenAI's errors are `{"error": {"message", "type", "param", "code"}}`. Compatible servers also send
the error as a bare text, in a list, at the top level, as the findings of a validator, or with
another server's error inside (`metadata.raw`).
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

MAX_WORDS = 2000
"""How much of a server's words is looked at, in characters."""
_PARTS = 100
"""How many objects, lists and texts of an answer are looked at."""
_FIELDS = ("message", "error", "detail", "msg", "raw", "innererror", "metadata", "errors", "loc")
"""Where servers put their words. What a validator quotes of its input is in none of these."""


@dataclass(frozen=True)
class ServerError:
    """A server's refusal.

    Attributes:
        status: the HTTP status.
        code: its codes and types, in lower case: `unsupported_value invalid_request_error`.
        param: the parameter that it refuses, if it names one in its own field.
        words: what it says, in its own words.
        is_page: whether it sent a page for people instead.
    """

    status: int
    code: str = ""
    param: str = ""
    words: str = ""
    is_page: bool = False

    @classmethod
    def of(cls, status: int, body: bytes) -> "ServerError":
        """Returns what a body says, which may be anything at all."""
        if is_page(body):
            return cls(status, is_page=True)
        try:
            read = from_json(body, cache_strings="none")
        except (ValueError, RecursionError):
            return cls(status, words=body[:MAX_WORDS].decode(errors="replace"))
        return cls.within(status, read)

    @classmethod
    def within(cls, status: int, read: Any) -> "ServerError":
        """Returns what a body says that is read already."""
        parts = list(_parts(read))
        objects = [part for part in parts if isinstance(part, dict)]
        codes = _texts(part.get(key) for part in objects for key in ("code", "type"))
        params = _texts(part.get("param") for part in objects)
        return cls(
            status,
            " ".join(codes)[:MAX_WORDS].lower(),
            next(iter(params), ""),
            " ".join(_texts(parts))[:MAX_WORDS],
        )

    @property
    def text(self) -> str:
        """Everything that it says, in lower case."""
        return f"{self.code} {self.param} {self.words}".lower()


def is_page(body: bytes) -> bool:
    """Returns whether a body is a page for people, such as a web site's or a proxy's."""
    return body[:200].lstrip().lower().startswith((b"<!doctype", b"<html", b"<?xml", b"<head"))


def _texts(values: Iterable[Any]) -> list[str]:
    return [value[:MAX_WORDS] for value in values if isinstance(value, str)]


def _parts(read: Any) -> Iterator[Any]:
    """Yields the texts and objects in which a server may say something, outer ones first."""
    waiting = deque([read])
    for _ in range(_PARTS):
        if not waiting:
            return
        part = waiting.popleft()
        yield part
        if isinstance(part, list):
            waiting.extend(part[:_PARTS])
        elif isinstance(part, dict):
            waiting.extend(part[key] for key in _FIELDS if part.get(key))
