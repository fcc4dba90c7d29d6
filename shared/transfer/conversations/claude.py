"""Conversations of Claude's data export, `conversations.json`.

Messages are a list, oldest first. Newer exports name each message's parent, since an edited message
starts a new branch; then the branch that ends with the newest message is read.
"""

from collections.abc import Mapping, Sequence
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

_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_NEVER = datetime.min.replace(tzinfo=UTC)


def is_conversation(value: Any) -> bool:
    """Returns whether a JSON value is a conversation of Claude."""
    return isinstance(value, Mapping) and isinstance(value.get("chat_messages"), list)


def read_conversation(value: Any) -> Reading:
    """Returns the messages of a conversation, oldest first."""
    reading = Reading()
    if not is_conversation(value):
        reading.leave_out(LeftOut.MALFORMED)
        return reading
    started = value.get("created_at")
    thread = id_of(value.get("uuid"), str(value.get("name")), str(started))
    given = value["chat_messages"]
    messages = [message for message in given if isinstance(message, Mapping)]
    reading.leave_out(LeftOut.MALFORMED, len(given) - len(messages))
    shown, others = _shown(messages, value.get("current_leaf_message_uuid"))
    at = time_of(started)
    for place, message in enumerate(shown):
        at = _read(reading, message, thread, place, at)
    left = Reading()
    for place, message in enumerate(others):
        _read(left, message, thread, place, at or _NEVER)
    reading.leave_out(LeftOut.OTHER_BRANCH, len(left.messages))
    return reading


def _shown(
    messages: Sequence[Mapping[str, Any]], leaf: Any
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """Returns the messages of the branch that is shown, and the others."""
    by_id = {
        message["uuid"]: message for message in messages if isinstance(message.get("uuid"), str)
    }
    parents = {
        name: parent
        for name, message in by_id.items()
        if isinstance(parent := message.get("parent_message_uuid"), str)
    }
    is_tree = len(parents) == len(messages) and len(set(parents.values())) < len(parents)
    if not is_tree:
        return list(messages), []
    if not isinstance(leaf, str) or leaf not in by_id:
        leaf = max(by_id, key=lambda name: time_of(by_id[name].get("created_at")) or _NEVER)
    path = branch(parents, leaf)
    kept = set(path)
    return [by_id[name] for name in path], [
        message for name, message in by_id.items() if name not in kept
    ]


def _read(
    reading: Reading,
    message: Mapping[str, Any],
    thread: str,
    place: int,
    before: datetime | None,
) -> datetime | None:
    """Reads a message; returns its time, or that of the one before it."""
    at = time_of(message.get("created_at")) or before
    sender = message.get("sender")
    role = _ROLES.get(sender) if isinstance(sender, str) else None
    if role is None:
        reading.leave_out(LeftOut.MALFORMED)
        return at
    attachments = message.get("attachments")
    if isinstance(attachments, list):
        texts = [item for item in attachments if isinstance(item, Mapping)]
        reading.leave_out(
            LeftOut.ATTACHMENT, sum(bool(item.get("extracted_content")) for item in texts)
        )
    text = _text(message)
    if not text:
        reading.leave_out(LeftOut.TOOL if _calls_a_tool(message) else LeftOut.NO_TEXT)
    elif at is None:
        reading.leave_out(LeftOut.NO_TIME)
    else:
        id_ = id_of(message.get("uuid"), thread, str(place), role, text)
        reading.add(Said(id_, thread, "user" if role == "user" else "assistant", at, text))
    return at


def _text(message: Mapping[str, Any]) -> str:
    """Returns the words of a message: its blocks of text, or what older exports have instead."""
    content = message.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [
        block["text"].strip()
        for block in blocks
        if isinstance(block, Mapping)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    ]
    said = "\n\n".join(filter(None, texts))
    if said or _calls_a_tool(message):
        return said
    older = content if isinstance(content, str) else message.get("text")
    return older.strip() if isinstance(older, str) else ""


def _calls_a_tool(message: Mapping[str, Any]) -> bool:
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(block, Mapping) and block.get("type") in ("tool_use", "tool_result")
        for block in content
    )
