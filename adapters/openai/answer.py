"""The schema of the model's answer, for structured outputs in strict mode.

A strict schema has no open maps and no defaults, so every field is required, and a missing value is
null or an empty text. A server that does not enforce the schema may leave such a field out, and
lists too, as long as there is one. Answers are turned into candidates without dropping any: merging
rejects those that make no sense, with a reason. That holds for items that do not fit the schema as
well: one odd item never costs the rest of the answer.
"""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from adapters.openai.times import end_of, start_of
from shared.documents.lifetime import Ageing, Does
from shared.documents.profile import Level, PreferenceType
from shared.documents.slots import Slot
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)

CUSTOM = "custom"
AboutPath = Literal[
    "name",
    "bio",
    "timezone",
    "contacts",
    "notes",
    "interests",
    "work.role",
    "work.org",
    "work.focusAreas",
    "work.languages",
    "codePreferences.tone",
    "codePreferences.detailLevel",
    "codePreferences.avoidExamples",
    "codePreferences.preferredStacks",
    "tools.editor",
    "tools.infra",
    "custom.location",
    "custom.diet",
    "custom.birthday",
    "custom.nativeLanguage",
    "custom.allergies",
    "custom",
]
"""The paths of facts: the known ones, and `custom` for one that `FoundFact.key` names."""


class _Found(BaseModel):
    model_config = ConfigDict(extra="forbid", cache_strings="none")

    quote: str = Field(
        description="The user's words, copied exactly, that say it: at least three words, or the "
        "whole message."
    )
    prompt: int = Field(description="The number of the message that contains the quote.")
    does: Does | None = Field(None, description="What the words do; null for assert.")
    target: str | None = Field(
        None, description="What is ended, replaced or retracted: the id, path or domain of it."
    )
    target_text: str | None = Field(None, description="What that says, if it is not known.")
    valid_from: str | None = Field(None, description="Since when, as YYYY-MM-DD, or null.")
    valid_to: str | None = Field(None, description="Until when, as YYYY-MM-DD, or null.")
    ageing: Ageing | None = None


class FoundPreference(_Found):
    """Something the user likes, knows, wants, uses or is."""

    type: PreferenceType
    category: str = Field(description="For example: Code Style, Communication, Tools, Food.")
    description: str = Field(
        description="The thing itself in a few words, without the user, in the language of the "
        "message. No name, number, link or code that the user did not write."
    )
    confidence: float = Field(ge=0, le=1)
    context: str = Field(description="One sentence that states what the user said.")
    matches: str | None = Field(
        None, description="The id of the known preference that says the same."
    )
    slot: Slot | None = Field(None, description="What it is the one value of, or null.")


class FoundPattern(_Found):
    """A topic that comes up again and again."""

    category: str
    description: str
    matches: str | None = None


class FoundWorkflow(_Found):
    """Steps that the user takes in the same order again and again."""

    description: str
    steps: list[str]
    matches: str | None = None


class FoundSkill(_Found):
    """How good the user is at something; an empty domain means overall."""

    domain: str
    level: Level


class FoundFact(_Found):
    """A fact for the user's own description, one value at a time."""

    path: AboutPath
    key: str | None = Field(None, description="For the path custom: its name, in camelCase.")
    value: str
    relation: str | None = Field(None, description="For contacts: who it is to the user.")
    confidence: float = Field(ge=0, le=1)


class Unreadable(BaseModel):
    """An item that does not fit the schema."""

    model_config = ConfigDict(cache_strings="none")


def _or_unreadable(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    try:
        return read(value)
    except ValidationError:
        return Unreadable()


Found = TypeVar("Found", bound=_Found)
Items = list[Annotated[Found, WrapValidator(_or_unreadable)]]
"""Items of an answer, with an `Unreadable` in the place of each that does not fit."""


class ModelAnswer(BaseModel):
    """Everything found in one batch."""

    model_config = ConfigDict(extra="forbid", cache_strings="none")

    preferences: Items[FoundPreference]
    patterns: Items[FoundPattern]
    workflows: Items[FoundWorkflow]
    skills: Items[FoundSkill]
    facts: Items[FoundFact]

    @model_validator(mode="before")
    @classmethod
    def _lists_left_out(cls, answer: Any) -> Any:
        if isinstance(answer, dict) and not answer.keys().isdisjoint(LISTS):
            return dict.fromkeys(LISTS, ()) | answer
        return answer

    def candidates(self, prompt_ids: list[str], zone: tzinfo) -> Iterator[Candidate]:
        """Yields the answer's candidates.

        Args:
            prompt_ids: the messages, which are numbered from 1 as in the request.
            zone: the time zone of the answer's days.
        """

        def stated(found: _Found) -> dict[str, Any]:
            is_valid = 1 <= found.prompt <= len(prompt_ids)
            return {
                "quote": found.quote,
                "prompt_id": prompt_ids[found.prompt - 1] if is_valid else "",
                "does": found.does or "assert",
                "target": found.target or None,
                "target_text": found.target_text or "",
                "valid_from": start_of(found.valid_from, zone),
                "valid_to": end_of(found.valid_to, zone),
                "ageing": found.ageing,
            }

        for fact in _readable(self.facts):
            yield AboutCandidate(
                path=fact.path if fact.path != CUSTOM else f"{CUSTOM}.{fact.key or ''}",
                value=_value_of(fact),
                confidence=fact.confidence,
                **stated(fact),
            )
        for item in _readable(self.preferences):
            yield PreferenceCandidate(
                type=item.type,
                category=item.category,
                description=item.description,
                confidence=item.confidence,
                context=item.context,
                matches=item.matches,
                slot=item.slot,
                **stated(item),
            )
        for skill in _readable(self.skills):
            yield SkillCandidate(domain=skill.domain, level=skill.level, **stated(skill))
        for pattern in _readable(self.patterns):
            yield PatternCandidate(
                category=pattern.category,
                description=pattern.description,
                matches=pattern.matches,
                **stated(pattern),
            )
        for workflow in _readable(self.workflows):
            yield WorkflowCandidate(
                description=workflow.description,
                steps=workflow.steps,
                matches=workflow.matches,
                **stated(workflow),
            )
        yield from self._unreadable()

    def _unreadable(self) -> Iterator[Candidate]:
        """Yields an empty candidate, which merging rejects, for each item that does not fit."""
        if_odd: list[tuple[Sequence[object], Candidate]] = [
            (self.facts, AboutCandidate(path="", value="", confidence=0)),
            (
                self.preferences,
                PreferenceCandidate(type=PreferenceType.PREFERENCE, description="", confidence=0),
            ),
            (self.skills, SkillCandidate(domain=" ", level=Level.BEGINNER)),
            (self.patterns, PatternCandidate(description="")),
            (self.workflows, WorkflowCandidate(description="")),
        ]
        for found, empty in if_odd:
            for item in found:
                if isinstance(item, Unreadable):
                    yield empty


LISTS = tuple(ModelAnswer.model_fields)
"""What an answer has at its top level."""


def problems_of(error: ValidationError) -> str:
    """Returns where and how an answer does not fit: `facts: missing`. It has no content.

    A name that the schema does not know is the model's own, so it is not repeated.
    """
    found = []
    for each in error.errors(include_url=False, include_context=False, include_input=False)[:5]:
        where = ".".join(str(part) if _is_ours(part) else "…" for part in each["loc"])
        found.append(f"{where or 'answer'}: {each['type']}")
    return "; ".join(found)


def _is_ours(part: int | str) -> bool:
    return isinstance(part, int) or part in LISTS


def _value_of(fact: FoundFact) -> Any:
    if fact.path == "contacts" and fact.relation:
        return {"name": fact.value, "relation": fact.relation}
    return fact.value


def _readable(found: Sequence[Found]) -> Iterator[Found]:
    return (item for item in found if not isinstance(item, Unreadable))
