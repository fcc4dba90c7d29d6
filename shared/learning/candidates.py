"""What an analyzer proposes. Candidates are untrusted: merging accepts or rejects each one."""

from typing import Annotated, Any, Literal

from pydantic import Field

from shared.base.model import Confidence, Model
from shared.documents.profile import Level, PreferenceType


class Proposal(Model):
    """The evidence that every candidate needs.

    Attributes:
        quote: the user's own words, verbatim from the prompt.
        prompt_id: the prompt that contains the quote.
    """

    quote: str = ""
    prompt_id: str = ""


class PreferenceCandidate(Proposal):
    """A preference. `matches` is the id of the existing preference that it repeats, if known."""

    kind: Literal["preference"] = "preference"
    type: PreferenceType
    category: str = ""
    description: str
    confidence: Confidence
    context: str = ""
    matches: str | None = None
    metadata: dict[str, Any] = {}


class PatternCandidate(Proposal):
    """A recurring topic."""

    kind: Literal["pattern"] = "pattern"
    category: str = ""
    description: str
    matches: str | None = None


class WorkflowCandidate(Proposal):
    """A recurring sequence of steps."""

    kind: Literal["workflow"] = "workflow"
    description: str
    steps: list[str] = []
    matches: str | None = None


class SkillCandidate(Proposal):
    """A skill level in one domain, or overall if `domain` is empty."""

    kind: Literal["skill"] = "skill"
    domain: str = ""
    level: Level


class AboutCandidate(Proposal):
    """A fact at a leaf path of `about`. On a list path, `value` is an element to add."""

    kind: Literal["about"] = "about"
    path: str
    value: Any
    confidence: Confidence


Candidate = Annotated[
    PreferenceCandidate | PatternCandidate | WorkflowCandidate | SkillCandidate | AboutCandidate,
    Field(discriminator="kind"),
]
