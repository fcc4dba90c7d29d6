"""What a plugin for Claude Code may contain, as a schema of our own.

Written from https://code.claude.com/docs/en/plugins-reference, /hooks and /plugin-marketplaces. It
is stricter than Claude Code, which ignores fields that it does not know: a misspelled one is found.
"""

from typing import Any

_EVENTS = {
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "Stop",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "Notification",
}
_TEXT = {"type": "string", "minLength": 1}
_PERSON = {
    "type": "object",
    "properties": {"name": _TEXT, "email": _TEXT, "url": _TEXT},
    "required": ["name"],
    "additionalProperties": False,
}
_OPTION = {
    "type": "object",
    "properties": {
        "type": {"enum": ["string", "number", "boolean", "directory", "file"]},
        "title": _TEXT,
        "description": _TEXT,
        "required": {"type": "boolean"},
        "default": {},
        "sensitive": {"type": "boolean"},
    },
    "required": ["type", "title", "description"],
    "additionalProperties": False,
}
MANIFEST: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "description": _TEXT,
        "author": _PERSON,
        "homepage": {"type": "string", "format": "uri"},
        "repository": _TEXT,
        "license": _TEXT,
        "keywords": {"type": "array", "items": _TEXT},
        "userConfig": {
            "type": "object",
            "propertyNames": {"pattern": r"^[A-Za-z_]\w*$"},
            "additionalProperties": _OPTION,
        },
    },
    "required": ["name"],
    "additionalProperties": False,
}
"""`.claude-plugin/plugin.json`"""

MARKETPLACE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": _TEXT,
        "owner": _PERSON,
        "description": _TEXT,
        "plugins": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "properties": {
                    "name": _TEXT,
                    "source": {"type": "string", "pattern": r"^\./"},
                    "description": _TEXT,
                },
                "required": ["name", "source"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["name", "owner", "plugins"],
    "additionalProperties": False,
}
"""`.claude-plugin/marketplace.json`, with plugins in the same repository"""

HOOKS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "description": _TEXT,
        "hooks": {
            "type": "object",
            "propertyNames": {"enum": sorted(_EVENTS)},
            "additionalProperties": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "matcher": {"type": "string"},
                        "hooks": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {
                                    "type": {"const": "command"},
                                    "command": _TEXT,
                                    "timeout": {"type": "number", "exclusiveMinimum": 0},
                                },
                                "required": ["type", "command"],
                                "additionalProperties": False,
                            },
                        },
                    },
                    "required": ["hooks"],
                    "additionalProperties": False,
                },
            },
        },
    },
    "required": ["hooks"],
    "additionalProperties": False,
}
"""`hooks/hooks.json`"""
