"""The schema of the model's answer, for structured outputs in strict mode.

A strict schema has no open maps and no defaults, so every field is required, and a missing value is
null or an empty text. Answers are turned into candidates without dropping any: merging rejects
those that make no sense, with a reason.
"""

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

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
    model_config = ConfigDict(extra="forbid")

    quote: str = Field(description="The user's words, copied exactly, that prove it.")
    prompt: int = Field(description="The number of the message that contains the quote.")


class FoundPreference(_Found):
    """Something the user likes, knows, wants, uses or is."""

    type: PreferenceType
    category: str = Field(description="For example: Code Style, Communication, Tools, Food.")
    description: str = Field(description="The thing itself in a few words, without the user.")
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


class ModelAnswer(BaseModel):
    """Everything found in one batch."""

    model_config = ConfigDict(extra="forbid")

    preferences: list[FoundPreference]
    patterns: list[FoundPattern]
    workflows: list[FoundWorkflow]
    skills: list[FoundSkill]
    facts: list[FoundFact]

    def candidates(self, prompt_ids: list[str]) -> Iterator[Candidate]:
        """Yields the answer's candidates. Messages are numbered from 1, as in the request."""

        def evidence(found: _Found) -> dict[str, str]:
            is_valid = 1 <= found.prompt <= len(prompt_ids)
            return {
                "quote": found.quote,
                "prompt_id": prompt_ids[found.prompt - 1] if is_valid else "",
            }

        for fact in self.facts:
            yield AboutCandidate(
                path=fact.path, value=fact.value, confidence=fact.confidence, **evidence(fact)
            )
        for item in self.preferences:
            yield PreferenceCandidate(
                type=item.type,
                category=item.category,
                description=item.description,
                confidence=item.confidence,
                context=item.context,
                matches=item.matches,
                **evidence(item),
            )
        for skill in self.skills:
            yield SkillCandidate(domain=skill.domain, level=skill.level, **evidence(skill))
        for pattern in self.patterns:
            yield PatternCandidate(
                category=pattern.category,
                description=pattern.description,
                matches=pattern.matches,
                **evidence(pattern),
            )
        for workflow in self.workflows:
            yield WorkflowCandidate(
                description=workflow.description,
                steps=workflow.steps,
                matches=workflow.matches,
                **evidence(workflow),
            )
