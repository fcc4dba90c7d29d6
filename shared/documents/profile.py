"""The profile, `users/{uid}.profile`: its shape (P-1 to P-5, S-4 to S-7)."""

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from shared.base.model import Confidence, Model, Timestamp
from shared.documents.about import About

MAX_EVIDENCE = 3
"""How many quotes, the most recent ones, are kept per item (P-2)."""


class PreferenceType(StrEnum):
    """What a preference expresses (F-1)."""

    LIKE = "like"
    DISLIKE = "dislike"
    EXPERTISE = "expertise"
    EXPERIENCE = "experience"
    GOAL = "goal"
    CHALLENGE = "challenge"
    TOOL = "tool"
    LEARNING_INTEREST = "learning_interest"
    TRAIT = "trait"
    PREFERENCE = "preference"


class Level(StrEnum):
    """A skill level, lowest first."""

    BEGINNER = "beginner"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"

    @property
    def rank(self) -> int:
        """0 for beginner up to 2 for advanced."""
        return list(Level).index(self)


class Evidence(Model):
    """The user's own words behind an item, and the prompt that contains them."""

    quote: str
    prompt_id: str
    at: Timestamp


class Preference(Model):
    """Something the user likes, knows, wants or is, with confidence and evidence.

    `base_confidence` is the confidence at `last_updated`. `confidence` is the decayed value at the
    time when the profile was read or last written.
    """

    id: str
    type: PreferenceType
    category: str = ""
    description: str
    confidence: Confidence
    base_confidence: Confidence
    evidence: list[Evidence] = []
    context: str = ""
    source: Literal["learned", "manual"] = "learned"
    active: bool = True
    superseded_by: str | None = None
    created_at: Timestamp
    last_updated: Timestamp
    last_used: Timestamp | None = None
    metadata: dict[str, Any] = {}


class Pattern(Model):
    """A recurring topic, ranked by frequency."""

    id: str
    category: str = ""
    description: str
    frequency: int = Field(default=1, ge=1)
    last_seen: Timestamp
    evidence: list[Evidence] = []


class Workflow(Model):
    """A recurring sequence of steps, ranked by frequency."""

    id: str
    description: str
    steps: list[str] = []
    frequency: int = Field(default=1, ge=1)
    last_seen: Timestamp
    evidence: list[Evidence] = []


class SkillLevel(Model):
    """The overall level and the level in each domain."""

    overall: Level | None = None
    domains: dict[str, Level] = {}


class AboutMeta(Model):
    """Metadata about one leaf path of `about` (S-5)."""

    path: str
    first_seen: Timestamp
    last_seen: Timestamp
    confidence: Confidence
    seen_count: int = Field(default=1, ge=1)
    source: Literal["declared", "learned"]


class Profile(Model):
    """Everything learned about or declared by one user."""

    schema_version: Literal[1] = 1
    version: int = Field(default=0, ge=0)
    created_at: Timestamp | None = None
    last_analyzed: Timestamp | None = None
    last_decay: Timestamp | None = None
    total_prompts_analyzed: int = Field(default=0, ge=0)
    about: About = About()
    about_meta: list[AboutMeta] = []
    preferences: list[Preference] = []
    patterns: list[Pattern] = []
    workflows: list[Workflow] = []
    skill_level: SkillLevel = SkillLevel()
    forgotten: list[str] = []
