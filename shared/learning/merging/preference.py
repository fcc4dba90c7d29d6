"""Merges preferences into the profile (P-14, F-12, F-16)."""

from shared.base.text import clip, fold
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Evidence, Preference
from shared.learning.candidates import PreferenceCandidate
from shared.learning.evidence import with_evidence
from shared.learning.merging.workbench import INFERRED_AT_MOST, Verdict, Workbench
from shared.profile.decay import preference_confidence
from shared.profile.preferences import joined_metadata, matching, resolve_conflict, with_preference

REINFORCEMENT = 0.1
"""Added to the confidence of a preference that is seen again."""
MAX_CONTEXT = 400


def merge(
    bench: Workbench, candidate: PreferenceCandidate, evidence: Evidence, *, is_said: bool
) -> Verdict:
    """Adds the candidate, or reinforces the preference it repeats, then resolves conflicts.

    What is only inferred stays below the confidence that includes it, until a quote says it.
    """
    existing = _existing(bench, candidate)
    if existing is None:
        if bench.forgotten.has("preference", candidate.type, candidate.description):
            return Verdict.rejected(Reason.FORGOTTEN)
        item = _new(bench, candidate, evidence, is_said=is_said)
        outcome = Outcome.ADDED
        bench.touch(item.id)
    else:
        first = bench.touch(existing.id)
        item = _reinforced(bench, existing, candidate, evidence, boost=first, is_said=is_said)
        outcome = Outcome.REINFORCED if first else Outcome.MERGED
    preferences = with_preference(bench.profile.preferences, item)
    if item.active or item.superseded_by:
        preferences, loser = resolve_conflict(preferences, item)
        if loser:
            outcome = Outcome.SUPERSEDED
    bench.profile = bench.profile.model_copy(update={"preferences": preferences})
    return Verdict(outcome, item.id)


def _existing(bench: Workbench, candidate: PreferenceCandidate) -> Preference | None:
    """Finds the repeated preference by the analyzer's id if the type matches, else by meaning."""
    named = next(
        (
            item
            for item in bench.profile.preferences
            if item.id == candidate.matches and item.type == candidate.type
        ),
        None,
    )
    return named or matching(bench.profile.preferences, candidate.type, candidate.description)


def _new(
    bench: Workbench, candidate: PreferenceCandidate, evidence: Evidence, *, is_said: bool
) -> Preference:
    confidence = candidate.confidence if is_said else min(candidate.confidence, INFERRED_AT_MOST)
    return Preference(
        id=bench.new_id("preference", candidate.type, candidate.description),
        type=candidate.type,
        category=candidate.category,
        description=candidate.description.strip(),
        confidence=confidence,
        base_confidence=confidence,
        evidence=[evidence],
        context=clip(candidate.context, MAX_CONTEXT),
        created_at=bench.now,
        last_updated=bench.now,
        metadata=candidate.metadata,
    )


def _reinforced(
    bench: Workbench,
    existing: Preference,
    candidate: PreferenceCandidate,
    evidence: Evidence,
    *,
    boost: bool,
    is_said: bool,
) -> Preference:
    """Raises the confidence to min(1, max(existing + 0.1, observed)), existing after decay.

    Inferring it again, however often, never raises it above `INFERRED_AT_MOST`.
    """
    left = preference_confidence(existing, bench.settings, bench.now)
    raised = left + (REINFORCEMENT if boost else 0.0)
    confidence = round(min(1.0, max(raised, candidate.confidence)), 6)
    if not is_said:
        confidence = max(left, min(confidence, INFERRED_AT_MOST))
    return existing.model_copy(
        update={
            "confidence": confidence,
            "base_confidence": confidence,
            "evidence": with_evidence(existing.evidence, evidence),
            "context": _joined(existing.context, candidate.context),
            "category": existing.category or candidate.category,
            "metadata": joined_metadata(existing.metadata, candidate.metadata),
            "last_updated": bench.now,
        }
    )


def _joined(known: str, new: str) -> str:
    if not new or fold(new) in fold(known):
        return known
    return clip(f"{known}; {new}" if known else new, MAX_CONTEXT)
