"""Examines candidates before they are merged: all that needs no profile (P-12).

It looks through every message of the batch, so it is done once, outside of any transaction.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shared.base.safety.poison import instructs
from shared.base.safety.secrets import is_masked, redact
from shared.base.sameness import comparison, same
from shared.documents.about import in_words
from shared.documents.decisions import Kind, Reason
from shared.documents.profile import Evidence, PreferenceType
from shared.learning.analyzer import PromptText
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
)
from shared.learning.evidence import MAX_QUOTE, Messages
from shared.learning.merging.claims import Claim, Support, claim_of, support
from shared.learning.merging.limits import within_limits

MAX_CANDIDATES = 100
"""How many candidates of a batch are considered. More than this is noise, or an attack."""
MIN_CONFIDENCE = 0.65
"""Candidates below this confidence are rejected (F-6)."""


@dataclass(frozen=True)
class Proposed:
    """A candidate with its evidence.

    Attributes:
        candidate: the candidate, with clean texts if it is within the limits.
        evidence: its quote, if a message has it.
        reason: why it is rejected already.
        unsaid: its names, numbers, addresses and code that no message has. Only the known item
            that it repeats can still vouch for them.
        support: how well the quote supports it.
        position: where the quote stands among the user's words; see `Messages.position`.
    """

    candidate: Candidate
    evidence: Evidence | None
    reason: Reason | None = None
    unsaid: Sequence[str] = ()
    support: Support = Support.NONE
    position: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Examined:
    """The candidates of a batch.

    Attributes:
        candidates: those that are considered, in order.
        excess: how many more of each kind there were.
    """

    candidates: Sequence[Proposed]
    excess: Mapping[Kind, int]


def examine(candidates: Sequence[Candidate], prompts: Iterable[PromptText]) -> Examined:
    """Examines the candidates of one batch; only the batch's prompts may be quoted."""
    messages = Messages(prompts)
    return Examined(
        [_proposed(candidate, messages) for candidate in candidates[:MAX_CANDIDATES]],
        Counter(candidate.kind for candidate in candidates[MAX_CANDIDATES:]),
    )


def describe(candidate: Candidate) -> str:
    """Returns what a candidate says, as a line of a decision."""
    match candidate:
        case SkillCandidate():
            return f"{candidate.domain or 'overall'}: {candidate.level}"
        case AboutCandidate():
            return f"{candidate.path}: {in_words(candidate.value)}"
        case _:
            return candidate.description


def _proposed(candidate: Candidate, messages: Messages) -> Proposed:
    evidence = messages.evidence(candidate.quote, candidate.prompt_id)
    clean = within_limits(candidate)
    if clean is None:
        return Proposed(candidate, evidence, Reason.INVALID)
    claim = claim_of(clean)
    reason = _rejection(clean, claim, evidence, messages)
    if reason or evidence is None:
        return Proposed(clean, evidence, reason)
    return Proposed(
        clean,
        evidence,
        unsaid=claim.unsaid(messages.said),
        support=support(claim, evidence.quote, messages.said),
        position=messages.position(evidence),
    )


def _rejection(
    candidate: Candidate, claim: Claim, evidence: Evidence | None, messages: Messages
) -> Reason | None:
    everything = "\n".join([candidate.quote[:MAX_QUOTE], candidate.target_text, *claim.texts])
    if redact(everything).found or is_masked(everything):
        return Reason.UNSAFE
    if evidence is None:
        return Reason.NO_EVIDENCE
    if messages.is_shown(evidence):
        return Reason.PASTED
    if messages.instructs(evidence):
        return Reason.UNSAFE
    if any(instructs(text, text) for text in claim.texts):
        return Reason.UNSAFE
    if _is_the_alternative(candidate, evidence.quote):
        return Reason.NO_EVIDENCE
    if (
        isinstance(candidate, PreferenceCandidate | AboutCandidate)
        and candidate.confidence < MIN_CONFIDENCE
    ):
        return Reason.LOW_CONFIDENCE
    return None


def _is_the_alternative(candidate: Candidate, quote: str) -> bool:
    """Returns whether the words only reject it: "Python over Java" makes nobody know Java."""
    ordered = comparison(quote)
    if ordered is None or candidate.does not in ("assert", "replace"):
        return False
    match candidate:
        case AboutCandidate():
            text = in_words(candidate.value)
        case SkillCandidate():
            text = candidate.domain
        case PreferenceCandidate() if candidate.type is not PreferenceType.DISLIKE:
            text = candidate.description
        case _:
            return False
    return same(text, ordered.rejected)
