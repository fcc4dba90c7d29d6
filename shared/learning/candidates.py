"""What an analyzer proposes. Candidates are untrusted: merging accepts or rejects each one."""

from typing import Annotated, Any, Literal

from pydantic import Field

from shared.base.model import Confidence, Model, Timestamp
from shared.documents.lifetime import Ageing, Does
from shared.documents.profile import Level, PreferenceType
from shared.documents.slots import Slot


class Statement(Model):
    """What every candidate has: what the user's words do, and the words.

    Attributes:
        quote: the user's own words, verbatim from the prompt.
        prompt_id: the prompt that contains the quote.
        does: what the words do. To `end` or `retract` needs a target; to `replace` something makes
            the candidate's own text the new value, and the target the old one.
        target: the id of the item that is ended, replaced or retracted: the id of a preference,
            pattern or workflow, the path of a fact, or the domain of a skill.
        target_text: what that item says, if its id is not known. Without either, the candidate's
            own text is what is ended or retracted.
        valid_from, valid_to: when it is true, as far as the words say.
        ageing: how it ages, if the words say.
    """

    quote: str = ""
    prompt_id: str = ""
    does: Does = "assert"
    target: str | None = None
    target_text: str = ""
    valid_from: Timestamp | None = None
    valid_to: Timestamp | None = None
    ageing: Ageing | None = None


class PreferenceCandidate(Statement):
    """A preference.

    Attributes:
        matches: the id of the existing preference that it repeats, if known.
        slot: what it is a value of, where the words alone do not show it: "Neovim" is an editor.
    """

    kind: Literal["preference"] = "preference"
    type: PreferenceType
    category: str = ""
    description: str
    confidence: Confidence
    context: str = ""
    matches: str | None = None
    metadata: dict[str, Any] = {}
    slot: Slot | None = None


class PatternCandidate(Statement):
    """A recurring topic."""

    kind: Literal["pattern"] = "pattern"
    category: str = ""
    description: str
    matches: str | None = None


class WorkflowCandidate(Statement):
    """A recurring sequence of steps."""

    kind: Literal["workflow"] = "workflow"
    description: str
    steps: list[str] = []
    matches: str | None = None


class SkillCandidate(Statement):
    """A skill level in one domain, or overall if `domain` is empty."""

    kind: Literal["skill"] = "skill"
    domain: str = ""
    level: Level


class AboutCandidate(Statement):
    """A fact at a leaf path of `about`. On a list path, `value` is an element to add."""

    kind: Literal["about"] = "about"
    path: str
    value: Any
    confidence: Confidence


Candidate = Annotated[
    PreferenceCandidate | PatternCandidate | WorkflowCandidate | SkillCandidate | AboutCandidate,
    Field(discriminator="kind"),
]
