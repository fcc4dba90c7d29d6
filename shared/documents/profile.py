"""The profile, `users/{uid}.profile`: its shape (P-1 to P-5, S-4 to S-7)."""

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from shared.base.fields import (
    MAX_SENTENCE,
    Count,
    Identifier,
    LeafPath,
    MapKey,
    Metadata,
    OptionalLabel,
    OptionalSentence,
    Sentence,
)
from shared.base.model import Confidence, Model, Timestamp
from shared.documents.about import About, with_leaf

MAX_EVIDENCE = 3
"""How many quotes, the most recent ones, are kept per item (P-2)."""


MAX_ITEMS = 100
"""The most items of a kind; the limits in the settings go up to this."""
MAX_STEPS = 50
MAX_FORGOTTEN = 10_000
"""Maximum length of the key of a deleted item: folding may make a text longer."""


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

    @classmethod
    def _missing_(cls, value: object) -> "PreferenceType | None":
        """Returns the type that is spelled in words, such as "learning interest" (F-1)."""
        spelled = value.strip().lower().replace(" ", "_") if isinstance(value, str) else None
        return next((known for known in cls if known.value == spelled), None)


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

    quote: Annotated[str, Field(max_length=MAX_SENTENCE)]
    prompt_id: Identifier
    at: Timestamp


Quotes = Annotated[list[Evidence], Field(max_length=MAX_EVIDENCE)]


class Preference(Model):
    """Something the user likes, knows, wants or is, with confidence and evidence.

    `base_confidence` is the confidence at `last_updated`. `confidence` is the decayed value at the
    time when the profile was read or last written.
    """

    id: Identifier
    type: PreferenceType
    category: OptionalLabel = ""
    description: Sentence
    confidence: Confidence
    base_confidence: Confidence
    evidence: Quotes = []
    context: OptionalSentence = ""
    source: Literal["learned", "manual"] = "learned"
    active: bool = True
    superseded_by: Identifier | None = None
    created_at: Timestamp
    last_updated: Timestamp
    last_used: Timestamp | None = None
    metadata: Metadata = {}


class Pattern(Model):
    """A recurring topic, ranked by frequency."""

    id: Identifier
    category: OptionalLabel = ""
    description: Sentence
    frequency: Annotated[Count, Field(ge=1)] = 1
    last_seen: Timestamp
    evidence: Quotes = []


class Workflow(Model):
    """A recurring sequence of steps, ranked by frequency."""

    id: Identifier
    description: Sentence
    steps: Annotated[list[Sentence], Field(max_length=MAX_STEPS)] = []
    frequency: Annotated[Count, Field(ge=1)] = 1
    last_seen: Timestamp
    evidence: Quotes = []


class SkillLevel(Model):
    """The overall level and the level in each domain."""

    overall: Level | None = None
    domains: Annotated[dict[MapKey, Level], Field(max_length=MAX_ITEMS)] = {}


class AboutMeta(Model):
    """Metadata about one leaf path of `about` (S-5).

    Attributes:
        inferred: whether all of its value was only inferred (P-12), so no context block has it.
    """

    path: LeafPath
    first_seen: Timestamp
    last_seen: Timestamp
    confidence: Confidence
    seen_count: Annotated[Count, Field(ge=1)] = 1
    source: Literal["declared", "learned"]
    inferred: bool = False


class Profile(Model):
    """Everything learned about or declared by one user."""

    schema_version: Literal[1] = 1
    version: Count = 0
    created_at: Timestamp | None = None
    last_analyzed: Timestamp | None = None
    last_decay: Timestamp | None = None
    total_prompts_analyzed: Count = 0
    about: About = About()
    about_meta: Annotated[list[AboutMeta], Field(max_length=MAX_ITEMS)] = []
    preferences: Annotated[list[Preference], Field(max_length=MAX_ITEMS)] = []
    patterns: Annotated[list[Pattern], Field(max_length=MAX_ITEMS)] = []
    workflows: Annotated[list[Workflow], Field(max_length=MAX_ITEMS)] = []
    skill_level: SkillLevel = SkillLevel()
    forgotten: list[Annotated[str, Field(max_length=MAX_FORGOTTEN)]] = []

    @property
    def inferred_paths(self) -> set[str]:
        """The paths of `about` whose value nobody said in so many words (P-12)."""
        return {meta.path for meta in self.about_meta if meta.inferred}

    def without_inferred(self, paths: Collection[str] | None = None) -> "Profile":
        """Returns the profile without the facts that were only inferred, as assistants use it.

        Args:
            paths: drops only those at these paths.
        """
        dropped = self.inferred_paths if paths is None else self.inferred_paths & set(paths)
        if not dropped:
            return self
        facts = self.about.to_json()
        for path in dropped:
            facts = with_leaf(facts, path, None)
        metas = [meta for meta in self.about_meta if meta.path not in dropped]
        return self.model_copy(update={"about": About.model_validate(facts), "about_meta": metas})
