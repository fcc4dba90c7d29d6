"""The tools in OpenAI's function calling format, and the instructions for using them."""

from collections.abc import Mapping
from typing import Any

from shared.base.model import RequestModel
from shared.tools import arguments

TOOLS: dict[str, type[RequestModel]] = {
    "save_memory": arguments.SaveMemory,
    "search_memory": arguments.SearchMemory,
    "add_memory": arguments.AddMemory,
    "update_memory": arguments.UpdateMemory,
    "delete_memory": arguments.DeleteMemory,
    "search_memories": arguments.SearchMemories,
    "get_memories": arguments.GetMemories,
    "memory": arguments.Memory,
    "review_inbox": arguments.ReviewInbox,
}
"""The tools that the requirements name, and the inbox."""

COMPACT: dict[str, type[RequestModel]] = {
    "remember": arguments.Remember,
    "recall": arguments.Recall,
    "forget": arguments.Forget,
    "update_profile": arguments.UpdateProfile,
    "get_context": arguments.GetContext,
    "review_inbox": arguments.ReviewInbox,
}
"""Few tools whose names a model understands at once."""
ANTHROPIC_MEMORY = "anthropic_memory"
"""Anthropic's memory tool. It is in no list: Claude knows it without a description."""
ALL = TOOLS | COMPACT | {ANTHROPIC_MEMORY: arguments.AnthropicMemory}
"""Every tool that can be called."""

INSTRUCTIONS = """\
You have a long-term memory of this user. Part of it is shown to you at the start of the \
conversation; the rest can be searched.

Call save_memory as soon as the user tells you something that will still matter in a later \
conversation:
- preferences: what they like, dislike, or want done in a certain way
- constraints: what must or must not happen, such as deadlines, budgets, allergies, rules
- working style: how they work, and how they want you to work with them
- important contacts: who somebody is to them, and how to reach that person
- decisions: what was decided, and why

Write each fact as one plain sentence that makes sense on its own, in the user's own terms. Save \
what the user said, not what you concluded. Never save passwords, keys or card numbers. Do not \
save small talk, or anything that only matters for the current task.

Use add_memory with target "memory" for notes about the environment and the work, and with \
target "user" for notes about who the user is. Both tiers are small: if one is full, update or \
delete a note first, as the error tells you. Call search_memory before you say that you do not \
know something about the user. When the user corrects a fact, update the old note; when they ask \
you to forget it, delete it.

What "may have changed" or "may be outdated" is not certain: if it matters, ask the user, and pass \
their answer on with review_inbox. Never answer for them.\
"""

COMPACT_INSTRUCTIONS = """\
You have a long-term memory of this user. Call get_context at the start of a conversation, and \
call recall before you say that you do not know something about them.

Call remember as soon as the user tells you something that will still matter in a later \
conversation: preferences, constraints, how they work, people and how to reach them, decisions \
and the reasons for them. Write one plain sentence that makes sense on its own, in their own \
terms: what they said, not what you concluded. Use update_profile for plain facts such as their \
name, role or place, and for preferences. Never save passwords, keys, card numbers, small talk, \
or anything that only matters for the current task. When the user corrects something, forget the \
old note and remember the new one.

What "may have changed" or "may be outdated" is not certain: if it matters, ask the user, and pass \
their answer on with review_inbox. Never answer for them.\
"""

HELP = {
    "add": "content, target (memory, user or archive; default memory), tags: saves a note",
    "search": "query, target (default all), limit: returns the notes that match best",
    "list": "target (default all), limit: returns the newest notes",
    "profile": "returns what has been learned: preferences, patterns, workflows, skills, facts",
    "forget": "memoryId: deletes a note; with a query instead, returns the notes it may refer to",
    "help": "returns this text",
}


def function_tools(tools: Mapping[str, type[RequestModel]]) -> list[dict[str, Any]]:
    """Returns tools as OpenAI function tools."""
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": description_of(model),
                "parameters": parameters_of(model),
            },
        }
        for name, model in tools.items()
    ]


def description_of(model: type[RequestModel]) -> str:
    """Returns what a tool does, on one line."""
    return " ".join((model.__doc__ or "").split())


def parameters_of(model: type[RequestModel]) -> dict[str, Any]:
    """Returns the JSON schema of a tool's arguments, without references, titles and nulls."""
    schema = model.model_json_schema(by_alias=True)
    shared = schema.pop("$defs", {})
    plain = _plain(schema, shared)
    plain.pop("description", None)
    result: dict[str, Any] = plain
    return result


def _plain(node: Any, shared: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_plain(item, shared) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        named = shared[node["$ref"].rsplit("/", 1)[1]]
        node = {"type": named["type"], "enum": named["enum"]} | {
            key: value for key, value in node.items() if key != "$ref"
        }
    options = [item for item in node.get("anyOf", ()) if item != {"type": "null"}]
    if len(options) == 1:
        rest = {key: value for key, value in node.items() if key not in ("anyOf", "default")}
        return _plain({**options[0], **rest}, shared)
    return {
        key: _plain(value, shared)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str))
    }
