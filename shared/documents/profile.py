"""The profile, `users/{uid}.profile`: its shape (P-1 to P-5, S-4 to S-7)."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

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
    small_json,
)
from shared.base.model import Confidence, Model, Timestamp
from shared.documents.about import MAX_CUSTOM, About, with_leaf
from shared.documents.bounds import history_within, newest_within
from shared.documents.lifetime import Ageing, Ending, Lifetime
from shared.documents.slots import Slot

MAX_EVIDENCE = 3
"""How many quotes, the most recent ones, are kept per item (P-2)."""


MAX_ITEMS = 100
"""The most items of a kind; the limits in the settings go up to this."""
MAX_STEPS = 50
OVERALL = "overall"
"""What the overall skill level is called among those of domains."""
MAX_FORGOTTEN = 10_000
"""Maximum length of the key of a deleted item: folding may make a text longer."""
MAX_PAST = 30
"""How many ended items of a kind the profile keeps as its history; the changelog has the rest."""
MAX_WITHDRAWN = 100
"""How many withdrawn statements are kept: older words arrive within days, if they arrive at all."""
MAX_PROPOSALS = 100
"""How many proposals wait for the user; further ones are rejected."""
MAX_PAST_SIZE = 60_000
MAX_WITHDRAWN_SIZE = 24_000
MAX_PROPOSALS_SIZE = 100_000
"""How many bytes of JSON these take: a profile has to fit into one document."""


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


class Preference(Lifetime):
    """Something the user likes, knows, wants or is, with confidence and evidence.

    `base_confidence` is the confidence at `last_updated`. `confidence` is the decayed value at the
    time when the profile was read or last written. `last_used_through` is the connection through
    which it was last shown to an assistant; None if that was the user's own app. `slot` is what it
    holds the value of, where the analyzer has named it. `superseded_at` is the time of newer words
    that superseded it; without them, it lost by its confidence. `ended` is set on those of `past`
    only.
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
    superseded_at: Timestamp | None = None
    created_at: Timestamp
    last_updated: Timestamp
    last_used: Timestamp | None = None
    last_used_through: Identifier | None = None
    metadata: Metadata = {}
    slot: Slot | None = None
    ended: Ending | None = None


class Pattern(Lifetime):
    """A recurring topic, ranked by frequency; manual if the user has reworded it."""

    id: Identifier
    category: OptionalLabel = ""
    description: Sentence
    frequency: Annotated[Count, Field(ge=1)] = 1
    last_seen: Timestamp
    evidence: Quotes = []
    source: Literal["learned", "manual"] = "learned"
    ended: Ending | None = None


class Workflow(Lifetime):
    """A recurring sequence of steps, ranked by frequency; manual if the user has changed it."""

    id: Identifier
    description: Sentence
    steps: Annotated[list[Sentence], Field(max_length=MAX_STEPS)] = []
    frequency: Annotated[Count, Field(ge=1)] = 1
    last_seen: Timestamp
    evidence: Quotes = []
    source: Literal["learned", "manual"] = "learned"
    ended: Ending | None = None


Item = Preference | Pattern | Workflow
"""An item with an id of its own."""


class SkillLevel(Model):
    """The overall level and the level in each domain.

    `declared` names the domains, or `OVERALL`, whose level the user has set by hand; None if there
    are none.
    """

    overall: Level | None = None
    domains: Annotated[dict[MapKey, Level], Field(max_length=MAX_ITEMS)] = {}
    declared: Annotated[list[MapKey], Field(max_length=MAX_ITEMS + 1)] | None = None

    def level_of(self, name: str) -> Level | None:
        """Returns the level in a domain, or the overall one for `OVERALL`, if it is known."""
        return self.overall if name == OVERALL else self.domains.get(name)

    @field_validator("declared")
    @classmethod
    def _none_if_empty(cls, names: list[str] | None) -> list[str] | None:
        return names or None

    def is_declared(self, name: str) -> bool:
        """Returns whether the user has set the level of a domain, or of `OVERALL`, by hand."""
        return name in (self.declared or ())


class AboutMeta(Lifetime):
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


FactValue = Annotated[Any, AfterValidator(small_json(MAX_CUSTOM))]


class PastFact(Model):
    """A value of `about`, or a skill level (`skillLevel.<domain>`), that no longer holds."""

    path: LeafPath
    value: FactValue
    source: Literal["declared", "learned"] = "learned"
    stated_at: Timestamp | None = None
    valid_from: Timestamp | None = None
    valid_to: Timestamp | None = None
    ended: Ending


class Past(Model):
    """What was true once: history that is never included and never learned from older words."""

    preferences: Annotated[list[Preference], Field(max_length=MAX_PAST)] = []
    patterns: Annotated[list[Pattern], Field(max_length=MAX_PAST)] = []
    workflows: Annotated[list[Workflow], Field(max_length=MAX_PAST)] = []
    facts: Annotated[list[PastFact], Field(max_length=MAX_PAST)] = []

    @model_validator(mode="after")
    def _fits(self) -> "Past":
        lists: dict[str, list[Any]] = {name: getattr(self, name) for name in Past.model_fields}
        for name, items in (history_within(lists, MAX_PAST_SIZE) or {}).items():
            setattr(self, name, items)
        return self


class Withdrawn(Model):
    """What the user has ended or retracted, so that no older words bring it back.

    Attributes:
        kind: the kind of item.
        scope: the preference's type, or the path; empty for every one.
        text: what it said.
        at: the time of the words that withdrew it.
        retracted: whether it was never so; then a rollback leaves it out, too.
    """

    kind: Literal["preference", "pattern", "workflow", "skill", "about"]
    scope: Annotated[str, Field(max_length=MAX_SENTENCE)] = ""
    text: Annotated[str, Field(max_length=MAX_CUSTOM)]
    at: Timestamp
    retracted: bool = False


class Proposed(Model):
    """What waits for the user's word.

    Attributes:
        id: derived from what is proposed, so that proposing it again changes nothing.
        why: `proposal` contests what the user declared, `contradiction` contests what was learned
            without being sure enough to decide it, `approval` is anything learned while the
            user approves everything, `evicted` made room at a limit, `quarantined` gives an
            assistant orders.
        preference, pattern, workflow: the proposed item, of one kind;
        path, value: or the proposed fact, or skill level.
        valid_from, valid_to, ageing: of a proposed fact, as in `Lifetime`.
        contests: the id, or the path, of the item that it would replace or end.
        contested_value: the element that it contests, if `contests` is the path of a list.
        ends: whether it only ends what it contests.
        at: when it was proposed.
        connection: through which connection it came, if it is quarantined.
    """

    id: Identifier
    why: Literal["proposal", "contradiction", "approval", "evicted", "quarantined"]
    preference: Preference | None = None
    pattern: Pattern | None = None
    workflow: Workflow | None = None
    path: LeafPath | None = None
    value: FactValue = None
    confidence: Confidence = 1.0
    valid_from: Timestamp | None = None
    valid_to: Timestamp | None = None
    ageing: Ageing | None = None
    contests: LeafPath | None = None
    contested_value: FactValue = None
    ends: bool = False
    evidence: Evidence | None = None
    at: Timestamp
    connection: Identifier | None = None


def newest_withdrawn(items: Sequence[Withdrawn]) -> list[Withdrawn]:
    """Returns what is kept of withdrawn statements, the oldest of which come first."""
    return newest_within(items, MAX_WITHDRAWN, MAX_WITHDRAWN_SIZE)


def newest_proposals(items: Sequence[Proposed]) -> list[Proposed]:
    """Returns what is kept of proposals, the oldest of which come first."""
    return newest_within(items, MAX_PROPOSALS, MAX_PROPOSALS_SIZE)


class Profile(Model):
    """Everything learned about or declared by one user.

    `past` is shown on request, `proposals` in the inbox, `withdrawn` nowhere.
    """

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
    past: Past = Past()
    withdrawn: Annotated[list[Withdrawn], AfterValidator(newest_withdrawn)] = []
    proposals: Annotated[list[Proposed], AfterValidator(newest_proposals)] = []

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
