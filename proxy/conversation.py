"""A request for a chat completion: what the user said in it, and where the context block goes."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rekindle_client import without_private

_INSTRUCTING = ("system", "developer")
_SPACE = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


@dataclass(frozen=True)
class Said:
    """What the user said last.

    Attributes:
        text: their words; of content in several parts, the parts with text.
        place: tells it from the same words elsewhere. It is the same however often the conversation
            is sent, with whatever the model and its tools have added.
    """

    text: str
    place: str


class Conversation:
    """The body of a request for a chat completion."""

    def __init__(self, body: bytes) -> None:
        """Reads a body.

        Raises:
            ValueError: it has no messages; what is wrong with it is for the model's server to say.
        """
        self._body = body
        messages = _object(body).get("messages")
        if not isinstance(messages, list) or not all(isinstance(each, dict) for each in messages):
            raise ValueError("no messages")
        self._messages: list[dict[str, Any]] = messages

    def said(self) -> Said | None:
        """What the user said last; None if that has no text."""
        texts = [
            _text(each.get("content")) for each in self._messages if each.get("role") == "user"
        ]
        if not texts or not texts[-1].strip():
            return None
        # Only the user's words: programs change the rest, such as the time in their instructions.
        # Nothing private: a short secret could be guessed from a hash of it.
        told = json.dumps([without_private(text) for text in texts]).encode()
        return Said(texts[-1], hashlib.sha256(told).hexdigest()[:32])

    def with_block(self, block: str) -> bytes:
        """The body with the context block, as a message behind the program's own instructions.

        It comes before the conversation, so that what a provider has cached stays valid from one
        turn to the next. The message has the role that the instructions have.
        """
        at = 0
        while at < len(self._messages) and self._messages[at].get("role") in _INSTRUCTING:
            at += 1
        role = self._messages[at - 1]["role"] if at else _INSTRUCTING[0]
        added = json.dumps({"role": role, "content": block})
        # Written into the body as it came, since reading and writing it anew would change numbers.
        encoding = json.detect_encoding(self._body)
        text = self._body.decode(encoding, "surrogatepass")
        starts, end = _elements(text, "messages")
        if at < len(starts):
            place, added = starts[at], f"{added}, "
        else:
            place, added = end, f", {added}" if starts else added
        return (text[:place] + added + text[place:]).encode(encoding, "surrogatepass")


def _elements(text: str, key: str) -> tuple[list[int], int]:
    """Where the elements of an array in a JSON object begin, and where the last one ends.

    Of keys that stand there twice the last one counts, as it does for `json.loads`.
    """
    found: tuple[list[int], int] = ([], 0)
    for name, at in _members(text):
        if name == key:
            starts = list(_values(text, at))
            last = _decoder.raw_decode(text, starts[-1])[1] if starts else at + 1
            found = (starts, last)
    return found


def _members(text: str) -> Iterator[tuple[str, int]]:
    """Yields each key of a JSON object, and where its value begins."""
    for at in _values(text, _behind_space(text, 0)):
        name, end = _decoder.raw_decode(text, at)
        yield name, _behind_space(text, _behind_space(text, end) + 1)


def _values(text: str, at: int) -> Iterator[int]:
    """Yields where the elements of an array, or the keys of an object, begin."""
    is_object = text[at] == "{"
    at = _behind_space(text, at + 1)
    while text[at] not in "]}":
        yield at
        at = _behind_space(text, _decoder.raw_decode(text, at)[1])
        if is_object:
            value = _behind_space(text, at + 1)
            at = _behind_space(text, _decoder.raw_decode(text, value)[1])
        if text[at] == ",":
            at = _behind_space(text, at + 1)


def _behind_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    kinds = [part.get("type") for part in content if isinstance(part, dict)]
    return "\n".join(
        text
        for text, kind in zip(parts, kinds, strict=True)
        if kind == "text" and isinstance(text, str)
    )
