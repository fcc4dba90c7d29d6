"""What a server says when it refuses a request, whatever form it gives that.

OpenAI's errors are `{"error": {"message", "type", "param", "code"}}`. Compatible servers also send
the error as a bare text, in a list, at the top level, as the findings of a validator, or with
another server's error inside (`metadata.raw`).
"""

from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

MAX_WORDS = 2000
"""How much of a server's words is looked at, in characters."""
_DEPTH = 4
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
        codes: list[str] = []
        params: list[str] = []
        words: list[str] = []
        _collect(read, codes, params, words, _DEPTH)
        return cls(
            status,
            " ".join(codes)[:MAX_WORDS].lower(),
            next(iter(params), "")[:MAX_WORDS],
            " ".join(words)[:MAX_WORDS],
        )

    @property
    def text(self) -> str:
        """Everything that it says, in lower case."""
        return f"{self.code} {self.param} {self.words}".lower()


def is_page(body: bytes) -> bool:
    """Returns whether a body is a page for people, such as a web site's or a proxy's."""
    return body[:200].lstrip().lower().startswith((b"<!doctype", b"<html", b"<?xml", b"<head"))


def _collect(read: Any, codes: list[str], params: list[str], words: list[str], depth: int) -> None:
    if isinstance(read, str):
        words.append(read[:MAX_WORDS])
    elif isinstance(read, list) and depth:
        for each in read[:10]:
            _collect(each, codes, params, words, depth - 1)
    elif isinstance(read, dict) and depth:
        codes += [read[key] for key in ("code", "type") if isinstance(read.get(key), str)]
        if isinstance(read.get("param"), str):
            params.append(read["param"])
        for key in _FIELDS:
            _collect(read.get(key), codes, params, words, depth - 1)
