"""The schema of the model's answer, for structured outputs in strict mode.

A strict schema has no open maps and no defaults, so every field is required, and a missing value is
null or an empty text. Answers are turned into candidates without dropping any: merging rejects
those that make no sense, with a reason. That holds for items that do not fit the schema as well,
since not every server enforces it: one odd item never costs the rest of the answer.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from shared.documents.profile import Level, PreferenceType
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)

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
]


class _Found(BaseModel):
    model_config = ConfigDict(extra="forbid", cache_strings="none")

    quote: str = Field(
        description="The user's words, copied exactly, that say it: at least three words, or the "
        "whole message."
    )
    prompt: int = Field(description="The number of the message that contains the quote.")


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
    matches: str | None = Field(description="The id of the known preference that says the same.")


class FoundPattern(_Found):
    """A topic that comes up again and again."""

    category: str
    description: str
    matches: str | None


class FoundWorkflow(_Found):
    """Steps that the user takes in the same order again and again."""

    description: str
    steps: list[str]
    matches: str | None


class FoundSkill(_Found):
    """How good the user is at something; an empty domain means overall."""

    domain: str
    level: Level


class FoundFact(_Found):
    """A fact for the user's own description, one value at a time."""

    path: AboutPath
    value: str
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

    def candidates(self, prompt_ids: list[str]) -> Iterator[Candidate]:
        """Yields the answer's candidates. Messages are numbered from 1, as in the request."""

        def evidence(found: _Found) -> dict[str, str]:
            is_valid = 1 <= found.prompt <= len(prompt_ids)
            return {
                "quote": found.quote,
                "prompt_id": prompt_ids[found.prompt - 1] if is_valid else "",
            }

        for fact in _readable(self.facts):
            yield AboutCandidate(
                path=fact.path, value=fact.value, confidence=fact.confidence, **evidence(fact)
            )
        for item in _readable(self.preferences):
            yield PreferenceCandidate(
                type=item.type,
                category=item.category,
                description=item.description,
                confidence=item.confidence,
                context=item.context,
                matches=item.matches,
                **evidence(item),
            )
        for skill in _readable(self.skills):
            yield SkillCandidate(domain=skill.domain, level=skill.level, **evidence(skill))
        for pattern in _readable(self.patterns):
            yield PatternCandidate(
                category=pattern.category,
                description=pattern.description,
                matches=pattern.matches,
                **evidence(pattern),
            )
        for workflow in _readable(self.workflows):
            yield WorkflowCandidate(
                description=workflow.description,
                steps=workflow.steps,
                matches=workflow.matches,
                **evidence(workflow),
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


def _readable(found: Sequence[Found]) -> Iterator[Found]:
    return (item for item in found if not isinstance(item, Unreadable))
