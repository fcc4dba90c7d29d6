"""The slots: things that hold one value at a time. `shared.profile.slots` has their rules."""

from enum import StrEnum


class Slot(StrEnum):
    """A thing that holds one value at a time, so that two values for it are rivals."""

    NAME = "name"
    RESIDENCE = "residence"
    EMPLOYER = "employer"
    ROLE = "role"
    EDITOR = "editor"
    DETAIL = "detail"
    TONE = "tone"
    DIET = "diet"
    THEME = "theme"
    UNITS = "units"
    TIMEZONE = "timezone"
    NATIVE_LANGUAGE = "native_language"
    RELATIONSHIP = "relationship"
    CONTACT = "contact"
    """The person in a role that one person has, such as the user's partner."""
    CUSTOM = "custom"
    """Any other fact that holds one value, by its path."""
    COMPARISON = "comparison"
    """Which of two things the user prefers."""
    LIKING = "liking"
    """Whether the user likes or dislikes something."""
