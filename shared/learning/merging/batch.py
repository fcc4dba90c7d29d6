"""Merges the candidates of a batch into a profile (P-12 to P-17).

`merge` is pure. It takes the profile, the candidates and the time, and returns the new profile with
one decision per candidate. Each kind of item has its rules in its own module. This module has the
checks that apply to every candidate, and the limits of the profile.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import ValidationError

from shared.base.safety.injection import instructs
from shared.base.safety.secrets import is_masked, redact
from shared.base.text import fold
from shared.documents.about import in_words
from shared.documents.decisions import Decision, Kind, Outcome, Reason
from shared.documents.profile import Evidence, Pattern, Preference, Profile, Workflow
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.evidence import find_evidence
from shared.learning.merging import about, frequency, preference, skill, waiting
from shared.learning.merging.claims import Messages, support_of, texts_of
from shared.learning.merging.limits import within_limits
from shared.learning.merging.workbench import Verdict, Workbench
from shared.learning.support import Support
from shared.profile.decay import without_faded
from shared.profile.preferences import within_limit

MAX_CANDIDATES = 300
"""How many candidates of a batch are considered. More than this is noise, or an attack."""
MIN_CONFIDENCE = 0.65
"""Candidates below this confidence are rejected (F-6)."""


@dataclass(frozen=True)
class Merged:
    """The profile after a batch, and the decisions that led to it."""

    profile: Profile
    decisions: list[Decision]


def merge(
    profile: Profile,
    candidates: Sequence[Candidate],
    *,
    batch_id: str,
    prompts: Mapping[str, PromptText],
    settings: Settings,
    now: datetime,
) -> Merged:
    """Merges the candidates of one batch into the profile.

    Args:
        profile: the stored profile.
        candidates: what the analyzer proposes, in order.
        batch_id: the source of new ids, so that repeating a batch gives the same ids.
        prompts: the prompts of the batch by id; only these may be quoted.
        settings: the user's limits and decay rules.
        now: the time of the merge.

    Returns:
        The new profile with its version unchanged, and one decision per candidate, followed by one
        per evicted item.
    """
    bench = Workbench(without_faded(profile, settings, now), batch_id, settings, now)
    contents = {id_: prompt.content for id_, prompt in prompts.items()}
    messages = Messages(contents)
    decisions: list[Decision] = []
    seen: set[tuple[str, ...]] = set()
    for candidate in candidates[:MAX_CANDIDATES]:
        evidence = find_evidence(candidate.quote, candidate.prompt_id, prompts)
        proposed = within_limits(candidate)
        if proposed is None:
            verdict = Verdict.rejected(Reason.INVALID)
        else:
            try:
                verdict = _verdict(bench, proposed, evidence, contents, messages, seen)
            except ValidationError:  # longer or odder than what a profile holds
                verdict = Verdict.rejected(Reason.INVALID)
        decisions.append(_decision(candidate, evidence, verdict))
    decisions += _excess_decisions(candidates[MAX_CANDIDATES:])
    evicted = _keep_limits(bench)
    return Merged(bench.profile, _with_evictions(decisions, evicted))


def _excess_decisions(candidates: Sequence[Candidate]) -> list[Decision]:
    """Returns one decision per kind for all excess candidates, so that the batch stays small."""
    counts = Counter(candidate.kind for candidate in candidates)
    return [
        Decision(
            kind=kind,
            outcome=Outcome.REJECTED,
            reason=Reason.LIMIT,
            description=f"{count} more, beyond the limit of {MAX_CANDIDATES} per batch",
        )
        for kind, count in counts.items()
    ]


def _verdict(
    bench: Workbench,
    candidate: Candidate,
    evidence: Evidence | None,
    contents: Mapping[str, str],
    messages: Messages,
    seen: set[tuple[str, ...]],
) -> Verdict:
    rejection = _rejection(candidate, evidence, contents)
    if rejection or evidence is None:
        return Verdict.rejected(rejection or Reason.NO_EVIDENCE)
    support = support_of(candidate, evidence, messages, bench.profile)
    if support is Support.NONE:
        return Verdict.rejected(Reason.NO_EVIDENCE)
    identity = (*_identity(candidate), evidence.prompt_id)
    if identity in seen:
        return Verdict.rejected(Reason.DUPLICATE)
    seen.add(identity)
    is_said = support is Support.SAID or waiting.is_confirmed(bench, candidate, evidence)
    before = replace(bench, touched=set(bench.touched))
    try:
        verdict = _merge_one(bench, candidate, evidence, is_said=is_said)
    except ValidationError:
        # The stored models have the last word on what fits; the rest of the batch goes on.
        verdict = Verdict.rejected(Reason.INVALID)
    if verdict.reason is not None or (not is_said and waiting.may_wait(candidate)):
        bench.profile, bench.touched = before.profile, before.touched
        return verdict if verdict.reason else waiting.wait(bench, candidate, evidence)
    waiting.settle(bench, candidate)
    return verdict


def _rejection(
    candidate: Candidate, evidence: Evidence | None, contents: Mapping[str, str]
) -> Reason | None:
    texts = texts_of(candidate)
    words = "\n".join([candidate.quote, *texts])
    if redact(words).found or is_masked(words):
        return Reason.UNSAFE
    if evidence is None:
        return Reason.NO_EVIDENCE
    if instructs(contents[evidence.prompt_id], candidate.quote):
        return Reason.UNSAFE
    if any(instructs(text, text) for text in texts):
        return Reason.UNSAFE
    if not _describe(candidate).strip():
        return Reason.INVALID
    if (
        isinstance(candidate, PreferenceCandidate | AboutCandidate)
        and candidate.confidence < MIN_CONFIDENCE
    ):
        return Reason.LOW_CONFIDENCE
    return None


def _merge_one(
    bench: Workbench, candidate: Candidate, evidence: Evidence, *, is_said: bool
) -> Verdict:
    match candidate:
        case PreferenceCandidate():
            return preference.merge(bench, candidate, evidence, is_said=is_said)
        case PatternCandidate():
            return frequency.merge_pattern(bench, candidate, evidence)
        case WorkflowCandidate():
            return frequency.merge_workflow(bench, candidate, evidence)
        case SkillCandidate():
            return skill.merge(bench, candidate)
        case AboutCandidate():
            return about.merge(bench, candidate)


def _keep_limits(bench: Workbench) -> list[Decision]:
    """Keeps the strongest items of each kind, and returns decisions for the evicted ones."""
    profile, settings = bench.profile, bench.settings
    preferences = within_limit(profile.preferences, settings.user_profile_max_preferences)
    patterns = frequency.within_limit(profile.patterns, settings.user_profile_max_patterns)
    workflows = frequency.within_limit(profile.workflows, settings.user_profile_max_workflows)
    bench.profile = profile.model_copy(
        update={"preferences": preferences, "patterns": patterns, "workflows": workflows}
    )
    return [
        *_evicted("preference", profile.preferences, preferences),
        *_evicted("pattern", profile.patterns, patterns),
        *_evicted("workflow", profile.workflows, workflows),
    ]


def _evicted(
    kind: Kind,
    before: Sequence[Preference | Pattern | Workflow],
    after: Sequence[Preference | Pattern | Workflow],
) -> list[Decision]:
    kept = {item.id for item in after}
    return [
        Decision(
            kind=kind,
            outcome=Outcome.EVICTED,
            item_id=item.id,
            type=item.type if isinstance(item, Preference) else None,
            description=item.description,
        )
        for item in before
        if item.id not in kept
    ]


def _with_evictions(decisions: list[Decision], evicted: list[Decision]) -> list[Decision]:
    """Adds the evictions. A new item that was evicted at once counts as rejected instead."""
    evicted_ids = {decision.item_id for decision in evicted}
    new = {d.item_id for d in decisions if d.outcome == Outcome.ADDED and d.item_id in evicted_ids}
    rejected = {"outcome": Outcome.REJECTED, "reason": Reason.LIMIT}
    return [
        d.model_copy(update=rejected) if d.item_id in new and d.accepted else d for d in decisions
    ] + [decision for decision in evicted if decision.item_id not in new]


def _identity(candidate: Candidate) -> tuple[str, ...]:
    scope = ""
    if isinstance(candidate, PreferenceCandidate):
        scope = candidate.type
    elif isinstance(candidate, AboutCandidate):
        scope = candidate.path
    return candidate.kind, scope, fold(_describe(candidate))


def _describe(candidate: Candidate) -> str:
    match candidate:
        case SkillCandidate():
            return f"{candidate.domain or 'overall'}: {candidate.level}"
        case AboutCandidate():
            return f"{candidate.path}: {in_words(candidate.value)}"
        case _:
            return candidate.description


def _decision(candidate: Candidate, evidence: Evidence | None, verdict: Verdict) -> Decision:
    unsafe = verdict.reason == Reason.UNSAFE
    description = redact(_describe(candidate)).text[:500]
    return Decision(
        kind=candidate.kind,
        outcome=verdict.outcome,
        reason=verdict.reason,
        item_id=verdict.item_id,
        type=candidate.type if isinstance(candidate, PreferenceCandidate) else None,
        description=description,
        quote=evidence.quote if evidence and not unsafe else None,
        prompt_id=evidence.prompt_id if evidence else None,
        confidence=getattr(candidate, "confidence", None),
    )
