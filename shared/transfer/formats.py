"""The formats that can be imported: the one list for the API and the command line.

The dashboard and the docs repeat it, and a test compares them with it.
"""

from enum import StrEnum
from typing import Self


class Format(StrEnum):
    """What is imported."""

    file: str
    """The file or database table that it comes in; empty if that has no fixed name."""
    description: str
    """What it holds, in a few words."""

    def __new__(cls, name: str, file: str = "", description: str = "") -> Self:
        """Makes a format whose value is its name."""
        made = str.__new__(cls, name)
        made._value_ = name
        made.file = file
        made.description = description
        return made

    REKINDLE = "rekindle", "", "an export of Rekindle"
    PROFILE = "profile", "profile.json", "facts about the user"
    PROFILE_META = "profile-meta", "profile-meta.json", "confidence and age of each fact"
    CHANGELOG = "changelog", "changelog.jsonl", "changes of the profile, one per line"
    SESSION = "session", "sessions/*.json", "sessions with their tasks, decisions and notes"
    PROCESSED_TURNS = "processed-turns", ".processed_turns", "processed turns of each session"
    MEMORIES = "memories", "", "user-scoped memories, static and dynamic facts"
    CHATGPT = "chatgpt", "", "conversations of ChatGPT's data export"
    CLAUDE = "claude", "", "conversations of Claude's data export"
    MEM0 = "mem0", "", "what get_all of mem0 returns"
    SAVED_MEMORIES = "saved-memories", "", "a pasted list of what another assistant remembers"
    PREFERENCES = "preferences", "user_preferences", "rows of the table user_preferences"
    USER_MEMORIES = "user-memories", "user_memories", "rows of the table user_memories"
