"""A request for a chat completion: what the user said in it, and where the context block goes."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

_INSTRUCTING = ("system", "developer")


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
        self._request = _object(body)
        messages = self._request.get("messages")
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
        told = json.dumps(texts).encode()
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
        added = {"role": role, "content": block}
        messages = [*self._messages[:at], added, *self._messages[at:]]
        return json.dumps({**self._request, "messages": messages}).encode()


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
