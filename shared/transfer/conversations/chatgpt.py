"""Conversations of ChatGPT's data export, `conversations.json`.

A conversation is a tree. Whoever edits a message, or asks for another answer, starts a new branch;
`current_node` is the end of the branch that is shown. Only that branch is read: what users edit is
what they did not mean to say.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from shared.transfer.conversations.reading import (
    LeftOut,
    Reading,
    Said,
    branch,
    id_of,
    time_of,
)

_TEXTS = frozenset({"text", "multimodal_text"})
"""Types of content with `parts`: texts, and objects for what is no text."""
_SPOKEN = "audio_transcription"
_HIDDEN = frozenset({"user_editable_context", "model_editable_context"})
"""Instructions and memories that the product adds by itself, to every conversation."""
_NEVER = datetime.min.replace(tzinfo=UTC)


def is_conversation(value: Any) -> bool:
    """Returns whether a JSON value is a conversation of ChatGPT."""
    return isinstance(value, Mapping) and isinstance(value.get("mapping"), Mapping)


def read_conversation(value: Any) -> Reading:
    """Returns the messages of the branch that is shown, oldest first."""
    reading = Reading()
    if not is_conversation(value):
        reading.leave_out(LeftOut.MALFORMED)
        return reading
    nodes = {
        name: node if isinstance(node, Mapping) else {} for name, node in value["mapping"].items()
    }
    started = value.get("create_time")
    thread = id_of(
        value.get("conversation_id") or value.get("id"), str(value.get("title")), str(started)
    )
    shown = branch(_parents(nodes), _leaf(nodes, value.get("current_node")))
    at = time_of(started)
    for name in shown:
        at = _read(reading, name, nodes[name].get("message"), thread, at)
    others = Reading()
    for name in nodes.keys() - set(shown):
        _read(others, name, nodes[name].get("message"), thread, at or _NEVER)
    reading.leave_out(LeftOut.OTHER_BRANCH, len(others.messages))
    return reading


def _read(
    reading: Reading, node: str, message: Any, thread: str, before: datetime | None
) -> datetime | None:
    """Reads the message of a node; returns its time, or that of the one before it."""
    if message is None:
        return before  # the root has none
    if not isinstance(message, Mapping):
        reading.leave_out(LeftOut.MALFORMED)
        return before
    at = time_of(message.get("create_time")) or before
    role = _role(message)
    content = message.get("content")
    if not isinstance(content, Mapping | str):
        reading.leave_out(LeftOut.MALFORMED)
        return at
    if role == "system" or _is_hidden(message, content):
        reading.leave_out(LeftOut.HIDDEN)
        return at
    if role == "tool" or message.get("recipient", "all") not in ("all", None):
        reading.leave_out(LeftOut.TOOL)
        return at
    if role not in ("user", "assistant"):
        reading.leave_out(LeftOut.MALFORMED)
        return at
    text = _text(content)
    if not text:
        reading.leave_out(LeftOut.NO_TEXT)
    elif at is None:
        reading.leave_out(LeftOut.NO_TIME)
    else:
        id_ = id_of(message.get("id") or node, thread, node)
        reading.add(Said(id_, thread, "user" if role == "user" else "assistant", at, text))
    return at


def _role(message: Mapping[str, Any]) -> Any:
    author = message.get("author")
    return author.get("role") if isinstance(author, Mapping) else message.get("role")


def _is_hidden(message: Mapping[str, Any], content: Mapping[str, Any] | str) -> bool:
    metadata = message.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    kind = content.get("content_type") if isinstance(content, Mapping) else None
    return (
        metadata.get("is_visually_hidden_from_conversation") is True
        or metadata.get("is_user_system_message") is True
        or (isinstance(kind, str) and kind in _HIDDEN)
    )


def _text(content: Mapping[str, Any] | str) -> str:
    """Returns the words of a message; of other types of content than texts, nothing."""
    if isinstance(content, str):
        return content.strip()
    kind = content.get("content_type", "text")
    if kind == "code":
        text = content.get("text")
        return text.strip() if isinstance(text, str) else ""
    parts = content.get("parts")
    if not isinstance(kind, str) or kind not in _TEXTS or not isinstance(parts, list):
        return ""
    return "\n".join(filter(None, map(_part, parts))).strip()


def _part(part: Any) -> str:
    if isinstance(part, Mapping) and part.get("content_type") in ("text", _SPOKEN):
        part = part.get("text")
    return part.strip() if isinstance(part, str) else ""


def _parents(nodes: Mapping[str, Mapping[str, Any]]) -> dict[str, str | None]:
    """Returns the parent of each node; where it does not name one, the node that names it."""
    named: dict[str, str] = {}
    for name, node in nodes.items():
        children = node.get("children")
        for child in children if isinstance(children, list) else ():
            if isinstance(child, str):
                named.setdefault(child, name)
    parents: dict[str, str | None] = {}
    for name, node in nodes.items():
        parent = node.get("parent")
        parents[name] = parent if isinstance(parent, str) and parent in nodes else named.get(name)
    return parents


def _leaf(nodes: Mapping[str, Mapping[str, Any]], current: Any) -> str:
    """Returns the end of the branch that is shown; if the file does not say, the newest message."""
    if isinstance(current, str) and current in nodes:
        return current
    times = {name: _time(node) for name, node in nodes.items()}
    return max(times, key=lambda name: (times[name], name), default="")


def _time(node: Mapping[str, Any]) -> datetime:
    message = node.get("message")
    found = time_of(message.get("create_time")) if isinstance(message, Mapping) else None
    return found or _NEVER
