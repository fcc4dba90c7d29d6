"""The schema of the model's answer, for structured outputs in strict mode.

A strict schema has no open maps and no defaults, so every field is required, and a missing value is
null or an empty text. A server that does not enforce the schema may leave such a field out, and
lists too, as long as there is one. Answers are turned into candidates without dropping any: merging
rejects those that make no sense, with a reason. That holds for items that do not fit the schema as
well: one odd item never costs the rest of the answer.
"""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from adapters.openai.found import (
    CUSTOM,
    PLAIN,
    FoundFact,
    FoundItem,
    FoundPattern,
    FoundPreference,
    FoundSkill,
    FoundWorkflow,
    Items,
    T,
    Unreadable,
)
from adapters.openai.times import end_of, start_of
from shared.documents.profile import Level, PreferenceType
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)


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

        def stated(found: FoundItem) -> dict[str, Any]:
            is_valid = 1 <= found.prompt <= len(prompt_ids)
            change = found.change or PLAIN
            return {
                "quote": found.quote,
                "prompt_id": prompt_ids[found.prompt - 1] if is_valid else "",
                "does": change.does,
                "target": change.target or None,
                "target_text": change.target_text or "",
                "valid_from": start_of(change.valid_from, zone),
                "valid_to": end_of(change.valid_to, zone),
                "ageing": change.ageing,
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


def _readable(found: Sequence[T]) -> Iterator[T]:
    return (item for item in found if not isinstance(item, Unreadable))
