"""The limits of a candidate, which are those of the API (P-13)."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from shared.base.fields import (
    LeafPath,
    MapKey,
    Metadata,
    OptionalLabel,
    OptionalSentence,
    Sentence,
    not_blank,
    small_json,
)
from shared.base.model import Model
from shared.documents.about import MAX_CUSTOM, in_words
from shared.learning.candidates import AboutCandidate, Candidate, SkillCandidate
from shared.profile.habits.skills import domain_key


class _Item(Model):
    """A preference, pattern or workflow."""

    description: Sentence
    category: OptionalLabel = ""
    context: OptionalSentence = ""
    steps: Annotated[list[Sentence], Field(max_length=50)] = []
    metadata: Metadata = {}


class _Target(Model):
    """What a candidate ends, replaces or retracts."""

    target: LeafPath | None = None
    target_text: OptionalSentence = ""


class _Fact(Model):
    path: LeafPath
    key: MapKey = "-"
    value: Annotated[Any, AfterValidator(small_json(MAX_CUSTOM))]


class _Skill(Model):
    domain: MapKey = "-"


def within_limits(candidate: Candidate) -> Candidate | None:
    """Returns the candidate with clean texts; None if one is too long or cannot be stored."""
    try:
        told = _Target.model_validate(candidate.model_dump(include=set(_Target.model_fields)))
        candidate = candidate.model_copy(update=told.model_dump())
        match candidate:
            case SkillCandidate():
                key = {"domain": domain_key(candidate.domain)} if candidate.domain else {}
                _Skill.model_validate(key)
                return candidate
            case AboutCandidate(path=path, value=value):
                _, is_custom, key_of_custom = path.partition("custom.")
                key = {"key": key_of_custom} if is_custom else {}
                if candidate.does in ("assert", "replace"):
                    not_blank(in_words(value))
                _Fact.model_validate({"path": path, "value": value, **key})
                return candidate
        clean = _Item.model_validate(candidate.model_dump(include=set(_Item.model_fields)))
    except ValueError:  # ValidationError is one
        return None
    return candidate.model_copy(update=clean.model_dump(include=set(type(candidate).model_fields)))
