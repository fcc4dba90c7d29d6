"""The formats that can be imported."""

from typing import Literal

Format = Literal[
    "rekindle",
    "profile",
    "profile-meta",
    "changelog",
    "session",
    "memories",
    "preferences",
    "user-memories",
]
"""An export of Rekindle; profile.json, profile-meta.json, changelog.jsonl and sessions/*.json of
the Data Schemas seed; user-scoped memories of the User Profile seed; rows of `user_preferences` of
the Preference seed; rows of `user_memories` of the tiers seed."""
